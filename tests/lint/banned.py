#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fail if C code uses a name that is banned, or banned outside its place.

Comments and strings do not count. usage: banned.py SOURCE_ROOT
"""
import pathlib
import re
import sys

# What, where it is allowed nevertheless (room or room/file), why.
RULES = [
    ("strcpy strcat strncpy strncat stpcpy sprintf vsprintf gets alloca", [], "no bounds"),
    ("strtok", [], "hidden state"),
    ("atoi atol atoll atof", [], "no errors"),
    ("scanf sscanf fscanf", [], "slow, and overflow is undefined"),
    ("strtod strtof strtold", [], "reads by locale; pd_number reads"),
    ("rand srand random drand48", [], "draw from GSL, seeded"),
    ("exit _exit quick_exit", ["cli"], "the library does not end its caller"),
    ("abort", ["base/arena"], "only out of memory ends the process"),
    ("printf vprintf puts putchar perror", ["cli"], "the library never prints"),
    ("getenv secure_getenv", ["cli"], "the library does not read the environment"),
    ("setlocale newlocale uselocale strtod_l localeconv", ["base/number", "cli"], "no locale outside number.c"),
    ("open openat fopen freopen opendir scandir", ["read/input", "read/source", "read/elf_file", "read/file_bytes", "cli"], "only input.c opens files, and elf_file.c and file_bytes.c what holds symbols"),
    ("dlopen dlsym", ["base/json"], "loading at run time is json.c's"),
    ("pthread_create pthread_mutex_lock", ["base/work", "base/share"], "threads are work.c's"),
    ("system popen", [], "no shell"),
]
WORDS = [("stdout stderr", ["cli", "base/arena"], "the library never prints")]
ANYWHERE = [("INFINITY NAN", [], 'a float, and clang objects to its promotion: HUGE_VAL, nan("")')]
NOISE = re.compile(r"""/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.S)


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def uses(path, rules, after):
    """What the file uses of names in rules, followed by the pattern after."""
    room, file = path.parent.name, f"{path.parent.name}/{path.stem}"
    text = NOISE.sub(blank, path.read_text())
    for names, places, why in rules:
        if room in places or file in places:
            continue
        for match in re.finditer(rf"(?<![\w.>])({'|'.join(names.split())})\b{after}", text):
            line = text.count("\n", 0, match.start()) + 1
            yield f"{path}:{line}: {match[1]}: {why}"


def violations(root):
    for path in sorted(root.glob("src/*/*.[ch]")):
        yield from uses(path, RULES, r"\s*\(")
        yield from uses(path, WORDS + ANYWHERE, "")
    for path in sorted(root.glob("tests/**/*.[ch]")):
        yield from uses(path, ANYWHERE, "")


found = list(violations(pathlib.Path(sys.argv[1])))
print(*found, f"banned: {len(found)} violation(s)", sep="\n")
sys.exit(bool(found))
