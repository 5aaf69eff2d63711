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
OPTIONS = {m[2]: {"letter": m[1], "arg": m[3], "group": m[4], "usual": m[5] == "USUAL"}
           for m in ROW.finditer((root / "src/cli/options.def").read_text())}
COMMANDS = re.findall(r"^PD_COMMAND\((\w+)", (root / "src/cli/commands.def").read_text(), re.M)
WIDTH, LINES = 80, 40

failures = []
inputs = tempfile.TemporaryDirectory()
where = pathlib.Path(inputs.name)


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
    "min-effect-abs": ["", "x", "nan", "inf", "-1"],
    "column": COUNT + ["0"], "jobs": COUNT + ["0", "257"], "width": COUNT, "drop-first": COUNT, "seed": COUNT,
    "max-input": ["", "x", "0", "1X", "-1G", "16777216T"],
    "match": ["", "x", "=x"], "better": ["", "x", "time=worse", "=lower"], "by": ["", ",", "a,,b"], "ignore": ["", "a,"],
    "sides-by": [""],
    "fail-on": WORD + ["regression,", "regression;missing"], "fail-on-warning": WORD + ["bad-number,", "ties"], "to": WORD,
    **dict.fromkeys(["format", "style", "method", "collapse", "adjust", "rule", "sort", "pct-rounding", "color"], WORD),
}
TAKES_ANYTHING = {"metric", "unit", "exact", "gate", "output"}


def command_with(option):
    return "convert" if OPTIONS[option]["group"] == "TO" else "compare"


def test_refusals():
    for option, row in OPTIONS.items():
        command = command_with(option)
        for arg in REFUSED.get(option, []):
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
            check(f"--{option}: nobody says what it refuses", (option in REFUSED) != (option in TAKES_ANYTHING))


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
        check(f"{command} --help shows the usual options",
              set(re.findall(r"^  (?:-\w,|   ) --([\w-]+)", short, re.M)) == {n for n in names if OPTIONS[n]["usual"]})
        check(f"{command} --help points to the others", ("All options" in short) == (names != {n for n in names if OPTIONS[n]["usual"]}))
        for name in OPTIONS.keys() - names:
            done = run(command, f"--{name}=1" if OPTIONS[name]["arg"] else f"--{name}")
            check(f"{command} refuses --{name}, which its help does not show", done.returncode == 2 and "has no option" in done.stderr)
    check(f"options that no command takes: {OPTIONS.keys() - taken}", taken == OPTIONS.keys())
    check("--version starts with name and number", re.match(r"perfdelta \d+\.\d+\.\d+\n", run("--version").stdout))
    check("every command has --version", all(run(c, "--version").stdout == run("-V").stdout for c in COMMANDS))


# ---- what each option changes

def write(name, text):
    (where / name).write_text(text)


def make_inputs():
    write("fast.txt", "".join(f"{v}\n" for v in range(100, 110)))
    write("slow.txt", "".join(f"{v}\n" for v in range(110, 120)))
    write("zeros.txt", "0\n" * 10)
    write("two.txt", "".join(f"{v} {v + 100}\n" for v in range(100, 110)))
    write("words.txt", "words\n")
    write("kernels.csv", "kernel,value\n" + "".join(f"{k},{v}\n" for k, v in (("old", 1), ("new", 2), ("old", 3))))
    # Two iterations a run, the first slow: their medians, means and smallest differ.
    write("nested.csv", "benchmark,size,metric,unit,better,side,run,iteration,value\n" + "".join(
        f"fork,{size},{metric},s,lower,{side},{run},{i},{v + run * (i + 1) + (900 if i == 0 else 0)}\n"
        for size in (1, 2) for metric in ("time", "delay") for side, v in (("base", 100), ("head", 120))
        for run in range(6) for i in range(3)))
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


PLAIN = ("--better=lower", "fast.txt", "slow.txt")
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
    and column("caveats", "--collapse=none", "--metric=time", "-msize=1", "nested.csv")[0].count("ITERATIONS_POOLED") == 1,
    "alpha": lambda: report("--alpha=0.01", *PLAIN)["policy"]["alpha"] == 0.01
    and column("significant", *PLAIN) == [True] and column("significant", "--alpha=0.0000001", *PLAIN) == [False],
    # Ten values: the 3rd and 8th cover 89.1 %, the 2nd and 9th 97.9 %, the 1st and 10th 99.8 %.
    "level": lambda: all(101 < r["base"]["ci"][0] < 102 for r in rows(*PLAIN))
    and all(100 < r["base"]["ci"][0] < 101 for r in rows("--level=0.99", *PLAIN)),
    "min-effect": lambda: column("verdict", "--min-effect=9%", *PLAIN) == ["regression"]
    and column("verdict", "--min-effect=0.2", *PLAIN) == ["same"] == column("verdict", "--min-effect=100%", *PLAIN)
    and column("verdict", "--min-effect=val*=20%", *PLAIN) == ["same"]
    and column("min_effect", "--min-effect=5%", "--min-effect=other=20%", *PLAIN) == [0.05],
    "min-effect-abs": lambda: column("verdict", "--better=lower", "zeros.txt", "slow.txt") == ["regression"]
    and column("verdict", "--min-effect-abs=200", "--better=lower", "zeros.txt", "slow.txt") == ["same"],
    # p = 2 / 252 twice and 1 twice: times 4/2, times 4, times 4/2 * 25/12, as they are.
    "adjust": lambda: [round(column("p_adjusted", f"--adjust={how}", "verdicts.csv")[0] * 252, 9)
                       for how in ("bh", "holm", "by", "none")] == [4, 8, round(4 * 25 / 12, 9), 2]
    and "chance of up to 19%." in text("--adjust=none", "verdicts.csv"),  # 1 - 0.95**4 = 0.1855
    # +9.57 %, its interval from below +7 %.
    "rule": lambda: column("verdict", "--rule=point", "--min-effect=9%", *PLAIN) == ["regression"]
    and column("verdict", "--rule=strict", "--min-effect=9%", *PLAIN) == ["inconclusive"]
    and column("verdict", "--rule=strict", *PLAIN) == ["regression"],
    "method": lambda: [r["delta"]["method"] for m in ("auto", "welch-log", "mwu") for r in rows(f"--method={m}", *PLAIN)]
    == ["mwu", "welch-log", "mwu"],
    "shift": lambda: [(r["delta"]["abs"], r["delta"]["rel"]) for r in rows("--shift", *PLAIN)] == [(10, None)]
    and [r["delta"]["abs"] for r in rows("--shift", "--no-shift", *PLAIN)] == [None],
    "gate": lambda: column("gated", "verdicts.csv") == [True] * 4 + [False]
    and column("gated", "--gate=ev*", "verdicts.csv") == [False] * 4 + [True]
    and status("--gate=speed", "verdicts.csv") == 2,
    "seed": lambda: report("--seed=18446744073709551615", *PLAIN)["policy"]["seed"] == "18446744073709551615",
    "exit-code": lambda: (status(*PLAIN), status("--exit-code", *PLAIN), status("--exit-code", "--no-exit-code", *PLAIN)) == (0, 1, 0),
    "fail-on": lambda: (status("--fail-on=regression", *PLAIN), status("--fail-on=improvement", *PLAIN)) == (1, 0),
    "fail-on-warning": lambda: (status("--fail-on-warning", "base=fast.txt,fast.txt", "head=fast.txt"),
                                status("--fail-on-warning=repeated-file", "base=fast.txt,fast.txt", "head=fast.txt"),
                                status("--fail-on-warning=open,repeated-file", "base=fast.txt,fast.txt", "head=fast.txt"),
                                status("--fail-on-warning=bad-number,open", "base=fast.txt,fast.txt", "head=fast.txt")) == (1, 1, 1, 0),
    "style": lambda: all(text("-s", style, *PLAIN) for style in styles()) and len({text("-s", s, *PLAIN) for s in styles()}) == len(styles()),
    "sort": lambda: [order("--sort=" + how) for how in ("file", "name", "change")]
    == [["worse", "better", "same", "unclear"], ["better", "same", "unclear", "worse"], ["worse", "same", "unclear", "better"]],
    "remark": lambda: text("-s", "grid", "--remark", "verdicts.csv") != text("-s", "grid", "verdicts.csv")
    == text("-s", "grid", "--remark", "--no-remark", "verdicts.csv"),
    # Means of 104.5 and 114.5: -9.569 %.
    "pct-rounding": lambda: "-9.56" in text("-s", "pct", *PLAIN) and "-9.57" in text("-s", "pct", "--pct-rounding=round", *PLAIN),
    "output": lambda: text("-o", "report", *PLAIN) == "" and (where / "report").read_text() == text(*PLAIN),
    "width": lambda: len(text("--width=60", *PLAIN).splitlines()) > len(text(*PLAIN).splitlines())
    and text("--width=0", "verdicts.csv") == text("verdicts.csv"),
    "color": lambda: "\033[" in text("--color=always", *PLAIN) and "\033[" not in text("--color=auto", *PLAIN)
    and strip(text("--color=always", *PLAIN)) == text("--color=never", *PLAIN),
    "ascii": lambda: not text("verdicts.csv").isascii() and text("--ascii", "verdicts.csv").isascii(),
    "quiet": lambda: "change: the typical ratio" in text(*PLAIN) and "change: the typical ratio" not in text("-q", *PLAIN),
    "help": lambda: text("--help") == text("-h") == text("--alpha=0.1", "--help", "missing"),
    "version": lambda: text("--version") == text("-V") == text("--version", "missing"),
}


def styles():
    return [line.split()[0] for line in run("list", "styles").stdout.splitlines()]


def order(option):
    return re.findall(r"^(worse|better|same|unclear) +\d", text(option, "verdicts.csv"), re.M)


def strip(colored):
    return re.sub("\033\\[[0-9;]*m", "", colored)


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
print(*failures, f"options: {len(OPTIONS)} options, {len(failures)} failed", sep="\n")
sys.exit(bool(failures))
