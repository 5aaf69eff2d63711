#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a command prints depends on a terminal's size, colours and locale, and on
nothing else around it.

usage: terminal.py PERFDELTA SOURCE_ROOT
"""
import fcntl
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

exe, root = (pathlib.Path(arg).resolve() for arg in sys.argv[1:3])
data = root / "tests/golden/cli/data"
COMPARE = ["compare", "verdicts.csv"]
SANITIZER = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
failures, n = [], 0


def check(claim, holds):
    global n
    n += 1
    if not holds:
        failures.append(claim)


def environment(**changes):
    env = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm"} | SANITIZER | changes
    return {k: v for k, v in env.items() if v is not None}


def drain(fd, into):
    while True:
        try:
            got = os.read(fd, 65536)
        except OSError:  # EIO: the other end is closed
            return
        if not got:
            return
        into.append(got)


def terminal(args, columns=0, stream="stdout", stdin=subprocess.DEVNULL, **changes):
    """What the command writes to a terminal of that width, its line ends as in the program."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    streams = {"stdin": slave if stdin == "terminal" else stdin, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: slave}
    seen = []
    reader = threading.Thread(target=drain, args=[master, seen])
    child = subprocess.Popen([exe, *args], cwd=data, env=environment(**changes), **streams)
    os.close(slave)
    reader.start()
    status = child.wait()
    reader.join()
    os.close(master)
    return status, b"".join(seen).decode().replace("\r\n", "\n")


def piped(args, **changes):
    done = subprocess.run([exe, *args], cwd=data, env=environment(**changes), stdin=subprocess.DEVNULL, capture_output=True)
    return done.stdout.decode()


def widest_note(text):
    """Tables and counts are as wide as their values; what is prose keeps to the width."""
    prose = text[text.index("\n[1]"):].splitlines()
    return max(len(line) for line in prose if not re.match(r"\d+ regressions?, ", line))


def test_colour():
    shown = terminal(COMPARE, 100)[1]
    check("a terminal gets colours", "\033[31mregression\033[0m" in shown)
    check("a colour says nothing that a word does not", re.sub("\033\\[[0-9;]*m", "", shown) == terminal(COMPARE, 100, NO_COLOR="1")[1])
    check("NO_COLOR turns them off", "\033" not in terminal(COMPARE, 100, NO_COLOR="1")[1])
    check("an empty NO_COLOR does not", "\033" in terminal(COMPARE, 100, NO_COLOR="")[1])
    check("a dumb terminal gets none", "\033" not in terminal(COMPARE, 100, TERM="dumb")[1])
    check("--color=always wins over both", "\033" in terminal([*COMPARE, "--color=always"], 100, NO_COLOR="1", TERM="dumb")[1])
    check("--color=never wins over a terminal", "\033" not in terminal([*COMPARE, "--color=never"], 100)[1])
    check("a pipe gets none", "\033" not in piped(COMPARE))
    check("machine styles never have any", "\033" not in terminal([*COMPARE, "-s", "json", "--color=always"], 100)[1])
    with tempfile.TemporaryDirectory() as folder:
        terminal([*COMPARE, "-o", f"{folder}/report"], 100)
        check("a file gets none", pathlib.Path(folder, "report").read_text() == piped(COMPARE))


def test_width():
    check("notes keep to the terminal", widest_note(terminal(COMPARE, 90, NO_COLOR="1")[1]) <= 90)
    check("and use it", 60 < widest_note(terminal(COMPARE, 90, NO_COLOR="1")[1]))
    check("COLUMNS wins over it", widest_note(terminal(COMPARE, 120, NO_COLOR="1", COLUMNS="70")[1]) <= 70)
    check("nonsense in COLUMNS does not", terminal(COMPARE, 90, COLUMNS="wide") == terminal(COMPARE, 90))
    check("--width wins over both", widest_note(terminal([*COMPARE, "--width=60"], 120, NO_COLOR="1", COLUMNS="100")[1]) <= 60)
    check("without a size it is 80", terminal(COMPARE, 0) == terminal(COMPARE, 80))
    check("a pipe has no width", piped(COMPARE, COLUMNS="60") == piped([*COMPARE, "--width=0"]))


def test_locale():
    check("a terminal without UTF-8 gets ASCII", terminal(COMPARE, 100, LC_ALL="C")[1].isascii())
    check("one with UTF-8 does not", not terminal(COMPARE, 100)[1].isascii())
    installed = subprocess.run(["locale", "-a"], capture_output=True, text=True).stdout.split() or ["C"]
    for style in ("plain", "json", "csv"):
        want = piped([*COMPARE, "-s", style])
        for locale in installed:
            check(f"{style} in {locale} is the same", piped([*COMPARE, "-s", style], LC_ALL=locale, LANG=locale, LANGUAGE="de") == want)


def into_closed_pipe(preexec):
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run([exe, *COMPARE], cwd=data, env=environment(), stdout=write_end, stderr=subprocess.PIPE, preexec_fn=preexec)
    os.close(write_end)
    return done.returncode, done.stderr.decode()


def test_pipe():
    check("nobody reads: the signal ends it, without a word", into_closed_pipe(None) == (-signal.SIGPIPE, ""))
    check("where the signal is ignored it is a write error",
          into_closed_pipe(lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN))
          == (2, "perfdelta: error: cannot write 'stdout': Broken pipe\n"))


def test_stdin():
    status, text = terminal(["compare"], stream="stderr", stdin="terminal")
    check(f"without operands a terminal is not waited for: {text}",
          status == 2 and text == "perfdelta: no operand: name a file, a directory, or '-' for standard input\n"
          "try 'perfdelta compare --help'\n")


def slow_reading(*options):
    """Two files, the first of which takes more than a second to come."""
    read_end, write_end = os.pipe()

    def feed():
        os.write(write_end, b"1\n2\n")
        time.sleep(1.2)
        os.close(write_end)

    feeder = threading.Thread(target=feed)
    feeder.start()
    os.set_inheritable(write_end, False)
    result = terminal(["compare", *options, "-", "fast.txt"], stream="stderr", stdin=read_end)
    feeder.join()
    os.close(read_end)
    return result


def test_progress():
    check("after a second of reading a terminal is told how far it is, and left clean",
          slow_reading() == (0, "\rread 1 of 2 files\r\033[K"))
    check("not with -q", slow_reading("-q") == (0, ""))


try:
    pty.openpty()
except OSError:
    print("terminal: skipped, there is no /dev/pts")
    sys.exit(77)
for test in (test_colour, test_width, test_locale, test_pipe, test_stdin, test_progress):
    test()
print(*failures, f"terminal: {n} checks, {len(failures)} failed", sep="\n")
sys.exit(bool(failures))
