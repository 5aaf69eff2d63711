#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What `perfdelta report` writes can be mailed as it is, and says all that it promises.

usage: letter.py PERFDELTA SOURCE_ROOT
"""
import pathlib
import re
import subprocess
import sys
import tempfile

exe, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
failures = []
inputs = tempfile.TemporaryDirectory()
where = pathlib.Path(inputs.name)


def check(claim, holds):
    if not holds:
        failures.append(claim)


def report(*args, cwd=root):
    done = subprocess.run([exe, "report", *args], cwd=cwd, capture_output=True, text=True, env={"LC_ALL": "C.UTF-8"})
    check(f"{args}: {done.returncode} {done.stderr}", done.returncode == 0 and not done.stderr)
    return done.stdout


def check_width(what, text, most=72):
    check(f"{what}: lines of at most {most} columns: {[l for l in text.splitlines() if len(l) > most]}", max(map(len, text.splitlines())) <= most)


def check_mailable(what, text):
    check(f"{what}: plain ASCII", text.isascii())
    check(f"{what}: no tabs, no control characters", not re.search(r"[^\x20-\x7e\n]", text))
    check(f"{what}: no blanks at the end of a line", not re.search(r" $", text, re.M))
    for start in ("From ", "---", "diff ", "Index: ", "Subject:", "."):
        check(f"{what}: no line starts with {start!r}", not re.search("^" + re.escape(start), text, re.M))


def sections(text):
    """{heading: lines below it}; a heading stands between two empty lines."""
    parts = re.split(r"\n\n(Set-up|Benchmarks|Symbols|Locks.*|Method|What could not have been detected)\n\n", "\n" + text)
    return dict(zip(parts[1::2], parts[2::2]))


def one_line(text):
    return " ".join(text.split())


BOTH = ("base=data/profile/base", "head=data/profile/faster")


def test_our_data():
    text = report(*BOTH)
    found = sections(text)
    check_mailable("our data", text)
    check_width("our data", text)
    check(f"sections: {list(found)}", list(found) == ["Set-up", "Benchmarks", "Symbols", "Method", "What could not have been detected"])
    check("p says how it was adjusted", len(re.findall(r" p \(BH\)  verdict$", found["Benchmarks"], re.M)) == 2)
    setup = dict(re.findall(r"^  (\w+)  +(\S.*)$", found["Set-up"], re.M))
    check(f"set-up: {setup}", setup["kernel"] == "6.18.44" and setup["cpu"] == "AMD EPYC" and setup["cpus"] == "2"
          and setup["profiles"] == "base: 5, head: 5" and setup["order"] == "logs: not known; a drift of the machine would look like a"
          and setup["tool"].startswith("perfdelta ") and setup["logs"].startswith("base: 5 runs"))
    # the times of data/profile/*/times.csv: the third of 1.291 1.294 1.309 ... and so on, by `sort`
    medians = [sorted(float(line.rsplit(",", 1)[1]) for line in (root / f"data/profile/{v}/times.csv").read_text().splitlines()
                      if ",user," in line)[2] for v in ("base", "faster")]
    check(f"benchmarks: {medians}", re.search(rf"^ +{medians[0]:.3f}  +{medians[1]:.3f} ", found["Benchmarks"], re.M))
    check("symbols: checksum is flagged", re.search(r"\*.* checksum$", found["Symbols"], re.M))
    check("method: three sentences", len(re.findall(r"[.](?: |$)", re.sub(r"\d[.]\d", "", one_line(found["Method"])))) == 3)
    check("limits: a line for each metric and event", re.findall(r"^- (\S+)", found["What could not have been detected"], re.M)
          == ["ordermatch", "ordermatch", "cpu-clock"])


TIMED = "side,benchmark,metric,unit,better,order,value\n" + "".join(
    "{},b,time,s,lower,{},{}\n".format(*run) for run in (("base", 1, 10), ("head", 2, 12), ("base", 3, 10.1), ("head", 4, 12.1)))


def order_of(text):
    """What the set-up says of the order, and the paragraph that benchmarks have of it."""
    found = sections(text)
    order = re.search(r"^  order +(.*?)^  tool", found["Set-up"], re.M | re.S)
    return one_line(order[1]), re.findall(r"Order of[^:]*|One side[^:]*", one_line(found.get("Benchmarks", "")))


def test_order():
    """Logs and profiles may have been made in different orders: whose is told, and nothing contradicts."""
    unknown, turns = "not known; a drift of the machine would look like a change", "the sides took turns"
    check(f"both: {order_of(report(*BOTH))}", order_of(report(*BOTH))
          == (f"logs: {unknown} profiles: {turns}", ["Order of the benchmarks' runs unknown"]))
    declared = order_of(report("--order=interleaved", *BOTH))
    check(f"logs declared: {declared}", declared == (f"logs and profiles: {turns}", []))
    (where / "timed.csv").write_text(TIMED)
    text = report("timed.csv", cwd=where)
    check(f"logs in turns: {order_of(text)}", order_of(text) == (turns, []))
    (where / "blocked.csv").write_text(TIMED.replace(",2,12", ",9,12"))
    text = report("blocked.csv", cwd=where)
    check(f"logs one after the other: {order_of(text)}", order_of(text)[0].startswith("one side after the other")
          and order_of(text)[1] == ["One side ran before the other"])


def test_parts():
    """Without logs there are no benchmarks, without profiles no symbols."""
    check("logs alone", list(sections(report("base=data/hackbench/base", "head=data/hackbench/patched")))
          == ["Set-up", "Benchmarks", "Method", "What could not have been detected"])
    text = report("base=data/profile/folded/base", "head=data/profile/folded/faster")
    check("profiles alone", list(sections(text)) == ["Set-up", "Symbols", "Method", "What could not have been detected"])
    check("folded stacks know no time", order_of(text)[0].startswith("not known; "))
    text = report("data/mails/ibs-three-kernels.txt")
    check_width("wide costs, names and objects", text)
    check("72 columns are what nobody asked for", text == report("--width=72", "data/mails/ibs-three-kernels.txt"))
    found = sections(text)
    check("three kernels of a mail", list(found)[:2] == ["Set-up", "Symbols"] and any(h.startswith("Locks") for h in found))
    flat = one_line(found["Symbols"])
    check("whose saving it is", "83% of the saving of Base + reverted_new_mm_cid lies in rows that no list shows" in flat)
    check("whose rows are absent", re.findall(r"(\S+ \S+ \S+), if absent rows were 0", flat)
          == ["Base + mm_count_padding", "Base + reverted_new_mm_cid"] and flat.count("if absent rows") == 3)
    check("quiet leaves the method out", "Method" not in sections(report("-q", *BOTH)))
    check("a wider letter is wider", max(map(len, report("--width=100", *BOTH).splitlines())) > 72)


LONG = "std::map<std::basic_string<char>, std::vector<ns::{}::element_type<int, 3> > >::operator[](std::basic_string<char> const&)"
WIDE = ("a side of a very long name=wide-base", "another side of a long name=wide-head")


def write_wide():
    """Profiles and logs of names that are longer than a line."""
    for side, extra in (("wide-base", 0), ("wide-head", 300)):
        (where / side).mkdir()
        for run in range(3):
            (where / side / f"{run}.folded").write_text(
                f"a-thread-with-a-name;main;{LONG.format('first')} {4000 + run}\n"
                f"a-thread-with-a-name;main;{LONG.format('second')} {900 + extra}\n"
                f"other;main;{'x' * 200} {2000 + extra + run}\nother;main;work 8000\n")
            (where / side / f"{run}.csv").write_text(
                "benchmark,configuration,kernel,metric,value,unit\n"
                f"a_benchmark_whose_name_is_long,{'y' * 90},6.18.44-generic,elapsed,{12.5 + run + extra / 100},s\n"
                f"a_benchmark_whose_name_is_long,short,6.18.44-generic,elapsed,{2.5 + run},s\n")


def test_width():
    """No line is longer than 72 columns, whatever the names are, and nothing is cut in silence."""
    write_wide()
    text = report("--work=1", *WIDE, cwd=where)
    check_mailable("long names", text)
    check_width("long names", text)
    found = sections(text)
    for part in ("Symbols", "Benchmarks"):
        check(f"{part}: what is cut is said", "'..' stands for the middle of a name (--width=0 shows all)" in one_line(found[part]))
        check(f"{part}: and marked", re.search(r"(xxx|yyy)\.\.(xxx|yyy)", found[part]))
    check("titles of sides are told", "base: a side of a very long name, head: another side of a long name" in one_line(found["Benchmarks"]))
    whole = report("--work=1", "--width=0", *WIDE, cwd=where)
    check("without a limit names are whole", LONG.format("first") in whole and "x" * 200 in whole and "stands for" not in whole)
    for by in ("comm", "comm,symbol", "comm,dso,symbol,caller", "subsystem", "lock,caller", "event"):
        text = report("--work=1", f"--by={by}", "base=wide-base", "head=wide-head", cwd=where)
        check_width(f"--by={by}", text)
        check_mailable(f"--by={by}", text)
    check_width("one profile a side", report("wide-base/0.folded", "wide-head/0.folded", cwd=where))
    check_width("one log a side", report("wide-base/0.csv", "wide-head/0.csv", cwd=where))
    check_width("a width of its own", report("--work=1", "--width=100", "base=wide-base", "head=wide-head", cwd=where), 100)


def test_width_of_real_inputs():
    for base, head, *more in (("hackbench/base", "hackbench/patched"), ("perf-bench/pipe/base", "perf-bench/pipe/patched"),
                              ("perf-stat/base", "perf-stat/patched", "-q"), ("profile/base", "profile/slow"),
                              ("profile/base", "profile/renamed", "--raw-names"), ("profile/folded/base", "profile/folded/faster"),
                              ("profile/base/run-1.txt", "profile/faster/run-1.txt")):
        check_width(f"{base} {head}", report(*more, f"data/{base}", f"data/{head}"))


def test_indicative():
    two = [f"{side}=data/profile/{side}/run-1.txt,data/profile/{side}/run-2.txt" for side in ("base", "faster")]
    check("two runs are called indicative", "indicative" in sections(report(*two))["Symbols"])
    check("five are not", "indicative" not in report(*BOTH))
    done = subprocess.run([exe, "profile", *two], cwd=root, capture_output=True, text=True)
    check("a footnote of profile says so, too", ") two or three profiles on a side: indicative, " in done.stdout)


def test_three_sides():
    """What is told of one of several heads names it."""
    text = one_line(report("base=data/profile/base", "faster=data/profile/faster", "renamed=data/profile/renamed"))
    for start, n in (("work factor", 2), ("recorded", 2), ("moved code", 1)):
        found = re.findall(rf"(\S+) {start}", text)
        check(f"{start}: {found}", len(found) >= n and set(found) <= {"faster:", "renamed:"})


def test_locks():
    stacks = "prog;main;my_ioctl_[k];mutex_lock_[k];__mutex_lock.constprop.0_[k] {}\nprog;main;work 100\n"
    for side, waits in (("base", 50), ("head", 90)):
        (where / side).mkdir()
        for run in range(5):
            (where / side / f"{run}.folded").write_text(stacks.format(waits + run))
    (where / "my.locks").write_text("mutex my_ioctl my_lock\n")
    found = sections(report("--locks=my.locks", "base=base", "head=head", cwd=where))
    lock = next((text for heading, text in found.items() if heading.startswith("Locks")), "")
    check(f"locks: {list(found)}", re.search(r"\*.* my_lock$", lock, re.M))


def test_hostile_names():
    for side in ("a", "b"):
        for run in range(3):
            (where / f"{side}{run}.folded").write_text(
                f"prog;From me to you;--- a/file\u00fc\x7f 1{run}\nprog;\u202ediff -u;x\ty 200\n")
    text = report("--", "From here=a0.folded,a1.folded,a2.folded", "---=b0.folded,b1.folded,b2.folded", cwd=where)
    check_mailable("hostile names", text)
    check("hostile names are told", "file" in text)


def test_refused():
    done = subprocess.run([exe, "report", "base=data/profile/base", "head=data/hackbench/base"], cwd=root, capture_output=True, text=True)
    check(f"one side without profiles: {done.stderr}", done.returncode == 2 and "every side" in done.stderr and not done.stdout)
    done = subprocess.run([exe, "report", "data/profile/base"], cwd=root, capture_output=True, text=True)
    check(f"one side: {done.stderr}", done.returncode == 2 and "only one side" in done.stderr and not done.stdout)


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
print(*failures, f"letter: {len(failures)} failed", sep="\n")
sys.exit(bool(failures))
