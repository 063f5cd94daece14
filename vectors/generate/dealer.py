# SPDX-License-Identifier: MIT
"""Values in which no mistake can hide: no byte comes twice before all 255 others have been dealt."""
import hashlib


class Dealer:
    def __init__(self, seed):
        self._seed, self._round, self._bytes = seed, 0, []

    def byte(self):
        if not self._bytes:
            order = sorted(range(1, 256),
                           key=lambda b: hashlib.sha256(f"{self._seed}/{self._round}/{b}".encode()).digest())
            self._bytes, self._round = order, self._round + 1
        return self._bytes.pop()

    def number(self, size):
        return int.from_bytes(bytes(self.byte() for _ in range(size)), "little")

    def below(self, bits, signed=False):
        """A value of so many bits; a signed one comes out negative, so that a lost sign shows."""
        value = self.number((bits + 7) // 8) & ((1 << bits) - 1)
        if signed:
            value |= 1 << (bits - 1)
            value -= 1 << bits
        return value

    def scalar(self, kind):
        """(real, imaginary) bits of a finite, ordinary value of the type."""
        def real(mantissa, exponent, ebits):
            bias = (1 << (ebits - 1)) - 1
            word = self.below(mantissa)
            sign = self.byte() & 1
            return (sign << (mantissa + ebits)) | ((bias + exponent) << mantissa) | word
        shape = {"Float": (23, 8), "Double": (52, 11), "Half": (10, 5), "BFloat16": (7, 8), "ComplexFloat": (23, 8),
                 "ComplexDouble": (52, 11), "XFloat32": (23, 8)}.get(kind)
        if shape is None:
            bits = {"Int32": 32, "Int8": 8}[kind]
            return self.below(bits, signed=True) & (2**64 - 1), 0
        one = real(shape[0], 3 + self.byte() % 5, shape[1])
        return one, real(shape[0], 2 + self.byte() % 5, shape[1]) if kind.startswith("Complex") else 0
