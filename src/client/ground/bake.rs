//! The engraver: one tile of the board's picture, pixel by pixel. Washes first, then height by
//! light, ink lines, what stands on the ground, and last the tone of warm paper, or the night.
//!
//! A tile is drawn with a margin, so that blurs, shadows and shores know what lies beyond.

use super::decals;
use super::grids::{blur, distance};
use super::noise::{noise, unit};
use super::plan::{Plan, WASHES, Wash};
use super::raster::{Canvas, Rgb, rgb};
use super::structures;
use bevy_egui::egui::{Color32, ColorImage, Rect, pos2, vec2};

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

    fn washes(&mut self) {
        let washes: Vec<i16> = self.wash.iter().map(|wash| i16::from(*wash)).collect();
        self.wash = self
            .rounded(&washes, 12.0)
            .into_iter()
            .map(|wash| wash as u8)
            .collect();
        let levels: Vec<i16> = self.level.iter().map(|level| *level as i16).collect();
        self.level = self
            .rounded(&levels, 8.0)
            .into_iter()
            .map(f32::from)
            .collect();
        let tints = WASHES.map(rgb);
        let uniform = self.wash.iter().all(|wash| *wash == self.wash[0]);
        for part in 0..3 {
            let mut grid: Vec<f32> = self
                .wash
                .iter()
                .map(|wash| tints[usize::from(*wash)][part])
                .collect();
            if !uniform {
                grid = self.blurred(grid, 5.0);
            }
            for at in 0..grid.len() {
                self.colour[at][part] = grid[at];
            }
        }
        for at in 0..self.colour.len() {
            let (x, y) = self.point(at);
            let wash = 1.0 + 0.07 * self.big[at] + 0.045 * self.mid[at];
            let colour = &mut self.colour[at];
            colour[0] *= wash * (1.0 + 0.035 * noise(x, y, 110.0, 7, 1));
            colour[1] *= wash;
            colour[2] *= wash * (1.0 + 0.05 * noise(x, y, 120.0, 8, 1));
        }
        // The darker rim where washes meet on land.
        if !uniform {
            let water = self.mask(&[Wash::Water, Wash::Ford]);
            let mut meet = vec![0.0; self.wash.len()];
            for y in 1..self.height {
                for x in 1..self.width {
                    let at = y * self.width + x;
                    let other = self.wash[at] != self.wash[at - 1]
                        || self.wash[at] != self.wash[at - self.width];
                    if other && !water[at] && !water[at - 1] && !water[at - self.width] {
                        meet[at] = 1.0;
                    }
                }
            }
            let meet = self.blurred(meet, 2.0);
            let strength = 2.4 * self.density;
            for at in 0..meet.len() {
                let dark = 1.0 - 0.20 * (meet[at] * strength).min(1.0);
                self.colour[at] = self.colour[at].map(|part| part * dark);
            }
        }
    }

    fn water(&mut self) {
        let water = self.mask(&[Wash::Water, Wash::Ford]);
        if !water.iter().any(|is| *is) {
            return;
        }
        let d = self.density;
        let inside = distance(&water, self.width, self.height);
        let dry: Vec<bool> = water.iter().map(|is| !is).collect();
        let outside = distance(&dry, self.width, self.height);
        let shallow = self.soft(&[Wash::Ford], 6.0);
        let cover = self.soft(&[Wash::Water, Wash::Ford], 0.8);
        let (pale, deep, ford, sand) = (
            rgb(0x8D_BBB8),
            rgb(0x3E_7A8E),
            rgb(0xC3_D2B8),
            rgb(0xD8_C796),
        );
        const LINES: [(f32, f32, f32); 6] = [
            (0.0, 1.5, 0.9),
            (4.5, 0.9, 0.62),
            (10.0, 0.75, 0.5),
            (17.0, 0.65, 0.38),
            (26.0, 0.55, 0.28),
            (37.0, 0.5, 0.2),
        ];
        for at in 0..water.len() {
            let (x, y) = self.point(at);
            let (inner, outer) = (inside[at] / d, outside[at] / d);
            let depth = (inner / 46.0).clamp(0.0, 1.0) * (1.0 - shallow[at]);
            let mut tint = mix(pale, deep, depth);
            tint = mix(tint, ford, 0.5 * shallow[at]);
            let grain = 1.0 + 0.05 * self.mid[at] + 0.03 * self.big[at];
            tint = tint.map(|part| part * grain);
            if !water[at] {
                let bank = (-(outer / 9.0) * (outer / 9.0)).exp();
                self.colour[at] = mix(self.colour[at], sand, 0.55 * bank);
                let line = (1.2 - (outer - 0.6).abs() / 1.1).clamp(0.0, 1.0) * 0.85;
                self.ink[at] = self.ink[at].max(line);
            } else {
                let place = inner + 1.6 * self.mid[at];
                let mut lining = 0.0f32;
                for (far, width, strength) in LINES {
                    lining =
                        lining.max((1.25 - (place - far).abs() / width).clamp(0.0, 1.0) * strength);
                }
                lining *= 1.0 - 0.5 * shallow[at];
                let wave = (y / 2.7 + 2.2 * self.mid[at] + x / 60.0).sin() - 0.93;
                let ripple = (wave * 14.0).clamp(0.0, 1.0)
                    * (noise(x, y, 26.0, 11, 1) * 2.0 - 0.35).clamp(0.0, 1.0)
                    * 0.4;
                self.ink[at] = self.ink[at].max(lining).max(ripple);
            }
            self.colour[at] = mix(self.colour[at], tint, cover[at]);
        }
    }

    fn heights(&mut self) {
        if !self.plan.hilly || self.level.iter().all(|level| *level == self.level[0]) {
            let base = self.level.first().copied().unwrap_or(0.0);
            for colour in &mut self.colour {
                *colour = colour.map(|part| part * (1.0 + 0.045 * base));
            }
            return;
        }
        let (w, h, d) = (self.width, self.height, self.density);
        let mut near = self.blurred(self.level.clone(), 3.2);
        let soft = self.blurred(self.level.clone(), 13.0);
        let lift = self.blurred(self.level.clone(), 4.0);
        let far: Vec<f32> = near
            .iter()
            .zip(&soft)
            .map(|(near, soft)| near * 0.75 + soft * 0.25)
            .collect();
        for at in 0..near.len() {
            near[at] += 0.02 * self.mid[at];
        }
        // The shadow a step casts, marched away from the light.
        let mut cast = vec![0.0f32; near.len()];
        for k in 1..13usize {
            let o = (k as f32 * 2.6 * d) as usize;
            for y in o..h {
                for x in o..w {
                    let at = y * w + x;
                    let over = near[(y - o) * w + x - o] - near[at] - 0.055 * k as f32;
                    cast[at] = cast[at].max((over * 5.0).clamp(0.0, 1.0));
                }
            }
        }
        let cast = self.blurred(cast, 1.6);
        let mut lip = vec![0.0; near.len()];
        for y in 1..h {
            for x in 1..w {
                let at = y * w + x;
                if self.level[at] != self.level[at - 1] || self.level[at] != self.level[at - w] {
                    lip[at] = 1.0;
                }
            }
        }
        let lip = self.blurred(lip, 0.55);
        let speckle: Vec<f32> = {
            let grid = (0..near.len())
                .map(|at| {
                    let (x, y) = self.point(at);
                    unit((x * 2.0).floor() as i32, (y * 2.0).floor() as i32, 3)
                })
                .collect();
            self.blurred(grid, 0.9)
        };
        for y in 1..h - 1 {
            for x in 1..w - 1 {
                let at = y * w + x;
                let gx = (far[at + 1] - far[at - 1]) * 0.5 * d;
                let gy = (far[at + w] - far[at - w]) * 0.5 * d;
                let steep = (gx * gx + gy * gy).sqrt();
                let sun = ((gx * 0.72 + gy * 0.69) * 9.0).clamp(-1.0, 1.0);
                let (px, py) = self.point(at);
                let mut colour = self.colour[at];
                colour = colour.map(|part| part * (1.0 + 0.045 * lift[at]));
                let cliff = ((steep - 0.022) / 0.05).clamp(0.0, 1.0);
                colour = mix(
                    colour,
                    CLIFF.map(|part| part * (1.0 + 0.42 * sun)),
                    0.8 * cliff,
                );
                colour = colour.map(|part| part * (1.0 - 0.42 * cast[at]));
                colour[2] += 0.03 * cast[at];
                self.colour[at] = colour;
                let mut ink = self.ink[at];
                if steep > 0.02 {
                    // Hachures: the speckle smeared downhill.
                    let (ux, uy) = (gx / steep, gy / steep);
                    let mut sum = 0.0;
                    for k in -7i32..=7 {
                        let sx = (x as f32 + ux * k as f32 * 1.3 * d).clamp(0.0, w as f32 - 1.0)
                            as usize;
                        let sy = (y as f32 + uy * k as f32 * 1.3 * d).clamp(0.0, h as f32 - 1.0)
                            as usize;
                        sum += speckle[sy * w + sx];
                    }
                    let stroke = 1.0 - ((sum / 15.0 - 0.485) / 0.035).clamp(0.0, 1.0);
                    ink = ink.max(
                        stroke * ((steep - 0.02) / 0.03).clamp(0.0, 1.0) * (0.75 - 0.45 * sun),
                    );
                }
                ink = ink.max((lip[at] * 2.4 * d).clamp(0.0, 0.85));
                let hatch = (((px + py) / 3.4 * std::f32::consts::PI * 0.9).cos() - 0.55) * 5.0;
                ink = ink.max(
                    hatch.clamp(0.0, 1.0) * (cast[at] * 1.3).clamp(0.0, 1.0) * 0.33 * (1.0 - cliff),
                );
                self.ink[at] = ink;
            }
        }
    }

    /// The engraver's tone: level lines that swell where the wash is darker; boards and furrows.
    fn tone(&mut self) {
        for at in 0..self.wash.len() {
            let (x, y) = self.point(at);
            let wash = self.wash[at];
            let is = |one: Wash| wash == one as u8;
            if is(Wash::Water) || is(Wash::Ford) {
                continue;
            }
            if is(Wash::Floor) {
                let board = (y / 11.0).floor();
                let edge = (y / 11.0 - board).min(1.0 - y / 11.0 + board) * 11.0;
                let shift = unit(board as i32, 0, 41) * 70.0;
                let end = ((x + shift) / 64.0).rem_euclid(1.0) * 64.0;
                let joint = (1.0 - edge / 0.7).max(1.0 - end / 0.8).clamp(0.0, 1.0);
                let grain = (((y + 2.0 * self.mid[at]) / 0.9).cos() - 0.55).clamp(0.0, 1.0) * 0.16;
                let tint =
                    0.92 + 0.16 * unit(board as i32, ((x + shift) / 64.0).floor() as i32, 42);
                self.colour[at] = self.colour[at].map(|part| part * tint);
                self.ink[at] = self.ink[at].max(joint * 0.7).max(grain);
                continue;
            }
            if is(Wash::Paving) || is(Wash::Pit) {
                continue;
            }
            let tone = (0.5 - 0.9 * self.big[at] - 0.35 * self.mid[at]).clamp(0.0, 1.0);
            let wave = ((y - 0.22 * x + 3.0 * self.mid[at]) / 1.35).cos();
            let line = ((wave - (0.92 - 0.75 * tone)) * 1.6).clamp(0.0, 1.0);
            self.ink[at] = self.ink[at].max(line * 0.17);
        }
    }

    fn roads(&mut self) {
        if self.plan.roads.is_empty() {
            return;
        }
        let mut far = vec![f32::MAX; self.wash.len()];
        for (a, b) in &self.plan.roads {
            structures::near(
                self.width,
                self.height,
                self.density,
                self.origin,
                (*a, *b),
                24.0,
                |at, distance, _| {
                    far[at] = far[at].min(distance);
                },
            );
        }
        let tint = rgb(0xDD_CBA0);
        for at in 0..far.len() {
            if far[at] > 20.0 {
                continue;
            }
            let (x, y) = self.point(at);
            let half = 13.0 * (1.0 + 0.12 * (x * 0.04).sin() + 0.08 * (y * 0.1).sin());
            let inside = half - far[at];
            let share = (inside / 1.6 + 0.5).clamp(0.0, 1.0);
            let rut = (-((inside - 7.5) / 1.8) * ((inside - 7.5) / 1.8)).exp();
            let road = tint.map(|part| part * (1.0 + 0.05 * self.mid[at]) * (1.0 - 0.12 * rut));
            self.colour[at] = mix(self.colour[at], road, 0.92 * share);
            let edge = (1.15 - (inside - 0.7).abs() / 0.8).clamp(0.0, 1.0) * 0.55;
            let edge = if noise(x, y, 18.0, 12, 1) > -0.45 {
                edge
            } else {
                0.0
            };
            self.ink[at] = (self.ink[at] * (1.0 - 0.85 * share)).max(edge);
        }
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

/// Less chroma, warm paper, grain; the night over it; what lies beyond the board fades away.
fn finish(
    plan: &Plan,
    canvas: &Canvas,
    beyond: &[f32],
    margin: usize,
    pixels: (usize, usize),
) -> ColorImage {
    let mut out = Vec::with_capacity(pixels.0 * pixels.1);
    for row in 0..pixels.1 {
        for column in 0..pixels.0 {
            let at = (row + margin) * canvas.width + column + margin;
            let (px, py) = ((column + margin) as f32 + 0.5, (row + margin) as f32 + 0.5);
            let (x, y) = (
                canvas.origin.0 + px / canvas.density,
                canvas.origin.1 + py / canvas.density,
            );
            let mut colour = canvas.colour[at];
            let luma = 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2];
            let grain = 1.0 + 0.012 * noise(x, y, 5.0, 31, 1);
            let tone = [1.035 * grain, 0.985 * grain, 0.90 * grain];
            for part in 0..3 {
                colour[part] = (luma + (colour[part] - luma) * 0.80) * tone[part];
            }
            if plan.night.is_some() {
                let grey = (colour[0] + colour[1] + colour[2]) / 3.0;
                let light = plan.light(pos2(x, y));
                for part in 0..3 {
                    let lit = (colour[part] * 0.55 + grey * 0.45) * light[part];
                    colour[part] = 1.0 - (-lit * 1.25).exp();
                }
            }
            if let Some(far) = beyond.get(at).copied()
                && far > 0.0
            {
                // Beyond the plate's edge the picture is only begun: hatched, and soon gone.
                let fade = (0.74 + far / 42.0).min(1.0);
                let hatch = if ((x + y) / 7.0).rem_euclid(1.0) < 0.16 {
                    0.012
                } else {
                    0.0
                };
                let back = [0.079 + hatch, 0.095 + hatch, 0.106 + hatch];
                colour = mix(colour, back, fade);
                if far < 1.3 {
                    colour = mix(colour, [0.06, 0.05, 0.04], 0.8);
                }
            }
            let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
            out.push(Color32::from_rgb(
                byte(colour[0]),
                byte(colour[1]),
                byte(colour[2]),
            ));
        }
    }
    ColorImage::new([pixels.0, pixels.1], out)
}

/// The plane's rectangle of a tile.
pub fn rect_of(corner: (f32, f32), density: f32, pixels: (usize, usize)) -> Rect {
    Rect::from_min_size(
        pos2(corner.0, corner.1),
        vec2(pixels.0 as f32, pixels.1 as f32) / density,
    )
}
