# SPDX-License-Identifier: MIT
"""The text of MANIFEST: one line a file, one line a record, and a digest of them all."""
import hashlib
import struct


def _records(data):
    count, = struct.unpack_from("<I", data, 24)
    for i in range(count):
        at, length = struct.unpack_from("<II", data, 64 + 8 * i)
        record = data[at:at + length]
        sections, = struct.unpack_from("<H", record, 28)
        for s in range(sections):
            tag, _, _, offset, size = struct.unpack_from("<HHIII", record, 40 + 16 * s)
            if tag == 1:
                yield record[offset:offset + size].decode(), record


def text(sets):
    """`sets`: (number, name, {path: bytes}) in the order of their numbers."""
    lines = []
    for number, name, files in sets:
        lines.append(f"set {number} {name}")
        for path in sorted(files):
            data = files[path]
            lines.append(f"file {path} {len(data)} {hashlib.sha256(data).hexdigest()}")
        for path in sorted(files):
            for identity, record in _records(files[path]):
                lines.append(f"record {identity} {path} {len(record)} {hashlib.sha256(record).hexdigest()} active")
    body = "\n".join(lines) + "\n"
    return body + f"digest {hashlib.sha256(body.encode()).hexdigest()}\n"
