#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fail if a file lacks the row that makes it count, or a row is there twice.

A row without its file stops the build by itself; a file without its row is
code that nobody compiles or a test that nobody runs. usage: rows.py SOURCE_ROOT
"""
import collections
import pathlib
import re
import sys

ROW = r"^PD_\w+\((\w+)"
LINE = r"^(\S+)"
# Table, what a row looks like, the files that need one, and the part of their path that is the row.
TABLES = [
    ("src/read/formats.def", ROW, "src/read/format_*.c", r"format_(\w+)\.c$"),
    ("src/report/styles.def", ROW, "src/report/style_*.c", r"style_(\w+)\.c$"),
    ("src/report/deltastyles.def", ROW, "src/report/delta_*.c", r"delta_(\w+)\.c$"),
    ("src/diff/methods.def", ROW, "src/diff/method_*.c", r"method_(\w+)\.c$"),
    ("src/cli/commands.def", ROW, "src/cli/cmd_*.c", r"cmd_(\w+)\.c$"),
    ("src/meson.build", r"^\s*'(\w+/\w+)\.c'", "src/*/*.c", r"(\w+/(?!format_|style_|method_|cmd_|(?<=report/)delta_)\w+)\.c$"),
    ("tests/unit/cases.txt", LINE, "tests/unit/test_*.c", r"test_(\w+)\.c$"),
    ("tests/golden/cases.txt", LINE, "tests/golden/**/cmd", r"golden/(.+)/cmd$"),
    ("tests/calibration/cases.txt", LINE, "tests/calibration/calibrate*.c", r"(calibrate\w*)\.c$"),
    ("tests/docs/cases.txt", LINE, "docs/**/*.md", r"(docs/.+)$"),
    ("tests/docs/cases.txt", LINE, "README.md", r"(README.md)$"),
    ("tests/docs/cases.txt", LINE, "reports/*.txt", r"(reports/.+)$"),
    ("data/README.md", r"^\|? *`([\w./-]+?)/?`", "data/*", r"data/(?!README.md)([^/]+)$"),
]
# Tables in their own folder (format.c, style.c) and files that a table names in another way.
FREE = {"src/meson.build": {"cli/main"}}


def violations(root):
    for table, row, pattern, part in TABLES:
        files = sorted(root.glob(pattern))
        path = root / table
        if not path.exists():
            if files:
                yield f"{table} is missing, but there is {files[0]}"
            continue
        rows = collections.Counter(re.findall(row, path.read_text(), re.M))
        for name, times in rows.items():
            if times > 1:
                yield f"{table}: {name} stands there {times} times"
        for file in files:
            match = re.search(part, file.as_posix())
            if match and match[1] not in rows and match[1] not in FREE.get(table, set()):
                yield f"{file}: no row '{match[1]}' in {table}"


found = list(violations(pathlib.Path(sys.argv[1])))
print(*found, f"rows: {len(found)} violation(s)", sep="\n")
sys.exit(bool(found))
