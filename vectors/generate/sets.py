# SPDX-License-Identifier: MIT
"""The files of the set, and how they are written: never over one that differs."""
import cases_block
import cases_gemm
import cases_header
import cases_refuse
import manifest
from kav import file_bytes

SET, NAME = 1, "arguments"
FAMILIES = {
    "header": cases_header.records,
    "block": cases_block.records,
    "refuse": lambda version: list(cases_refuse.records(version)) + list(cases_gemm.refusals(version)),
    "gemm": cases_gemm.records,
}


def files():
    """{path: bytes} of the set, MANIFEST among them."""
    result = {}
    for version in range(4):
        for family, records in FAMILIES.items():
            result[f"v{version}/{family}.kav"] = file_bytes(version, SET, family, list(records(version)))
    result["MANIFEST"] = manifest.text(SET, NAME, result).encode()
    return result


def write(made, out):
    """Paths that exist with other bytes; if there are any, nothing is written."""
    different = [path for path, data in made.items() if (out / path).exists() and (out / path).read_bytes() != data]
    if different:
        return different
    for path, data in made.items():
        if not (out / path).exists():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_bytes(data)
    return []
