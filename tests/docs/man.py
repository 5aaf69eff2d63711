#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The man pages say what the program does: there is one for each command, with every
option that the command takes and no other; every example runs; and mandoc finds
nothing to complain about. Formats, methods and caveats that the program lists stand
in their pages.
usage: man.py PERFDELTA SOURCE_ROOT MAN_BUILD_DIR
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

exe, root, built = (pathlib.Path(a).resolve() for a in sys.argv[1:4])
keep = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
env = {"PATH": f"{exe.parent}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb"} | keep
failures = []


def run(*args, **more):
    return subprocess.run(list(map(str, args)), env=env, text=True, capture_output=True, stdin=subprocess.DEVNULL, **more)


def page(name):
    """The source of a page with its options in place."""
    return run("awk", "-v", f"dir={root}/man", "-f", root / "man/page.awk", root / f"man/{name}.scd").stdout


def check(claim, holds, why=""):
    if not holds:
        failures.append(f"{claim}: {why}" if why else claim)


# ---- options

COMMANDS = re.findall(r"^PD_COMMAND\((\w+)", (root / "src/cli/commands.def").read_text(), re.M)
PAGES = re.findall(r"^  '(.*)',$", (root / "man/meson.build").read_text(), re.M)
check("every page is built", sorted(PAGES) == sorted(p.name.removesuffix(".scd") for p in (root / "man").glob("*.scd")))
for command in COMMANDS:
    name = f"perfdelta-{command}.1"
    check(f"there is a page of {command}", name in PAGES)
    if name not in PAGES:
        continue
    # "-o, --output=FILE", "--fail-on-warning[=CODES]"
    helped = re.findall(r"^  (-\w,)? +--([\w-]+)", run(exe, "help", command).stdout, re.M)
    takes = {n for _, n in helped} | {letter.strip("-,") for letter, _ in helped if letter}
    heads = re.findall(r"^(\*-.*)$", page(name), re.M)
    has = {o.lstrip("-") for head in heads for o in re.findall(r"\*(--?[\w-]+)\*", head)}
    check(f"options of {name}", has == takes, f"missing {sorted(takes - has)}, unknown {sorted(has - takes)}")

whole = page("perfdelta.1")
check("perfdelta(1) names every command", all(f"*perfdelta-{c}*(1)" in whole for c in COMMANDS))
for what, name in ("formats", "perfdelta-formats.5"), ("methods", "perfdelta-statistics.7"):
    listed = re.findall(r"^(\S+)", run(exe, "list", what).stdout, re.M)
    text = page(name)
    check(f"{name} names all {what}", all(f"*{n}*" in text for n in listed), str([n for n in listed if f"*{n}*" not in text]))
codes = run(exe, "list", "codes").stdout.split("caveats (")[1].split("caveats of profiles")[0]
text = page("perfdelta-statistics.7")
for code in re.findall(r"^([A-Z_]+) ", codes, re.M):
    check(f"perfdelta-statistics(7) explains {code}", f"*{code}*" in text)

# ---- examples, in a place that holds what they name

LOGS = {"perfdelta.1", "perfdelta-compare.1"}  # pages whose old/ and new/ hold logs alone
PROFILES = {"perfdelta-profile.1"}


def lay_out(where, name):
    """old/, new/ and what else the examples of a page read."""
    (where / "data").symlink_to(root / "data")
    for side, log, dumps in ("old", "base", "base"), ("new", "patched", "faster"):
        (where / side).mkdir()
        logs = () if name in PROFILES else (root / f"data/hackbench/{log}").iterdir()
        profiles = () if name in LOGS else (root / f"data/profile/{dumps}").glob("run-*.txt")
        for source in (*logs, *profiles):
            shutil.copy(source, where / side / f"{source.parent.parent.name}-{source.name}")
        (where / f"{side}.txt").write_text("\n".join(str(v + 20 * (side == "new")) for v in range(100, 110)))
    shutil.copy(root / "data/mails/ibs-three-kernels.txt", where / "mail.txt")


n = 0
for name in PAGES:
    for example in re.findall(r"^```\n(.*?)^```$", page(name), re.M | re.S):
        with tempfile.TemporaryDirectory() as folder:
            lay_out(pathlib.Path(folder), name)
            done = run("sh", "-ec", example, cwd=folder)
        n += 1
        check(f"{name}: {example.strip()}: status {done.returncode}", done.returncode in (0, 1, 3), done.stderr)
        check(f"{name}: {example.strip()}: trouble", not done.stderr or "warning" in done.stderr, done.stderr)
check("there are examples", n >= len(COMMANDS), n)

# ---- the pages themselves

for name in PAGES:
    check(f"{name}: lines fit 80 columns", all(len(line) <= 80 for line in (root / f"man/{name}.scd").read_text().splitlines()))
if shutil.which("mandoc"):
    for name in PAGES:
        if (built / name).exists():
            done = run("mandoc", "-T", "lint", "-W", "warning", built / name)
            check(f"mandoc: {name}", not done.stdout and not done.returncode, done.stdout)
            check(f"mandoc renders {name}", "SEE ALSO" in re.sub(".\b", "", run("mandoc", "-T", "ascii", built / name).stdout))
elif os.environ.get("CI"):
    failures.append("mandoc is not installed")

print("\n".join(failures) or f"{len(PAGES)} pages, {n} examples")
sys.exit(bool(failures))
