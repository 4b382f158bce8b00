//! A field to search in, with the key that leads into it.

use super::controls::Pen;
use super::{fonts, paint, palette as p};
use crate::client::keys::Stroke as Press;
use bevy_egui::egui::{
    Color32, Frame, Id, Key, Rect, Stroke, StrokeKind, TextEdit, UiBuilder, pos2, vec2,
};

/// Draws the field; whether the words changed.
pub fn field(pen: &mut Pen, field: Rect, id: &str, words: &mut String, hint: &str) -> bool {
    let painter = pen.painter();
    painter.rect_filled(field, 0.0, Color32::from_rgb(0x12, 0x16, 0x19));
    painter.rect_stroke(field, 0.0, Stroke::new(1.0, p::RULE), StrokeKind::Inside);
    pen.icons.draw(
        &painter,
        "magnifying-glass",
        pos2(field.left() + 17.0, field.center().y),
        17.0,
        p::DIM,
    );
    let slash = pen.pressed(Press::of(Key::Slash));
    let mut area = pen
        .ui
        .new_child(UiBuilder::new().max_rect(Rect::from_min_max(
            field.min + vec2(32.0, 6.0),
            field.max - vec2(34.0, 4.0),
        )));
    let edit = TextEdit::singleline(words)
        .id(Id::new(id))
        .frame(Frame::NONE)
        .hint_text(hint)
        .font(fonts::plain(15.0))
        .text_color(p::TEXT);
    let response = area.add(edit);
    if slash {
        response.request_focus();
    }
    paint::key_cap(
        &painter,
        pos2(field.right() - 30.0, field.center().y),
        &crate::client::keys::cap(Key::Slash),
        false,
    );
    response.changed()
}
