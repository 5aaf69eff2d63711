# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs inside perf script -s: one line of JSON for each sample as perf understands it.

A caller whose return address is the first byte of a function was called from the function
before it, where a call that never returns was the last instruction: perf names the function
behind it. Such frames are marked.
"""
import json


def text(value):
    return value if isinstance(value, str) else bytes(value).decode("utf-8", "replace")


def frame(entry, is_caller):
    symbol = entry.get("sym", {})
    # A name with its module's behind a NUL: perf keeps them so where it was given a list of symbols.
    name = symbol.get("name", "[unknown]").split("\0")[0]
    return [name, entry.get("dso") or "[unknown]"] + ["first byte"] * (is_caller and entry.get("sym_off") == 0)


def process_event(p):
    s = p["sample"]
    frames = [frame(entry, i > 0) for i, entry in enumerate(p.get("callchain") or [])]
    if not frames:
        frames = [[p.get("symbol", "[unknown]").split("\0")[0], p.get("dso") or "[unknown]"]]
    print(json.dumps({"event": p["ev_name"], "comm": text(p["comm"]), "weight": s["period"], "frames": frames}))


def trace_unhandled(_name, _context, _fields, p):
    """Tracepoints come here: their fields are of no interest."""
    process_event(p)
