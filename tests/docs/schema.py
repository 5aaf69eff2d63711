#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hold docs/json-schema.md and json-profile.md against what is written: every field, in order, of its type.

The page is the contract: a field that is not in it, is missing, stands elsewhere
or has another type fails. usage: schema.py PERFDELTA PROFILE_STYLES SOURCE_ROOT
"""
import csv
import io
import json
import pathlib
import re
import subprocess
import sys

ROW = re.compile(r"^\| `([^`]+)`(\*label\*)? \| ([\w ]+) \|", re.M)
TYPES = {"integer": int, "number": (int, float), "string": str, "boolean": bool, "array": list, "object": dict}
TROUBLE = """benchmark,metric,unit,better,side,run,value,groups
hb,time,s,lower,base,1,1.0,1
hb,time,s,lower,base,2,1.1,1
hb,time,s,lower,base,3,oops,1
hb,time,s,lower,head,1,1.2,1
hb,time,s,lower,head,2,1.3,1
hb,errors,1,lower,base,1,0,1
hb,errors,1,lower,base,2,0,1
hb,errors,1,lower,head,1,7,1
hb,errors,1,lower,head,2,8,1
hb,time,s,lower,base,1,1.0,2
hb,time,s,lower,head,1,1.0,2
hb,time,s,lower,base,1,1.0,4
hb,time,s,lower,head,1,1.0,8
"""
# Runs of two iterations, two of them in each of two boots.
LEVELS = "side,boot,run,value\n" + "".join(
    f"{side},{boot},{run},{10 * boot + run + i}\n" for side in ("base", "head") for boot in (1, 2) for run in (1, 2) for i in (0, 2))
MEANS = "side,mean,sd,n\nbase,10,0.1,5\nhead,11,0.1,5\n"
# A step, and with it groups, a drift, neighbours alike; coarse values; a slow first run.
ODD = "metric,unit,better,side,value\n" + "".join(
    f"{metric},s,lower,{side},{value}\n" for side in ("base", "head") for metric, values in (
        ("step", [100 + i * 7 % 10 / 10 + (20 if i > 19 else 0) for i in range(40)]),
        ("coarse", [100, 102, 100, 102, 98, 100]),
        ("warm", [150] + [100 + i * 7 % 10 / 10 for i in range(9)])) for value in values)
# Nothing in common: a warning about no file.
APART = [f"{side}=data/known-effect-hackbench/{side}" for side in ("base", "plus3")]
HACKBENCH = ["base=data/hackbench/base", "rerun=data/hackbench/rerun", "head=data/hackbench/patched"]
# Commands whose documents are not a report: their heading, the array that CSV has, and what gives each field
# a value, and null where it may be null. Zeros have no ratio, one run no noise, three no halves.
OTHERS = {
    "A plan": ("plan", "plan", ((["data/hackbench/base"], None), (["--gate=time", *HACKBENCH[::2]], None), (["--better=lower", "-"], "0\n2\n4\n"),
                                (["-"], "5\n"), (["--exact=value", "-"], "5\n"), (["-"], "-1\n0\n1\n"), (["-"], TROUBLE))),
    "One build against itself": ("aa", "rows", ((["data/hackbench/base"], None), (["--gate=time", *HACKBENCH[:2]], None),
                                                (["-"], "1\n2\n4\n"), (["--better=lower", "-"], "0\n2\n4\n5\n7\n"))),
}
bad = 0


def complain(text):
    global bad
    bad += 1
    print(text)


def documented(page):
    """{path: type}, in the order of the page; head has the fields of base."""
    fields = {}
    for path, label, kind in ROW.findall(page):
        fields[path + "*" if label else path] = kind
        if path in ("comparisons[].head", "rows[].head"):
            fields |= {p.replace("[].base.", "[].head."): k for p, k in fields.items() if "[].base." in p}
    return fields


def is_of(value, kind):
    words = kind.split(" or ")
    if value is None:
        return "null" in words
    return any(isinstance(value, TYPES[w]) and (w == "boolean" or not isinstance(value, bool))
               for w in words if w != "null")


def walk(value, path):
    """(path, value) of every field, depth first; elements of arrays of objects are one path."""
    for name, inner in value.items():
        here = f"{path}.{name}" if path else name
        if path.endswith("labels"):
            here = path + ".*"
        yield here, inner
        if isinstance(inner, dict):
            yield from walk(inner, here)
        elif isinstance(inner, list):
            for element in inner:
                if isinstance(element, dict):
                    yield from walk(element, here + "[]")


def order_of(value, path, fields):
    """The names of one object must stand as the page has them."""
    order = list(fields)
    names = [p for p in (f"{path}.{n}" if path else n for n in value) if p in fields]
    if names != sorted(names, key=order.index):
        complain(f"{path or 'top'}: fields stand in another order: {names}")
    for name, inner in value.items():
        here = f"{path}.{name}" if path else name
        if name != "labels" and isinstance(inner, dict):
            order_of(inner, here, fields)
        for element in inner if isinstance(inner, list) else []:
            if isinstance(element, dict):
                order_of(element, here + "[]", fields)


def run(exe, root, arguments, text=None):
    done = subprocess.run([exe, *arguments], cwd=root, input=text, capture_output=True, text=True, check=False)
    if done.returncode > 1:
        sys.exit(f"{arguments}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def check_json(text, fields, seen):
    def refuse(word):
        raise ValueError(f"{word} is not JSON")

    report = json.loads(text, parse_constant=refuse)
    order_of(report, "", fields)
    for path, value in walk(report, ""):
        if path not in fields:
            complain(f"{path}: not documented")
        elif not is_of(value, fields[path]):
            complain(f"{path}: {value!r} is not {fields[path]}")
        else:
            seen.setdefault(path, set()).add(value is None)
    return report


def check_csv(text, fields, top):
    """The columns are the leaves below @top, in the same order."""
    want = []
    for path, kind in fields.items():
        name = path.removeprefix(top + "[].")
        if name == path or path.endswith("labels.*") or (kind == "object" and name != "labels"):
            continue
        want += [name + ".lo", name + ".hi"] if kind == "array or null" else [name]
    rows = list(csv.reader(io.StringIO(text)))
    if rows[0] != want:
        complain(f"csv of {top}: columns {rows[0]}, documented {want}")
    for row in rows[1:]:
        if len(row) != len(want):
            complain(f"csv of {top}: {len(row)} fields: {row}")
    return [dict(zip(rows[0], row)) for row in rows[1:]]


def same_in_csv(report, rows):
    """CSV has the digits of JSON, and one more line for each missing row."""
    for c, row in zip(report["comparisons"], rows):
        for name, got in (("base.median", c["base"]["median"]), ("delta.rel", c["delta"]["rel"]), ("p", c["p"])):
            if (float(row[name]) if row[name] else None) != got:
                complain(f"csv {name}: {row[name]}, in json {got}")
    missing = [row for row in rows if row["verdict"] == "missing"]
    if len(rows) != len(report["comparisons"]) + len(missing) or len(missing) != len(report["unpaired"]):
        complain(f"csv: {len(missing)} missing, json: {len(report['unpaired'])} unpaired")


def check_all_seen(fields, seen):
    for path, kind in fields.items():
        if path not in seen:
            complain(f"{path}: documented, never written")
        elif False not in seen[path]:
            complain(f"{path}: never had a value here")
        elif "null" in kind and True not in seen[path]:
            complain(f"{path}: may be null, never was here")


def schema_page(root):
    """{heading: text} of the page; what stands before its first heading is of comparisons, too."""
    parts = re.split(r"^## (.*)\n", (root / "docs/json-schema.md").read_text(), flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


def benchmarks(exe, root):
    fields, seen = documented("".join(text for heading, text in schema_page(root).items() if heading not in OTHERS)), {}
    for arguments, text in ((["compare", *HACKBENCH], None), (["compare", *APART], None),
                            (["compare", "--ci=bca", *HACKBENCH], None), (["compare", "-q", "--ci=ratio-mean", "-"], TROUBLE),
                            (["compare", "-q", "-"], TROUBLE),
                            (["compare", "-q", "--ignore=groups", "--gate=*", "-"], TROUBLE),
                            (["compare", "-q", "-"], LEVELS), (["compare", "-q", "-"], MEANS), (["compare", "-q", "-"], ODD), (["compare", "-q", "--collapse=none", "-"], LEVELS)):
        report = check_json(run(exe, root, [*arguments, "--style=json"], text), fields, seen)
        same_in_csv(report, check_csv(run(exe, root, [*arguments, "--style=csv"], text), fields, "comparisons"))
    for text in (TROUBLE, LEVELS, MEANS, ODD):
        check_json(run(exe, root, ["summary", "-", "--style=json"], text), fields, seen)
        check_csv(run(exe, root, ["summary", "-", "--style=csv"], text), fields, "series")
    check_all_seen(fields, seen)
    return fields


def others(exe, root):
    """The documents of `plan` and `aa` begin as that of a comparison does, and end at their last array."""
    page, n = schema_page(root), 0
    shared = {path: kind for path, kind in documented(page["Top"] + page["Policy"]).items() if re.match(r"(schema|tool|policy)\b", path)}
    for heading, (command, array, inputs) in OTHERS.items():
        fields, seen = shared | documented(page[heading]), {}
        for arguments, text in inputs:
            report = check_json(run(exe, root, [command, "-q", *arguments, "--style=json"], text), fields, seen)
            rows = check_csv(run(exe, root, [command, "-q", *arguments, "--style=csv"], text), fields, array)
            if [[row["metric"], row["n"]] for row in rows] != [[row["metric"], str(row["n"])] for row in report[array]]:
                complain(f"csv of {command}: other rows than in json: {rows}")
        check_all_seen(fields, seen)
        n += len(fields)
    return n


def profiles(exe, root):
    """Results that were built by hand: `full` has a value in every field, the others lack some."""
    fields, seen = documented((root / "docs/json-profile.md").read_text()), {}
    for result in ("mail", "runs", "full"):
        report = check_json(run(exe, root, ["json", result]), fields, seen)
        rows = check_csv(run(exe, root, ["csv", result]), fields, "rows")
        if report["kind"] != "profile" or len(rows) != len(report["rows"]):
            complain(f"csv of {result}: {len(rows)} rows, in json {len(report['rows'])}")
        for c, row in zip(report["rows"], rows):
            for name, got in (("head.cost", c["head"]["cost"]), ("delta.cost", c["delta"]["cost"]), ("p", c["p"])):
                if (float(row[name]) if row[name] else None) != got:
                    complain(f"csv {name} of {result}: {row[name]}, in json {got}")
        for name in ("work_factor", "total", "below_limit"):
            if report[name] != report["events"][0][name]:
                complain(f"{name} of {result} is not that of the first event")
    check_all_seen(fields, seen)
    return fields


def main():
    exe, styles, root = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    n_fields = len(benchmarks(exe, root)), len(profiles(styles, root)), others(exe, root)
    print(f"schema: {n_fields[0]} + {n_fields[1]} + {n_fields[2]} fields, {bad} violation(s)")
    return bad > 0 or min(n_fields) < 70


sys.exit(main())
