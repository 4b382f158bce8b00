//! What stands on hexsides: masonry, palisades, fences, hedges, doors; and the shadows they cast.

use super::noise::Chances;
use super::plan::{Plan, Side};
use super::raster::{Canvas, Rgb, ellipse, moved, rgb};
use crate::board::EdgeKind;
use bevy_egui::egui::{Pos2, Vec2, pos2, vec2};

const INK: Rgb = rgb(0x2A_2018);

/// Calls for every pixel near a line, with its distance in points and its place along the line.
pub fn near(
    width: usize,
    height: usize,
    density: f32,
    origin: (f32, f32),
    (a, b): (Pos2, Pos2),
    far: f32,
    mut put: impl FnMut(usize, f32, f32),
) {
    let low = |p: f32, q: f32, o: f32, limit: usize| {
        (((p.min(q) - far - o) * density).max(0.0) as usize).min(limit)
    };
    let high = |p: f32, q: f32, o: f32, limit: usize| {
        (((p.max(q) + far - o) * density).max(0.0).ceil() as usize).min(limit)
    };
    let (x0, x1) = (
        low(a.x, b.x, origin.0, width),
        high(a.x, b.x, origin.0, width),
    );
    let (y0, y1) = (
        low(a.y, b.y, origin.1, height),
        high(a.y, b.y, origin.1, height),
    );
    let along = b - a;
    let length = along.length_sq().max(1e-4);
    for y in y0..y1 {
        for x in x0..x1 {
            let p = pos2(
                origin.0 + (x as f32 + 0.5) / density,
                origin.1 + (y as f32 + 0.5) / density,
            );
            let t = ((p - a).dot(along) / length).clamp(0.0, 1.0);
            let distance = (p - (a + along * t)).length();
            if distance <= far {
                put(y * width + x, distance, t);
            }
        }
    }
}

/// Half the thickness of masonry, if a side is masonry.
fn masonry(kind: EdgeKind) -> Option<f32> {
    match kind {
        EdgeKind::Wall | EdgeKind::Window | EdgeKind::ArrowSlit | EdgeKind::Bars => Some(7.5),
        EdgeKind::Door => Some(0.0),
        EdgeKind::LowWall => Some(4.6),
        _ => None,
    }
}

/// Draws everything that stands on hexsides; masonry over the ground, the rest as sprites.
pub fn walls(plan: &Plan, sheet: &mut (Canvas, Vec<f32>)) {
    let canvas = &mut sheet.0;
    stone(plan, canvas);
    for side in &plan.sides {
        if !visible(canvas, side) {
            continue;
        }
        let key = (
            side.a.x as i32 + side.b.x as i32,
            side.a.y as i32 + side.b.y as i32,
        );
        let mut chances = Chances::new(key, 77);
        match side.edge.kind {
            EdgeKind::Palisade => palisade(canvas, side, &mut chances),
            EdgeKind::Fence | EdgeKind::Railing => fence(canvas, side),
            EdgeKind::Hedge => hedge(canvas, side, &mut chances),
            EdgeKind::Breastwork => breastwork(canvas, side, &mut chances),
            EdgeKind::Ladder => ladder(canvas, side),
            EdgeKind::Door => door(canvas, side),
            EdgeKind::Window | EdgeKind::ArrowSlit | EdgeKind::Bars => opening(canvas, side),
            EdgeKind::Wall | EdgeKind::LowWall => {}
        }
    }
}

fn visible(canvas: &Canvas, side: &Side) -> bool {
    let (w, h) = (
        canvas.width as f32 / canvas.density,
        canvas.height as f32 / canvas.density,
    );
    let (x, y) = (side.a.x - canvas.origin.0, side.a.y - canvas.origin.1);
    x > -60.0 && y > -60.0 && x < w + 60.0 && y < h + 60.0
}

fn stone(plan: &Plan, canvas: &mut Canvas) {
    let (w, h, d, origin) = (canvas.width, canvas.height, canvas.density, canvas.origin);
    // How deep inside the masonry a pixel lies; negative outside.
    let mut depth = vec![f32::MIN; w * h];
    let mut any = false;
    let mut joints: Vec<(Pos2, Pos2)> = Vec::new();
    for side in &plan.sides {
        let Some(half) = masonry(side.edge.kind) else {
            continue;
        };
        if !visible(canvas, side) {
            continue;
        }
        any = true;
        let parts: Vec<(Pos2, Pos2, f32)> = if side.edge.kind == EdgeKind::Door {
            // Only the posts of a door are stone.
            let along = side.b - side.a;
            vec![
                (side.a, side.a + along * 0.14, 7.5),
                (side.b - along * 0.14, side.b, 7.5),
            ]
        } else {
            vec![(side.a, side.b, half)]
        };
        for (a, b, half) in parts {
            near(w, h, d, origin, (a, b), half + 1.5, |at, far, _| {
                depth[at] = depth[at].max(half - far)
            });
            let along = b - a;
            let normal = vec2(-along.y, along.x).normalized();
            let mut chances = Chances::new((a.x as i32, b.y as i32), 78);
            joints.push((a, b));
            for flip in [-1.0, 1.0] {
                let mut at = chances.between(3.0, 10.0);
                while at < along.length() - 2.0 {
                    let from = a + along.normalized() * at;
                    joints.push((from, from + normal * flip * half));
                    at += chances.between(9.0, 15.0);
                }
            }
        }
    }
    if !any {
        return;
    }
    // Shadow to the lower right, with hatching in it.
    let mut shade = vec![0.0f32; w * h];
    for k in 1..12usize {
        let o = (k as f32 * 1.15 * d) as usize;
        for y in o..h {
            for x in o..w {
                if depth[(y - o) * w + x - o] > 0.0 {
                    shade[y * w + x] = 1.0;
                }
            }
        }
    }
    super::grids::blur(&mut shade, w, h, 1.1 * d);
    let top = rgb(0xC8_BDA8);
    for y in 1..h - 1 {
        for x in 1..w - 1 {
            let at = y * w + x;
            let inside = depth[at];
            let (px, py) = (origin.0 + x as f32 / d, origin.1 + y as f32 / d);
            if inside <= 0.0 {
                let hatch =
                    ((((px + py) / 1.2).cos() - 0.35) * 2.0).clamp(0.0, 1.0) * shade[at] * 0.22;
                let dark = (1.0 - 0.50 * shade[at]) * (1.0 - hatch);
                canvas.colour[at] = canvas.colour[at].map(|part| part * dark);
            }
            if inside > -1.0 {
                let gx = depth[at + 1] - depth[at - 1];
                let gy = depth[at + w] - depth[at - w];
                let length = (gx * gx + gy * gy).sqrt().max(1e-3);
                let slope = if inside < 3.2 {
                    (gx * 0.7 + gy * 0.7) / length
                } else {
                    0.0
                };
                let grain = 1.0
                    + 0.05 * super::noise::noise(px, py, 40.0, 6, 2)
                    + 0.04 * super::noise::noise(px, py, 9.0, 21, 1);
                let stone = top.map(|part| part * grain * (1.0 + 0.24 * slope));
                let cover = (inside * d + 0.5).clamp(0.0, 1.0);
                canvas.blend(at, stone, cover);
                let edge = (1.25 - (inside - 0.5).abs()).clamp(0.0, 1.0) * cover;
                canvas.blend(at, INK, edge * 0.95);
            }
        }
    }
    for (a, b) in joints {
        canvas.line((a.x, a.y), (b.x, b.y), 0.8, INK, 0.5);
    }
}

fn along(side: &Side, share: f32) -> Pos2 {
    side.a + (side.b - side.a) * share
}

fn normal(side: &Side) -> Vec2 {
    let d = (side.b - side.a).normalized();
    vec2(-d.y, d.x)
}

fn palisade(canvas: &mut Canvas, side: &Side, chances: &mut Chances) {
    let posts: Vec<(f32, f32)> = (0..=5)
        .map(|index| {
            let p = along(side, index as f32 / 5.0);
            (
                p.x + chances.between(-0.8, 0.8),
                p.y + chances.between(-0.8, 0.8),
            )
        })
        .collect();
    for post in &posts {
        canvas.fill(
            &ellipse((post.0 + 5.0, post.1 + 6.0), 6.0, 6.0),
            rgb(0x12_0E08),
            0.32,
        );
    }
    let mut posts = posts;
    posts.sort_by(|a, b| a.1.total_cmp(&b.1));
    for post in posts {
        canvas.shape(&ellipse(post, 5.4, 5.4), rgb(0x8B_6A42), 1.0, INK);
        canvas.fill(
            &ellipse((post.0 - 1.0, post.1 - 1.0), 2.9, 2.9),
            rgb(0xC9_A470),
            1.0,
        );
        canvas.line(
            (post.0 - 1.8, post.1),
            (post.0 + 1.8, post.1),
            0.6,
            INK,
            0.8,
        );
    }
}

fn fence(canvas: &mut Canvas, side: &Side) {
    let n = normal(side);
    let (a, b) = ((side.a.x, side.a.y), (side.b.x, side.b.y));
    canvas.line(
        (a.0 + 4.0, a.1 + 5.0),
        (b.0 + 4.0, b.1 + 5.0),
        4.0,
        rgb(0x12_0E08),
        0.32,
    );
    for shift in [-1.7, 1.7] {
        let (dx, dy) = (n.x * shift, n.y * shift);
        canvas.line((a.0 + dx, a.1 + dy), (b.0 + dx, b.1 + dy), 2.9, INK, 0.95);
        canvas.line(
            (a.0 + dx, a.1 + dy),
            (b.0 + dx, b.1 + dy),
            1.5,
            rgb(0xC0_9A66),
            1.0,
        );
    }
    for index in 0..=3 {
        let p = along(side, index as f32 / 3.0);
        canvas.shape(&ellipse((p.x, p.y), 3.6, 3.6), rgb(0xA9_8455), 1.0, INK);
        canvas.fill(
            &ellipse((p.x - 0.8, p.y - 0.8), 1.6, 1.6),
            rgb(0xD6_B684),
            1.0,
        );
    }
}

fn hedge(canvas: &mut Canvas, side: &Side, chances: &mut Chances) {
    let bushes: Vec<(f32, f32, f32)> = (0..7)
        .map(|index| {
            let p = along(side, index as f32 / 6.0);
            (
                p.x + chances.between(-2.0, 2.0),
                p.y + chances.between(-2.0, 2.0),
                chances.between(6.5, 8.5),
            )
        })
        .collect();
    for (x, y, q) in &bushes {
        canvas.fill(
            &ellipse((x + 4.0, y + 5.0), q * 1.05, *q),
            rgb(0x16_180E),
            0.4,
        );
    }
    for (x, y, q) in &bushes {
        super::decals::crown(
            canvas,
            (*x, *y),
            *q,
            (0x5F_7A48, 0x86_9E5C),
            chances.next() * 6.0,
            7,
        );
    }
}

fn breastwork(canvas: &mut Canvas, side: &Side, chances: &mut Chances) {
    let n = normal(side);
    let (a, b) = (side.a, side.b);
    let ring = |half: f32| -> Vec<(f32, f32)> {
        [a + n * half, b + n * half, b - n * half, a - n * half]
            .iter()
            .map(|p| (p.x, p.y))
            .collect()
    };
    canvas.fill(&moved(&ring(8.0), 4.0, 5.0), rgb(0x12_0E08), 0.35);
    canvas.shape(&ring(8.0), rgb(0x93_7B55), 1.0, INK);
    canvas.fill(&ring(3.5), rgb(0xB3_9A6C), 1.0);
    for index in 0..9 {
        let p = along(side, (index as f32 + chances.next()) / 9.5);
        canvas.line(
            (p.x + n.x * 4.0, p.y + n.y * 4.0),
            (p.x + n.x * 7.6, p.y + n.y * 7.6),
            0.8,
            INK,
            0.7,
        );
        canvas.line(
            (p.x - n.x * 4.0, p.y - n.y * 4.0),
            (p.x - n.x * 7.6, p.y - n.y * 7.6),
            0.8,
            INK,
            0.7,
        );
    }
}

fn ladder(canvas: &mut Canvas, side: &Side) {
    let n = normal(side);
    let middle = along(side, 0.5);
    let d = (side.b - side.a).normalized();
    for shift in [-6.0, 6.0] {
        let p = middle + d * shift;
        canvas.line(
            (p.x - n.x * 12.0, p.y - n.y * 12.0),
            (p.x + n.x * 12.0, p.y + n.y * 12.0),
            3.0,
            INK,
            1.0,
        );
        canvas.line(
            (p.x - n.x * 12.0, p.y - n.y * 12.0),
            (p.x + n.x * 12.0, p.y + n.y * 12.0),
            1.6,
            rgb(0xC0_9A66),
            1.0,
        );
    }
    for step in -2..=2 {
        let p = middle + n * (step as f32 * 5.0);
        canvas.line(
            (p.x - d.x * 6.0, p.y - d.y * 6.0),
            (p.x + d.x * 6.0, p.y + d.y * 6.0),
            2.0,
            INK,
            1.0,
        );
    }
}

fn door(canvas: &mut Canvas, side: &Side) {
    let (a, b) = (along(side, 0.16), along(side, 0.84));
    let d = (b - a).normalized();
    let n = vec2(-d.y, d.x);
    // An open leaf stands across its hinge.
    let (from, to) = if side.edge.open {
        (a, a + n * (b - a).length() * 0.72 + d * 5.0)
    } else {
        (a, b)
    };
    let along = (to - from).normalized();
    let across = vec2(-along.y, along.x) * 3.6;
    let leaf: Vec<(f32, f32)> = [from + across, to + across, to - across, from - across]
        .iter()
        .map(|p| (p.x, p.y))
        .collect();
    canvas.fill(&moved(&leaf, 4.0, 5.0), rgb(0x12_0E08), 0.35);
    canvas.shape(&leaf, rgb(0x9A_7446), 1.1, INK);
    let middle = from + (to - from) * 0.5;
    canvas.line((from.x, from.y), (to.x, to.y), 0.7, INK, 0.6);
    if side.edge.locked {
        canvas.shape(
            &ellipse((middle.x, middle.y), 3.0, 3.0),
            rgb(0xE0_B54A),
            1.0,
            INK,
        );
    }
}

fn opening(canvas: &mut Canvas, side: &Side) {
    let (a, b) = (along(side, 0.34), along(side, 0.66));
    canvas.line((a.x, a.y), (b.x, b.y), 7.0, INK, 0.9);
    let inner = if side.edge.kind == EdgeKind::Window {
        rgb(0xA9_C4CC)
    } else {
        rgb(0x3A_3026)
    };
    canvas.line((a.x, a.y), (b.x, b.y), 4.6, inner, 1.0);
    if side.edge.kind == EdgeKind::Bars {
        for index in 1..6 {
            let p = a + (b - a) * (index as f32 / 6.0);
            let n = normal(side) * 3.5;
            canvas.line(
                (p.x - n.x, p.y - n.y),
                (p.x + n.x, p.y + n.y),
                0.9,
                rgb(0xB8_B4AA),
                1.0,
            );
        }
    }
}
