//! Where a player's files lie.

use crate::client::look::controls::Pen;
use crate::client::look::{fonts, paint, palette as p};
use crate::client::options;
use crate::{level, record};
use bevy_egui::egui::{Rect, pos2};

/// The folders, each with its use.
pub(super) fn draw(pen: &Pen, body: Rect) {
    let painter = pen.painter();
    let data = record::data_dir();
    let under = |name: &str| data.as_ref().map(|folder| folder.join(name));
    let places = [
        ("Levels of your own", level::user_dir()),
        ("Saved battles", under("records")),
        ("Rules of your own", under("rules")),
        ("Pictures", under("pictures")),
        ("These options", options::file()),
    ];
    let mut y = body.top();
    for (words, place) in places {
        if y + 44.0 > body.bottom() {
            break;
        }
        y = paint::within(&painter, body, y, words, fonts::medium(15.5), p::TEXT, 1) + 1.0;
        let place = place.map_or("nowhere: there is no home folder".to_owned(), |path| {
            path.display().to_string()
        });
        let room = Rect::from_min_max(pos2(body.left() + 14.0, y), body.max);
        y = paint::within(&painter, room, y, &place, fonts::plain(14.0), p::DIM, 2) + 10.0;
    }
    let words = "HEXFRAY_DATA names another folder for all of them.";
    paint::within(&painter, body, y, words, fonts::plain(13.5), p::DIM, 2);
}
