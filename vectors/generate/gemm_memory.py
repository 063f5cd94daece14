# SPDX-License-Identifier: MIT
"""The memory of a GEMM record: buffers at made-up addresses, and arrays of addresses with their relocations."""
import struct

from kav import Buffer

UNREAD = 0xFF   # between inputs: NaN in every floating-point type
POISON = 0xAA   # in outputs


class Memory:
    def __init__(self):
        self.buffers, self.relocations, self._next = [], [], 0x7A31_4C00_0000

    def add(self, argument, data, access, **more):
        """The new buffer's address."""
        address = self._next
        self._next += 0x0135_7900 + (len(data) + 255) // 256 * 256
        self.buffers.append(Buffer(argument, address, bytes(data), access, **more))
        return address

    def number_of(self, address):
        return next(i for i, buffer in enumerate(self.buffers) if buffer.address == address)

    def array(self, argument, places):
        """An array of addresses, as the slots of a pointer-array launch hold one."""
        address = self.add(argument, b"".join(struct.pack("<Q", p) for p in places), "read",
                           name="batch" + argument.upper())
        for i, place in enumerate(places):
            self.relocations.append((len(self.buffers) - 1, 8 * i, self.number_of(place), 0))
        return address
