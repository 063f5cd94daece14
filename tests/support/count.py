# SPDX-License-Identifier: MIT
"""Counts test cases in Meson's testlog.json: a doctest executable counts its cases, any other test counts one."""
import json
import re
import sys

SUMMARY = re.compile(r"\[doctest\] test cases:\s*(\d+) \|\s*(\d+) passed \|\s*(\d+) failed \|\s*(\d+) skipped")


def counts(test):
    """(passed, failed, skipped) of one line of the log."""
    good = test["result"] in ("OK", "EXPECTEDFAIL")
    if test["result"] == "SKIP":
        return 0, 0, 1
    found = SUMMARY.findall(test.get("stdout") or "")
    if not found:
        return (1, 0, 0) if good else (0, 1, 0)
    _, passed, failed, skipped = (sum(column) for column in zip(*(map(int, row) for row in found)))
    if good and passed + failed == 0:
        failed = 1  # an executable that ran no case proved nothing
    if not good:
        failed = max(failed, 1)  # it crashed, or ran out of time, outside of any case
    return passed, failed, skipped


def main(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as log:
            tests = [json.loads(line) for line in log if line.strip()]
    except OSError:
        tests = []
    passed, failed, skipped = (sum(column) for column in zip(*map(counts, tests))) if tests else (0, 0, 0)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
