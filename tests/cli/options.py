#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every option of src/cli/options.def: it is taken by a command, refuses what it
cannot use, and changes what it says it changes.

An option without a row in EFFECTS, or a row without its option, fails.
usage: options.py PERFDELTA SOURCE_ROOT
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

exe, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
ROW = re.compile(r"^PD_OPTION\((?:0|'(\w)'), \"([\w-]+)\", (?:NULL|\"(.*?)\"), (\w+), \w+, (USUAL|RARE), \"(.*)\"\)$", re.M)
# Two rows may have one name, when one is about logs and the other about profiles: "profile:by".
OPTIONS = {}
for m in ROW.finditer((root / "src/cli/options.def").read_text()):
    key = f"profile:{m[2]}" if m[2] in OPTIONS else m[2]
    OPTIONS[key] = {"letter": m[1], "name": m[2], "arg": m[3], "group": m[4], "usual": m[5] == "USUAL"}
COMMANDS = re.findall(r"^PD_COMMAND\((\w+)", (root / "src/cli/commands.def").read_text(), re.M)
PROFILES = {"FOLD", "DELTA", "TOP"}  # groups that `profile` takes
BESIDE = {"check": PROFILES, "report": PROFILES, "summary": {"TOP"}}  # shown by their full help only
WIDTH, LINES = 80, 40

failures = []
inputs = tempfile.TemporaryDirectory()
where = pathlib.Path(inputs.name)


MIXED = [104, 101, 108, 100, 106, 103, 109, 102, 107, 105]  # no drift


def run(*args, stdin=""):
    env = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"} | {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
    done = subprocess.run([exe, *map(str, args)], cwd=where, env=env, input=stdin, text=True, capture_output=True)
    if done.returncode not in (0, 1, 2, 3):
        failures.append(f"{' '.join(map(str, args))}: status {done.returncode}: {done.stderr}")
    return done


def check(claim, holds):
    if not holds:
        failures.append(claim)


# ---- what is refused: status 2, two lines, the option named in the first

COUNT = ["", "x", "-1", "1.5", "99999999999999999999"]
FRACTION = ["", "x", "nan", "inf", "0", "1", "-0.1", "1.1", "5%"]
WORD = ["", "nonsense"]
REFUSED = {
    "alpha": FRACTION + ["0.5"], "level": FRACTION,
    "min-effect": ["", "time=", "time=x", "=2%", "x", "nan", "-1%", "-0.1", "2", "1", "%", "2%%"],
    "min-effect-abs": ["", "x", "nan", "inf", "-1", "time=", "time=-1", "=1"],
    "collapse": WORD + ["p", "p0", "p100", "p-1", "99", "p1e9"],
    "runs": COUNT + ["0", "1"], "run-cost": ["", "x", "nan", "inf", "0", "-1", "1e7"],
    "column": COUNT + ["0"], "jobs": COUNT + ["0", "257"], "width": COUNT, "drop-first": COUNT, "seed": COUNT,
    "kallsyms": [""], "vmlinux": [""], "symfs": [""],
    "max-input": ["", "x", "0", "1X", "-1G", "16777216T"],
    "match": ["", "x", "=x"], "better": ["", "x", "time=worse", "=lower"], "scale": ["", "absolute", "time=points", "=ratio"], "by": ["", ",", "a,,b"], "ignore": ["", "a,"],
    "sides-by": [""],
    "fail-on": WORD + ["regression,", "regression;missing"], "fail-on-warning": WORD + ["bad-number,", "ties"], "to": WORD,
    "profile:by": WORD + ["symbol,", "dso,nonsense", "groups"], "profile:match": ["", "symbol="], "event": [""],
    "work-from": ["", "x", ":x", "x:"], "work": ["", "x", "0", "-1", "nan", "inf", "1e-101", "1e-310", "1.1e100", "1e308"], "locks": [""], "subsystems": [""],
    "min-share": ["", "x", "nan", "-1%", "2", "1", "%"], "kappa0": FRACTION, "top": COUNT,
    **dict.fromkeys(["format", "style", "method", "adjust", "ci", "quantile-type", "rule", "sort", "pct-rounding", "color", "idle", "zeros", "order", "drift-guard"], WORD),
}
TAKES_ANYTHING = {"metric", "unit", "exact", "gate", "output"}


def command_with(option):
    group = OPTIONS[option]["group"]
    return "convert" if group == "TO" else "profile" if group in PROFILES else "compare"


def test_refusals():
    for key, row in OPTIONS.items():
        command, option = command_with(key), row["name"]
        for arg in REFUSED.get(key, []):
            done = run(command, f"--{option}={arg}", "fast.txt", "slow.txt")
            lines = done.stderr.splitlines()
            check(f"--{option}={arg!r} is refused: {done.returncode} {done.stderr}",
                  done.returncode == 2 and len(lines) == 2 and not done.stdout
                  and lines[0].startswith(f"perfdelta: --{option}: ") and lines[0].endswith(f", got '{arg}'")
                  and lines[1] == f"try 'perfdelta {command} --help'")
        if row["arg"] is None:
            check(f"--{option}=x is refused", "takes no argument" in run(command, f"--{option}=x").stderr)
        elif not row["arg"].startswith("["):
            check(f"--{option} alone is refused", "wants an argument" in run(command, f"--{option}").stderr)
        if row["arg"]:
            check(f"--{option}: nobody says what it refuses", (key in REFUSED) != (key in TAKES_ANYTHING))


# ---- help: complete, and fit for a terminal

def test_help():
    taken = set()
    for args in (["--help"], ["help"], *([c, "--help"] for c in COMMANDS), *([c, "-h"] for c in COMMANDS)):
        done = run(*args)
        lines = done.stdout.splitlines()
        check(f"{args} is help and no error", done.returncode == 0 and lines[0].startswith("usage: perfdelta ") and not done.stderr)
        check(f"{args} fits {WIDTH} x {LINES}: {len(lines)} lines", len(lines) <= LINES and max(map(len, lines)) <= WIDTH)
        check(f"{args} is plain ASCII without tabs or trailing blanks",
              done.stdout.isascii() and "\t" not in done.stdout and not re.search(r" $", done.stdout, re.M))
    for command in COMMANDS:
        short, full = run(command, "--help").stdout, run("help", command).stdout
        names = set(re.findall(r"^  (?:-\w,|   ) --([\w-]+)", full, re.M))
        taken |= names
        check(f"help {command} fits {WIDTH} columns", max(map(len, full.splitlines())) <= WIDTH)
        usual = {row["name"] for row in OPTIONS.values()
                 if row["usual"] and row["name"] in names and row["group"] not in BESIDE.get(command, ())}
        check(f"{command} --help shows the usual options", set(re.findall(r"^  (?:-\w,|   ) --([\w-]+)", short, re.M)) == usual)
        check(f"{command} --help points to the others", ("All options" in short) == (names != usual))
        for name in {row["name"] for row in OPTIONS.values()} - names:
            if any(taken.startswith(name) for taken in names):
                continue  # short for another one
            done = run(command, f"--{name}=1" if OPTIONS[name]["arg"] else f"--{name}")
            check(f"{command} refuses --{name}, which its help does not show", done.returncode == 2 and "has no option" in done.stderr)
    all_names = {row["name"] for row in OPTIONS.values()}
    check(f"options that no command takes: {all_names - taken}", taken == all_names)
    check("--version starts with name and number", re.match(r"perfdelta \d+\.\d+\.\d+\n", run("--version").stdout))
    check("every command has --version", all(run(c, "--version").stdout == run("-V").stdout for c in COMMANDS))


# ---- what each option changes

def write(name, text):
    (where / name).write_text(text)


def make_profiles():
    """Three folded profiles a side: all costs are equal, but that of `work`."""
    for side, work in (("pbase", 100), ("phead", 150)):
        (where / side).mkdir()
        for run in range(3):
            write(f"{side}/{run}.folded", f"prog;main;work {work + run}\nprog;main;other {200 - run}\nprog;main;clone.part.0 50\n"
                  "swapper;do_idle_[k];mwait_idle_[k] 40\nprog;main;my_ioctl_[k];mutex_lock_[k] 30\n"
                  "prog;main;releaser_[k];_raw_spin_unlock_irqrestore_[k] 20\n")
        (where / f"{side}-log").mkdir()
        for run in range(3):
            write(f"{side}-log/{run}.folded", (where / side / f"{run}.folded").read_text())
        write(f"{side}-log/times.csv", "benchmark,metric,unit,run,value\n" + "".join(
            f"build,time,s,{run},5\nbuild,files,1,{run},4\n" for run in range(3)))
        write(f"{side}.script", "".join(f"prog 7 1.00000{i}: {work} {event}: \n\t10 work+0x1 (/bin/prog)\n\n"
                                        for i in range(9) for event in ("cycles", "faults")))
    write("my.locks", "mutex my_ioctl my_lock\n")
    write("my.subsystems", "wo* mine\n")
    write("bad.locks", "mutex\n")
    write("bad.subsystems", "# none\nwork\n")


def make_inputs():
    write("fast.txt", "".join(f"{v}\n" for v in MIXED))
    write("slow.txt", "".join(f"{v + 10}\n" for v in MIXED[::-1]))
    write("zeros.txt", "0\n" * 10)
    write("line.txt", "".join(f"{v}\n" for v in range(100, 110)))
    write("on.txt", "".join(f"{v}\n" for v in range(110, 120)))
    write("nine.txt", "".join(f"{v}\n" for v in MIXED if v < 109))
    write("even.txt", "100\n" * 10)
    write("mixed.txt", "".join(f"{100 + d}\n" for d in (0, 0, 0, 0, -1, -2, 3, 4, 5, 6)))
    write("two.txt", "".join(f"{v} {v + 100}\n" for v in MIXED))
    write("words.txt", "words\n")
    write("kernels.csv", "kernel,value\n" + "".join(f"{k},{v}\n" for k, v in (("old", 1), ("new", 2), ("old", 3))))
    # Two iterations a run, the first slow: their medians, means and smallest differ.
    write("nested.csv", "benchmark,size,metric,unit,better,side,run,iteration,value\n" + "".join(
        f"fork,{size},{metric},s,lower,{side},{run},{i},{v + run * (i + 1) + (900 if i == 0 else 0)}\n"
        for size in (1, 2) for metric in ("time", "delay") for side, v in (("base", 100), ("head", 120))
        for run in range(6) for i in range(3)))
    write("means.csv", "old,new\n10 +- 0.5,12 +- 0.5\n")
    # Three runs of two iterations a side.
    write("levels.csv", "side,run,value\n" + "".join(
        f"{side},{run},{v}\n" for side in ("base", "head") for run, pair in enumerate(((100, 104), (102, 106), (106, 110)))
        for v in pair))
    make_profiles()
    make_recording()
    for name in ("verdicts.csv", "labels.csv"):
        write(name, (root / "tests/golden/cli/data" / name).read_text())


def report(*args):
    done = run("compare", "-s", "json", *args)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"comparisons": [], "policy": {}, "series": [], "error": done.stderr}


def rows(*args):
    return report(*args)["comparisons"]


def column(name, *args):
    return [row[name] for row in rows(*args)]


def status(*args):
    return run("compare", *args).returncode


def text(*args):
    return run("compare", *args).stdout


def profile(*args, sides=("base=pbase", "head=phead")):
    done = run("profile", "-s", "json", *args, *sides)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"rows": [], "policy": {}, "events": [], "total": [{}, {}], "error": done.stderr}


def names(dimension, *args, **sides):
    return sorted({row[dimension] for row in profile(*args, **sides)["rows"] if row["kind"] == "row"})


def named(*args):
    """Which of two functions of a recording have names, one of the kernel and one of a program."""
    shown = run("summary", "--by=symbol", *args, "recording.data").stdout
    return {name for name in ("copy_page", "alpha") if f"  {name}\n" in shown}


def make_recording():
    sys.path.insert(0, str(root / "tests/perf_data"))
    import elf
    import layout
    import places
    from recording import Recording
    from words import IP, TID

    r = Recording()
    cycles = r.event("cycles", [], IP | TID, type=0, period=100)
    places.map_all(r)
    r.sample(cycles, ip=places.kernel("copy_page"), pid=100)
    r.sample(cycles, ip=places.program("alpha"), pid=100)
    (where / "recording.data").write_bytes(layout.file(r))
    symbols = [("_text", elf.TEXT, 0, elf.FUNC, elf.GLOBAL), ("copy_page", elf.TEXT + 0x2000, 64, elf.FUNC, elf.GLOBAL),
               ("_etext", elf.TEXT + places.KERNEL_SIZE, 0, elf.FUNC, elf.GLOBAL)]
    (where / "vmlinux").write_bytes(elf.program(symbols=symbols))


def work_row(*args, **sides):
    return next(row for row in profile(*args, **sides)["rows"] if row["symbol"] == "work")


ALL_SYMBOLS = ["_raw_spin_unlock_irqrestore", "clone", "mutex_lock", "mwait_idle", "other", "work"]
SCRIPTS = ("base=pbase.script", "head=phead.script")
LOGGED = ("base=pbase-log", "head=phead-log")
PLAIN = ("--better=lower", "fast.txt", "slow.txt")
LINE = ("--better=lower", "line.txt", "on.txt")
EFFECTS = {
    "to": lambda: run("convert", "--to=json", "fast.txt").stdout.startswith("{")
    and run("convert", "--to=csv", "fast.txt").stdout.startswith("benchmark,"),
    "format": lambda: status("--format=numbers", *PLAIN) == 0 and status("--format=hackbench", *PLAIN) == 2,
    "column": lambda: [r["head"]["min"] for r in rows("-C", 2, "fast.txt", "two.txt")] == []
    and [r["head"]["min"] for r in rows("-C", 2, "base=two.txt", "head=two.txt")] == [200]
    and [r["head"]["min"] for r in rows("--column=1", "base=two.txt", "head=two.txt")] == [100],
    "skip-unknown": lambda: status("base=fast.txt,words.txt", "slow.txt") == 2
    and status("--skip-unknown", "base=fast.txt,words.txt", "slow.txt") == 0
    and status("--skip-unknown", "--no-skip-unknown", "base=fast.txt,words.txt", "slow.txt") == 2,
    # Each frees the frames of one object of their want of a name; the kernel here lies where it was linked.
    "kallsyms": lambda: named("--kallsyms=" + str(root / "tests/data/perf/kallsyms")) == {"copy_page"} and named() == set()
    and "no address of a kernel's symbol in it" in run("summary", "--kallsyms=words.txt", "fast.txt").stderr
    and "cannot read" in run("summary", "--kallsyms=missing", "fast.txt").stderr,
    "vmlinux": lambda: named("--vmlinux=vmlinux") == {"copy_page"}
    and "no ELF file" in run("summary", "--vmlinux=words.txt", "fast.txt").stderr
    and "cannot read" in run("summary", "--vmlinux=missing", "fast.txt").stderr,
    "symfs": lambda: named("--symfs=" + str(root / "tests/data/perf/root")) == {"alpha"}
    and "no folder" in run("summary", "--symfs=words.txt", "fast.txt").stderr
    and "cannot read" in run("summary", "--symfs=missing", "fast.txt").stderr,
    "max-input": lambda: status("--max-input=40", *PLAIN) == 0 and status("--max-input=39", *PLAIN) == 2
    and status("--max-input=1K", *PLAIN) == 0 and status("--max-input=1T", *PLAIN) == 0,
    "jobs": lambda: text("-j", 1, "-s", "json", "nested.csv") == text("--jobs=256", "-s", "json", "nested.csv") != "",
    "sides-by": lambda: [s["name"] for s in report("--sides-by=kernel", "kernels.csv")["sides"]] == ["old", "new"],
    "match": lambda: column("benchmark", "--match=benchmark=w*", "verdicts.csv") == ["worse"]
    and column("benchmark", "-m", "benchmark=worse", "-m", "benchmark=same", "verdicts.csv") == ["worse", "same"]
    and len(rows("--match=cpu=64", "labels.csv")) == 2 and len(rows("-mcpu=64", "-msize=4k", "labels.csv")) == 1,
    "metric": lambda: column("metric", "--metric=ev*", "verdicts.csv") == ["events"]
    and len(rows("--metric=events", "--metric=time", "verdicts.csv")) == 5,
    "unit": lambda: column("unit", "--unit=1", "verdicts.csv") == ["1"],
    "by": lambda: [r["labels"] for r in rows("--by=cpu", "labels.csv")] == [{"cpu": "64"}, {"cpu": "128"}],
    "ignore": lambda: [r["labels"] for r in rows("--ignore=cpu", "labels.csv")] == [{"size": "4k"}, {"size": "8k"}]
    and [r["labels"] for r in rows("--ignore=cpu,size", "labels.csv")] == [{}],
    "better": lambda: column("verdict", "fast.txt", "slow.txt") == ["changed"]
    and column("verdict", "--better=lower", "fast.txt", "slow.txt") == ["regression"]
    and column("verdict", "--better=v*=higher", "fast.txt", "slow.txt") == ["improvement"]
    and column("verdict", "--better=lower", "--better=value=none", "fast.txt", "slow.txt") == ["changed"]
    and run("compare", "--better=speed=lower", "fast.txt", "slow.txt").stderr.endswith("called 'speed' [no-match]\n"),
    # Ten points: a share of 2 % of the base would be 2.09, points have no share.
    "scale": lambda: [(r["delta"]["abs"], r["delta"]["rel"], r["verdict"]) for r in rows("--scale=val*=absolute", *PLAIN)] == [(10, None, "regression")]
    and column("relative", "--scale=value=absolute", "--scale=*=ratio", *PLAIN) == [True]
    and column("verdict", "--scale=value=absolute", "--min-effect-abs=value=10.5", *PLAIN) == ["inconclusive"]
    and "NONPOSITIVE" not in column("caveats", "--scale=value=absolute", *PLAIN)[0],
    "exact": lambda: "DETERMINISTIC" in column("caveats", "--exact=value", "zeros.txt", "head=zeros.txt")[0]
    and status("--exact=value", *PLAIN) == 2
    and "[no-match]" in run("compare", "--exact=speed", "fast.txt", "slow.txt").stderr,
    # Medians of a run of {900 + r, 2 r, 3 r} above its base value are 3 r, without the first 2.5 r by
    # the geometric mean of two: the first run (r = 0) gives 100 either way, the last 3 * 5 and 2 * 5, 3 * 5.
    "drop-first": lambda: [r["base"]["max"] for r in rows("--metric=time", "-msize=1", "nested.csv")] == [115]
    and [round(r["base"]["max"] ** 2) for r in rows("--drop-first=1", "--metric=time", "-msize=1", "nested.csv")] == [110 * 115]
    and [r["base"]["max"] for r in rows("--drop-first=2", "--metric=time", "-msize=1", "nested.csv")] == [115]
    and [r["base"]["n"] for r in rows("--drop-first=4", *PLAIN)] == [6],
    # The same runs: {1000, 100, 100} .. {1005, 110, 115} have means 400 .. 410 and least 100 .. 110.
    "collapse": lambda: [(r["base"]["min"], r["base"]["max"], r["base"]["n"]) for how in ("median", "mean", "min", "none")
                         for r in rows(f"--collapse={how}", "--metric=time", "-msize=1", "nested.csv")]
    == [(100, 115, 6), (400, 410, 6), (100, 110, 6), (100, 1005, 18)]
    # Of three iterations p50 is the middle one, p75 halfway from there to the last: (100 + 1000)/2 .. (115 + 1005)/2.
    and [(r["base"]["min"], r["base"]["max"]) for how in ("p50", "p75") for r in rows(f"--collapse={how}", "--metric=time", "-msize=1", "nested.csv")]
    == [(100, 115), (550, 560)]
    and "SMALL_TAIL" in column("caveats", "--collapse=p99", "--metric=time", "-msize=1", "nested.csv")[0]
    and column("caveats", "--collapse=none", "--metric=time", "-msize=1", "nested.csv")[0].count("ITERATIONS_POOLED") == 1,
    # Ranks of .75 among three: 7: 2.5, 6: 3, 8: 2.83, of {100 100 1000}.
    "quantile-type": lambda: [round(r["base"]["min"], 9) for how in ("7", "6", "8")
                              for r in rows("--collapse=p75", f"--quantile-type={how}", "--metric=time", "-msize=1", "nested.csv")]
    == [550, 1000, 850] and rows("--collapse=p75", "--quantile-type=hd", "--metric=time", "-msize=1", "nested.csv")[0]["base"]["min"] != 550
    and status("--quantile-type=6", *PLAIN) == 2,
    "runs": lambda: column("verdict", "--better=lower", "means.csv") == ["inconclusive"]
    and column("verdict", "--runs=5", "--better=lower", "means.csv") == ["regression"],
    # Runs {100 104} {102 106} {106 110}: MSW 8, MSB 56/3, between (56/3 - 8)/2 = 16/3: sqrt(1.5) and sqrt(150), rounded up.
    "run-cost": lambda: [r["base"]["levels"]["best"] for c in (1, 100) for r in rows(f"--run-cost={c}", "levels.csv")] == [2, 13],
    "alpha": lambda: report("--alpha=0.01", *PLAIN)["policy"]["alpha"] == 0.01
    and column("significant", *PLAIN) == [True] and column("significant", "--alpha=0.0000001", *PLAIN) == [False],
    # Ten values: the 3rd and 8th cover 89.1 %, the 2nd and 9th 97.9 %, the 1st and 10th 99.8 %.
    "level": lambda: all(101 < r["base"]["ci"][0] < 102 for r in rows(*PLAIN))
    and all(100 < r["base"]["ci"][0] < 101 for r in rows("--level=0.99", *PLAIN)),
    "min-effect": lambda: column("verdict", "--min-effect=9%", *PLAIN) == ["regression"]
    and work_row("--work=1", "--min-effect=49%")["verdict"] == "regression" != work_row("--work=1", "--min-effect=50%")["verdict"]
    and run("profile", "--min-effect=time=5%", "pbase", "phead").returncode == 2
    and column("verdict", "--min-effect=0.2", *PLAIN) == ["same"] == column("verdict", "--min-effect=100%", *PLAIN)
    and column("verdict", "--min-effect=val*=20%", *PLAIN) == ["same"]
    and column("min_effect", "--min-effect=5%", "--min-effect=other=20%", *PLAIN) == [0.05],
    "min-effect-abs": lambda: column("verdict", "--better=lower", "zeros.txt", "slow.txt") == ["regression"]
    and column("verdict", "--min-effect-abs=200", "--better=lower", "zeros.txt", "slow.txt") == ["same"]
    and column("verdict", "--min-effect-abs=v*=200", "--better=lower", "zeros.txt", "slow.txt") == ["same"]
    and "[no-match]" in run("compare", "--min-effect-abs=speed=1", "zeros.txt", "slow.txt").stderr,
    # p = 2 / 252 twice and 1 twice: times 4/2, times 4, times 4/2 * 25/12, as they are.
    "adjust": lambda: [round(column("p_adjusted", f"--adjust={how}", "verdicts.csv")[0] * 252, 9)
                       for how in ("bh", "holm", "by", "none")] == [4, 8, round(4 * 25 / 12, 9), 2]
    and column("p_adjusted", "--adjust=dunnett", *PLAIN) == column("p", "--method=pooled-log", *PLAIN)
    and run("compare", "--adjust=dunnett", "--method=mwu", *PLAIN).returncode == 2
    and run("compare", "--adjust=dunnett", "--paired", *PLAIN).returncode == 2
    and run("profile", "--adjust=dunnett", "pbase", "phead").returncode == 2
    and run("check", "--adjust=dunnett", "pbase", "phead").returncode == 2
    and "chance of up to 19%." in text("--adjust=none", "verdicts.csv"),  # 1 - 0.95**4 = 0.1855
    # +9.57 %, its interval from below +7 %.
    "rule": lambda: column("verdict", "--rule=point", "--min-effect=9%", *PLAIN) == ["regression"]
    and column("verdict", "--rule=strict", "--min-effect=9%", *PLAIN) == ["inconclusive"]
    and column("verdict", "--rule=strict", *PLAIN) == ["regression"],
    "method": lambda: [r["delta"]["method"] for m in ("auto", "welch-log", "mwu") for r in rows(f"--method={m}", *PLAIN)]
    == ["mwu", "welch-log", "mwu"],
    # Means 104.5 and 114.5; the base's numbers are 100 .. 109, the head's 10 more.
    "ci": lambda: [(r["beside"]["name"], r["beside"]["rel"]) for how in ("auto", "ratio-mean", "bca", "bca-median", "hierarchical")
                   for r in rows(f"--ci={how}", *PLAIN)]
    == [(None, None)] + [(name, float(f"{10 / 104.5:.12g}")) for name in ("ratio-mean", "bca", "bca-median", "hierarchical")]
    and report("--ci=bca", *PLAIN)["policy"]["ci"] == "bca"
    and column("beside", "--ci=bca", "--seed=1", *PLAIN) != column("beside", "--ci=bca", "--seed=2", *PLAIN)
    and status("--ci=bca", "--paired", *PLAIN) == 2,
    "shift": lambda: [(r["delta"]["abs"], r["delta"]["rel"]) for r in rows("--shift", *PLAIN)] == [(10, None)]
    and [r["delta"]["abs"] for r in rows("--shift", "--no-shift", *PLAIN)] == [None],
    # Ten pairs, each 10 up: 2 / 2^10. Of 10 + 9 values one has no partner.
    "paired": lambda: [(r["delta"]["method"], r["p"]) for r in rows("--paired", *PLAIN)] == [("signed-rank", 2 / 2**10)]
    and [r["delta"]["method"] for r in rows("--paired", "--no-paired", *PLAIN)] == ["mwu"]
    and report("--paired", *PLAIN)["policy"]["paired"] is True and report(*PLAIN)["policy"]["paired"] is False
    and "has 9 runs on side 'base' and 10 on 'head'" in run("compare", "--paired", "base=nine.txt", "head=slow.txt").stderr
    and status("--paired", "base=nine.txt", "head=slow.txt") == 2
    and (status("--paired", "--method=mwu", *PLAIN), status("--method=signed-rank", *PLAIN)) == (2, 2),
    # Of ten pairs four are alike and -1 -2 3 4 5 6 apart: 8 or 5 of 64 signs are as extreme.
    "zeros": lambda: [r["p"] for how in ("pratt", "wilcoxon") for r in rows("--paired", f"--zeros={how}", "even.txt", "mixed.txt")]
    == [16 / 64, 10 / 64] and report("--paired", "--zeros=wilcoxon", *PLAIN)["policy"]["zeros"] == "wilcoxon"
    and status("--zeros=pratt", *PLAIN) == 2,
    # 100 .. 109 and then 110 .. 119 are one straight line in blocks, and two of them in turns.
    "order": lambda: [column("caveats", *how, *LINE)[0] for how in ([], ["--order=interleaved"], ["--order=abba"], ["--order=blocked"])]
    == [["BLOCKED"], [], [], ["BLOCKED", "DRIFT_POSSIBLE"]] and report("--order=abba", *PLAIN)["policy"]["order"] == "abba",
    "require-interleaved": lambda: [column("verdict", "--require-interleaved", *how, *PLAIN)[0] for how in
                                    ([], ["--order=interleaved"], ["--order=blocked"], ["--no-require-interleaved"])]
    == ["inconclusive", "regression", "inconclusive", "regression"],
    "drift-guard": lambda: [run("check", "--order=blocked", *how, *LINE).returncode for how in
                            ([], ["--drift-guard=on"], ["--drift-guard=off"])] == [0, 0, 1]
    and "1 row that a steady drift could explain does not count" in run("check", "--order=blocked", *LINE).stderr
    and run("check", "--order=interleaved", *LINE).returncode == 1,
    "gate": lambda: column("gated", "verdicts.csv") == [True] * 4 + [False]
    and column("gated", "--gate=ev*", "verdicts.csv") == [False] * 4 + [True]
    and status("--gate=speed", "verdicts.csv") == 2,
    "seed": lambda: report("--seed=18446744073709551615", *PLAIN)["policy"]["seed"] == "18446744073709551615",
    "exit-code": lambda: (status(*PLAIN), status("--exit-code", *PLAIN), status("--exit-code", "--no-exit-code", *PLAIN)) == (0, 1, 0),
    "fail-on": lambda: (status("--fail-on=regression", *PLAIN), status("--fail-on=improvement", *PLAIN)) == (1, 0)
    and status("--fail-on=symbol-regression", *PLAIN) == 2
    and [run(c, "--work=1", f"--fail-on={w}", "pbase", "phead").returncode for c in ("check", "profile")
         for w in ("regression", "symbol-regression", "improvement")] == [1, 1, 0] * 2
    # with logs beside the profiles only one word is about symbols
    and [run("check", "--work=1", f"--fail-on={w}", *LOGGED).returncode for w in ("regression", "symbol-regression")] == [0, 1],
    "fail-on-warning": lambda: (status("--fail-on-warning", "base=fast.txt,fast.txt", "head=fast.txt"),
                                status("--fail-on-warning=repeated-file", "base=fast.txt,fast.txt", "head=fast.txt"),
                                status("--fail-on-warning=open,repeated-file", "base=fast.txt,fast.txt", "head=fast.txt"),
                                status("--fail-on-warning=bad-number,open", "base=fast.txt,fast.txt", "head=fast.txt")) == (1, 1, 1, 0),
    "style": lambda: all(text("-s", style, *PLAIN) for style in styles()) and len({text("-s", s, *PLAIN) for s in styles()}) == len(styles())
    and len({run("profile", "-s", s, "pbase", "phead").stdout for s in styles("profile")} - {""}) == len(styles("profile"))
    and status("-s", "folded", *PLAIN) == 2 == run("profile", "-s", "mmtests", "pbase", "phead").returncode,
    "sort": lambda: [order("--sort=" + how) for how in ("file", "name", "change")]
    == [["worse", "better", "same", "unclear"], ["better", "same", "unclear", "worse"], ["worse", "same", "unclear", "better"]],
    "remark": lambda: text("-s", "grid", "--remark", "verdicts.csv") != text("-s", "grid", "verdicts.csv")
    == text("-s", "grid", "--remark", "--no-remark", "verdicts.csv"),
    # Means of 104.5 and 114.5: -9.569 %.
    "pct-rounding": lambda: "-9.56" in text("-s", "pct", *PLAIN) and "-9.57" in text("-s", "pct", "--pct-rounding=round", *PLAIN),
    "profile:by": lambda: names("symbol") == ALL_SYMBOLS and names("comm", "--by=comm") == ["prog", "swapper"]
    and names("symbol", "--by=comm") == [None] and names("caller", "--by=caller") == ["do_idle", "main", "my_ioctl", "releaser"]
    and names("stack", "--by=stack")[0] == "_raw_spin_unlock_irqrestore.releaser.main"
    and profile("--by=event")["total"][0]["cost"] == profile()["total"][0]["cost"],
    "profile:match": lambda: names("symbol", "--match=wo*") == ["work"] == names("symbol", "--match=symbol=wo*")
    and run("profile", "--match=a", "-m", "b", "pbase", "phead").returncode == 2
    and names("dso", "--match=dso=[[]k*", "--by=dso") == ["[kernel]"]
    and [(run(c, *m, "pbase", "phead").returncode, run(c, *m, "pbase", "phead").stderr.split()[-1]) for c in ("profile", "check", "report")
         for m in (["-m", "symbol=nosuch"], ["-m", "symbol=prog"])] == [(2, "[no-match]")] * 6
    and all("not told apart by dso" in run(c, "--by=symbol", "-m", "dso=prog", "pbase", "phead").stderr for c in ("profile", "check", "report")),
    "event": lambda: [e["event"] for e in profile(sides=SCRIPTS)["events"]] == ["cycles", "faults"]
    and [e["event"] for e in profile("--event=f*", sides=SCRIPTS)["events"]] == ["faults"]
    and run("profile", "--event=branches", *SCRIPTS).returncode == 2,
    # Each run has 440 hits.
    "work": lambda: [profile(f"--work={w}")["total"][0]["cost"] for w in ("1", "4", "1e2", "1e100")] == [440, 110, 4.4, 4.4e-98]
    and profile()["events"][0]["work"] == "factor" and profile("--work=4")["events"][0]["work"] == "given",
    # 440 hits for 4 files are 110 a file; a time is what shares are shares of.
    "work-from": lambda: profile("--work-from=build:files", sides=LOGGED)["total"][0]["cost"] == 110
    and profile("--work-from=build:time", sides=LOGGED)["total"][0]["cost"] == 5
    and "costs: shares times the time of the benchmark" in run("profile", "--work-from=build:time", *LOGGED).stdout
    and "costs: per unit of the work given" in run("profile", "--work-from=build:files", *LOGGED).stdout
    and run("profile", "--work-from=build:speed", *LOGGED).returncode == 2,
    "idle": lambda: names("symbol", "--idle=keep") == ALL_SYMBOLS and names("symbol", "--idle=only") == ["mwait_idle"]
    and names("symbol", "--idle=drop") == [s for s in ALL_SYMBOLS if s != "mwait_idle"]
    and profile("--idle=drop", "--work=1")["total"][0]["cost"] == 400,
    "raw-names": lambda: "clone.part.0" in names("symbol", "--raw-names") and "clone" in names("symbol", "--raw-names", "--no-raw-names"),
    "charge-callers": lambda: "releaser" in names("symbol", "--charge-callers") and "releaser" not in names("symbol"),
    "locks": lambda: "my_lock" in names("lock", "--by=lock", "--locks=my.locks") and "my_lock" not in names("lock", "--by=lock")
    and run("profile", "--locks=bad.locks", "pbase", "phead").stderr.startswith("bad.locks:1: error: ")
    and "cannot read" in run("profile", "--locks=missing", "pbase", "phead").stderr,
    "subsystems": lambda: "mine" in names("subsystem", "--by=subsystem", "--subsystems=my.subsystems")
    and "mine" not in names("subsystem", "--by=subsystem")
    and run("profile", "--subsystems=bad.subsystems", "pbase", "phead").stderr.startswith("bad.subsystems:2: error: "),
    # + 50 of 440: 11.4 % of the total, 49.5 % of itself
    "min-share": lambda: work_row("--work=1")["verdict"] == "regression" == work_row("--work=1", "--min-share=11%")["verdict"]
    and "SMALL_SHARE" in work_row("--work=1", "--min-share=12%")["caveats"]
    and work_row("--work=1", "--min-share=12%")["verdict"] != "regression" and profile("--min-share=0")["policy"]["min_share"] < 1e-300,
    # One profile a side: z = log(1.5) / sqrt(1/100 + 1/150 + 2 kappa0^2), 3.14 for none, 1.31 for 0.2.
    "kappa0": lambda: [work_row("--work=1", f"--kappa0={k}", "--adjust=none", sides=("base=pbase/0.folded", "head=phead/0.folded"))
                       ["candidate"] for k in ("0.0001", "0.2")] == [True, False],
    "top": lambda: "(5 more rows)" in run("profile", "--top=1", "pbase", "phead").stdout
    and "more row" not in run("profile", "--top=0", "pbase", "phead").stdout
    and "more row" not in run("profile", "pbase", "phead").stdout,
    "output": lambda: text("-o", "report", *PLAIN) == "" and (where / "report").read_text() == text(*PLAIN),
    "width": lambda: len(text("--width=60", *PLAIN).splitlines()) > len(text(*PLAIN).splitlines())
    and text("--width=0", "verdicts.csv") == text("verdicts.csv"),
    "color": lambda: "\033[" in text("--color=always", *PLAIN) and "\033[" not in text("--color=auto", *PLAIN)
    and strip(text("--color=always", *PLAIN)) == text("--color=never", *PLAIN),
    "ascii": lambda: not text("verdicts.csv").isascii() and text("--ascii", "verdicts.csv").isascii(),
    "quiet": lambda: "Columns of sides:" in text(*PLAIN) and "Columns of sides:" not in text("-q", *PLAIN),
    "help": lambda: text("--help") == text("-h") == text("--alpha=0.1", "--help", "missing"),
    "version": lambda: text("--version") == text("-V") == text("--version", "missing"),
}


def styles(of="compare"):
    """Names below the heading that names the command."""
    found = {}
    for line in run("list", "styles").stdout.splitlines():
        if line.endswith(":"):
            words = re.findall(r"\w+", line)
            continue
        for word in words:
            found.setdefault(word, []).append(line.split()[0])
    return found[of]


def order(option):
    return re.findall(r"^(worse|better|same|unclear) +\d", text(option, "verdicts.csv"), re.M)


def strip(colored):
    return re.sub("\033\\[[0-9;]*m", "", colored)


# ---- check and report: options that logs and profiles share, and those of one of them

LOGS = ("--better=lower", "base=fast.txt", "head=slow.txt")
PROFILED = ("--work=1", "base=pbase", "head=phead")


def refused(claim, command, *args):
    done = run(command, *args)
    check(f"{command} {args}: {claim}: {done.returncode} {done.stderr}", done.returncode == 2 and not done.stdout
          and claim in done.stderr and done.stderr.endswith(f"try 'perfdelta {command} --help'\n"))


def found(claim, holds, *args):
    done = run(*args)
    check(f"{args}: {claim}: {done.returncode} {done.stdout} {done.stderr}", holds(done))


def test_shared():
    both = ("base=pbase-log", "head=phead-log")
    for command in ("check", "report"):
        # --by: of profiles, of logs, of neither
        found("rows by comm", lambda d: '"comm":"swapper"' in d.stdout or re.search(r"\nRows by comm\n[^(]*  swapper\n", d.stdout),
              command, "--by=comm", "--top=0", *(["-s", "json"] if command == "check" else []), *PROFILED)
        refused("expected some of comm, dso", command, "--by=symbool", *PROFILED)
        refused("'symbool' is no label of the logs, and of profiles there are only comm", command, "--by=symbool", *both)
        found("a label of logs is nothing to profiles", lambda d: d.returncode == 2 and "no value has a label" in d.stderr, command, "--by=symbool", *LOGS)
        # --match
        for match in ("symbol=work", "work", "wor*"):
            found("one symbol", lambda d: "work\n" in d.stdout and "other\n" not in d.stdout, command, "-m", match, *PROFILED)
            found("logs go by their own", lambda d: d.returncode == 0 and "work\n" in d.stdout and "other\n" not in d.stdout,
                  command, "--fail-on=none" if command == "check" else "-q", "--work=1", "-m", match, "-m", "benchmark=build", *both)
        refused("expected key=glob", command, "-m", "work", *LOGS)
        refused("of profiles there are only", command, "-m", "size=4k", *both)
        refused("expected some of", command, "-m", "benchmark=x", *PROFILED)
        refused("not told apart by comm", command, "-m", "comm=prog", *PROFILED)
        refused("one pattern is all that profiles take", command, "-m", "symbol=work", "-m", "dso=prog", *PROFILED)
        # what is about the other kind
        for option in ("--metric=time", "--unit=s", "--ignore=size", "--better=lower", "--exact=x", "--drop-first=1", "--collapse=min",
                       "--min-effect-abs=1", "--rule=strict", "--method=mwu", "--paired", "--zeros=pratt", "--shift", "--gate=time", "--seed=1"):
            refused("is about benchmark logs", command, option, *PROFILED)
        refused("of profiles there is symbol=SHARE", command, "--min-effect=time=1%", *PROFILED)
        for option in ("--event=cycles", "--work-from=a:b", "--work=1", "--idle=drop", "--raw-names", "--charge-callers", "--locks=my.locks",
                       "--subsystems=my.subsystems", "--min-share=1%", "--kappa0=0.2"):
            refused("is about profiles", command, option, *LOGS)
    for option in ("--metric=time", "--ignore=size", "--better=lower"):
        refused("is about benchmark logs", "summary", option, "pbase")
    # Each of three runs has 440 hits: 40 of the idle loop, 30 of the lock, 20 of the release.
    for args, row in ((("--by=comm",), " 9.09%   120  swapper"), (("--by=lock,caller",), " 6.82%    90  my_ioctl  mutex at my_ioctl"),
                      (("--by=stack",), " _raw_spin_unlock_irqrestore.releaser.main"), (("-m", "other"), "45.23%   597       other"), (("-m", "dso=[[]k*"), "(others)")):
        found(row, lambda d: row in d.stdout and d.returncode == 0, "summary", *args, "pbase")
    refused("expected some of comm", "summary", "--by=symbool", "pbase")
    refused("no rows of profiles in JSON", "summary", "-s", "json", "--by=comm", "pbase")
    found("one row and the rest counted", lambda d: "and 1 more\n" in d.stdout, "summary", "--top=1", "--by=comm", "pbase")
    found("logs go by their own", lambda d: "swapper" in d.stdout and "build" in d.stdout, "summary", "--by=comm", "pbase-log")
    # a gate on one symbol, and its threshold; work is up by half
    gate = [run("check", *args, *PROFILED).returncode for args in (
        ("-m", "symbol=work"), ("-m", "other"), ("--min-effect=symbol=49%",), ("--min-effect=symbol=50%",), ("--min-effect=symbol=50%", "--min-effect=1%"))]
    check(f"gates on a symbol: {gate}", gate == [1, 0, 1, 0, 0])
    check("an event is chosen by --match, too", "cycles" not in run("check", "-m", "event=f*", *SCRIPTS).stdout
          and "faults" in run("check", "-m", "event=f*", *SCRIPTS).stdout)


def test_help_of_both():
    for command in ("check", "report"):
        check(f"{command} --help names --work and --work-from", "--work, --work-from" in run(command, "--help").stdout)
        full = run("help", command).stdout
        check(f"help {command} says what --by and --match are of profiles", full.count("--by=") == 2 == full.count("--match="))


def test_sides_without_logs():
    for args in (("base=pbase/0.folded", "head=phead-log"), ("base=pbase-log", "head=phead/0.folded")):
        check(f"logs that nobody asked for do no harm: {args}", run("profile", *args).returncode == 0)
        check(f"logs that the work is from must be there: {args}", run("profile", "--work-from=build:files", *args).returncode == 2)
    check("a base without profiles is not replaced", run("profile", "base=fast.txt", "middle=pbase", "head=phead").returncode == 2)


def test_effects():
    check(f"rows and options differ: {EFFECTS.keys() ^ OPTIONS.keys()}", EFFECTS.keys() == OPTIONS.keys())
    for option, holds in EFFECTS.items():
        try:
            check(f"--{option} does not do what its row says", holds())
        except (IndexError, KeyError, TypeError, FileNotFoundError) as e:
            check(f"--{option}: {e!r}", False)


make_inputs()
test_refusals()
test_help()
test_effects()
test_shared()
test_help_of_both()
test_sides_without_logs()
print(*failures, f"options: {len(OPTIONS)} options, {len(failures)} failed", sep="\n")
sys.exit(bool(failures))
