# SPDX-License-Identifier: MIT
"""Writes the .kav format of FORMAT.md: records from plain Python values, and files from records."""
import hashlib
import struct
from dataclasses import dataclass, field

from crc32c import crc32c
import numbers_of as n

MAGIC = b"\x89KAV\r\n\x1a\n"
NO_PLACE = 0xFFFFFFFF  # a relocation in the argument bytes, not in a buffer


@dataclass
class Buffer:
    """One run of memory that a block points to. `expected` None: must be unchanged (or is scratch)."""
    argument: str
    address: int
    data: bytes
    access: str = "read"           # read, write, unread, scratch
    name: str = ""
    index: int = 0                 # 0 the slot's own, 1.. matrices behind an array of pointers
    type: str = "None"             # element type for NaN comparison and bands
    expected: bytes = None
    expected_high: bytes = None    # with it, `expected` is the low end of a band
    generator: int = 0             # 0 inline; 1 one byte repeated; 2 xorshift stream
    seed: int = 0


@dataclass
class Record:
    id: str
    kind: str
    comment: str
    preset: str                    # empty: members as given in `dialect`
    dialect: tuple
    version: int
    policy: str = "strict"
    strictness: str = "required"
    provenance: str = "derived"
    flags: tuple = ()
    problem: dict = field(default_factory=dict)    # member -> number, only what differs from the default
    fields: dict = field(default_factory=dict)     # header field -> value
    values: dict = field(default_factory=dict)     # (argument, index) -> raw value
    host: dict = field(default_factory=dict)       # host input -> value
    bytes: bytes = None
    relocations: list = field(default_factory=list)  # (place, offset, buffer, addend)
    buffers: list = field(default_factory=list)
    kernel: list = field(default_factory=list)     # (input, index, value), ascending
    lines: str = None                              # a kernel function's result
    request: dict = field(default_factory=dict)    # (problem, input) -> value; problem 0 is common to all
    launches: list = field(default_factory=list)   # (function, name, threads, grid, items, bytes, x alone)
    table: bytes = b""
    status: str = "ok"
    fault: tuple = ("none", 0, 0)  # (space, number, index)


def _pad8(data: bytes) -> bytes:
    return data + bytes(-len(data) % 8)


def _buffers_and_data(buffers):
    table, data = b"", b""

    def put(piece):
        nonlocal data
        at = len(data)
        data += _pad8(piece)
        return at

    for b in buffers:
        initial = put(b.data) if b.generator == 0 else 0
        rule, low, high = 0, 0, 0
        if b.access == "scratch":
            rule = n.RULE["scratch"]
        elif b.expected is not None:
            rule = n.RULE["exact"]
            low = put(b.expected)
            if b.expected_high is not None:
                rule = n.RULE["band"]
                high = put(b.expected_high)
        table += struct.pack("<HHBBBBQQIIIIQ16s", n.ARGUMENT[b.argument], b.index, n.ACCESS[b.access], b.generator,
                             rule,
                             n.DATA_TYPE[b.type], b.address, len(b.data), initial, low, high, 0, b.seed,
                             (b.name or b.argument).encode())
    return table, data


def _launches(launches):
    rows, data = b"", b""
    for function, name, threads, grid, items, block, x_alone in launches:
        at = len(data)
        data += _pad8(name.encode())
        rows += struct.pack("<BBHIIIQQQQQQ", function, x_alone, len(name), len(block), at, len(data), threads, *grid,
                            items, 0)
        data += _pad8(block)
    return rows, data


def _body(r: Record) -> bytes:
    sections = [(n.SECTION["id"], len(r.id), r.id.encode()), (n.SECTION["comment"], len(r.comment), r.comment.encode())]
    if r.preset:
        sections.append((n.SECTION["preset"], len(r.preset), r.preset.encode()))
    if r.problem:
        rows = sorted((n.MEMBER[k], v) for k, v in r.problem.items())
        sections.append((n.SECTION["problem"], len(rows), b"".join(struct.pack("<HHI", k, 0, v) for k, v in rows)))
    if r.fields:
        rows = sorted((n.FIELD[k], v) for k, v in r.fields.items())
        sections.append((n.SECTION["fields"], len(rows), b"".join(struct.pack("<HHIq", k, 0, 0, v) for k, v in rows)))
    if r.values:
        rows = sorted((n.ARGUMENT[k], i, v & (2**64 - 1)) for (k, i), v in r.values.items())
        sections.append((n.SECTION["values"], len(rows),
                         b"".join(struct.pack("<HHIQ", k, i, 0, v) for k, i, v in rows)))
    if r.host:
        rows = sorted((n.HOST[k], v) for k, v in r.host.items())
        sections.append((n.SECTION["host"], len(rows), b"".join(struct.pack("<HHIq", k, 0, 0, v) for k, v in rows)))
    if r.bytes is not None:
        sections.append((n.SECTION["bytes"], len(r.bytes), r.bytes))
    if r.relocations:
        rows = sorted(r.relocations)
        sections.append((n.SECTION["relocations"], len(rows),
                         b"".join(struct.pack("<IIIIq", p, o, b, 0, a) for p, o, b, a in rows)))
    if r.buffers:
        table, data = _buffers_and_data(r.buffers)
        sections.append((n.SECTION["buffers"], len(r.buffers), table))
        if data:
            sections.append((n.SECTION["data"], len(data), data))
    if r.kernel:
        sections.append((n.SECTION["kernel"], len(r.kernel),
                         b"".join(struct.pack("<HHIq", k, i, 0, v) for k, i, v in r.kernel)))
    if r.lines:
        sections.append((n.SECTION["lines"], len(r.lines), r.lines.encode("ascii")))

    if r.request:
        rows = sorted((g, n.REQUEST[k], v) for (g, k), v in r.request.items())
        sections.append((n.SECTION["request"], len(rows),
                         b"".join(struct.pack("<HHIQ", k, g, 0, v & (2**64 - 1)) for g, k, v in rows)))
    if r.launches:
        rows, data = _launches(r.launches)
        sections.append((n.SECTION["launches"], len(r.launches), rows))
        sections.append((n.SECTION["launch_data"], len(data), data))
    if r.table:
        sections.append((n.SECTION["table"], len(r.table), r.table))

    at = 40 + 16 * len(sections)
    directory, payload = b"", b""
    for tag, count, body in sections:
        directory += struct.pack("<HHIII", tag, 0, count, at + len(payload), len(body))
        payload += _pad8(body)
    flags = sum(1 << n.FLAG[f] for f in set(r.flags))
    head = struct.pack("<HBBBB7sBBBHHHHQ", n.KIND[r.kind], n.STRICTNESS[r.strictness], n.PROVENANCE[r.provenance],
                       r.version,
                       n.POLICY[r.policy], bytes(r.dialect), n.STATUS[r.status], n.FAULT_SPACE[r.fault[0]], 0,
                       r.fault[1],
                       r.fault[2], len(sections), 0, flags)
    return head + directory + payload


def frame(r: Record) -> bytes:
    """A whole record: length, CRC-32C of all behind it, and the rest; a multiple of 8 bytes."""
    body = _body(r)
    return struct.pack("<II", len(body) + 8, crc32c(body)) + body


def file_bytes(version: int, set_number: int, family: str, records) -> bytes:
    framed = [(r.id.encode(), frame(r)) for r in sorted(records, key=lambda r: r.id.encode())]
    assert len({i for i, _ in framed}) == len(framed), "an id stands twice"
    at = 64 + 8 * len(framed)
    total = at + sum(len(b) for _, b in framed) + 32
    head = MAGIC + struct.pack("<IIIIIIQQ16s", 1, 64, version, set_number, len(framed), 0, total, 64, family.encode())
    index = b""
    for _, body in framed:
        index += struct.pack("<II", at, len(body))
        at += len(body)
    everything = head + index + b"".join(b for _, b in framed)
    return everything + hashlib.sha256(everything).digest()
