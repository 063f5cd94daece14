# SPDX-License-Identifier: MIT
"""Writes the contract's argument table with one rule changed, C before D, into a folder where it is found first.

usage: change_rule.py TABLE STAMP; the folder is `changed` beside the stamp.
"""
import os
import sys

RULE = "step(Argument::d), step(Argument::c),"
CHANGED = "step(Argument::c), step(Argument::d),"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    head, found, tail = text.partition(RULE)
    if not found:
        sys.exit("change_rule.py: the rule to change is not there; the table's order of D and C has another form now")
    folder = os.path.join(os.path.dirname(sys.argv[2]), "changed", "abi", "kernarg")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "arguments.hpp"), "w", encoding="utf-8") as file:
        file.write(head + CHANGED + tail)
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write("// SPDX-License-Identifier: MIT\n")


if __name__ == "__main__":
    main()
