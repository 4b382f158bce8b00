//! Tokens: disc with icon in a rim of the side's tincture and pattern, the prow showing where it
//! faces, escutcheon, conditions, and a plate with when it acts and its vitals.

use super::camera::Camera;
use crate::client::look::icons::Icons;
use crate::client::look::livery::Livery;
use crate::client::look::palette as p;
use crate::client::look::tinctures::{BODY, Heraldry, TINCTURES, TOKEN, Tincture};
use crate::client::look::{fonts, paint};
use crate::combat::combatant::SideId;
use bevy_egui::egui::{
    Align2, Color32, Context, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2,
};
use std::collections::BTreeMap;

/// How somebody holds himself, as a token shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pose {
    /// On his feet, or in the saddle.
    #[default]
    Up,
    /// On a knee or crouching.
    Low,
    /// On the ground.
    Down,
    /// Mounted.
    Mounted,
}

/// Everything a token shows.
#[derive(Clone, Debug)]
pub struct Token {
    /// Where, in the plane.
    pub at: Pos2,
    /// Facing, in radians clockwise from the right.
    pub angle: f32,
    /// Its side.
    pub side: SideId,
    /// Its icon.
    pub icon: &'static str,
    /// How it holds itself.
    pub pose: Pose,
    /// Out of the fight.
    pub out: bool,
    /// What the plate says of its time.
    pub when: String,
    /// Its time is now.
    pub due: bool,
    /// Shares of its bars, up to two.
    pub bars: Vec<(i32, i32)>,
    /// Icons of its conditions.
    pub conditions: Vec<&'static str>,
    /// Selected.
    pub selected: bool,
    /// A ghost of what is planned.
    pub ghost: bool,
    /// Light on its hex, 1 by day.
    pub light: f32,
    /// White flash, from 0 to 1.
    pub flash: f32,
    /// How far it has tipped over, from 0 to 1.
    pub tip: f32,
    /// Wave of emblems instead of icons: very small tokens.
    pub dimmed: bool,
}

/// The pictures of all sides, made when first needed.
#[derive(Default)]
pub struct Tokens {
    sides: BTreeMap<usize, Heraldry>,
    livery: Livery,
}

fn grey(colour: Color32, share: f32) -> Color32 {
    let luma =
        0.3 * f32::from(colour.r()) + 0.59 * f32::from(colour.g()) + 0.11 * f32::from(colour.b());
    let mix = |part: u8| (f32::from(part) + (luma - f32::from(part)) * share) as u8;
    Color32::from_rgb(mix(colour.r()), mix(colour.g()), mix(colour.b()))
}

impl Tokens {
    /// The sides wear this from now on.
    pub fn dress(&mut self, livery: &Livery) {
        self.livery.clone_from(livery);
    }

    /// What a side wears.
    pub fn tincture(&self, side: SideId) -> &'static Tincture {
        &TINCTURES[self.livery.tincture(usize::from(side.0))]
    }

    fn heraldry(&mut self, ctx: &Context, side: SideId) -> &Heraldry {
        let index = self.livery.tincture(usize::from(side.0));
        self.sides
            .entry(index)
            .or_insert_with(|| Heraldry::new(ctx, index))
    }

    /// Draws one token on the board.
    pub fn draw(&mut self, painter: &Painter, icons: &Icons, camera: &Camera, token: &Token) {
        let centre = camera.screen(token.at);
        let scale = camera.zoom
            * if token.pose == Pose::Mounted {
                1.15
            } else {
                1.0
            };
        let r = TOKEN * scale;
        if !painter.clip_rect().expand(r * 2.0).contains(centre) {
            return;
        }
        let ctx = painter.ctx().clone();
        let tincture = self.tincture(token.side);
        let heraldry = self.heraldry(&ctx, token.side);
        let alpha = if token.ghost {
            0.62
        } else if token.out {
            0.75
        } else {
            1.0
        };
        let light = token.light.clamp(0.6, 1.0) * if token.dimmed { 0.45 } else { 1.0 };
        let tint = {
            let value = (255.0 * light * if token.out { 0.62 } else { 1.0 }) as u8;
            let premultiplied = |part: u8| (f32::from(part) * alpha) as u8;
            Color32::from_rgba_premultiplied(
                premultiplied(value),
                premultiplied(value),
                premultiplied(value),
                (255.0 * alpha) as u8,
            )
        };
        if !token.ghost && !token.out {
            for (grow, alpha) in [(1.14, 26), (1.08, 34), (1.02, 46)] {
                painter.circle_filled(
                    centre + vec2(4.0, 6.0) * scale,
                    r * grow,
                    Color32::from_black_alpha(alpha),
                );
            }
        }
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        let rect = Rect::from_center_size(centre, vec2(r, r) * BODY);
        let lies = token.pose == Pose::Down || token.out;
        let body = if lies {
            heraldry.round.id()
        } else {
            heraldry.body.id()
        };
        paint::picture(painter, body, rect, whole, tint, token.angle);
        paint::picture(painter, heraldry.disc.id(), rect, whole, tint, 0.0);
        if token.pose == Pose::Mounted {
            for step in 0..5 {
                let angle = token.angle + std::f32::consts::PI + (step as f32 - 2.0) * 0.36;
                painter.circle_filled(
                    centre + vec2(angle.cos(), angle.sin()) * r * 0.87,
                    r * 0.055,
                    p::CREAM,
                );
            }
        }
        let tip = if lies { token.tip.max(1.0) } else { token.tip };
        let mut icon = tincture.icon();
        if token.out {
            icon = grey(icon, 1.0);
        }
        let icon = icon.gamma_multiply(alpha * (0.35 + 0.65 * light));
        let name = if token.out { "death-skull" } else { token.icon };
        icons.turned(
            painter,
            name,
            centre,
            r * 1.06,
            icon,
            tip * 78f32.to_radians(),
        );
        if token.pose == Pose::Low {
            // The lower half is cut by a line.
            painter.line_segment(
                [
                    centre + vec2(-r * 0.72, r * 0.30),
                    centre + vec2(r * 0.72, r * 0.30),
                ],
                Stroke::new(2.4 * scale, p::CASING),
            );
            painter.line_segment(
                [
                    centre + vec2(-r * 0.66, r * 0.30),
                    centre + vec2(r * 0.66, r * 0.30),
                ],
                Stroke::new(1.2 * scale, p::CREAM),
            );
        }
        if token.flash > 0.0 {
            painter.circle_filled(
                centre,
                r * 0.75,
                Color32::from_white_alpha((token.flash * 220.0) as u8),
            );
        }
        if token.ghost {
            return;
        }
        let shield = Rect::from_center_size(
            centre + vec2(-r * 0.82, -r * 0.72),
            vec2(16.0, 18.0) * 1.08 * scale,
        );
        let shield_tint = if token.out {
            tint
        } else {
            Color32::WHITE.gamma_multiply(0.25 + 0.75 * light)
        };
        paint::picture(
            painter,
            heraldry.shield.id(),
            shield,
            whole,
            shield_tint,
            0.0,
        );
        if token.out || token.dimmed {
            return;
        }
        self.badges(painter, icons, centre, r, scale, token);
        plate(painter, centre, r, scale, token);
    }

    fn badges(
        &self,
        painter: &Painter,
        icons: &Icons,
        centre: Pos2,
        r: f32,
        scale: f32,
        token: &Token,
    ) {
        let size = 9.5 * scale;
        if size < 4.0 {
            return;
        }
        for (index, condition) in token.conditions.iter().take(3).enumerate() {
            let at = centre + vec2(r * 0.80 - index as f32 * 19.0 * scale, -r * 0.86);
            painter.circle_filled(at, size, p::LABEL);
            painter.circle_stroke(at, size, Stroke::new(1.4 * scale, p::WARN));
            icons.draw(painter, condition, at, 13.0 * scale, p::TEXT);
        }
        if token.conditions.len() > 3 {
            let more = format!("+{}", token.conditions.len() - 3);
            let at = centre + vec2(r * 0.80 - 2.6 * 19.0 * scale, -r * 0.86);
            painter.text(
                at,
                Align2::RIGHT_CENTER,
                more,
                fonts::bold(11.0 * scale),
                p::TEXT,
            );
        }
    }

    /// A face in a panel: disc and rim without prow.
    pub fn face(
        &mut self,
        painter: &Painter,
        icons: &Icons,
        centre: Pos2,
        size: f32,
        side: SideId,
        icon: &str,
    ) {
        let ctx = painter.ctx().clone();
        let heraldry = self.heraldry(&ctx, side);
        let whole = Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0));
        let rect = Rect::from_center_size(centre, vec2(size, size) / 2.08 * BODY);
        paint::picture(
            painter,
            heraldry.round.id(),
            rect,
            whole,
            Color32::WHITE,
            0.0,
        );
        paint::picture(
            painter,
            heraldry.disc.id(),
            rect,
            whole,
            Color32::WHITE,
            0.0,
        );
        icons.draw(
            painter,
            icon,
            centre,
            size * 0.54,
            self.tincture(side).icon(),
        );
    }

    /// The escutcheon of a side.
    pub fn shield(&mut self, painter: &Painter, centre: Pos2, height: f32, side: SideId) {
        let ctx = painter.ctx().clone();
        let heraldry = self.heraldry(&ctx, side);
        let rect = Rect::from_center_size(centre, vec2(height * 16.0 / 18.0, height));
        paint::picture(
            painter,
            heraldry.shield.id(),
            rect,
            Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)),
            Color32::WHITE,
            0.0,
        );
    }
}

/// The plate below: when it acts, and its vitals; ticks of five points.
fn plate(painter: &Painter, centre: Pos2, r: f32, scale: f32, token: &Token) {
    let (width, height) = (54.0 * scale, 14.0 * scale);
    let rect = Rect::from_center_size(
        centre + vec2(0.0, r * 0.80 + height / 2.0),
        vec2(width, height),
    );
    let small = scale < 0.5;
    painter.rect_filled(rect, 2.0, p::LABEL);
    painter.rect_stroke(
        rect,
        2.0,
        Stroke::new(1.0, Color32::from_rgb(0x0A, 0x0C, 0x0D)),
        StrokeKind::Outside,
    );
    let mut left = rect.left() + 2.5 * scale;
    if !small {
        let colour = if token.due { p::GILT } else { p::TEXT };
        painter.text(
            pos2(rect.left() + 10.0 * scale, rect.center().y),
            Align2::CENTER_CENTER,
            &token.when,
            fonts::bold(11.5 * scale),
            colour,
        );
        left = rect.left() + 20.0 * scale;
    }
    let right = rect.right() - 2.5 * scale;
    let high = [4.2 * scale, 3.8 * scale];
    let tops = [rect.top() + 2.4 * scale, rect.top() + 7.9 * scale];
    for (index, (now, full)) in token.bars.iter().take(2).enumerate() {
        let bar = Rect::from_min_size(pos2(left, tops[index]), vec2(right - left, high[index]));
        let colour = if index == 0 {
            p::health(*now, *full)
        } else {
            p::CREAM
        };
        let share = *now as f32 / (*full).max(1) as f32;
        paint::bar(painter, bar, share, colour);
        if index == 0 && scale > 0.7 {
            for tick in (5..*full).step_by(5) {
                let x = left + bar.width() * tick as f32 / *full as f32;
                painter.line_segment(
                    [pos2(x, bar.top()), pos2(x, bar.bottom())],
                    Stroke::new(0.8, p::LABEL),
                );
            }
        }
    }
}
