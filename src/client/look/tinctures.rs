//! The eight sides: tincture, rim pattern, emblem. Pattern and emblem tell them apart in grey.

use super::palette as p;
use crate::client::ground::raster::{Canvas, Rgb, ellipse, rgb};
use bevy_egui::egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};

/// A side's colours and pattern.
#[derive(Clone, Copy, Debug)]
pub struct Tincture {
    /// The tincture.
    pub hex: u32,
    /// Lighter, for bars and lines on dark panels.
    pub light: u32,
    /// Whether icons on it are cream; else ink.
    pub cream: bool,
    pattern: Pattern,
}

#[derive(Clone, Copy, Debug)]
enum Pattern {
    Level,
    Upright,
    Dots,
    Rising,
    Falling,
    Crossed,
    Plain,
    Waves,
}

const fn side(hex: u32, light: u32, cream: bool, pattern: Pattern) -> Tincture {
    Tincture {
        hex,
        light,
        cream,
        pattern,
    }
}

/// The sides in the order they are given out.
pub const TINCTURES: [Tincture; 8] = [
    side(0x15_3C76, 0x6F_A3E0, true, Pattern::Level),
    side(0xAF_1413, 0xEE_8A80, true, Pattern::Upright),
    side(0xED_BF3E, 0xED_BF3E, false, Pattern::Dots),
    side(0x95_71E8, 0xB4_98F2, false, Pattern::Rising),
    side(0x36_7C62, 0x6F_C09E, true, Pattern::Falling),
    side(0x1A_1B1F, 0xA9_A9B2, true, Pattern::Crossed),
    side(0xF2_EBDF, 0xF2_EBDF, false, Pattern::Plain),
    side(0x63_AFBC, 0x8F_D2DE, false, Pattern::Waves),
];

impl Tincture {
    /// The tincture for painting.
    pub fn colour(&self) -> Color32 {
        let [r, g, b] = rgb(self.hex).map(|part| (part * 255.0).round() as u8);
        Color32::from_rgb(r, g, b)
    }

    /// The lighter one.
    pub fn bright(&self) -> Color32 {
        let [r, g, b] = rgb(self.light).map(|part| (part * 255.0).round() as u8);
        Color32::from_rgb(r, g, b)
    }

    /// What icons on it are painted in.
    pub fn icon(&self) -> Color32 {
        if self.cream {
            p::CREAM
        } else {
            Color32::from_rgb(0x1C, 0x15, 0x0D)
        }
    }

    /// The rim's colour at a point of it.
    fn rim(&self, x: f32, y: f32) -> Rgb {
        let (light, ink) = (rgb(0xF6_EEDC), rgb(0x24_1C14));
        let stripe = |value: f32, half: f32| {
            ((half - ((value / 6.0).fract().abs() * 6.0 - 3.0).abs()) * 1.6 + 0.5).clamp(0.0, 1.0)
        };
        let (share, over) = match self.pattern {
            Pattern::Level => (stripe(y + 600.0, 0.8), light),
            Pattern::Upright => (stripe(x + 600.0, 0.8), light),
            Pattern::Rising => (stripe((x + y) * 0.78 + 600.0, 0.75), light),
            Pattern::Falling => (stripe((x - y) * 0.78 + 600.0, 0.75), light),
            Pattern::Crossed => (stripe(x + 600.0, 0.6).max(stripe(y + 600.0, 0.6)), light),
            Pattern::Dots => {
                let (dx, dy) = ((x + 600.0) % 6.0 - 3.0, (y + 600.0) % 6.0 - 3.0);
                (
                    ((1.5 - (dx * dx + dy * dy).sqrt()) * 1.6 + 0.5).clamp(0.0, 1.0),
                    ink,
                )
            }
            Pattern::Waves => (
                stripe(y + 600.0 + (x * 1.05).sin() * 1.3, 0.7),
                rgb(0x10_303D),
            ),
            Pattern::Plain => (0.0, light),
        };
        let base = rgb(self.hex);
        [0, 1, 2].map(|part| base[part] + (over[part] - base[part]) * share)
    }
}

/// Pictures of a side's token, made once.
pub struct Heraldry {
    /// The rim with its prow to the right; the picture spans [`BODY`] token radii.
    pub body: TextureHandle,
    /// The same in plain tincture, for who lies: no prow.
    pub round: TextureHandle,
    /// The disc inside the rim, lit from the upper left.
    pub disc: TextureHandle,
    /// The escutcheon.
    pub shield: TextureHandle,
}

/// Token radii a body's picture spans.
pub const BODY: f32 = 3.0;

const SIZE: usize = 192;

fn picture(ctx: &Context, name: String, canvas: &Canvas) -> TextureHandle {
    let pixels = canvas
        .colour
        .iter()
        .zip(&canvas.alpha)
        .map(|(colour, alpha)| {
            let [r, g, b] = colour.map(|part| (part.clamp(0.0, 1.0) * 255.0) as u8);
            Color32::from_rgba_unmultiplied(r, g, b, (alpha.clamp(0.0, 1.0) * 255.0) as u8)
        })
        .collect();
    ctx.load_texture(
        name,
        ColorImage::new([canvas.width, canvas.height], pixels),
        TextureOptions::LINEAR,
    )
}

/// The outline of a body: a circle that runs out into a point at the right.
fn outline(tip: f32, shoulder: (f32, f32), radius: f32) -> Vec<(f32, f32)> {
    let from = shoulder.1.atan2(shoulder.0);
    let mut points = vec![(tip, 0.0)];
    for index in 0..=60 {
        let angle = from + (std::f32::consts::TAU - 2.0 * from) * index as f32 / 60.0;
        points.push((radius * angle.cos(), radius * angle.sin()));
    }
    points
}

/// The radius of a token in the plane's points.
pub const TOKEN: f32 = crate::client::field::lattice::RADIUS * 0.60;

impl Heraldry {
    /// The pictures of a side.
    pub fn new(ctx: &Context, index: usize) -> Heraldry {
        let tincture = &TINCTURES[index % TINCTURES.len()];
        let half = BODY / 2.0;
        let canvas = || Canvas::new(SIZE, SIZE, SIZE as f32 / BODY, (-half, -half));
        let ink = rgb(0x17_120C);
        let scale = SIZE as f32 / BODY;
        let rim = |canvas: &mut Canvas, points: &[(f32, f32)]| {
            canvas.cover(points, |canvas, at, share| {
                let (x, y) = (
                    (at % SIZE) as f32 / scale - half,
                    (at / SIZE) as f32 / scale - half,
                );
                canvas.blend(at, tincture.rim(x * TOKEN, y * TOKEN), share);
            });
        };
        let mut body = canvas();
        body.fill(&outline(1.42, (0.80, 0.66), 1.04), ink, 1.0);
        rim(&mut body, &outline(1.30, (0.76, 0.57), 0.955));
        body.fill(
            &[(1.30, 0.0), (0.90, -0.42), (0.90, 0.42)],
            rgb(0xFB_F4E4),
            1.0,
        );
        body.fill(&ellipse_of(0.77), ink, 1.0);
        let mut round = canvas();
        round.fill(&ellipse_of(1.04), ink, 1.0);
        rim(&mut round, &ellipse_of(0.955));
        round.fill(&ellipse_of(0.77), ink, 1.0);
        let mut disc = canvas();
        disc.cover(&ellipse_of(0.73), |canvas, at, share| {
            let (x, y) = (
                (at % SIZE) as f32 / scale - half,
                (at / SIZE) as f32 / scale - half,
            );
            let (dx, dy) = (x + 0.22, y + 0.31);
            let far = (dx * dx + dy * dy).sqrt() / 1.31;
            let colour = rgb(tincture.hex);
            let lit = if far < 0.55 {
                let share = 0.34 * (1.0 - far / 0.55);
                colour.map(|part| part + (1.0 - part) * share)
            } else {
                colour.map(|part| part * (1.0 - 0.34 * ((far - 0.55) / 0.45).min(1.0)))
            };
            canvas.blend(at, lit, share);
        });
        Heraldry {
            body: picture(ctx, format!("body {index}"), &body),
            round: picture(ctx, format!("round {index}"), &round),
            disc: picture(ctx, format!("disc {index}"), &disc),
            shield: picture(ctx, format!("shield {index}"), &shield(tincture)),
        }
    }
}

fn ellipse_of(radius: f32) -> Vec<(f32, f32)> {
    (0..64)
        .map(|index| {
            let angle = index as f32 / 64.0 * std::f32::consts::TAU;
            (radius * angle.cos(), radius * angle.sin())
        })
        .collect()
}

/// The escutcheon: 16 by 18 units, the emblem of the side on its tincture.
fn shield(tincture: &Tincture) -> Canvas {
    let mut canvas = Canvas::new(96, 108, 6.0, (-8.0, -8.5));
    let shape = |grow: f32| -> Vec<(f32, f32)> {
        let mut points = vec![
            (-6.0 - grow, -7.0 - grow),
            (6.0 + grow, -7.0 - grow),
            (6.0 + grow, 0.0),
        ];
        for index in 1..=8 {
            let t = index as f32 / 8.0;
            points.push((
                (6.0 + grow) * (1.0 - t * t),
                (8.0 + grow) * (2.0 * t - t * t).powf(0.85),
            ));
        }
        for index in (0..8).rev() {
            let t = index as f32 / 8.0;
            points.push((
                -(6.0 + grow) * (1.0 - t * t),
                (8.0 + grow) * (2.0 * t - t * t).powf(0.85),
            ));
        }
        points
    };
    canvas.fill(&shape(0.9), rgb(0x17_120C), 1.0);
    let inner = shape(-0.3);
    canvas.fill(&inner, rgb(tincture.hex), 1.0);
    let over = if matches!(
        tincture.pattern,
        Pattern::Dots | Pattern::Plain | Pattern::Waves
    ) {
        rgb(0x24_1C14)
    } else {
        rgb(0xF6_EEDC)
    };
    let mut emblem = Canvas::new(96, 108, 6.0, (-8.0, -8.5));
    match tincture.pattern {
        Pattern::Level => emblem.fill(
            &[(-6.0, -2.0), (6.0, -2.0), (6.0, 1.8), (-6.0, 1.8)],
            over,
            1.0,
        ),
        Pattern::Upright => emblem.fill(
            &[(-1.9, -7.0), (1.9, -7.0), (1.9, 8.0), (-1.9, 8.0)],
            over,
            1.0,
        ),
        Pattern::Falling => emblem.line((-6.5, -7.5), (6.5, 5.5), 3.4, over, 1.0),
        Pattern::Rising => {
            emblem.line((-6.5, 4.5), (0.0, -2.0), 3.0, over, 1.0);
            emblem.line((0.0, -2.0), (6.5, 4.5), 3.0, over, 1.0);
        }
        Pattern::Crossed => {
            emblem.line((0.0, -7.0), (0.0, 8.0), 3.0, over, 1.0);
            emblem.line((-6.0, -1.0), (6.0, -1.0), 3.0, over, 1.0);
        }
        Pattern::Dots => emblem.fill(&ellipse((0.0, -0.5), 2.7, 2.7), over, 1.0),
        Pattern::Plain => {
            let star: Vec<(f32, f32)> = (0..10)
                .map(|index| {
                    let angle = (index as f32 * 36.0 - 90.0).to_radians();
                    let far = if index % 2 == 0 { 5.0 } else { 2.0 };
                    (far * angle.cos(), far * angle.sin())
                })
                .collect();
            emblem.fill(&star, over, 1.0);
        }
        Pattern::Waves => {
            for step in 0..12 {
                let at = |index: i32| {
                    let x = -6.0 + index as f32;
                    (x, (x * 1.05).sin() * 1.7)
                };
                emblem.line(at(step), at(step + 1), 2.8, over, 1.0);
            }
        }
    }
    // The emblem ends at the shield's rim.
    let alphas = emblem.alpha.clone();
    canvas.cover(&inner, |canvas, at, share| {
        canvas.blend(at, over, alphas[at] * share)
    });
    canvas
}
