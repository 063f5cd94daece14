# SPDX-License-Identifier: MIT
"""python3 vectors/generate [--out DIR]: writes set 1, and never over a file that differs."""
import argparse
import pathlib
import sys

import cases_block
import cases_gemm
import cases_header
import cases_refuse
import manifest
from kav import file_bytes

SET = 1
FAMILIES = {
    "header": cases_header.records,
    "block": cases_block.records,
    "refuse": lambda version: list(cases_refuse.records(version)) + list(cases_gemm.refusals(version)),
    "gemm": cases_gemm.records,
}


def files():
    """{path: (family, bytes)} of the set."""
    result = {}
    for version in range(4):
        for family, records in FAMILIES.items():
            result[f"v{version}/{family}.kav"] = file_bytes(version, SET, family, list(records(version)))
    result["MANIFEST"] = manifest.text(SET, "arguments", result).encode()
    return result


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=here.parent, help="folder to write into (default: vectors)")
    out = parser.parse_args().out
    made = files()
    different = [p for p, data in made.items() if (out / p).exists() and (out / p).read_bytes() != data]
    for path in different:
        print(f"{out / path} exists and differs: a frozen file is never overwritten; nothing was written", file=sys.stderr)
    if different:
        return 1
    for path, data in made.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
