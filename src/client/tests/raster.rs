//! Triangles into pixels, as plainly as can be: enough to compare two frames pixel for pixel.

use bevy_egui::egui::epaint::{ImageData, Primitive};
use bevy_egui::egui::{
    ClippedPrimitive, Color32, ColorImage, Pos2, Rgba, TextureId, TexturesDelta, pos2,
};
use std::collections::BTreeMap;

/// The pictures that meshes refer to.
#[derive(Default)]
pub struct Pictures(BTreeMap<TextureId, ColorImage>);

impl Pictures {
    /// Takes what changed in a frame.
    pub fn take(&mut self, delta: &TexturesDelta) {
        for (id, changes) in &delta.set {
            for change in changes {
                let ImageData::Color(image) = &change.image;
                match (change.pos, self.0.get_mut(id)) {
                    (Some([left, top]), Some(known)) => {
                        for y in 0..image.size[1] {
                            for x in 0..image.size[0] {
                                let to = (top + y) * known.size[0] + left + x;
                                known.pixels[to] = image.pixels[y * image.size[0] + x];
                            }
                        }
                    }
                    _ => {
                        self.0.insert(*id, (**image).clone());
                    }
                }
            }
        }
    }

    fn at(&self, id: TextureId, uv: Pos2) -> Rgba {
        let Some(image) = self.0.get(&id) else {
            return Rgba::WHITE;
        };
        let place = |share: f32, size: usize| {
            ((share * size as f32) as i64).rem_euclid(size.max(1) as i64) as usize
        };
        let (x, y) = (place(uv.x, image.size[0]), place(uv.y, image.size[1]));
        image.pixels[y * image.size[0] + x].into()
    }
}

/// Draws primitives into a picture.
pub fn draw(
    primitives: &[ClippedPrimitive],
    pictures: &Pictures,
    size: (usize, usize),
) -> Vec<Color32> {
    let mut pixels = vec![Rgba::BLACK; size.0 * size.1];
    for clipped in primitives {
        let Primitive::Mesh(mesh) = &clipped.primitive else {
            continue;
        };
        for triangle in mesh.indices.chunks_exact(3) {
            let [a, b, c] = [0, 1, 2].map(|at| mesh.vertices[triangle[at] as usize]);
            let cross = |p: Pos2, q: Pos2, r: Pos2| (q - p).x * (r - p).y - (q - p).y * (r - p).x;
            let area = cross(a.pos, b.pos, c.pos);
            if area.abs() < 1e-6 {
                continue;
            }
            let clip = clipped.clip_rect;
            let least = |of: fn(Pos2) -> f32| of(a.pos).min(of(b.pos)).min(of(c.pos));
            let most = |of: fn(Pos2) -> f32| of(a.pos).max(of(b.pos)).max(of(c.pos));
            let (x, y): (fn(Pos2) -> f32, fn(Pos2) -> f32) = (|p| p.x, |p| p.y);
            let left = least(x).max(clip.left()).max(0.0).floor() as usize;
            let right = most(x).min(clip.right()).min(size.0 as f32).ceil().max(0.0) as usize;
            let top = least(y).max(clip.top()).max(0.0).floor() as usize;
            let bottom = most(y)
                .min(clip.bottom())
                .min(size.1 as f32)
                .ceil()
                .max(0.0) as usize;
            for row in top..bottom {
                for column in left..right {
                    let at = pos2(column as f32 + 0.5, row as f32 + 0.5);
                    let share = [
                        cross(b.pos, c.pos, at) / area,
                        cross(c.pos, a.pos, at) / area,
                        cross(a.pos, b.pos, at) / area,
                    ];
                    if share.iter().any(|part| *part < 0.0) {
                        continue;
                    }
                    let uv = pos2(
                        a.uv.x * share[0] + b.uv.x * share[1] + c.uv.x * share[2],
                        a.uv.y * share[0] + b.uv.y * share[1] + c.uv.y * share[2],
                    );
                    let texel = pictures.at(mesh.texture_id, uv);
                    let ink = Rgba::from(a.color) * share[0]
                        + Rgba::from(b.color) * share[1]
                        + Rgba::from(c.color) * share[2];
                    let colour = Rgba::from_rgba_premultiplied(
                        texel.r() * ink.r(),
                        texel.g() * ink.g(),
                        texel.b() * ink.b(),
                        texel.a() * ink.a(),
                    );
                    let under = &mut pixels[row * size.0 + column];
                    *under = colour + *under * (1.0 - colour.a());
                }
            }
        }
    }
    pixels.into_iter().map(Color32::from).collect()
}
