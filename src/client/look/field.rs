//! A field to write a name in. Digits and letters go to it while it has the keyboard.

use super::controls::Pen;
use super::{fonts, palette as p};
use bevy_egui::egui::{
    Color32, Frame, Id, Rect, ScrollArea, Stroke, StrokeKind, TextEdit, UiBuilder, vec2,
};

/// The ground of a field; the room for its words.
fn ground(pen: &Pen, field: Rect) -> Rect {
    let painter = pen.painter();
    painter.rect_filled(field, 0.0, Color32::from_rgb(0x12, 0x16, 0x19));
    painter.rect_stroke(field, 0.0, Stroke::new(1.0, p::RULE), StrokeKind::Inside);
    field.shrink2(vec2(9.0, 5.0))
}

/// Draws a field for several lines, which scrolls; whether the words changed.
pub fn passage(
    pen: &mut Pen,
    field: Rect,
    id: impl std::hash::Hash + std::fmt::Debug,
    words: &mut String,
    hint: &str,
) -> bool {
    let room = ground(pen, field);
    let mut area = pen.ui.new_child(UiBuilder::new().max_rect(room));
    let id = Id::new(("passage", id));
    let mut changed = false;
    ScrollArea::vertical()
        .id_salt(id)
        .max_height(room.height())
        .show(&mut area, |ui| {
            let edit = TextEdit::multiline(words)
                .id(id)
                .frame(Frame::NONE)
                .desired_width(room.width() - 12.0)
                .desired_rows(2)
                .hint_text(hint)
                .font(fonts::plain(14.0))
                .text_color(p::TEXT);
            changed = ui.add(edit).changed();
        });
    changed
}

/// Draws the field; whether the words changed.
pub fn entry(
    pen: &mut Pen,
    field: Rect,
    id: impl std::hash::Hash + std::fmt::Debug,
    words: &mut String,
    hint: &str,
) -> bool {
    let room = ground(pen, field);
    let mut area = pen.ui.new_child(UiBuilder::new().max_rect(room));
    let edit = TextEdit::singleline(words)
        .id(Id::new(("entry", id)))
        .frame(Frame::NONE)
        .desired_width(room.width())
        .hint_text(hint)
        .font(fonts::plain(15.0))
        .text_color(p::TEXT);
    area.add(edit).changed()
}
