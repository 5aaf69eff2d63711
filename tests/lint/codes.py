#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fail if a diagnostic code is used that src/model/codes.def does not explain, or
explained and never used.

Codes are part of the output contract: people write them behind --fail-on-warning.
usage: codes.py SOURCE_ROOT
"""
import pathlib
import re
import sys

# Which argument of a call is the code, from 0.
CALLS = {"pd_ctx_diag": 3, "pd_ingest_warn": 3, "pd_ingest_error": 3, "pd_ingest_note": 1}
CALL = re.compile(rf"\b({'|'.join(CALLS)})\s*\(")
NOISE = re.compile(r"""("(?:\\.|[^"\\\n])*")|/\*.*?\*/|//[^\n]*|'(?:\\.|[^'\\\n])*'""", re.S)
LITERAL = re.compile(r'"((?:\\.|[^"\\])*)"')
WORD = re.compile(r"[a-z]+(-[a-z]+)*")


def blank(match):
    return match[1] or re.sub(r"[^\n]", " ", match[0])


def arguments(text, at):
    """The arguments of the call whose opening bracket ends at <at>."""
    depth, start, quoted, i = 0, at, False, at
    while i < len(text):
        c = text[i]
        if quoted:
            i += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        elif c in "([{":
            depth += 1
        elif c in ")]}" and depth:
            depth -= 1
        elif c == ")" or (c == "," and not depth):
            yield text[start:i].strip()
            start = i + 1
            if c == ")":
                return
        i += 1


def uses(text):
    """Line and code of every call, None for one that a variable holds."""
    for match in CALL.finditer(text):
        given = list(arguments(text, match.end()))
        if given and re.match(r"(const |enum |struct )", given[0]):
            continue  # a declaration
        code = LITERAL.fullmatch(given[CALLS[match[1]]]) if len(given) > CALLS[match[1]] else None
        yield text.count("\n", 0, match.start()) + 1, code[1] if code else None


def violations(root):
    table = root / "src/model/codes.def"
    known = re.findall(r'^PD_CODE\("([^"]+)"', table.read_text(), re.M) if table.exists() else []
    seen = set()
    for path in sorted(root.glob("src/*/*.c")):
        text = NOISE.sub(blank, path.read_text())
        words = {word for word in LITERAL.findall(text) if WORD.fullmatch(word)}
        seen |= words
        for line, code in uses(text):
            if code is not None and code not in known:
                yield f"{path}:{line}: no row '{code}' in {table}"
            elif code is None and not words & set(known):
                yield f"{path}:{line}: the code is a variable, and no string of this file is a code"
    for code in known:
        if known.count(code) > 1:
            yield f"{table}: '{code}' stands there twice"
        if code not in seen:
            yield f"{table}: nobody says '{code}'"
        if not WORD.fullmatch(code):
            yield f"{table}: '{code}' is not lower-case words joined by '-'"


found = list(violations(pathlib.Path(sys.argv[1])))
print(*found, f"codes: {len(found)} violation(s)", sep="\n")
sys.exit(bool(found))
