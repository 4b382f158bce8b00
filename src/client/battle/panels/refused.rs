//! What is not on offer, below the list: greyed, each with the reason and its rule.

use super::Deed;
use crate::client::battle::prompt::Prompt;
use crate::client::look::controls::Pen;
use crate::client::look::{fonts, icons, paint, palette as p};
use bevy_egui::egui::{Align2, Rect, pos2, vec2};

/// Height of a line.
pub(super) const HIGH: f32 = 21.0;

/// Draws so many lines at most; how far down they reach. A click looks at one of them closely.
pub(super) fn draw(
    pen: &mut Pen,
    prompt: &Prompt,
    inner: Rect,
    top: f32,
    lines: usize,
    deeds: &mut Vec<Deed>,
) -> f32 {
    let count = prompt.rows.len() - prompt.offered;
    let fit = lines.min(count);
    if fit == 0 {
        return top;
    }
    // The one looked at is always in view.
    let at = prompt
        .row
        .map_or(0, |row| row.saturating_sub(prompt.offered));
    let first = (at + 1).saturating_sub(fit);
    let painter = pen.painter();
    let mut y = top;
    for index in prompt.offered + first..prompt.offered + first + fit {
        let row = &prompt.rows[index];
        let Some(refusal) = &row.refusal else {
            continue;
        };
        let rect = Rect::from_min_size(pos2(inner.left(), y), vec2(inner.width(), HIGH - 1.0));
        let chosen = prompt.row == Some(index);
        if pen.row(rect, ("refused", index), chosen).clicked() {
            deeds.push(Deed::Choose(index));
        }
        let (ink, link) = if chosen {
            (p::ON_GILT, p::ON_GILT)
        } else {
            (p::OFF, p::LINK)
        };
        let centre = rect.center().y;
        pen.icons.draw(
            &painter,
            icons::verb(&row.words),
            pos2(rect.left() + 12.0, centre),
            15.0,
            ink,
        );
        let kind = paint::line(
            &painter,
            pos2(rect.left() + 24.0, centre),
            Align2::LEFT_CENTER,
            &row.kind(),
            fonts::medium(13.0),
            ink,
            rect.width() * 0.34,
        );
        let rule = painter.text(
            pos2(rect.right() - 5.0, centre),
            Align2::RIGHT_CENTER,
            &refusal.rule,
            fonts::medium(12.0),
            link,
        );
        paint::line(
            &painter,
            pos2(kind.right() + 8.0, centre),
            Align2::LEFT_CENTER,
            &refusal.words,
            fonts::plain(12.5),
            ink,
            rule.left() - kind.right() - 14.0,
        );
        y += HIGH;
    }
    if count > fit {
        painter.text(
            pos2(inner.left(), y + 1.0),
            Align2::LEFT_TOP,
            format!("{} more cannot be now \u{b7} arrows", count - fit),
            fonts::plain(12.0),
            p::OFF,
        );
        y += 15.0;
    }
    y
}
