#!/usr/bin/env python3
"""Draws assets/icons/atlas.png from the SVG paths of game-icons.net.

    npm pack @iconify-json/game-icons && tar xzf iconify-json-game-icons-*.tgz
    pip install cairosvg pillow
    scripts/art/icons.py package/icons.json

The names to draw stand in assets/icons/icons.txt, one a line, in the order of the atlas: rows of
COLUMNS cells of CELL pixels, the icon's shape as grey values.
"""

import io
import json
import sys
from pathlib import Path

import cairosvg
from PIL import Image

CELL = 96
COLUMNS = 16
MARGIN = 3

folder = Path(__file__).resolve().parents[2] / "assets" / "icons"
names = (folder / "icons.txt").read_text().split()
source = json.load(open(sys.argv[1]))
icons, aliases = source["icons"], source.get("aliases", {})
rows = -(-len(names) // COLUMNS)
atlas = Image.new("L", (COLUMNS * CELL, rows * CELL), 0)
for place, name in enumerate(names):
    found = icons.get(name) or icons.get(aliases.get(name, {}).get("parent", ""))
    if found is None:
        sys.exit(f"there is no icon {name}")
    body = found["body"].replace("currentColor", "#fff")
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512" fill="#fff">{body}</svg>'
    size = CELL - 2 * MARGIN
    data = cairosvg.svg2png(svg.encode(), output_width=4 * size, output_height=4 * size)
    shape = Image.open(io.BytesIO(data)).convert("RGBA").getchannel("A")
    shape = shape.resize((size, size), Image.LANCZOS)
    column, row = place % COLUMNS, place // COLUMNS
    atlas.paste(shape, (column * CELL + MARGIN, row * CELL + MARGIN))
atlas.save(folder / "atlas.png", optimize=True)
print(len(names), "icons,", (folder / "atlas.png").stat().st_size, "bytes")
