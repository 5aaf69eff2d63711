#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every check of the tree is shown a small tree that breaks its rule, and must say so.

usage: selftest.py SOURCE_ROOT COMPILER...
"""
import os
import pathlib
import subprocess
import sys
import tempfile

root, cc = pathlib.Path(sys.argv[1]), sys.argv[2:]
SPDX = "/* SPDX-License-Identifier: GPL-3.0-or-later */\n"
PY = ["python3"]
LINT = root / "tests/lint"

# A tree that keeps every law; each row below breaks one by replacing some of its files.
CLEAN = {
    "src/stat/mean.c": SPDX + '#include "stat/mean.h"\n\n#include <math.h>\n/* strcpy( */\n',
    "src/stat/mean.h": SPDX + "#include <stddef.h>\nstruct pd_mean {\n\tsize_t n;\n};\n",
    "src/meson.build": "# SPDX-License-Identifier: GPL-3.0-or-later\nfiles(\n  'stat/mean.c',\n)\n",
    "tests/unit/cases.txt": "mean\n",
    "tests/unit/test_mean.c": SPDX,
    "tests/docs/cases.txt": "README.md\n",
    "README.md": "# mean\n",
}
LAYERS, BANNED, TEXT, ROWS, CODES = ([*PY, LINT / f"{name}.py"] for name in ("layers", "banned", "text", "rows", "codes"))
KNOWN = 'PD_CODE("bad-word", "a word")\n'
SAYS = 'pd_ingest_warn(g, in, at(a, "\\")"), "bad-word", "got, %s", x);\n'
ALONE = [LINT / "alone.sh"]
TREES = [  # check, files, what it must say
    (LAYERS, {"src/stat/mean.c": '#include "read/input.h"\n'}, "stat/ must not include read/"),
    (LAYERS, {"src/stat/mean.c": '#include "mean.h"\n'}, 'write "ROOM/mean.h"'),
    (LAYERS, {"src/read/a.c": "#include <gsl/gsl_cdf.h>\n"}, "<gsl/gsl_cdf.h> is not for read/"),
    (LAYERS, {"src/cli/a.c": "#include <gsl/gsl_cdf.h>\n"}, "<gsl/gsl_cdf.h> is not for cli/"),
    (LAYERS, {"src/read/a.c": "#include <pthread.h>\n"}, "<pthread.h> is not for read/"),
    (LAYERS, {"src/report/a.c": "#include <perfdelta/stat.h>\n"}, "<perfdelta/stat.h> is not for report/"),
    (LAYERS, {"src/read/a.c": "#include <perfdelta/stat_profile.h>\n"}, "<perfdelta/stat_profile.h> is not for read/"),
    (LAYERS, {"src/base/a.c": "#include <zlib.h>\n"}, "<zlib.h> is not for base/"),
    (LAYERS, {"src/read/format_a.c": '#include "read/format_b.h"\n'}, "do not know each other"),
    (LAYERS, {"src/misc/a.c": ""}, "misc/ is not a room"),
    (BANNED, {"src/stat/mean.c": "\nx = strcpy (a, b);\n"}, "mean.c:2: strcpy: no bounds"),
    (BANNED, {"src/stat/mean.c": "x = strtod(a, &b);\n"}, "strtod: reads by locale"),
    (BANNED, {"src/stat/mean.c": "fprintf(stderr, x);\n"}, "stderr: the library never prints"),
    (BANNED, {"src/stat/mean.c": "exit(1);\n"}, "exit: the library does not end its caller"),
    (BANNED, {"src/read/format_a.c": "f = fopen(a, b);\n"}, "fopen: only input.c opens files"),
    (BANNED, {"tests/unit/test_mean.c": "x = INFINITY;\n"}, "INFINITY: a float"),
    (TEXT, {"src/stat/mean.c": "int x;\n"}, "mean.c:1: no SPDX"),
    (TEXT, {"src/stat/mean.c": SPDX + "int x;\n" * 600}, "601 lines, 600 at most"),
    (TEXT, {"README.md": "a \n"}, "README.md:1: blanks at the end"),
    (TEXT, {"README.md": "a\r\n"}, "README.md:1: CR at the end"),
    (TEXT, {"README.md": "\ta\n"}, "tab where .editorconfig asks for spaces"),
    (TEXT, {"README.md": "a"}, "no newline at the end"),
    (TEXT, {"src/stat/mean.c": SPDX + "/* TO" "DO: later */\n"}, "mean.c:2: a loose end names its issue"),
    (ROWS, {"src/stat/median.c": SPDX}, "no row 'stat/median' in src/meson.build"),
    (ROWS, {"tests/unit/test_x.c": SPDX}, "no row 'x' in tests/unit/cases.txt"),
    (ROWS, {"tests/unit/cases.txt": "mean\nmean\n"}, "mean stands there 2 times"),
    (ROWS, {"src/read/format_a.c": SPDX, "src/read/formats.def": "PD_FORMAT(b)\n"}, "no row 'a' in src/read/formats.def"),
    (ROWS, {"src/report/delta_a.c": SPDX, "src/report/deltastyles.def": ""}, "no row 'a' in src/report/deltastyles.def"),
    (ROWS, {"src/diff/delta_a.c": SPDX}, "no row 'diff/delta_a' in src/meson.build"),
    (ROWS, {"tests/calibration/calibrate_x.c": SPDX, "tests/calibration/cases.txt": "calibrate 9 9\n"},
     "no row 'calibrate_x' in tests/calibration/cases.txt"),
    (ROWS, {"docs/x.md": "# x\n"}, "no row 'docs/x.md' in tests/docs/cases.txt"),
    (ROWS, {"tests/golden/a/cmd": "true\n"}, "tests/golden/cases.txt is missing"),
    (CODES, {"src/read/a.c": SAYS}, "a.c:1: no row 'bad-word'"),
    (CODES, {"src/model/codes.def": KNOWN}, "nobody says 'bad-word'"),
    (CODES, {"src/model/codes.def": KNOWN, "src/read/a.c": "/* " + SAYS + "*/\n"}, "nobody says 'bad-word'"),
    (CODES, {"src/model/codes.def": KNOWN + KNOWN, "src/read/a.c": SAYS}, "'bad-word' stands there twice"),
    (CODES, {"src/model/codes.def": KNOWN, "src/read/a.c": SAYS + 'pd_ctx_diag(c, PD_NOTE, at(1, 2), "new", "");\n'}, "a.c:2: no row 'new'"),
    (CODES, {"src/read/a.c": "pd_ingest_note(g, code, 1);\n"}, "a.c:1: the code is a variable"),
    (CODES, {"src/model/codes.def": KNOWN.replace("-", "_"), "src/read/a.c": SAYS}, "is not lower-case words"),
    (ALONE, {"src/stat/mean.h": SPDX + "struct pd_mean {\n\tsize_t n;\n};\n"}, "src/stat/mean.h does not compile alone"),
]
LIBRARIES = [  # check, name of the source, source, what it must say
    ("prefix.sh", "stat_mean.c", "int pd_mean_x(void);\nint pd_mean_x(void) { return 1; }\n", None),
    ("prefix.sh", "stat_mean.c", "int pd_mean;\n", None),
    ("prefix.sh", "stat_mean.c", "int pd_meaning;\n", "mean.c exports pd_meaning"),
    ("prefix.sh", "stat_mean.c", "int f(void);\nint f(void) { return 1; }\n", "mean.c exports f, expected pd_mean"),
    ("prefix.sh", "stat_mean.c", "static int x;\n", "nothing was checked"),
    ("symbols.sh", "stat_mean.c", "int pd_mean;\n", None),
    ("symbols.sh", "stat_mean.c", "int mean;\n", "exported without pd_: mean"),
    ("symbols.sh", "stat_mean.c", "static int x;\n", "exports nothing"),
]
GOLDEN = [*PY, root / "tests/golden/run.py"]
CASES = [  # files of a golden case, environment, exit status, what it must say
    ({"cmd": "echo 1\n", "stdout": "1\n"}, {}, 0, ""),
    ({"cmd": "exit 3\n", "exit": "3\n"}, {}, 0, ""),
    ({"cmd": "echo 1\n", "stdout": "2\n"}, {}, 1, "+1"),
    ({"cmd": "echo 1\n"}, {}, 1, "+1"),
    ({"cmd": "echo 1 >&2\n"}, {}, 1, "c/stderr"),
    ({"cmd": "exit 3\n"}, {}, 1, "c/exit"),
    ({"cmd": "printf 1\n", "stdout": "1\n"}, {}, 1, "no newline"),
    ({"cmd": "nothing-of-this-name\n", "exit": "127\n"}, {}, 1, "did not run"),
    ({"cmd": "kill -SEGV $$\n", "exit": "139\n"}, {}, 1, "ended by a signal"),
    ({"cmd": "echo $SRC\n"}, {}, 1, "names a path of this machine"),
    ({"cmd": "echo $LC_ALL\n", "stdout": "C.UTF-8\n"}, {}, 1, "in the C locale"),
    ({"cmd": "echo $LC_ALL\n", "stdout": "C.UTF-8\n", "once": ""}, {}, 0, ""),
    ({"cmd": "date -d @0 +%H\n", "stdout": "00\n"}, {}, 1, "in the C locale"),
    ({"cmd": "true\n", "needs": "nothing/there\n"}, {}, 77, "skipped"),
    ({"cmd": "echo 1\n"}, {"UPDATE": "1"}, 0, "rewritten"),
    ({"cmd": "nothing-of-this-name\n"}, {"UPDATE": "1"}, 1, "did not run"),
    ({"cmd": "kill -SEGV $$\n"}, {"UPDATE": "1"}, 1, "ended by a signal"),
]
DOCS = [*PY, root / "tests/docs/run.py"]
PAGES = [  # name, text, exit status, what it must say
    ("a.md", "```console\n$ echo 1\n1\n```\n", 0, "1 example(s), 0 different"),
    ("a.md", "```sh\n$ false\n```\n", 0, "0 example(s)"),
    ("a.md", "```console\n$ echo 1\n2\n```\n", 1, "a.md:2: $ echo 1"),
    ("a.md", "```console\n$ echo 1\n```\n", 1, "+1"),
    ("a.md", "```console\n$ false\n```\n", 1, "exit status 1, expected 0"),
    ("a.md", "```console\n$ sh -c 'exit 3'\n# exit 3\n$ true\n```\n", 0, "2 example(s), 0 different"),
    ("a.md", "```console\n$ true\n# exit 3\n```\n", 1, "exit status 0, expected 3"),
    ("a.md", "```console\n$ printf '1\\n2\\n3\\n'\n1\n...\n```\n", 0, "0 different"),
    ("a.md", "```console\n$ printf '1\\n2\\n3\\n'\n2\n...\n```\n", 1, "1 different"),
    ("a.md", "```console\n$ echo 1 \\\n> 2\n1 2\n```\n", 0, "0 different"),
    ("a.md", "```console\n1\n```\n", 1, "expected a command"),
    ("a.md", "```console\n$ true\n", 1, "does not end"),
    ("a.txt", "$ echo 1\n1\n", 0, "0 different"),
    ("a.txt", "$ echo 1\n1\n2\n", 1, "1 different"),
    ("a.txt", "$ true\n$ true\n", 1, "a report is one command"),
]
BENCHES = [  # what a bench script does, exit status, what the table must say
    ("print('x | 1 ms | 2 ms | 0.5 | 1.5 | pass')", 0, "1 measured, 0 failed"),
    ("print('x | 1 ms | - | - | 1.5 | not run')", 0, "not run"),
    ("print('x | 4 ms | 2 ms | 2.0 | 1.5 | FAIL')", 1, "1 failed: x"),
    ("print('x | 1 ms | 2 ms | 0.5 | 1.5 | pass')\nraise SystemExit(1)", 1, "1 failed: bench_a"),
    ("print('nothing')", 1, "1 failed: bench_a"),
]
DEV = "#!/bin/sh\ncase $1 in\ntest) echo '%s'; exit %d ;;\n%s) exit 1 ;;\n" \
    "calibrate) echo '8 passed, 0 failed, 0 skipped' ;;\nesac\n"
RUNS = [  # last line and status of ./dev test, the verb that fails, status and last line of .ci/run
    ("9 passed, 0 failed, 2 skipped", 0, "-", 0, "23 passed, 0 failed, 2 skipped"),
    ("9 passed, 1 failed, 2 skipped", 1, "-", 1, "23 passed, 1 failed, 2 skipped"),
    ("0 passed, 0 failed, 0 skipped", 1, "-", 1, "14 passed, 1 failed, 0 skipped"),
    ("it broke", 1, "-", 1, "14 passed, 1 failed, 0 skipped"),
    ("9 passed, 0 failed, 0 skipped", 0, "calibrate", 1, "15 passed, 1 failed, 0 skipped"),
    ("9 passed, 0 failed, 0 skipped", 0, "lint", 1, "22 passed, 1 failed, 0 skipped"),
    ("9 passed, 0 failed, 0 skipped", 0, "sanitize", 1, "22 passed, 1 failed, 0 skipped"),
    ("9 passed, 0 failed, 0 skipped", 0, "native", 1, "22 passed, 1 failed, 0 skipped"),
    ("9 passed, 0 failed, 0 skipped", 0, "demo", 1, "22 passed, 1 failed, 0 skipped"),
]
# A world in which everything is installed: meson tells what its build directory is called to tell.
STUBS = {
    "meson": """#!/bin/sh
case $1 in
setup) mkdir -p "$2" && touch "$2/build.ninja" ;;
test) case "$BREAK" in
    *"$3"*) printf 'Ok:   2\\nFail:   1\\nTimeout:   1\\n'; exit 1 ;;
    none) printf 'Ok:   0\\nFail:   0\\nSkipped:   4\\n' ;;
    dead) exit 1 ;;
    *) printf 'Ok:   3\\nFail:   0\\nSkipped:   1\\n' ;;
    esac ;;
esac
""",
    "ninja": '#!/bin/sh\ncase "$BREAK" in "ninja $2") exit 1 ;; esac\n',
    **dict.fromkeys(["cc", "clang", "pkg-config", "python3"], "#!/bin/sh\n"),
}
VERBS = [  # verb, what breaks, status, last line
    ("test", "", 0, "3 passed, 0 failed, 1 skipped"),
    ("test", "build", 1, "2 passed, 2 failed, 0 skipped"),
    ("test", "none", 1, "0 passed, 0 failed, 4 skipped"),
    ("test", "dead", 1, "0 passed, 1 failed, 0 skipped"),
    ("test", "ninja build", 1, "building in build/"),
    ("calibrate", "", 0, "3 passed"),
    ("calibrate", "build", 1, "2 failed"),
    ("native", "", 0, "3 passed"),
    ("native", "build-native", 1, "2 failed"),
    ("native", "ninja build-native", 1, "building in build-native/"),
    ("sanitize", "", 0, "3 passed"),
    ("sanitize", "build-clang-address,undefined", 1, ""),
    ("sanitize", "build-gcc-address,undefined", 1, ""),
    ("sanitize", "build-clang-thread", 1, ""),
    ("sanitize", "ninja build-clang-address,undefined", 1, ""),
    ("nonsense", "", 1, "it names them"),
]


def write(folder, files):
    for name, text in files.items():
        path = pathlib.Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def run(command, env=()):
    done = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env={k: v for k, v in os.environ.items() if k != "UPDATE"} | dict(env))
    return done.returncode, done.stdout


def tree(check, files):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, CLEAN | files)
        return run([*check, folder] + (cc if check is ALONE else []))


def library(check, name, source):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, {name: source})
        objects, target = f"{folder}/{name}.o", f"{folder}/lib.{'a' if check == 'prefix.sh' else 'so'}"
        subprocess.run([*cc, "-fPIC", "-c", f"{folder}/{name}", "-o", objects], check=True)
        link = ["ar", "rcsT", target] if check == "prefix.sh" else [*cc, "-shared", "-o", target]
        subprocess.run([*link, objects], check=True)
        return run([LINT / check, target])


def golden(files, env):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, {f"c/{name}": text for name, text in files.items()})
        status, text = run([*GOLDEN, "/bin/true", folder, f"{folder}/c"], env)
        wrote = "UPDATE" in env and status == 0
        if wrote != ("UPDATE" in env and pathlib.Path(folder, "c/stdout").exists()):
            text = "UPDATE wrote what it should not, or did not write"
        return status, text


def page(name, text):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, {name: text})
        return run([*DOCS, "/bin/true", folder, f"{folder}/{name}"])


def bench(source):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, {"run.py": (root / "tests/bench/run.py").read_text(), "bench_a.py": source})
        return run([*PY, f"{folder}/run.py", folder])


def ci(line, status, broken):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, {".ci/run": (root / ".ci/run").read_text(), "dev": DEV % (line, status, broken),
                       "tests/install/run.sh": "#!/bin/sh\n"})
        for script in ("dev", "tests/install/run.sh"):
            os.chmod(f"{folder}/{script}", 0o755)
        status, text = run(["bash", f"{folder}/.ci/run"])
        return status, text.splitlines()[-1]


def dev(verb, broken):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, {"dev": (root / "dev").read_text(), "tests/unit/cases.txt": "work threads\n",
                       "tests/golden/cases.txt": ""} | {f"bin/{name}": text for name, text in STUBS.items()})
        for name in STUBS:
            os.chmod(f"{folder}/bin/{name}", 0o755)
        status, text = run(["sh", f"{folder}/dev", verb], {"PATH": f"{folder}/bin:/usr/bin:/bin", "BREAK": broken})
        return status, text.splitlines()[-1]


failures = n = 0


def expect(what, got, status, words):
    global failures, n
    n += 1
    if (got[0] if status in (0, 77) else bool(got[0])) != status or words not in got[1]:
        failures += 1
        print(f"{what}\n  expected status {status} and: {words}\n  got status {got[0]} and: {got[1].strip()}")


for check in (LAYERS, BANNED, TEXT, ROWS, CODES, ALONE):
    expect(f"{check[-1].name} on a clean tree", tree(check, {}), 0, "")
expect("codes.py on a code that is explained and said", tree(CODES, {"src/model/codes.def": KNOWN, "src/read/a.c": SAYS}), 0, "0 violation")
for check, files, words in TREES:
    expect(f"{check[-1].name} on {str(files)[:200]}", tree(check, files), 1, words)
for check, name, source, words in LIBRARIES:
    expect(f"{check} on {source}", library(check, name, source), int(words is not None), words or "")
for files, env, status, words in CASES:
    expect(f"golden {files} {env}", golden(files, env), status, words)
for name, text, status, words in PAGES:
    expect(f"page {text}", page(name, text), status, words)
for source, status, words in BENCHES:
    expect(f"bench {source}", bench(source), status, words)
for line, status, broken, want, words in RUNS:
    expect(f".ci/run with {line}, {broken} broken", ci(line, status, broken), want, words)
for verb, broken, status, words in VERBS:
    expect(f"./dev {verb}, broken: {broken}", dev(verb, broken), status, words)
print(f"selftest: {n} cases, {failures} failed")
sys.exit(failures > 0)
