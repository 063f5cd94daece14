# SPDX-License-Identifier: MIT
"""How alpha, beta and activation arguments are written. Values come and go as the bits of their own type."""
import struct

POINTERS = set("""debugBuffer d c a mxsa b mxsb metadata ws Flags scaleA scaleB scaleC scaleD
    scaleAlphaVec bias gateResidual e AddrAmaxOut AmaxWS AmaxSync dstD Synchronizer argsPtr
    DeviceUserArguments Workspace""".split())
LONG = {"batchOffsetD", "batchOffsetC", "batchOffsetA", "batchOffsetB"}

BYTES = {"Float": 4, "Double": 8, "Half": 2, "BFloat16": 2, "Int8": 1, "Int32": 4, "ComplexFloat": 8,
         "ComplexDouble": 16}


def scalar(kind, bits, imaginary, widened):
    """Bytes of alpha or beta. 2024: half twice. 2026: half, bf16 and int8 become 4 bytes; a half's second copy keeps
    its 2."""
    if kind == "Half":
        once = struct.pack("<H", bits)
        return (struct.pack("<f", struct.unpack("<e", once)[0]) if widened else once) + once
    if kind == "BFloat16" and widened:
        return b"\0\0" + struct.pack("<H", bits)
    if kind == "Int8" and widened:
        return struct.pack("<i", bits - 256 if bits > 127 and bits < 256 else _signed64(bits))
    if kind == "ComplexFloat":
        return struct.pack("<II", bits, imaginary)
    if kind == "ComplexDouble":
        return struct.pack("<QQ", bits, imaginary)
    return (bits & (256 ** BYTES[kind] - 1)).to_bytes(BYTES[kind], "little")


def _signed64(bits):
    return bits - 2**64 if bits >> 63 else bits


def activation_bytes(kind):
    """Bytes of one activation argument: bf16 travels as f32, a half once."""
    return {"Float": 4, "BFloat16": 4, "XFloat32": 4, "Double": 8, "Int32": 4, "Half": 2, "Int8": 1}[kind]
