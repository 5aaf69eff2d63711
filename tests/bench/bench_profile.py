# SPDX-License-Identifier: GPL-3.0-or-later
"""A gigabyte of perf script text, read into a profile, beside wc -l on the same file."""
import os
import pathlib
import random
import subprocess
import sys

from timing import in_turn, not_run, peer_program, row, scratch

# 18.5 M lines of 1.4 M hits; memory is what reading takes beside names, and does not grow.
GATE_WC, GATE_PEER, MEMORY = 5.0, 1.0, 32e6
SYMBOLS, HITS, GIGABYTE = 1200, 75000, 1 << 30
SYLLABLES = "acct alloc balance cache copy do_ enqueue entry fault folio futex get handle init load lock map page put read " \
            "sched slab sock switch sys task timer try update vfs vma wait wake write".split()
COMMS = ["sched-messaging", "kworker/3:1-mm", "bash", "my worker 1", "forkbench", "swapper/1"]


def names(rng):
    seen = {}
    while len(seen) < SYMBOLS:
        name = "_".join(rng.choices(SYLLABLES, k=rng.randint(2, 4)))
        seen.setdefault(name + rng.choice(["", "", "", ".isra.0", ".constprop.0"]))
    return list(seen)


class Program:
    """A call graph: who calls whom from which places, some calls much more frequent than others.

    Somewhat more varied than a recording of perf bench sched messaging, where 3579 hits had 453
    different lines of leaves and 602 different chains: 3525 hits have 792 and 838 here.
    """

    def __init__(self, rng):
        self.rng = rng
        dsos = ["[kernel.kallsyms]"] * 7 + ["/usr/lib/x86_64-linux-gnu/libc.so.6", "/opt/bench/bin/messaging", "[ext4]"]
        self.symbol = [(name, 0xffffffff81000000 + 4096 * i, dsos[i * len(dsos) // SYMBOLS])
                       for i, name in enumerate(names(rng))]
        self.calls = [[(rng.randrange(SYMBOLS), rng.randrange(16, 2048)) for _ in range(rng.randint(1, 5))]
                      for _ in range(SYMBOLS)]

    def frame(self, symbol, offset):
        name, base, dso = self.symbol[symbol]
        if dso[0] == "/":
            base &= 0x7fffffff
        return f"\t{base + offset:16x} {name}+0x{offset:x} ({dso})\n"

    def chain(self, root):
        rng, at, frames = self.rng, root, []
        for _ in range(min(40, max(2, int(rng.gauss(13, 5))))):
            calls = self.calls[at]
            below, offset = calls[min(int(rng.expovariate(3.5)), len(calls) - 1)]
            frames.append(self.frame(at, offset))
            at = below
        frames.append(self.frame(at, 4 * int(rng.expovariate(0.7))))
        return "".join(reversed(frames))


def block(rng):
    """Text of HITS hits, about 55 MB, whose times begin with 1000."""
    program, out = Program(rng), []
    for i in range(HITS):
        thread = rng.randrange(len(COMMS))
        out.append(f"{COMMS[thread]} {rng.randrange(1000, 99999):5d} [{rng.randrange(8):03d}] 1000.{i:06d}: "
                   f"{rng.randrange(200000, 300000):10d} cpu-clock:u: \n{program.chain(thread)}\n")
    return "".join(out).encode()


def script_text(path, size, seed=1):
    """The block again and again, each time at another time, until the file has `size` bytes."""
    rng = random.Random(seed)
    text, second = block(rng), 1000
    with open(path, "wb") as out:
        while out.tell() < size:
            out.write(text.replace(b"] 1000.", b"] %d." % second))
            second += 1
    return str(path)


def memory_row(name, used, bound):
    print(f"{name} | {used / 1e6:.1f} MB | {bound / 1e6:.1f} MB | {used / bound:.2f} | <= 1 | "
          f"{'pass' if used <= bound else 'FAIL'}")


def made(path, size):
    """Made by a process of its own: what a child is said to use begins with what its parent does."""
    subprocess.run([sys.executable, __file__, "--make", str(path), str(size)], check=True)
    return str(path)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    reader = str(build / "tests/bench_profile")
    with scratch() as folder:
        path = pathlib.Path(folder)
        big, half = made(path / "big.txt", GIGABYTE), made(path / "half.txt", GIGABYTE // 2)
        wc = peer_program("wc")
        commands = [[wc, "-l", big], [reader, "1", big], [reader, "2", big], [reader, "1", half]]
        (lines, one, two, _), memory = in_turn(commands, 5)
        row("1 GB of perf script", one, lines, GATE_WC, note=" (wc -l)")
        memory_row("1 GB of perf script, memory", memory[1], MEMORY)
        memory_row("the same, beside half the text", memory[1], memory[3] * 1.05)
        speedup = min(one) / min(two)
        print(f"1 GB of perf script on two of {os.cpu_count()} processors: {speedup:.2f} times as fast")
        for name in ("inferno-collapse-perf", "stackcollapse-perf.pl"):
            peer = peer_program(name)
            if not peer:
                not_run(f"1 GB of perf script, {name}", name, GATE_PEER)
                continue
            (ours, theirs), _ = in_turn([[reader, "1", big], [peer, big]], 1)
            row(f"1 GB of perf script, {name}", ours, theirs, GATE_PEER, note=f" ({name})")


if __name__ == "__main__":
    if sys.argv[1] == "--make":
        script_text(sys.argv[2], int(sys.argv[3]))
    else:
        main()
