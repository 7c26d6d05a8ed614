"""Makes the figures and ₹ of Mukta Malar as high as its capital letters.

    python3 tall_figures.py IN OUT

Run after add_rupee.py; needs the same packages. The figures of the font are as high as small letters. High ones exist
as its tabular figures: this gives their outlines to the usual figures too, with sides of their own. ₹ is high in the
regular cut alone, so the others get a larger one.
"""

import sys

from fontTools.misc.transform import Scale
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

CAPITAL = 630
# The space at the left and at the right of each outline, for the regular cut.
SIDES = {
    "zero": (36, 36),
    "one": (52, 66),
    "two": (40, 44),
    "three": (40, 40),
    "four": (22, 30),
    "five": (48, 40),
    "six": (40, 34),
    "seven": (34, 28),
    "eight": (36, 36),
    "nine": (34, 40),
    "uni20B9": (14, 34),
}

source, out = sys.argv[1:]
font = TTFont(source)
glyphs, widths = font["glyf"], font["hmtx"]
# A bold cut has narrower sides.
tighter = 4 if font["OS/2"].usWeightClass > 500 else 0

for name, (left, right) in SIDES.items():
    of = f"tabular{name}.lat" if f"tabular{name}.lat" in glyphs.keys() else name
    outline = glyphs[of]
    grown = CAPITAL / outline.yMax if name == "uni20B9" else 1
    pen = TTGlyphPen(None)
    shift = left - tighter - outline.xMin * grown
    outline.draw(TransformPen(pen, Scale(grown).translate(shift / grown, 0)), glyphs)
    glyph = pen.glyph()
    glyph.recalcBounds(glyphs)
    glyphs[name] = glyph
    widths[name] = (round(glyph.xMax + right - tighter), glyph.xMin)

font.flavor = "woff2"
font.save(out)
