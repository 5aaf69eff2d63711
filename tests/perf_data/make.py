#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the recordings of tests/data/perf and what a reader must find in them; or check that they still are so.

usage: make.py FOLDER | make.py --check FOLDER
"""
import json
import pathlib
import sys

import elf
import places
import samples_chains
import samples_fields
import samples_layouts
import samples_memory

MODULES = (samples_fields, samples_layouts, samples_chains, samples_memory)


def meaning(r, build):
    """The truth beside a recording, for tests in any language."""
    names = list(dict.fromkeys([e.name for e in r.events] + [hit["event"] for hit in r.hits]))
    events = [{"name": name, "hits": sum(h["event"] == name for h in r.hits),
               "weight": sum(h["weight"] for h in r.hits if h["event"] == name), "lost": r.lost.get(name, 0)} for name in names]
    setup = {"machine": r.machine["hostname"], "kernel": r.machine["osrelease"], "arch": r.machine["arch"],
             "cpu": r.machine["cpudesc"], "command": r.machine["cmdline"]}
    return {"what": getattr(build, "func", build).__doc__, "setup": setup, "events": events, "hits": r.hits,
            "samples": r.samples}


def lines(value):
    """JSON with one element of each list to a line."""
    parts = []
    for key, part in value.items():
        if isinstance(part, list):
            text = "[" + "".join(f"\n  {json.dumps(x)}," for x in part)[:-1] + "\n ]" if part else "[]"
        else:
            text = json.dumps(part)
        parts.append(f' "{key}": {text}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def outputs():
    """(path, bytes) of all that is written."""
    yield "kallsyms", places.kallsyms().encode()
    yield "root" + places.PROGRAM, elf.program()
    for module in MODULES:
        for name, build in module.RECORDINGS.items():
            r, data = build()
            if isinstance(data, bytes):
                yield name + ".data", data
            else:
                for part, raw in data.items():
                    yield f"{name}.data/{part}", raw
            yield name + ".json", lines(meaning(r, build)).encode()


def main():
    check, folder = "--check" in sys.argv, pathlib.Path(sys.argv[-1])
    bad, written = 0, set()
    for name, raw in outputs():
        path = folder / name
        written.add(path)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(raw)
        elif not path.is_file() or path.read_bytes() != raw:
            print(f"{path}: not what its writer writes")
            bad += 1
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p not in written and p.name != "README.md"):
        print(f"{path}: no writer writes it")
        bad += check
    print(f"make: {len(written)} file(s), {bad} differ")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
