# SPDX-License-Identifier: MIT
"""Generates the set anew and compares it with the tree both ways; checks digests, the numbers and the reader printed in
FORMAT.md, and that the generator never writes over a file that differs."""
import hashlib
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2] / "vectors"
sys.path.insert(0, str(ROOT / "generate"))
import numbers_of  # noqa: E402
import sets  # noqa: E402

failures = []


def check(good, text):
    if not good:
        failures.append(text)


def listed(folder):
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.suffix == ".kav" or p.name == "MANIFEST"}


def compare(made):
    with tempfile.TemporaryDirectory() as name:
        fresh = pathlib.Path(name)
        check(sets.write(made, fresh) == [], "an empty folder was not written")
        for path in sorted(listed(fresh) | listed(ROOT)):
            if not (ROOT / path).exists():
                check(False, f"{path}: generated, but not in the tree")
            elif not (fresh / path).exists():
                check(False, f"{path}: in the tree, but not generated")
            else:
                check((ROOT / path).read_bytes() == (fresh / path).read_bytes(), f"{path}: differs from what is generated")
        frozen = fresh / "v1" / "header.kav"
        frozen.write_bytes(b"another")
        (fresh / "v2" / "block.kav").unlink()
        check(sets.write(made, fresh) == ["v1/header.kav"], "a differing file was not reported")
        check(frozen.read_bytes() == b"another", "a differing file was overwritten")
        check(not (fresh / "v2" / "block.kav").exists(), "something was written beside a differing file")


def digests(read):
    text = (ROOT / "MANIFEST").read_text()
    body, last = text[:text.rindex("digest ")], text.split()[-1]
    check(hashlib.sha256(body.encode()).hexdigest() == last, "MANIFEST: its digest differs")
    records = {}
    for line in body.splitlines():
        kind, name, *rest = line.split()
        if kind == "file":
            data = (ROOT / name).read_bytes()
            check([str(len(data)), hashlib.sha256(data).hexdigest()] == rest, f"MANIFEST: {name}: size or digest differs")
            records.update({identity: name for identity, _, _ in read(data)})
    promised = {line.split()[1]: line.split()[2] for line in body.splitlines() if line.startswith("record ")}
    check(records == promised, "FORMAT.md's reader finds other records than MANIFEST lists")


def numbers():
    """The pages say the generator's numbers."""
    text = " ".join((ROOT / "FORMAT.md").read_text().split())
    for table in (numbers_of.FIELD, numbers_of.ARGUMENT, numbers_of.DATA_TYPE, numbers_of.ACTIVATION, numbers_of.HOST):
        for name, number in table.items():
            check(re.search(rf"\b{number} {re.escape(name)}\b", text), f"FORMAT.md: {number} {name} is not there")
    rows = re.findall(r"^\| (\d+) \| (\w+) \|", (ROOT / "NOTES.md").read_text(), re.M)
    check({name: int(bit) for bit, name in rows} == numbers_of.FLAG, "NOTES.md: its flags are not the generator's")


def main():
    compare(sets.files())
    numbers()
    code = re.search(r"```python\n(.*?)```", (ROOT / "FORMAT.md").read_text(), re.S).group(1)
    space = {}
    exec(code, space)
    digests(space["read"])
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
