#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Run every example of one page and compare it with what the page says.

In a page (*.md) the examples are the blocks fenced by ```console; a report
(*.txt) is one block. In a block

    $ COMMAND           runs by `sh -c` in the source root, perfdelta on PATH;
    > MORE              goes on with a command whose line ended in a backslash;
    other lines         are its whole output, stdout and stderr, up to the next $;
    ...                 as the last line of an output: the rest is not compared;
    # exit N            after an output: its exit status, 0 if not said.

Examples that are not meant to run stand in blocks of another name (```sh).
UPDATE=1 rewrites the outputs; review them as code.
usage: run.py PERFDELTA SOURCE_ROOT PAGE
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys


def blocks(page, lines):
    """(start, end) line ranges of the examples."""
    if page.suffix != ".md":
        return [(0, len(lines))]
    found, start = [], None
    for i, line in enumerate(lines):
        if start is None and line.strip() == "```console":
            start = i + 1
        elif start is not None and line.strip() == "```":
            found.append((start, i))
            start = None
    if start is not None:
        sys.exit(f"{page.name}:{start}: the block does not end")
    return found


def examples(page, lines, start, end):
    """(line of the command, command, expected lines, expected status) of one block."""
    i = start
    while i < end:
        if not lines[i].startswith("$ "):
            sys.exit(f"{page.name}:{i + 1}: expected a command ('$ ...'), found: {lines[i]}")
        at, command = i, lines[i][2:]
        i += 1
        while command.endswith("\\") and i < end and lines[i].startswith("> "):
            command += "\n" + lines[i][2:]
            i += 1
        first = i
        while i < end and not lines[i].startswith("$ "):
            i += 1
        status = 0
        output = lines[first:i]
        if output and re.fullmatch(r"# exit \d+", output[-1]):
            status = int(output.pop().split()[-1])
        yield at, command, output, status


def run(exe, root, command):
    keep = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
    env = {"PATH": f"{exe.parent}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb"} | keep
    done = subprocess.run(["sh", "-c", command], cwd=root, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode().removesuffix("\n").split("\n") if done.stdout else [], done.returncode


def compare(page, example, got, status):
    """What is wrong with one example, as text; empty if nothing."""
    at, command, want, want_status = example
    head = f"{page.name}:{at + 1}: $ {command}\n"
    if status != want_status:
        return head + "\n".join(got) + f"\nexit status {status}, expected {want_status}\n"
    if want and want[-1] == "...":
        want, got = want[:-1], got[:len(want) - 1]
    if got == want:
        return ""
    return head + "\n".join(difflib.unified_diff(want, got, "page", "got", lineterm="")) + "\n"


def main():
    exe, root, page = (pathlib.Path(arg).resolve() for arg in sys.argv[1:4])
    lines = page.read_text().removesuffix("\n").split("\n")
    fresh, copied, bad, n = [], 0, 0, 0
    for start, end in blocks(page, lines):
        for example in examples(page, lines, start, end):
            n += 1
            at, command, want, want_status = example
            got, status = run(exe, root, command)
            trouble = compare(page, example, got, status)
            bad += bool(trouble)
            sys.stdout.write(trouble)
            body = at + command.count("\n") + 1
            fresh += lines[copied:body] + (got if trouble and status < 126 else want)
            fresh += [f"# exit {status}"] if status else []
            copied = body + len(want) + (1 if want_status else 0)
    if page.suffix != ".md" and n != 1:
        sys.exit(f"{page.name}: a report is one command and its output")
    print(f"{page.name}: {n} example(s), {bad} different")
    if bad and os.environ.get("UPDATE"):
        page.write_text("\n".join(fresh + lines[copied:]) + "\n")
        return 0
    return bad > 0


sys.exit(main())
