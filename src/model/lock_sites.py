#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Write the tables of lock_sites*.tsv as C: numbers and text, no pointers.

usage: lock_sites.py OUT.inc SITES.tsv MORE.tsv; rows of later files win
"""
import re
import sys

WIDTH = 2048  # longest string literal that every compiler takes is 4095
KINDS = 16  # room for the kind in the number of a site


def read(path, table, aliases):
    lock_class = None
    for number, line in enumerate(open(path, encoding="ascii"), 1):
        fields = line.rstrip("\n").split("\t")
        if line.startswith("#"):
            continue
        if fields[0] == "=":
            aliases.append(fields[1:])
        elif len(fields) == 1:
            lock_class = fields[0]
        elif len(fields) == 2 and lock_class and re.fullmatch(r"\w+", fields[0]):
            table[fields[0], lock_class] = fields[1]
        else:
            sys.exit(f"{path}:{number}: expected a class, or a function and its locks, parted by a tab")


def add_aliases(table, aliases):
    classes = {lock_class for _, lock_class in table}
    for pair in aliases:
        for one, other in (pair, pair[::-1]):
            for lock_class in classes:
                if (other, lock_class) in table:
                    table.setdefault((one, lock_class), table[other, lock_class])


def is_object(name):
    return bool(re.search(r"->|\.|\(", name))


def answer(locks):
    """What to print, of how many locks, one per object?, all inlined?, none other near below?"""
    is_closed = locks.startswith("^")
    names = locks.removeprefix("^").split("|")
    plain = [name.removeprefix("~").removeprefix("->") for name in names]
    if len(plain) > 3:
        plain = plain[:2] + [f"{len(names) - 2} others"]
    text = ", ".join(plain[:-1]) + " or " + plain[-1] if len(plain) > 1 else plain[0]
    return text, len(names), any(map(is_object, names)), all(name.startswith("~") for name in names), is_closed


class Text:
    """Strings in rows of WIDTH bytes; none runs over the end of its row."""

    def __init__(self):
        self.rows, self.at, self.used = [[]], {}, 0

    def place(self, text):
        if text not in self.at:
            if self.used + len(text) + 1 > WIDTH:
                self.rows.append([])
                self.used = 0
            self.rows[-1].append(text)
            self.at[text] = (len(self.rows) - 1) * WIDTH + self.used
            self.used += len(text) + 1
        return self.at[text]


def array(out, head, items):
    out.write(f"{head} {{\n")
    for i in range(0, len(items), 12):
        out.write("\t" + ", ".join(items[i : i + 12]) + ",\n")
    out.write("};\n\n")


def main(path, *sources):
    table, aliases = {}, []
    for source in sources:
        read(source, table, aliases)
    add_aliases(table, aliases)
    kinds = sorted({lock_class for _, lock_class in table})
    rows = sorted(table)
    answers = sorted({answer(locks) for locks in table.values()})
    text = Text()
    sites = [str(text.place(site) * KINDS + kinds.index(lock_class)) for site, lock_class in rows]
    number = {a: i for i, a in enumerate(answers)}
    told = ["{%d, %d, %d, %d, %d}" % (text.place(a[0]), *a[1:]) for a in answers]

    with open(path, "w", encoding="ascii") as out:
        out.write("/* SPDX-License-Identifier: GPL-3.0-or-later */\n/* Made by lock_sites.py. */\n")
        array(out, "enum lock_kind", ["LOCK_" + re.sub(r"\W", "_", kind).upper() for kind in kinds])
        out.write(f"enum {{ LOCK_WIDTH = {WIDTH}, LOCK_KINDS = {KINDS}, LOCK_N_SITES = {len(rows)} }};\n\n")
        array(out, "static const char lock_text[][LOCK_WIDTH] =",
              ["\n\t" + " ".join(f'"{name}\\0"' for name in row) for row in text.rows])
        array(out, "static const uint32_t lock_site[LOCK_N_SITES] =", sites)
        array(out, "static const uint16_t lock_answer_of[LOCK_N_SITES] =", [str(number[answer(table[r])]) for r in rows])
        array(out, "static const struct lock_answer lock_answer[] =", told)


main(*sys.argv[1:])
