//! The engraver: one tile of the board's picture, pixel by pixel. Washes first, then height by
//! light, ink lines, what stands on the ground, and last the tone of warm paper, or the night.
//!
//! A tile is drawn with a margin, so that blurs, shadows and shores know what lies beyond.

mod finish;
mod heights;
mod ink;
mod washes;

use crate::client::ground::grids::{blur, distance};
use crate::client::ground::noise::noise;
use crate::client::ground::plan::{Plan, Wash};
use crate::client::ground::raster::{Canvas, Rgb, rgb};
use crate::client::ground::{decals, structures};
use bevy_egui::egui::{ColorImage, Rect, pos2, vec2};
use finish::finish;

/// Pixels along a tile's side.
pub const TILE: usize = 512;

/// Points around a tile that are drawn and thrown away.
const MARGIN: f32 = 62.0;

const INK: Rgb = rgb(0x2A_2018);
const CLIFF: Rgb = rgb(0xA0_8D74);

/// What all passes share.
struct Sheet<'p> {
    plan: &'p Plan,
    width: usize,
    height: usize,
    density: f32,
    origin: (f32, f32),
    wash: Vec<u8>,
    level: Vec<f32>,
    /// Share of a pixel that lies beyond the board, growing with distance.
    beyond: Vec<f32>,
    big: Vec<f32>,
    mid: Vec<f32>,
    colour: Vec<Rgb>,
    ink: Vec<f32>,
}

/// Draws the tile whose upper left corner lies at a point of the plane.
pub fn tile(plan: &Plan, corner: (f32, f32), density: f32, pixels: (usize, usize)) -> ColorImage {
    let margin = (MARGIN * density).ceil() as usize;
    let (width, height) = (pixels.0 + 2 * margin, pixels.1 + 2 * margin);
    let origin = (
        corner.0 - margin as f32 / density,
        corner.1 - margin as f32 / density,
    );
    let mut sheet = Sheet::new(plan, width, height, density, origin);
    sheet.washes();
    sheet.water();
    sheet.heights();
    sheet.tone();
    sheet.roads();
    let mut canvas = sheet.into_canvas();
    decals::ground(plan, &mut canvas);
    structures::walls(plan, &mut canvas);
    decals::standing(plan, &mut canvas.0);
    finish(plan, &canvas.0, &canvas.1, margin, pixels)
}

fn mix(a: Rgb, b: Rgb, share: f32) -> Rgb {
    [
        a[0] + (b[0] - a[0]) * share,
        a[1] + (b[1] - a[1]) * share,
        a[2] + (b[2] - a[2]) * share,
    ]
}

impl<'p> Sheet<'p> {
    fn new(
        plan: &'p Plan,
        width: usize,
        height: usize,
        density: f32,
        origin: (f32, f32),
    ) -> Sheet<'p> {
        let count = width * height;
        let mut sheet = Sheet {
            plan,
            width,
            height,
            density,
            origin,
            wash: vec![0; count],
            level: vec![0.0; count],
            beyond: vec![0.0; count],
            big: vec![0.0; count],
            mid: vec![0.0; count],
            colour: vec![[0.0; 3]; count],
            ink: vec![0.0; count],
        };
        for at in 0..count {
            let (x, y) = sheet.point(at);
            let wx = noise(x, y, 34.0, 1, 3) * 8.0;
            let wy = noise(x, y, 34.0, 2, 3) * 8.0;
            let (plot, _) = plan.plot(plan.lattice.hex(pos2(x + wx, y + wy)));
            sheet.wash[at] = plot.wash as u8;
            sheet.level[at] = f32::from(plot.level);
            sheet.big[at] = noise(x, y, 150.0, 5, 2);
            sheet.mid[at] = noise(x, y, 40.0, 6, 2);
            if plan.plot(plan.lattice.hex(pos2(x, y))).1 {
                sheet.beyond[at] = 1.0;
            }
        }
        sheet
    }

    fn point(&self, at: usize) -> (f32, f32) {
        let (x, y) = (
            (at % self.width) as f32 + 0.5,
            (at / self.width) as f32 + 0.5,
        );
        (
            self.origin.0 + x / self.density,
            self.origin.1 + y / self.density,
        )
    }

    fn blurred(&self, mut grid: Vec<f32>, sigma: f32) -> Vec<f32> {
        blur(&mut grid, self.width, self.height, sigma * self.density);
        grid
    }

    /// A mask of the washes named.
    fn mask(&self, of: &[Wash]) -> Vec<bool> {
        self.wash
            .iter()
            .map(|wash| of.iter().any(|one| *one as u8 == *wash))
            .collect()
    }

    fn soft(&self, of: &[Wash], sigma: f32) -> Vec<f32> {
        let grid = self
            .mask(of)
            .iter()
            .map(|is| f32::from(u8::from(*is)))
            .collect();
        self.blurred(grid, sigma)
    }

    /// Rounds the corners: of the blurred masks the strongest wins.
    fn rounded(&self, values: &[i16], sigma: f32) -> Vec<i16> {
        let mut kinds: Vec<i16> = values.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() < 2 {
            return values.to_vec();
        }
        let mut best = vec![-1.0f32; values.len()];
        let mut out = values.to_vec();
        for kind in kinds {
            let grid = values
                .iter()
                .map(|value| f32::from(u8::from(*value == kind)))
                .collect();
            let grid = self.blurred(grid, sigma);
            for at in 0..out.len() {
                if grid[at] > best[at] {
                    best[at] = grid[at];
                    out[at] = kind;
                }
            }
        }
        out
    }

    /// Ink on wash; and how far each pixel lies beyond the board.
    fn into_canvas(self) -> (Canvas, Vec<f32>) {
        let mut canvas = Canvas::new(self.width, self.height, self.density, self.origin);
        let beyond = if self.beyond.iter().any(|share| *share > 0.0) {
            let outside: Vec<bool> = self.beyond.iter().map(|share| *share > 0.0).collect();
            distance(&outside, self.width, self.height)
                .into_iter()
                .map(|d| d / self.density)
                .collect()
        } else {
            Vec::new()
        };
        canvas.colour = self.colour;
        canvas.alpha = vec![1.0; self.ink.len()];
        for (colour, ink) in canvas.colour.iter_mut().zip(&self.ink) {
            *colour = mix(colour.map(|part| part.clamp(0.0, 1.0)), INK, ink * 0.80);
        }
        (canvas, beyond)
    }
}

/// The plane's rectangle of a tile.
pub fn rect_of(corner: (f32, f32), density: f32, pixels: (usize, usize)) -> Rect {
    Rect::from_min_size(
        pos2(corner.0, corner.1),
        vec2(pixels.0 as f32, pixels.1 as f32) / density,
    )
}
