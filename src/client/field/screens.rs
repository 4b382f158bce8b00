//! Screens: patterns of dots, rings and lines that repeat over the plane and lie over areas. Each
//! meaning has a pattern of its own, so that no hue is needed to tell them apart.

use super::camera::Camera;
use super::lattice::Lattice;
use crate::board::Hex;
use crate::client::look::palette as p;
use bevy_egui::egui::epaint::{Mesh, Vertex};
use bevy_egui::egui::{
    Color32, ColorImage, Context, Painter, Rect, Shape, TextureHandle, TextureOptions, pos2, vec2,
};
use std::sync::Arc;

/// A screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// Where a walk leads.
    Dots,
    /// Where only a run leads.
    Rings,
    /// Threatened by one.
    Hatch,
    /// Threatened by two or more.
    Cross,
    /// What is not seen.
    Stipple,
    /// The flanks of somebody.
    Flank,
    /// The back of somebody.
    Back,
}

/// Every screen with the points after which it repeats.
pub const SCREENS: [(Screen, f32); 7] = [
    (Screen::Dots, 10.0),
    (Screen::Rings, 16.0),
    (Screen::Hatch, 12.0),
    (Screen::Cross, 12.0),
    (Screen::Stipple, 7.0),
    (Screen::Flank, 9.0),
    (Screen::Back, 9.0),
];

/// Pixels along a side of a screen's picture.
const SIZE: usize = 48;

/// The repeating pictures.
pub struct Screens {
    pictures: Vec<TextureHandle>,
}

impl Screens {
    /// Makes them for a context.
    pub fn new(ctx: &Context) -> Screens {
        let options = TextureOptions {
            wrap_mode: bevy_egui::egui::TextureWrapMode::Repeat,
            ..TextureOptions::LINEAR
        };
        let pictures = SCREENS.iter().map(|&(screen, pitch)| {
            let image = ColorImage::new([SIZE, SIZE], picture(screen, pitch));
            ctx.load_texture(format!("screen {screen:?}"), image, options)
        });
        Screens {
            pictures: pictures.collect(),
        }
    }

    /// Lays a screen over hexes.
    pub fn lay(
        &self,
        painter: &Painter,
        camera: &Camera,
        lattice: Lattice,
        hexes: impl IntoIterator<Item = Hex>,
        screen: Screen,
    ) {
        let mut mesh = Mesh::with_texture(self.pictures[screen as usize].id());
        // Looked at from afar a pattern keeps its size on the screen, by whole steps.
        let coarse = (0.85 / camera.zoom).max(1.0).log2().ceil().exp2();
        let pitch = SCREENS[screen as usize].1 * coarse;
        let seen = painter.clip_rect().expand(60.0 * camera.zoom);
        for hex in hexes {
            if !seen.contains(camera.screen(lattice.centre(hex))) {
                continue;
            }
            let first = mesh.vertices.len() as u32;
            for corner in lattice.corners(hex, 1.0) {
                mesh.vertices.push(Vertex {
                    pos: camera.screen(corner),
                    uv: pos2(corner.x / pitch, corner.y / pitch),
                    color: Color32::WHITE,
                });
            }
            for index in 1..5 {
                mesh.indices
                    .extend([first, first + index, first + index + 1]);
            }
        }
        if !mesh.is_empty() {
            painter.add(Shape::Mesh(Arc::new(mesh)));
        }
    }

    /// A swatch of a screen, for a legend.
    pub fn swatch(&self, painter: &Painter, rect: Rect, screen: Screen) {
        let pitch = SCREENS[screen as usize].1;
        let uv = Rect::from_min_size(pos2(0.0, 0.0), rect.size() / pitch);
        let mut mesh = Mesh::with_texture(self.pictures[screen as usize].id());
        mesh.add_rect_with_uv(rect, uv, Color32::WHITE);
        painter.add(Shape::Mesh(Arc::new(mesh)));
    }
}

fn picture(screen: Screen, pitch: f32) -> Vec<Color32> {
    let at = |index: usize| (index as f32 + 0.5) / SIZE as f32 * pitch;
    (0..SIZE * SIZE)
        .map(|pixel| of_screen(screen, at(pixel % SIZE), at(pixel / SIZE), pitch))
        .collect()
}

fn of_screen(screen: Screen, u: f32, v: f32, pitch: f32) -> Color32 {
    // Distance to the nearest line of slope 45°, which repeats with the pitch in both directions.
    let slope = |value: f32| {
        let at = value.rem_euclid(pitch);
        at.min(pitch - at) / std::f32::consts::SQRT_2
    };
    let line = |distance: f32, half: f32| ((half - distance) * 2.0 + 0.5).clamp(0.0, 1.0);
    let from = |share: f32| (vec2(u, v) - vec2(pitch, pitch) * share).length();
    let (colour, share, ground) = match screen {
        Screen::Dots => (
            p::REACH_DOTS,
            0.62 * line(from(0.25).min(from(0.75)), 1.25),
            0.06,
        ),
        Screen::Rings => {
            let near = (from(0.25) - 2.6).abs().min((from(0.75) - 2.6).abs());
            (p::REACH_DOTS, 0.55 * line(near, 0.55), 0.0)
        }
        Screen::Hatch => (p::THREAT, 0.80 * line(slope(u + v), 1.3), 0.16),
        Screen::Cross => (
            p::THREAT,
            0.80 * line(slope(u + v), 1.2).max(line(slope(u - v), 1.2)),
            0.2,
        ),
        Screen::Stipple => (
            Color32::from_rgb(0x1E, 0x2A, 0x42),
            0.5 * line(slope(u + v), 0.6),
            0.26,
        ),
        Screen::Flank => (p::ARC, 0.85 * line(slope(u - v), 0.8), 0.10),
        Screen::Back => (
            p::ARC,
            0.85 * line(slope(u + v), 0.8).max(line(slope(u - v), 0.8)),
            0.16,
        ),
    };
    let alpha = share + ground * (1.0 - share);
    p::faded(colour, (alpha * 255.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_screens_are_alike_without_their_hues() {
        // Only how dark each point is: what is left for somebody who sees no colours.
        let pictures: Vec<Vec<u8>> = SCREENS
            .iter()
            .map(|&(screen, pitch)| {
                let pixels = picture(screen, pitch);
                pixels.into_iter().map(|pixel| pixel.a()).collect()
            })
            .collect();
        for (index, one) in pictures.iter().enumerate() {
            assert_eq!(SCREENS[index].0 as usize, index);
            assert!(one.iter().max() > one.iter().min(), "{:?}", SCREENS[index]);
            for other in &pictures[index + 1..] {
                let unlike = one
                    .iter()
                    .zip(other)
                    .filter(|(a, b)| a.abs_diff(**b) > 40)
                    .count();
                assert!(unlike * 20 > one.len(), "{:?}", SCREENS[index]);
            }
        }
    }
}
