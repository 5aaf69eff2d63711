# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs inside perf script -s: one line of JSON for each sample as perf understands it."""
import json


def text(value):
    return value if isinstance(value, str) else bytes(value).decode("utf-8", "replace")


def frame(entry):
    symbol = entry.get("sym", {}).get("name") or "[unknown]"
    return [symbol, entry.get("dso") or "[unknown]"]


def process_event(p):
    s = p["sample"]
    frames = [frame(entry) for entry in p.get("callchain") or []]
    if not frames:
        frames = [[p.get("symbol") or "[unknown]", p.get("dso") or "[unknown]"]]
    print(json.dumps({"event": p["ev_name"], "comm": text(p["comm"]), "pid": s["pid"], "tid": s["tid"], "time": s["time"],
                      "ip": s["ip"], "weight": s["period"], "frames": frames,
                      "data": p.get("datasrc_decode"), "keys": sorted(p), "skeys": {k: str(v) for k, v in s.items()}}))
