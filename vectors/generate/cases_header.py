# SPDX-License-Identifier: MIT
"""Header records: each field at its limits and between, words that no strict packer writes, the published host's
choices."""
import host
from dealer import Dealer
from kav import Record
from presets import ARGS1, Preset, of_version
from words import decode, encode, widths, words_of

# internalArgs1 in the forms that no preset names: (prefix, args1); versions 2 and 3.
FORMS = (("chunk_", "chunk"), ("split_k_", "split_k"), ("sfc_", "sfc"))


class Form:
    """A preset, or a preset with another internalArgs1."""

    def __init__(self, preset, args1=None, prefix=None):
        self.version, self.universal = preset.version, preset.universal
        self.args1 = args1 or preset.args1
        self.prefix = preset.prefix if prefix is None else prefix
        self.preset = preset.name if args1 is None else ""
        members = list(preset.dialect)
        members[1] = ARGS1.index(self.args1)
        self.dialect = tuple(members)

    def widths(self):
        return widths(self.version, self.args1, self.universal)

    def words(self, fields):
        packed = encode(self.version, self.args1, self.universal, fields)
        return b"".join(packed[w].to_bytes(4, "little") for w, _ in words_of(self.version, self.args1, self.universal))

    def record(self, area, case, kind, comment, **more):
        flags = tuple(more.pop("flags", ())) + (() if self.universal else ("headerless",))
        return (Record(f"v{self.version}.{area}.{self.prefix}{case}", kind, comment, self.preset, self.dialect,
                       self.version, flags=flags, **more))


def forms_of(version):
    for preset in of_version(version):
        yield Form(preset)
    if version >= 2:
        for prefix, args1 in FORMS:
            yield Form(Preset(f"v{version}"), args1, prefix)


def neutral(form):
    fields = dict.fromkeys(form.widths(), 0)
    for name in ("gemmCount", "gsu", "wgmxcc"):
        if name in fields:
            fields[name] = 1
    return fields


def limits(width):
    bits = abs(width)
    return (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if width < 0 else (0, (1 << bits) - 1)


def one_field_at_a_time(form):
    """Lowest, highest and a dealt value of each field while all others are at rest."""
    for name, width in form.widths().items():
        low, high = limits(width)
        deal = Dealer(f"{form.version}/{form.prefix}{name}")
        values = {"min": low, "max": high}
        if abs(width) > 2:
            values["mid"] = deal.below(abs(width), width < 0)
        if width < 0:
            values["minus_1"], values["plus_1"] = -1, 1
        for case, value in values.items():
            fields = {**neutral(form), name: value}
            flags = ("limit",) if case in ("min", "max") else ("sign",) if width < 0 else ("width",)
            yield form.record("header", f"{name.lower()}_{case}", "header", f"{name} {value}, all others at rest",
                              flags=flags,
                              fields=fields, bytes=form.words(fields))


def all_fields(form):
    for i in (1, 2, 3):
        deal = Dealer(f"{form.version}/{form.prefix}all{i}")
        fields = {name: deal.below(abs(w), w < 0) for name, w in form.widths().items()}
        yield form.record("header", f"all_{i}", "header", "every field dealt at once", flags=("width", "order"),
                          fields=fields,
                          bytes=form.words(fields))
    full = {name: -1 if w < 0 else (1 << w) - 1 for name, w in form.widths().items()}
    yield (form.record("header", "all_ones", "header", "every bit set", flags=("limit", "sign"), fields=full,
                       bytes=form.words(full)))


def named(version):
    """Values that people asked about."""
    form = Form(Preset(f"v{version}"))
    rows = [("stagger_64_31_4", dict(staggerU=64, staggerStrideShift=31, staggerUMapping=4),
             "the largest that hosts use; the upper half is 9f40")]
    if version == 0:
        rows.append(("gsu_255_wgm_255", dict(gsu=255, wgm=255), "both at their ends, side by side"))
    if version >= 1:
        rows.append(("wgm_minus_8", dict(wgm=-8), "a negative WGM swaps the order of the tiles"))
    if version >= 2:
        rows.append(("wgm_minus_1_xcc_8", dict(wgm=-1, wgmxcc=8, wgmxccg=304), "WGM -1 beside XCC 8 and group 304"))
        rows.append(("wgm_minus_8_xcc_1_group_304", dict(wgm=-8, wgmxcc=1, wgmxccg=304),
                     "a negative WGM in a word that prints positive"))
        rows.append(("group_38", dict(wgm=0, wgmxcc=1, wgmxccg=38), "the CU count of a partition"))
    for case, given, comment in rows:
        fields = {**neutral(form), **given}
        yield (form.record("header", case, "header", comment, flags=("sign", "width"), fields=fields,
                           bytes=form.words(fields)))
    if version >= 2:
        form = Form(Preset(f"v{version}"), "sfc", "sfc_")
        fields = {**neutral(form), "sfc": 0x03040108}
        yield form.record("header", "levels", "header", "levels (8, 1) and (4, 3): four bytes as they are",
                          flags=("word_form",), fields=fields,
                          bytes=form.words(fields))


def known(version):
    """Words that people met in the world."""
    form = Form(Preset(f"v{version}"))
    rows = {
        0: [("example", "01000000 01082001", "the words of the signature page's version 0 dump", ("page_example",)),
            ("wgm_ff", "01000000 01ff0000", "a negative WGM wrapped by the host reads as 255: version 0 has no sign",
             ("sign",))],
        1: [("gsu_bits_15_14", "01000000 02c02020 08000000 2c010000",
             "16 bits of GSU, though no host since August 2024 sets the upper two", ("gsu_bits",)),
            ("wgm_minus_1", "01000000 01000000 ffffffff 07000000", "WGM -1 is not 1 and not 255", ("sign",)),
            ("moe_runner", "01000040 01002000 01000000 05000000",
             "argument type 1 with count 1, as a third-party launcher sends it", ("argument_type",))],
        2: [("opaque_package", "01000000 01000820 0000014c 00010000",
             "StaggerU 8, mapping 1, WGM 0, XCC 1, group 304", ("word_form",)),
            ("xcc_8_group_304", "01000000 01000000 0800084c 00010000", "WGM 8, XCC 8, group 304", ("word_form",)),
            ("group_unresolved", "01000000 01000000 f8ffc1ff 2c010000", "WGM -8, XCC 1, group left at -1: reads 1023",
             ("sign", "word_form")),
            ("v1_word", "01000000 01000000 08000000 07000000", "a version 1 word reads as XCC 0, group 0",
             ("word_form",)),
            ("page_word", "01000000 02002020 f8ffffff 2c010000",
             "the page's version 2 example: XCC 63, group 1023, WGM -8", ("page_v2_is_v1",)),
            ("type_3", "030000c0 01000000 08000100 07000000", "argument type 3, three GEMMs", ("argument_type",))],
        3: [("nta_ntb", "01000000 ff3f0000 08000100 07000000", "GSU ends at bit 11: NTA and NTB are not part of it",
             ("width",)),
            ("gsu_4096", "01000000 00100000 08000100 07000000", "4096 in version 2 is NTA with GSU 0 here",
             ("word_form",)),
            ("type_3", "030000c0 01000000 08000100 07000000", "argument type 3, three GEMMs", ("argument_type",))],
    }
    for case, text, comment, flags in rows[version]:
        data = bytes.fromhex(text.replace(" ", ""))
        yield form.record("header", f"decode_{case}", "decode", comment, flags=flags, bytes=data,
                          fields=decode(version, form.args1, True, data))


def dealt_words(form):
    for i in (1, 2):
        size = 4 * len(words_of(form.version, form.args1, form.universal))
        deal = Dealer(f"{form.version}/{form.prefix}words{i}")
        data = bytes(deal.byte() for _ in range(size))
        yield form.record("header", f"decode_any_{i}", "decode", "any words read back", flags=("width", "sign"),
                          bytes=data,
                          fields=decode(form.version, form.args1, form.universal, data))


def cut_fields(version):
    """Values already chosen, packed as the published host packs them."""
    form = Form(Preset(f"v{version}"))
    rows = {
        0: [("gsu_300", dict(gsu=300, wgm=8), "ff08", "GSU clamps at 255 and leaves WGM alone"),
            ("wgm_300", dict(gsu=3, wgm=300), "03ff", "WGM clamps at 255"),
            ("wgm_minus_8", dict(gsu=3, wgm=-8), "03f8", "a negative WGM wraps to 8 bits")],
        1: [("gsu_16385", dict(gsu=16385, wgm=9), "0100", "14 bits of GSU are kept, no clamp"),
            ("gsu_16384", dict(gsu=16384, wgm=9), "0000", "16384 becomes 0")],
        2: [("gsu_16385", dict(gsu=16385, wgm=9), "0100", "14 bits of GSU are kept, no clamp"),
            ("xcc_64", dict(gsu=3, wgm=9, wgmxcc=64, wgmxccg=2), None, "bit 6 of XCC runs into the group"),
            ("wgm_65544", dict(gsu=3, wgm=65544, wgmxcc=8, wgmxccg=304), None, "WGM keeps 16 bits")],
    }
    for case, given, low, comment in rows.get(version, []):
        fields = {**neutral(form), **given}
        data = _host_words(version, fields)
        assert low is None or data[4:6].hex() == low, (case, data.hex())
        yield form.record("header", f"cut_{case}", "header", comment,
                          flags=("clamp" if version == 0 else "silent_cut",), policy="host_2024",
                          provenance="recorded", fields=fields, bytes=data)


def _host_words(version, f):
    h = {"ias.gsu": 1, "ias.wgm": 1, "ias.staggerU": 1, "cuCount": 304, "param.gsu": 0, "param.gsuc": 0,
         "param.gsuwgmrr": 0,
         "param.wgm": 0, "param.wgmxcc": 0, "param.wgmxccg": 0, "map.gsu": f["gsu"], "map.wgm": f["wgm"],
         "map.gsuc": f.get("gsuc", 0),
         "map.gsuwgmrr": f.get("gsuwgmrr", 0), "map.wgmxcc": f.get("wgmxcc", 1), "map.wgmxccg": f.get("wgmxccg", 0),
         "map.staggerU": f["staggerU"], "map.staggerUMapping": f["staggerUMapping"],
         "map.staggerStrideShift": f["staggerStrideShift"],
         "gemmCount": f["gemmCount"], "argType": f["argType"], "numWorkGroups": f.get("numWorkGroups", 0)}
    return host.header(version, h)


REST = {"ias.gsu": 1, "ias.wgm": 1, "ias.staggerU": 1, "map.gsu": 3, "map.gsuc": 0, "map.gsuwgmrr": 0, "map.wgm": 8,
        "map.wgmxcc": 1,
        "map.wgmxccg": -1, "map.staggerU": 32, "map.staggerUMapping": 2, "map.staggerStrideShift": 5, "param.gsu": 0,
        "param.gsuc": 0,
        "param.gsuwgmrr": 0, "param.wgm": 0, "param.wgmxcc": 0, "param.wgmxccg": 0, "cuCount": 304, "gemmCount": 1,
        "argType": 0,
        "numWorkGroups": 300}

HOST_ROWS = [
    ("rest", {}, "kernel properties as they are"),
    ("wgm_from_map_negative", {"map.wgm": -8}, "only a property can be negative"),
    ("wgm_override_negative", {"param.wgm": -8}, "an override of -8 reads back as 248"),
    ("wgm_override", {"param.wgm": 5}, "an override wins"),
    ("wgm_override_256", {"param.wgm": 256}, "256 reads as not set"),
    ("gsu_override", {"param.gsu": 7}, "an override wins"),
    ("gsu_override_256", {"param.gsu": 256}, "256 reads as not set"),
    ("gsu_override_300", {"param.gsu": 300}, "300 reads as 44"),
    ("gsu_map_16384", {"map.gsu": 16384}, "version 0 clamps, later ones mask"),
    ("gsu_map_257", {"map.gsu": 257}, "version 0 clamps, later ones keep it"),
    ("gsu_not_supported", {"ias.gsu": 0, "param.gsu": 9}, "internalArgsSupport.gsu changes nothing"),
    ("wgm_not_supported", {"ias.wgm": 0, "map.gsu": 300}, "no WGM: the second word is 0, version 0 does not clamp"),
    ("stagger_not_supported", {"ias.staggerU": 0}, "the upper half of internalArgs is 0"),
    ("stagger_wide", {"map.staggerU": 257, "map.staggerStrideShift": 33, "map.staggerUMapping": 9},
     "each loses its upper bits"),
    ("flags_from_map", {"map.gsuc": 1, "map.gsuwgmrr": 1}, "flags of the kernel; versions 0 and 1 ignore them"),
    ("flags_from_param", {"param.gsuc": 1}, "an override can set"),
    ("count_wraps", {"gemmCount": 2**30 + 5, "argType": 2}, "30 bits of the count"),
    ("type_wraps", {"argType": 5}, "2 bits of the argument type"),
    ("xcc_resolves_group", {"map.wgmxcc": 8}, "group -1 becomes the CU count from XCC 2 on"),
    ("xcc_override", {"param.wgmxcc": 4, "cuCount": 80}, "an override counts too"),
    ("xcc_1_keeps_group", {"map.wgmxcc": 1, "cuCount": 64}, "group -1 stays with XCC 1"),
    ("xcc_minus_1", {"map.wgmxcc": -1}, "read unsigned it is over 1: the CU count is ored below all ones"),
    ("xcc_64", {"map.wgmxcc": 64, "map.wgmxccg": 2}, "bit 6 runs into the group"),
    ("group_override", {"param.wgmxccg": 38, "map.wgmxcc": 2}, "an override wins over the CU count"),
    ("group_1024", {"map.wgmxccg": 1024}, "shifted out: 0"),
    ("cu_count_2000", {"map.wgmxcc": 2, "cuCount": 2000}, "976 is what 10 bits keep"),
]


def host_choices(version):
    form = Form(Preset(f"v{version}"))
    for case, changes, comment in HOST_ROWS:
        inputs = {**REST, **changes}
        yield form.record("header", f"host_{case}", "header", comment, flags=("host_choice",), policy="host_2024",
                          provenance="recorded",
                          host=inputs, bytes=host.header(version, inputs))


def records(version):
    for form in forms_of(version):
        yield from one_field_at_a_time(form)
        yield from all_fields(form)
        yield from dealt_words(form)
    yield from named(version)
    yield from known(version)
    if version <= 2:
        yield from cut_fields(version)
        yield from host_choices(version)
