#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fail on files that are too long, have no licence line, break .editorconfig, or hold loose ends.

usage: text.py SOURCE_ROOT
"""
import os
import pathlib
import re
import sys

MAX_LINES = 600
CODE = {".c", ".h", ".def", ".in", ".py", ".sh", ".awk"}
CODE_NAMES = {"meson.build", "meson_options.txt", "dev", ".ci/run"}
SPACES = {".py", ".sh", ".md", ".json"}
SPACES_NAMES = {"meson.build", "meson_options.txt", "dev", ".ci/run"}
# Expected output and measured data are kept as they came.
DATA = ("data/", "reports/", "tests/golden/", "tests/oracle/", "tests/fuzz/corpus/", "tests/data/", "LICENSE")
LOOSE = re.compile(r"\bTO" r"DO\b(?!\(#\d+\))|\bFIX" r"ME\b|\bXX" r"X\b")


def files(root):
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(s for s in subfolders if s != ".git" and not s.startswith("build") and s != "__pycache__")
        for name in sorted(names):
            path = pathlib.Path(folder, name)
            yield path, path.relative_to(root).as_posix()


def problems(path, name):
    raw = path.read_bytes()
    if b"\0" in raw or not raw:
        return
    text = raw.decode("utf-8")
    lines = text.split("\n")
    code = path.suffix in CODE or name in CODE_NAMES or path.name == "meson.build"
    if code and "SPDX-License-Identifier: GPL-3.0-or-later" not in "\n".join(lines[:2]):
        yield 1, "no SPDX-License-Identifier in the first two lines"
    if code and len(lines) - 1 > MAX_LINES:
        yield MAX_LINES, f"{len(lines) - 1} lines, {MAX_LINES} at most: it has become two files"
    if not text.endswith("\n"):
        yield len(lines), "no newline at the end"
    spaces = path.suffix in SPACES or name in SPACES_NAMES or path.name == "meson.build"
    for number, line in enumerate(lines, 1):
        if line.endswith((" ", "\t")):
            yield number, "blanks at the end of the line"
        if line.endswith("\r"):
            yield number, "CR at the end of the line"
        if spaces and line.startswith("\t"):
            yield number, "tab where .editorconfig asks for spaces"
        if LOOSE.search(line):
            yield number, "a loose end names its issue: TO" "DO(#n)"


root = pathlib.Path(sys.argv[1])
bad = n = 0
for path, name in files(root):
    if name.startswith(DATA):
        continue
    n += 1
    for number, what in problems(path, name):
        print(f"{path}:{number}: {what}")
        bad += 1
print(f"text: {n} file(s), {bad} violation(s)")
sys.exit(bad > 0 or n == 0)
