# SPDX-License-Identifier: MIT
"""The named dialects. A dialect is seven numbers: header, internalArgs1, order, Stream-K place, scalars, tail,
enumerations."""

ARGS1 = ("absent", "wgm32", "xccg", "chunk", "split_k", "sfc")

# name: (version, bytes, which order text of orders.py, year)
PRESETS = {
    "v0":              (0, (0, 0, 0, 0, 0, 0, 0), "2024", 2024),
    "v0-legacy":       (0, (1, 0, 0, 0, 0, 0, 0), "2024", 2024),
    "v1":              (1, (0, 1, 0, 0, 0, 0, 0), "2024", 2024),
    "v1-nonuniversal": (1, (1, 1, 0, 0, 0, 0, 0), "2024", 2024),
    "v2":              (2, (0, 2, 0, 0, 0, 0, 0), "2024", 2024),
    "v2-wgm32":        (2, (0, 1, 0, 0, 0, 0, 0), "2024", 2024),
    "v2-nonuniversal": (2, (1, 2, 0, 0, 0, 0, 0), "2024", 2024),
    "v2-2026":         (2, (0, 2, 0, 1, 1, 1, 1), "2026", 2026),
    "v3-early":        (3, (0, 2, 0, 1, 1, 1, 1), "2026", 2026),
    "v3":              (3, (0, 2, 1, 2, 1, 1, 1), "reordered", 2026),
}


class Preset:
    def __init__(self, name):
        self.name = name
        self.version, self.dialect, self.order, self.year = PRESETS[name]
        self.universal = self.dialect[0] == 0
        self.args1 = ARGS1[self.dialect[1]]
        self.widened = self.dialect[4] == 1
        default = f"v{self.version}"
        self.prefix = "" if name == default else name[len(default) + 1:] + "_"


def of_version(version):
    return [Preset(name) for name, row in PRESETS.items() if row[0] == version]
