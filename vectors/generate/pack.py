# SPDX-License-Identifier: MIT
"""Values to the bytes of a block, back to back, and which values a block asks for."""
from orders import ORDER, present, stream_k_words
from scalars import LONG, POINTERS, activation_bytes, scalar
from words import words_of


def slots(preset, q):
    """[(argument, index, bytes)] in order; alpha and beta have the bytes of both copies."""
    result = []
    head = [(word, 0, 4) for word, _ in words_of(preset.version, preset.args1, preset.universal)]
    for token in ORDER[preset.order].split():
        if token == "header":
            result += head if preset.universal and not q["groupedGemm"] else []
        elif token == "words":
            result += head if not preset.universal and not q["groupedGemm"] else []
        elif token == "sk":
            result += [(name, 0, 4) for name in stream_k_words(preset.order, q)]
        elif not present(token, preset.order, q):
            continue
        elif token in ("ws", "Flags") and q["persistentLoopArgsVersion"] == 1:
            continue
        elif token in ("alpha", "beta"):
            result.append((token, 0, len(scalar(q[token + "Type"], 0, 0, preset.widened))))
        elif token == "activation":
            size = activation_bytes(q["activationComputeDataType"])
            result += [("activation", i, size) for i in range(q["activationArgLength"])]
        else:
            name, _, index = token.partition(".")
            result.append((name, int(index or 0), 8 if name in POINTERS or name in LONG else 4))
    return result


def pack(preset, q, values):
    """The block. Integers too wide for their slot are cut, as a host without checks does."""
    out = b""
    for name, index, size in slots(preset, q):
        if name in ("alpha", "beta"):
            out += scalar(q[name + "Type"], values[name, 0], values.get((name, 1), 0), preset.widened)
        else:
            out += (values[name, index] & (256**size - 1)).to_bytes(size, "little")
    return out
