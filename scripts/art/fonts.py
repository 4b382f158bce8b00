#!/usr/bin/env python3
"""Unpacks the WOFF2 files of the @fontsource packages to TTF in assets/fonts.

    npm pack @fontsource/grenze @fontsource/grenze-gotisch @fontsource/ibm-plex-sans-condensed
    pip install fonttools brotli
    scripts/art/fonts.py FILE.woff2 ...
"""

import sys
from pathlib import Path

from fontTools.ttLib import TTFont

folder = Path(__file__).resolve().parents[2] / "assets" / "fonts"
for name in sys.argv[1:]:
    font = TTFont(name)
    font.flavor = None
    font.save(folder / (Path(name).stem + ".ttf"))
