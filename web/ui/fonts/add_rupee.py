"""Adds U+20B9 (₹) of one cut of a font to another cut of the same font.

    python3 add_rupee.py TARGET SOURCE OUT

Needs fontTools with Brotli (Debian: python3-fonttools, python3-brotli). Both cuts have the same units per em, the same
axes and the same hinting tables; anything else is refused.
"""

import sys
from copy import deepcopy

from fontTools.ttLib import TTFont

RUPEE = 0x20B9

target, source, out = sys.argv[1:]
font, extra = TTFont(target), TTFont(source)
name = extra.getBestCmap()[RUPEE]
glyph = deepcopy(extra["glyf"][name])

assert font["head"].unitsPerEm == extra["head"].unitsPerEm
assert not glyph.isComposite()
for tag in ("fvar", "avar", "fpgm", "prep", "cvt "):
    if tag in font or tag in extra:
        assert font[tag].compile(font) == extra[tag].compile(extra), tag

# Read now, because these tables depend on the order of glyphs, which changes below.
for tag in ("gvar", "hmtx", "cmap", "GDEF"):
    if tag in font:
        font[tag]
font["glyf"][name] = glyph
font.setGlyphOrder(font["glyf"].glyphOrder)
font["hmtx"][name] = extra["hmtx"][name]
for table in font["cmap"].tables:
    if table.isUnicode():
        table.cmap[RUPEE] = name
if "gvar" in font:
    font["gvar"].variations[name] = deepcopy(extra["gvar"].variations[name])
    # HVAR has no advance for the new glyph. Without HVAR the advances are taken from gvar.
    del font["HVAR"]
if "GDEF" in font and font["GDEF"].table.GlyphClassDef:
    font["GDEF"].table.GlyphClassDef.classDefs[name] = 1

font.flavor = "woff2"
font.save(out)
