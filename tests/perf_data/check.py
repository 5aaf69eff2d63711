#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Read the recordings of tests/data/perf and compare all they tell with what their writer meant.

usage: check.py TOLD SOURCE_ROOT
"""
import pathlib
import sys

from profiles import differences, told, written

# What is not a profile at all: the word that says why.
REFUSED = {"version-1": "bad-recording"}
# What is told beside the profile: the words of warnings.
WARNED = {"killed": {"cut-recording"}, "killed-cut": {"cut-recording"}, "compressed-unfinished": {"cut-recording"},
          "identifier": {"bad-recording"}, "id": {"bad-recording"}, "id-be": {"bad-recording"}}


def check(program, root, name):
    folder = root / "tests/data/perf"
    want = written(folder / f"{name}.json")
    got = told(program, "--kallsyms", folder / "kallsyms", "--symfs", folder / "root", folder / f"{name}.data")
    codes = {d["diagnostic"] for d in got.diagnostics}
    if name in REFUSED:
        return [] if got.status == 2 and REFUSED[name] in codes else [f"exit {got.status}, {codes}, should be refused"]
    if got.status:
        return [f"exit {got.status}: {got.diagnostics}"]
    bad = []
    for what in ("hits", "weight", "lost", "chains"):
        bad += [f"{what} of {line}" for line in differences(getattr(got, what), getattr(want, what))]
    # Addresses of data that lie in no object have names that are not pinned.
    loose = {(e, comm, leaf, source) for e, comm, leaf, symbol, source in want.data if symbol is None}
    named = {key: n for key, n in want.data.items() if key[3] is not None}
    got_data = {key: n for key, n in got.data.items() if key in named or (*key[:3], key[4]) not in loose}
    if got_data != named:
        bad += [f"data: told {sorted(set(got_data.items()) - set(named.items()))}, "
                f"should be {sorted(set(named.items()) - set(got_data.items()))}"]
    for key in ("machine", "kernel", "arch", "cpu"):
        if got.setup.get(key) != want.setup[key]:
            bad.append(f"{key}: {got.setup.get(key)!r}, should be {want.setup[key]!r}")
    missing = WARNED.get(name, set()) - codes
    return bad + [f"no warning {code}, only {codes}" for code in missing]


def main():
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    names, failed = sorted(p.stem for p in (root / "tests/data/perf").glob("*.json")), 0
    only = sys.argv[3:]
    for name in only or names:
        bad = check(program, root, name)
        failed += bool(bad)
        for line in bad:
            print(f"{name}: {line}")
    print(f"check: {len(only or names)} recording(s), {failed} told otherwise than they were meant")
    return bool(failed) or not names


if __name__ == "__main__":
    sys.exit(main())
