# SPDX-License-Identifier: GPL-3.0-or-later
"""A program with symbols and nothing else: the file that addresses of the samples lie in.

Text stands at 0x1000 in the file and at 0x2000 in memory, so that an address is no offset.
"""
import struct

TEXT_AT, TEXT, TEXT_SIZE = 0x1000, 0x2000, 0x400
DATA_AT, DATA, DATA_SIZE, BSS = 0x1400, 0x3400, 0x200, 0x3600
BUILD_ID = bytes(range(0x10, 0x24))

LOCAL, GLOBAL, WEAK = 0, 1, 2
NOTYPE, OBJECT, FUNC, IFUNC = 0, 1, 2, 10
# name, address, size, type, binding
SYMBOLS = [
    ("delta.part.0", TEXT + 0x0c0, 0x40, FUNC, LOCAL),
    ("alpha", TEXT + 0x000, 0x40, FUNC, GLOBAL),
    ("beta", TEXT + 0x040, 0x40, FUNC, GLOBAL),
    ("__gamma", TEXT + 0x080, 0x40, FUNC, GLOBAL),
    ("gamma", TEXT + 0x080, 0x40, FUNC, GLOBAL),
    ("gamma_weak", TEXT + 0x080, 0x40, FUNC, WEAK),
    ("chosen", TEXT + 0x140, 0x20, IFUNC, GLOBAL),
    ("_ZN5queue4pushEi", TEXT + 0x180, 0x40, FUNC, GLOBAL),
    ("last", TEXT + 0x200, 0x40, FUNC, GLOBAL),
    ("hot_counter", DATA + 0x00, 8, OBJECT, GLOBAL),
    ("table", DATA + 0x40, 0x100, OBJECT, GLOBAL),
    ("buffer", BSS + 0x80, 0x80, OBJECT, GLOBAL),
]


def note(e, build_id):
    return struct.pack(e + "III", 4, len(build_id), 3) + b"GNU\0" + build_id


def strings(names):
    """A string table, and where each name stands in it."""
    raw, at = b"\0", {}
    for name in names:
        at.setdefault(name, len(raw))
        raw += name.encode() + b"\0"
    return raw, at


def program(order="<", build_id=BUILD_ID, symbols=SYMBOLS):
    e, machine = order, 62 if order == "<" else 21
    names, name_at = strings(s[0] for s in symbols)
    table = bytes(24)
    for name, address, size, kind, binding in symbols:
        section = 2 if address < DATA else 3 if address < BSS else 4
        table += struct.pack(e + "IBBHQQ", name_at[name], binding << 4 | kind, 0, section, address, size)
    n_local = 1 + sum(s[4] == LOCAL for s in symbols)
    id_note, note_at = note(e, build_id), 64 + 3 * 56
    body = bytearray(DATA_AT + DATA_SIZE)
    body[note_at:note_at + len(id_note)] = id_note
    symtab_at = len(body)
    body += table
    strtab_at = len(body)
    body += names
    # name, type, flags, address, offset, size, link, info, align, entry
    rows = [("", 0, 0, 0, 0, 0, 0, 0, 0, 0), (".note.gnu.build-id", 7, 2, note_at, note_at, len(id_note), 0, 0, 4, 0),
            (".text", 1, 6, TEXT, TEXT_AT, TEXT_SIZE, 0, 0, 16, 0), (".data", 1, 3, DATA, DATA_AT, DATA_SIZE, 0, 0, 8, 0),
            (".bss", 8, 3, BSS, DATA_AT + DATA_SIZE, 0x200, 0, 0, 8, 0),
            (".symtab", 2, 0, 0, symtab_at, len(table), 6, n_local, 8, 24), (".strtab", 3, 0, 0, strtab_at, len(names), 0, 0, 1, 0)]
    shstr, shstr_at = strings([r[0] for r in rows] + [".shstrtab"])
    rows.append((".shstrtab", 3, 0, 0, len(body), len(shstr), 0, 0, 1, 0))
    body += shstr
    body += bytes(-len(body) % 8)
    sections_at = len(body)
    for row in rows:
        body += struct.pack(e + "IIQQQQIIQQ", shstr_at.get(row[0], 0), *row[1:])
    body[:64] = struct.pack(e + "4sBBBB8xHHIQQQIHHHHHH", b"\x7fELF", 2, 1 if e == "<" else 2, 1, 0, 3, machine, 1, TEXT, 64,
                            sections_at, 0, 64, 56, 3, 64, len(rows), len(rows) - 1)
    loads = [(1, 5, TEXT_AT, TEXT, TEXT_SIZE, TEXT_SIZE, 0x1000), (1, 6, DATA_AT, DATA, DATA_SIZE, DATA_SIZE + 0x200, 0x1000),
             (4, 4, note_at, note_at, len(id_note), len(id_note), 4)]
    for i, (kind, flags, offset, address, size, memory, align) in enumerate(loads):
        body[64 + 56 * i:64 + 56 * i + 56] = struct.pack(e + "IIQQQQQQ", kind, flags, offset, address, address, size, memory,
                                                         align)
    return bytes(body)
