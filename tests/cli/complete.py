#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Completion offers every option that a command takes and every word that an option
takes, and no others; bash, zsh and fish hand them on.

The words are held against what the option itself says when it refuses one:
"--adjust: expected bh, holm, by or none". Shells that are not installed are left out.
usage: complete.py PERFDELTA SOURCE_ROOT
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

exe, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
folder = tempfile.TemporaryDirectory()
where = pathlib.Path(folder.name)
(where / "old.txt").write_text("1\n")
env = {"PATH": f"{exe.parent}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(where), "XDG_CONFIG_HOME": str(where),
       "XDG_DATA_HOME": str(where)} | {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
failures = []


def run(*args):
    return subprocess.run(list(args), cwd=where, env=env, text=True, capture_output=True, stdin=subprocess.DEVNULL)


def offered(*words):
    done = run(exe, "complete", "--", *words)
    if done.returncode or done.stderr:
        failures.append(f"{words}: status {done.returncode}: {done.stderr}")
    return [line.split("\t")[0] for line in done.stdout.splitlines()]


def check(claim, got, want):
    if got != want:
        failures.append(f"{claim}: got {got}, want {want}")


# ---- commands and options

COMMANDS = re.findall(r"^PD_COMMAND\((\w+)", (root / "src/cli/commands.def").read_text(), re.M)
check("every command", offered(""), COMMANDS)
check("commands that start so", offered("comp"), [c for c in COMMANDS if c.startswith("comp")])
check("help takes commands", offered("help", "su"), ["summary"])
check("list takes lists", offered("list", ""), re.findall(r"^(\w+)", run(exe, "list").stdout, re.M))
for command in COMMANDS:
    helped = re.findall(r"^  (?:-\w,|   ) --([\w-]+)(=?)", run(exe, "help", command).stdout, re.M)
    check(f"options of {command}", sorted(set(offered(command, "--"))), sorted({f"--{n}{eq}" for n, eq in helped}))

# ---- values

for command, kind in ("compare", "of benchmarks"), ("profile", "of profiles"):
    listed = run(exe, "list", "styles").stdout.split(kind)[1].split("\nof ")[0]
    check(f"styles of {command}", offered(command, "--style="), [f"--style={s}" for s in re.findall(r"^([\w-]+) ", listed, re.M)])
listed = re.findall(r"^(\S+)", run(exe, "list", "formats").stdout, re.M)
check("formats", offered("compare", "--format", ""), listed)
check("a list goes on after its comma", offered("check", "--fail-on=regression,imp"), ["--fail-on=regression,improvement"])
check("a short option has the same values", offered("compare", "-s", "mark"), ["markdown"])
check("the dimensions of rows", offered("profile", "--by=dso,sym"), ["--by=dso,symbol"])
check("files have no words", offered("compare", "old"), [])
check("an unknown command has none", offered("nonsense", "--"), [])
check("values of a switch", offered("compare", "--quiet="), [])

rows = re.findall(r'^PD_WORDS\("([\w-]+)", \w+, (.*)\)$', (root / "src/cli/values.def").read_text(), re.M)
REGISTRIES = {"method"}  # beside its words there is a table
check("rows of values.def", len(rows) > 5, True)
for option, words in rows:
    words = re.findall(r'"([^"]+)"', words)
    # `compare` knows that it has no symbols and says so; `check` has
    command = next(c for c in ["check", *COMMANDS] if f"--{option}=" in offered(c, "--"))
    refused = run(exe, command, f"--{option}=nonsense", "old.txt", "old.txt").stderr.split("\n")[0]
    if option not in REGISTRIES:
        told = re.search(r"expected (.*?)(?:, or (?:METRIC|a percentile).*)?, got", refused)
        check(f"words of --{option}", sorted(words), sorted(re.split(r", | or ", told[1])) if told else refused)
    for word in words:
        taken = run(exe, command, f"--{option}={word}", "--help")
        check(f"--{option}={word} is taken", (taken.returncode, taken.stderr), (0, ""))

# ---- shells: what they would show

BASH = """
. "$1/completions/perfdelta.bash"
COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDS=("${@:3}") COMP_CWORD=$(($# - 3))
compopt() { echo "compopt $*"; }
_perfdelta
printf '%s\\n' "${COMPREPLY[@]}"
"""
if shutil.which("bash"):
    def bash(line, *words):
        done = run("bash", "-c", BASH, "bash", root, line, *words)
        check(f"bash: {line}: stderr", done.stderr, "")
        return done.stdout.split()

    check("bash: a command", bash("perfdelta comp", "perfdelta", "comp"), offered("comp"))
    check("bash: an option has no blank behind it", bash("perfdelta compare --sty", "perfdelta", "compare", "--sty"),
          ["compopt", "-o", "nospace", "--style="])
    check("bash: after '='", bash("perfdelta compare --style=", "perfdelta", "compare", "--style", "="),
          [s.removeprefix("--style=") for s in offered("compare", "--style=")])
    check("bash: a value", bash("perfdelta compare --style=mark", "perfdelta", "compare", "--style", "=", "mark"), ["markdown"])
    check("bash: a new word", bash("perfdelta list ", "perfdelta", "list", ""), offered("list", ""))
    check("bash: files are left to the shell", bash("perfdelta compare base=ol", "perfdelta", "compare", "base", "=", "ol"), [])

ZSH = """
compadd() { [[ $* == *"-S  --"* ]] && print -r -- without blank; while [[ $1 != -- ]] shift; shift; print -rl -- "$@" }
compset() { print -r -- "compset $*" }
_files() { print -r -- _files }
root=$1; shift
words=("$@") CURRENT=$#
_run() { . $root/completions/_perfdelta }
_run
"""
if shutil.which("zsh"):
    def zsh(*words):
        done = run("zsh", "-f", "-c", ZSH, "zsh", root, *words)
        check(f"zsh: {words}: stderr", done.stderr, "")
        return done.stdout.splitlines()

    check("zsh: a command", zsh("perfdelta", "comp"), offered("comp"))
    check("zsh: an option has no blank behind it", zsh("perfdelta", "compare", "--sty"), ["without blank", "--style="])
    check("zsh: values", zsh("perfdelta", "compare", "--style=m"), offered("compare", "--style=m"))
    check("zsh: files", zsh("perfdelta", "compare", "base=ol"), ["compset -P *[=,]", "_files"])

if shutil.which("fish"):
    def fish(line):
        done = run("fish", "--no-config", "-c", f"source {root}/completions/perfdelta.fish; complete -C '{line}'")
        check(f"fish: {line}: stderr", done.stderr, "")
        return [w.split("\t")[0] for w in done.stdout.splitlines()]

    check("fish: a command", sorted(fish("perfdelta comp")), sorted(offered("comp")))
    check("fish: values", sorted(fish("perfdelta compare --style=m")), sorted(offered("compare", "--style=m")))
    check("fish: files", fish("perfdelta compare ol"), ["old.txt"])

print("\n".join(failures) or "completion offers what there is")
sys.exit(bool(failures))
