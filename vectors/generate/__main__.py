# SPDX-License-Identifier: MIT
"""Writes the sets of vectors; a file that exists with other bytes is never overwritten."""
import argparse
import pathlib
import sys

import sets


def main():
    parser = argparse.ArgumentParser(prog="python3 vectors/generate", description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent,
                        metavar="DIR",
                        help="folder to write into (default: the tree's own vectors)")
    out = parser.parse_args().out
    different = sets.write(sets.files(), out)
    for path in different:
        print(f"{out / path}: exists and differs; frozen files are not overwritten, nothing was written",
              file=sys.stderr)
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
