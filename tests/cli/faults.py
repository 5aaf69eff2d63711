#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever call of the system fails, there is no partial success.

Each scenario is run with its first, second, ... call failing until none is
left to fail. Then either the output is complete, or the status is 2 with one
error (for each file), or there was no memory and the program says so. An output file is the old
one or the whole new one, with nothing beside it.
usage: faults.py PERFDELTA SOURCE_ROOT FAULT_LIBRARY
"""
import errno
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

exe, shim = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[3]).resolve()
MOST = 5000  # calls of one kind; a run that makes more is a bug of this test

failures = []
folder = tempfile.TemporaryDirectory()
where = pathlib.Path(folder.name)
numbers = "".join(f"{v}\n" for v in range(100, 110))
document = '{"results":[{"command":"x","median":2.5,"times":[1.5,2.5,3.5]}]}'
for name, text in {"fast.txt": numbers, "slow.txt": numbers.replace("10", "11"), "runs/1.txt": numbers, "runs/2.txt": numbers,
                   "long.csv": "benchmark,side,value\n" + "".join(f"b{i},{s},{i}.5\n" for i in range(3000) for s in "xy"),
                   "a.json": document, "b.json": document}.items():
    (where / name).parent.mkdir(exist_ok=True)
    (where / name).write_text(text)

SCENARIOS = {
    "files": ["compare", "-s", "csv", "fast.txt", "slow.txt"],
    "stdin and a directory": ["compare", "base=-", "head=runs"],
    "JSON": ["compare", "-s", "json", "a.json", "b.json"],
    "much output": ["convert", "--to=csv", "long.csv"],
    "output to a file": ["compare", "-o", "report", "fast.txt", "slow.txt"],
    "help": ["compare", "--help"],
}
CALLS = {"read": errno.EIO, "write": errno.ENOSPC, "close": errno.EIO, "open": errno.EMFILE, "rename": errno.EACCES,
         "memory": errno.ENOMEM}


def run(args, fault):
    """Status, stdout, stderr, the report file, and whether the fault happened."""
    (where / "report").write_text("before\n")
    see, tell = os.pipe()
    env = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "LD_PRELOAD": str(shim), "FAULT": fault, "FAULT_FD": str(tell)}
    done = subprocess.run([exe, *args], cwd=where, env=env, input=numbers, text=True, capture_output=True, pass_fds=[tell])
    os.close(tell)
    happened = os.read(see, 1) == b"!"
    os.close(see)
    beside = {p.name for p in where.iterdir()} - {"fast.txt", "slow.txt", "runs", "long.csv", "a.json", "b.json", "report"}
    for name in beside:
        (where / name).unlink()
    return done, (where / "report").read_text(), beside, happened


def judge(what, call, args, want, got):
    done, report, beside, _ = got
    writes_file = "-o" in args
    # Ended by abort() there is nobody to tidy up.
    aborted = call == "memory" and done.returncode == -signal.SIGABRT and "out of memory" in done.stderr
    complete = done.returncode == 0 and done.stdout == want[0].stdout and report == want[1] and not done.stderr
    errors = [line for line in done.stderr.splitlines() if " error: " in line]
    told = done.returncode == 2 and errors and len({line.split(":")[0] for line in errors}) == len(errors) and (not writes_file or (report == "before\n" and not done.stdout))
    if not (aborted or complete or told) or (beside and not aborted):
        failures.append(f"{what}: status {done.returncode}, {len(done.stdout)} of {len(want[0].stdout)} bytes, left: {beside}\n"
                        f"{done.stderr[:400]}")


def fail_each(scenario, args, want):
    for call, error in CALLS.items():
        most = 0 if call == "memory" and scenario in ("much output", "help") else MOST
        for n in range(1, most + 1):
            got = run(args, f"{call}:{n}:{error}")
            if not got[3]:
                break
            judge(f"{scenario}, {call} number {n} fails", call, args, want, got)
        else:
            if most:
                failures.append(f"{scenario}: more than {most} calls of {call}")
            n = 1
        yield n - 1


def succeed(scenario, args, want, fault, how):
    done, report, beside, happened = run(args, fault)
    if done.returncode or done.stdout != want[0].stdout or report != want[1] or done.stderr or beside:
        failures.append(f"{scenario}, {how}: status {done.returncode}, {len(done.stdout)} of {len(want[0].stdout)} bytes\n"
                        f"{done.stderr[:400]}")
    return happened


n_faults = 0
for scenario, args in SCENARIOS.items():
    want = run(args, "none:0:0")
    if want[0].returncode or want[3]:
        failures.append(f"{scenario} does not run by itself: {want[0].stderr}")
        continue
    counts = list(fail_each(scenario, args, want))
    n_faults += sum(counts)
    if not counts[1]:
        failures.append(f"{scenario}: the library does not see write(): {counts}")
    succeed(scenario, args, want, "read:0:0", "byte by byte")
    succeed(scenario, args, want, "write:0:0", "written byte by byte")
    for call in ("read", "write"):
        for n in range(1, 50):
            if not succeed(scenario, args, want, f"{call}:{n}:{errno.EINTR}", f"{call} number {n} is interrupted"):
                break
if n_faults < 500:
    failures.append(f"only {n_faults} calls failed: memory was not among them")
print(*failures, f"faults: {n_faults} calls failed in {len(SCENARIOS)} scenarios, {len(failures)} not as they should", sep="\n")
sys.exit(bool(failures))
