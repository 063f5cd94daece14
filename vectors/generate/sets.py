# SPDX-License-Identifier: MIT
"""The files of the sets, and how they are written: never over one that differs."""
import cases_block
import cases_exact
import cases_gemm
import cases_group
import cases_header
import cases_invocation
import cases_kernel
import cases_refuse
import manifest
from kav import file_bytes

FAMILIES = {
    "header": cases_header.records,
    "block": cases_block.records,
    "refuse": lambda version: list(cases_refuse.records(version)) + list(cases_gemm.refusals(version)),
    "gemm": cases_gemm.records,
}


def arguments():
    """Set 1: {path: bytes}."""
    return {f"v{version}/{family}.kav": file_bytes(version, 1, family, list(records(version)))
            for version in range(4) for family, records in FAMILIES.items()}


def kernel():
    """Set 2, whose records have no KernArgsVersion: the files say 0."""
    return {f"kernel/{name}.kav": file_bytes(0, 2, name, cases_kernel.records(name)) for name in cases_kernel.FUNCTIONS}


def exact():
    """Set 4: GEMMs over types, epilogues, layouts and splits."""
    return {f"gemm/{name}.kav": file_bytes(cases_exact.VERSION, 4, name, cases_exact.records(name))
            for name in cases_exact.FAMILIES}


def invocation():
    """Set 3: launch sequences."""
    return {f"invocation/v{version}.kav": file_bytes(version, 3, f"v{version}", cases_invocation.records(version))
            for version in range(4)}


def group():
    """Set 5: groups of GEMMs."""
    return {f"group/v{version}.kav": file_bytes(version, 5, f"v{version}", cases_group.records(version))
            for version in range(4)}


# Number, name and files of each set. A closed set's function stays as it is.
SETS = [(1, "arguments", arguments), (2, "kernel", kernel), (3, "invocation", invocation), (4, "gemm", exact),
        (5, "group", group)]


def files():
    """{path: bytes} of all sets, MANIFEST among them."""
    made = [(number, name, make()) for number, name, make in SETS]
    result = {path: data for _, _, part in made for path, data in part.items()}
    result["MANIFEST"] = manifest.text(made).encode()
    return result


def write(made, out):
    """Paths that exist with other bytes; if there are any, nothing is written. MANIFEST grows with the sets and is written anew."""
    different = [path for path, data in made.items()
                 if path != "MANIFEST" and (out / path).exists() and (out / path).read_bytes() != data]
    if different:
        return different
    for path, data in made.items():
        if path == "MANIFEST" or not (out / path).exists():
            (out / path).parent.mkdir(parents=True, exist_ok=True)
            (out / path).write_bytes(data)
    return []
