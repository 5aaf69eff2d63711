# SPDX-License-Identifier: GPL-3.0-or-later
"""What a profile says, as counters that can be subtracted: by our reader, by the writer, by perf."""
import collections
import json
import subprocess


def cleaned(name):
    """A name as profiles keep it: without blanks around it, control characters as question marks."""
    return "".join(c if c >= " " and c != "\x7f" else "?" for c in name.strip(" \t"))


class Profile:
    """Hits and weight of events; weight of chains; weight of data addresses and sources."""

    def __init__(self):
        self.hits, self.weight, self.lost = collections.Counter(), collections.Counter(), collections.Counter()
        self.chains, self.data = collections.Counter(), collections.Counter()
        self.setup, self.diagnostics, self.status = {}, [], 0

    def add(self, event, comm, frames, weight, hits=1):
        self.hits[event] += hits
        self.weight[event] += weight
        self.chains[event, cleaned(comm), tuple(map(tuple, frames))] += weight

    def leaf_chains(self):
        """Chains cut to what was hit."""
        out = collections.Counter()
        for (event, comm, frames), weight in self.chains.items():
            out[event, comm, frames[:1]] += weight
        return out


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


def told(program, *args, stdin=None):
    """A profile as tests/perf_data/told prints it."""
    done = subprocess.run([program, *args], stdin=stdin, capture_output=True)
    p = Profile()
    p.status = done.returncode
    for x in lines(done.stdout.decode("utf-8", "replace")):
        if "event" in x:
            p.hits[x["event"]], p.weight[x["event"]], p.lost[x["event"]] = x["hits"], x["weight"], x["lost"]
        elif "setup" in x:
            p.setup = dict(zip(("machine", "kernel", "arch", "cpu", "cpus", "memory", "command", "perf"), x["setup"]))
        elif "stack" in x:
            p.chains[x["stack"], x["comm"], tuple(map(tuple, x["frames"]))] += x["weight"]
        elif "cell" in x:
            p.data[x["cell"], x["comm"], tuple(x["leaf"]), *x["data"]] += x["weight"]
        else:
            p.diagnostics.append(x)
    return p


def written(path):
    """A profile as the writer of a recording left it beside it."""
    truth, p = json.loads(path.read_text()), Profile()
    for hit in truth["hits"]:
        p.add(hit["event"], hit["comm"], hit["frames"], hit["weight"])
        p.data[hit["event"], cleaned(hit["comm"]), tuple(hit["frames"][0]), *hit.get("data", ("", ""))] += hit["weight"]
    for event in truth["events"]:
        p.lost[event["name"]] = event["lost"]
    p.setup = truth["setup"]
    return p


def differences(ours, theirs, limit=5):
    """Lines about what one counter has and the other has not."""
    rows = sorted((ours.keys() | theirs.keys()), key=str)
    rows = [f"{str(key)[:300]}: {ours[key]}, should be {theirs[key]}" for key in rows if ours[key] != theirs[key]]
    return rows[:limit] + ([f"... {len(rows) - limit} more"] if len(rows) > limit else [])
