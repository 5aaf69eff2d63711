#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hold what our reader tells of recordings against what the installed perf says of them.

Recordings: those of tests/data/perf, those of ../shared if it is there, and some made on the
spot if perf may record. For each: hits and summed periods of every event; weight of every
function that was hit, by thread; whole chains; and the same once more through the text of
perf script. Differences that are meant have a name, and each is counted:

  aliases       several symbols stand at one address, and perf chose another of them
  first byte    a caller whose return address is the first byte of a function (see inside_perf.py)
  plt           perf gives jumps to libraries to the function before them, _init, or to one without a name, @plt
  vdso          perf has it only in its own cache
  map of a JIT  perf looks for it in /tmp, our reader also beside the recording
  unproven      perf takes the names of any file at that path, our reader those of what ran; it says so
  guest         perf leaves out what a guest did
  dwarf         perf unwinds copies of stacks, our reader does not: only what was hit is compared
  no frames     where a chain is empty perf script prints no frame, though the sample has an address

usage: against_perf.py TOLD SOURCE_ROOT [RECORDING...]
"""
import collections
import json
import lzma
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from profiles import Profile, differences, told

# Recordings perf 6.1 cannot read, or reads otherwise on purpose; by the name of the file.
LATER = {"attr-136", "attr-144", "attr-152", "compressed2", "compressed2-be", "deferred", "version-1"}
REFUSES = {"killed", "killed-cut", "identifier", "id", "id-be", "strangers", "pipe-le", "pipe-be"}
OTHERWISE = {"guests": "guest", "times": "exec"}
# Names that perf makes up when the recording has none, and that hold its own flags.
NO_NAMES = {"branch-counters", "pipe-without-names", "header-72"}


class Perf:
    def __init__(self, program, home):
        self.program, self.env = program, {**os.environ, "HOME": str(home), "PERF_CONFIG": "/dev/null", "LC_ALL": "C"}
        self.inside = pathlib.Path(__file__).with_name("inside_perf.py")

    def run(self, *args, **more):
        return subprocess.run([self.program, *map(str, args)], capture_output=True, env=self.env, **more)

    def said(self, path, options):
        """What perf says of a recording; None if it cannot read it."""
        done = self.run("script", "-i", path, "--max-stack", 1024, "--no-inline", *options, "-s", self.inside)
        if done.returncode:
            return None
        p = Profile()
        for line in done.stdout.decode("utf-8", "replace").splitlines():
            hit = json.loads(line)
            p.add(hit["event"], hit["comm"], hit["frames"], hit["weight"])
        return p

    def can_script(self):
        return b"Python" in self.run("script", "-s", "lang").stderr + self.run("script", "-s", "lang").stdout


def symbols_at(path):
    """{(address, dso name): names} of one file of symbols, by nm or as /proc/kallsyms is."""
    text = pathlib.Path(path).read_text(errors="replace")
    for line in text.splitlines():
        words = line.split()
        if len(words) >= 3:
            yield words[0], words[2]


class Aliases:
    """One name for all that stand at one address of one file."""

    def __init__(self, kallsyms=None, programs=()):
        self.name, self.used = {}, collections.Counter()
        if kallsyms:
            self.take(symbols_at(kallsyms))
        for program in programs:
            for more in ([], ["-D"]):
                done = subprocess.run(["nm", "--defined-only", *more, str(program)], capture_output=True, text=True)
                self.take((words[0], words[2].split("@")[0]) for words in map(str.split, done.stdout.splitlines())
                          if len(words) == 3)

    def take(self, rows):
        at = collections.defaultdict(set)
        for address, name in rows:
            at[address].add(name)
        for names in at.values():
            known = {self.name.get(n, n) for n in names} | names
            for n in known:
                self.name[n] = min(known)

    def of(self, frame):
        """The frame with the name of all its aliases; what stands behind symbol and object stays."""
        bare = frame[0].split("@")[0] or frame[0]
        return (self.name.get(bare, bare), *frame[1:])

    def chains(self, chains):
        return renamed(chains, self.of)


def renamed(chains, name):
    """Chains with another frame for each frame."""
    out = collections.Counter()
    for (event, comm, frames), weight in chains.items():
        out[event, comm, tuple(map(name, frames))] += weight
    return out


def plain(chains):
    """Chains without marks."""
    return renamed(chains, lambda frame: frame[:2])


def demangled(profile):
    """perf script demangles, our reader leaves that to the report: names as c++filt has them, without parameters."""
    names = sorted({f[0] for _, _, frames in profile.chains for f in frames if f[0].startswith(("_Z", "_R"))})
    if not names or not shutil.which("c++filt"):
        return
    done = subprocess.run(["c++filt", "-p", *names], capture_output=True, text=True).stdout.splitlines()
    new = dict(zip(names, done))
    profile.chains = renamed(profile.chains, lambda f: (new.get(f[0], f[0]), *f[1:]))


def without_facts(profile, events):
    """Events of perf alone: ours are more, for facts of one hit are events of their own."""
    for counter in (profile.hits, profile.weight):
        for event in [e for e in counter if e not in events]:
            del counter[event]
    for key in [k for k in profile.chains if k[0] not in events]:
        del profile.chains[key]


class Reasons:
    """Why a frame may have another name than perf's."""

    def __init__(self, ours, aliases):
        said = " ".join(d["what"] for d in ours.diagnostics if d["diagnostic"] in ("foreign-symbols", "no-symbols"))
        self.unproven = {dso for _, _, frames in ours.chains for _, dso in frames if dso and dso in said}
        self.plt = {aliases.of(f) for _, _, frames in ours.chains for f in frames if f[0].endswith("@plt")}

    def of(self, mine, other):
        """The reason, "" if the frames are the same, None if there is none."""
        if mine == other[:2]:
            return ""
        if len(other) > 2:
            return "first byte"
        if mine[1] != other[1]:
            return None
        if mine[0] == "[unknown]" and mine[1] in self.unproven:
            return "unproven"
        if other[0] == "_init" and mine in self.plt or other[0] == "@plt":
            return "plt"
        if other[0] == "[unknown]" and mine[1] == "[vdso]":
            return "vdso"
        if other[0] == "[unknown]" and re.fullmatch(r"/tmp/perf-\d+\.map", mine[1]):
            return "map of a JIT"
        return None

    def of_chain(self, mine, other):
        """The reasons of all frames that differ; None if one has none."""
        reasons = [self.of(a, b) for a, b in zip(mine, other)] if len(mine) == len(other) else [None]
        return None if None in reasons else list(filter(None, reasons))


def match(mine, other, reasons, counted):
    """Takes from both what differs for reasons only; chains that differ least go first."""
    pairs = [(reasons.of_chain(ours[2], theirs[2]), ours, theirs) for theirs in other for ours in mine if ours[:2] == theirs[:2]]
    for why, ours, theirs in sorted((p for p in pairs if p[0] is not None), key=lambda p: (len(p[0]), str(p))):
        weight = min(mine[ours], other[theirs])
        for reason in set(why):
            counted[reason] += weight
        mine[ours] -= weight
        other[theirs] -= weight


def compare(ours, theirs, aliases, counted):
    """Lines about what differs and has no name."""
    without_facts(ours, theirs.hits.keys())
    demangled(ours)
    demangled(theirs)
    bad = [f"hits of {line}" for line in differences(ours.hits, theirs.hits)]
    bad += [f"period of {line}" for line in differences(ours.weight, theirs.weight)]
    mine, other = +aliases.chains(ours.chains), +aliases.chains(theirs.chains)
    counted["aliases"] += sum((plain(theirs.chains) - ours.chains).values()) - sum((plain(other) - mine).values())
    for key in list(other):  # what is the same needs no reason
        bare = key[0], key[1], tuple(f[:2] for f in key[2])
        weight = min(other[key], mine[bare])
        other[key] -= weight
        mine[bare] -= weight
    mine, other = +mine, +other
    match(mine, other, Reasons(ours, aliases), counted)
    return bad + [f"chain {line}" for line in differences(+mine, +plain(other))]


class Checker:
    def __init__(self, program, perf):
        self.program, self.perf = program, perf
        self.n = self.unread = self.failed = 0
        self.counted = collections.Counter()

    def check(self, name, path, options=(), aliases=None, text=True):
        """One recording against perf, and against the text that perf makes of it."""
        self.is_dwarf = "dwarf" in name or name.startswith("fields-")
        theirs = self.perf.said(path, options)
        marked = theirs and list(theirs.chains)
        if theirs is None or not theirs.hits:
            self.unread += 1
            return
        self.n += 1
        aliases = aliases or Aliases()
        bad = self.compare(told(self.program, *options, path), theirs, aliases)
        if text:
            bad += [f"as text: {line}" for line in self.as_text(path, options, aliases, marked)]
        for line in bad[:4]:
            print(f"{name}: {line}")
        self.failed += bool(bad)

    def as_text(self, path, options, aliases, marked):
        """The text reader and the binary reader give the same profile."""
        done = self.perf.run("script", "-i", path, "--max-stack", 1024, "--no-inline", *options)
        with tempfile.NamedTemporaryFile(suffix=".txt") as file:
            file.write(done.stdout)
            file.flush()
            theirs = told(self.program, file.name)
        if theirs.status and b"\n\t" not in done.stdout and b"([" not in done.stdout:
            self.counted["no frames"] += 1
            return []
        marks = {key[:2] + (tuple(f[:2] for f in key[2]),): key for key in marked}
        theirs.chains = collections.Counter({marks.get(key, key): n for key, n in theirs.chains.items()})
        ours = told(self.program, *options, path)
        if not self.is_dwarf:
            self.counted["no frames"] += take_frames_away(ours.chains, theirs.chains)
        return self.compare(ours, theirs, aliases)

    def compare(self, ours, theirs, aliases):
        if self.is_dwarf:
            ours.chains, theirs.chains = ours.leaf_chains(), theirs.leaf_chains()
            self.counted["dwarf"] += sum(theirs.chains.values())
        return compare(ours, theirs, aliases, self.counted)


def take_frames_away(ours, theirs):
    """Chains that the text has no frame of lose theirs, if they are one frame; the weight of those."""
    moved = 0
    for (event, comm, frames), weight in list(theirs.items()):
        if frames:
            continue
        more = {k: n - theirs[k] for k, n in ours.items() if k[:2] == (event, comm) and len(k[2]) == 1 and n > theirs[k]}
        if sum(more.values()) == weight:
            moved += weight
            ours[event, comm, ()] += weight
            for key, n in more.items():
                ours[key] -= n
    return moved


def ours_by_writing(checker, root):
    folder = root / "tests/data/perf"
    options = ("--kallsyms", folder / "kallsyms", "--symfs", folder / "root")
    aliases = Aliases(folder / "kallsyms")
    skip = LATER | REFUSES | NO_NAMES | OTHERWISE.keys()
    for path in sorted(folder.glob("*.data")):
        if path.stem not in skip:
            checker.check(path.stem, path, options, aliases)


def system_programs():
    names = ("/lib/*/libc.so.6", "/lib64/ld*", "/lib/*/libselinux.so.1", "/lib/*/libtinfo.so.6")
    return [pathlib.Path(p) for p in (shutil.which("sh"), shutil.which("bash"), shutil.which("ls"), shutil.which("env")) if p] + \
        [p for name in names for p in pathlib.Path("/").glob(name[1:])]


def recorded_folder(path):
    """Where the programs of a recording lay, as its maps have it: what stands before /bin/."""
    return re.search(rb"/[^\0]*/prog(?=/bin/)", path.read_bytes()).group().decode()


def shared(checker, root, scratch):
    """Recordings of the reference data; their programs lie elsewhere than they were recorded."""
    data = root.parent / "shared/data/profiles"
    if not data.is_dir():
        print("against_perf: the reference data are not there")
        return
    bin = scratch / ("symfs" + recorded_folder(data / "ordermatch/base.1.data"))
    bin.mkdir(parents=True)
    shutil.copytree(data / "prog/bin", bin / "bin")
    for own in ("usr", "lib", "lib64"):  # what else they ran, where this machine has the same build of it
        (scratch / "symfs" / own).symlink_to("/" + own)
    kallsyms = scratch / "kallsyms"
    kallsyms.write_bytes(lzma.open(data / "kernel/kallsyms.xz").read())
    options = ("--kallsyms", kallsyms, "--symfs", scratch / "symfs")
    aliases = Aliases(kallsyms, [p for p in bin.rglob("*") if p.is_file()] + system_programs())
    for folder in ("ordermatch", "kernel", "multi", "odd", "lock", "synth", "public/hotspot", "public/linux-perf-data",
                   "public/perf_data_converter"):
        for path in sorted((data / folder).iterdir()):
            if path.read_bytes()[:8] in (b"PERFILE2", b"2ELIFREP"):
                checker.check(f"{folder}/{path.name}", path, options, aliases, text=not re.search(r"\.[2-9]\.data$", path.name))


RECORD = [["-e", "cpu-clock"], ["-e", "cpu-clock", "-g"], ["-e", "cpu-clock", "-g", "--threads"], ["-e", "cpu-clock", "-g", "-z"],
          ["-e", "cpu-clock", "-d", "--phys-data"], ["-e", "cpu-clock", "-e", "task-clock:u", "-e", "page-faults", "-c", "100000"],
          ["-e", "{cpu-clock,task-clock}:S", "-g"], ["-a", "-e", "cpu-clock", "-g", "--all-cgroups", "--namespaces"],
          ["-e", "cpu-clock", "--call-graph", "dwarf,1024"], ["-e", "cpu-clock", "--buildid-mmap", "-T"]]
WORK = ["sh", "-c", "i=0; while [ $i -lt 60 ]; do i=$((i+1)); ls -l / >/dev/null; done"]


def on_the_spot(checker, perf, scratch):
    kallsyms = scratch / "running"
    kallsyms.write_bytes(pathlib.Path("/proc/kallsyms").read_bytes())
    aliases = Aliases(kallsyms, system_programs())
    for i, options in enumerate(RECORD):
        path = scratch / f"spot-{i}.data"
        done = perf.run("record", "-q", "-o", path, "-F" if "-c" not in options else "-m", "2000" if "-c" not in options else "512",
                        *options, "--", *WORK)
        if done.returncode or not path.exists():
            print(f"against_perf: perf does not record {' '.join(options)} here")
            continue
        checker.check(f"record {' '.join(options)}", path, (), aliases)
    pipe = scratch / "pipe.data"
    done = perf.run("record", "-q", "-F", "2000", "-e", "cpu-clock", "-g", "-o", "-", "--", "ls", "-lR", "/usr/lib/python3")
    if done.returncode == 0 and done.stdout[:8] == b"PERFILE2":
        pipe.write_bytes(done.stdout)
        checker.check("record -o -", pipe, (), aliases)


def main():
    program, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    found = shutil.which("perf")
    if not found:
        print("against_perf: perf is not installed")
        return 0
    with tempfile.TemporaryDirectory(prefix="perfdelta-perf-") as name:
        scratch = pathlib.Path(name)
        perf = Perf(found, scratch)
        if not perf.can_script():
            print("against_perf: this perf was built without Python")
            return 0
        checker = Checker(program, perf)
        for path in sys.argv[3:]:
            checker.check(path, path, (), Aliases("/proc/kallsyms", system_programs()))
        if sys.argv[3:]:
            return bool(checker.failed)
        ours_by_writing(checker, root)
        shared(checker, root, scratch)
        on_the_spot(checker, perf, scratch)
    named = ", ".join(f"{what} {n}" for what, n in sorted(checker.counted.items()))
    print(f"against_perf: {checker.n} recording(s), {checker.failed} differ; perf itself refuses {checker.unread}; by weight: {named}")
    return bool(checker.failed) or checker.n == 0


if __name__ == "__main__":
    sys.exit(main())
