//! The three faces: blackletter for titles, a text face for names and prose, a condensed one for
//! everything with numbers.

use bevy_egui::egui::{Context, FontData, FontDefinitions, FontFamily, FontId};
use std::sync::Arc;

const FACES: [(&str, &[u8]); 7] = [
    (
        "title",
        include_bytes!("../../../assets/fonts/grenze-gotisch-latin-700-normal.ttf"),
    ),
    (
        "prose",
        include_bytes!("../../../assets/fonts/grenze-latin-400-normal.ttf"),
    ),
    (
        "italic",
        include_bytes!("../../../assets/fonts/grenze-latin-400-italic.ttf"),
    ),
    (
        "name",
        include_bytes!("../../../assets/fonts/grenze-latin-600-normal.ttf"),
    ),
    (
        "plain",
        include_bytes!("../../../assets/fonts/ibm-plex-sans-condensed-latin-400-normal.ttf"),
    ),
    (
        "medium",
        include_bytes!("../../../assets/fonts/ibm-plex-sans-condensed-latin-500-normal.ttf"),
    ),
    (
        "bold",
        include_bytes!("../../../assets/fonts/ibm-plex-sans-condensed-latin-600-normal.ttf"),
    ),
];

/// Hands the faces to a context; once is enough.
pub fn install(ctx: &Context) {
    let mut fonts = FontDefinitions::empty();
    for (name, bytes) in FACES {
        let data = Arc::new(FontData::from_static(bytes));
        fonts.font_data.insert(name.to_owned(), data);
        // What one face lacks another may have.
        let list = vec![name.to_owned(), "plain".to_owned()];
        fonts.families.insert(FontFamily::Name(name.into()), list);
    }
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.insert(family, vec!["plain".to_owned()]);
    }
    ctx.set_fonts(fonts);
}

fn face(name: &str, size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(name.into()))
}

/// Titles, phase numbers; never below 26.
pub fn title(size: f32) -> FontId {
    face("title", size)
}

/// Headings and names.
pub fn name(size: f32) -> FontId {
    face("name", size)
}

/// Prose.
pub fn prose(size: f32) -> FontId {
    face("prose", size)
}

/// Prose said aside.
pub fn italic(size: f32) -> FontId {
    face("italic", size)
}

/// Everything with numbers.
pub fn plain(size: f32) -> FontId {
    face("plain", size)
}

/// Rule ids.
pub fn medium(size: f32) -> FontId {
    face("medium", size)
}

/// Numbers that count, words on buttons.
pub fn bold(size: f32) -> FontId {
    face("bold", size)
}

/// Plain words a face can show: signs it lacks become ones it has.
pub fn shown(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    text.replace('≥', "at least ")
        .replace('≤', "at most ")
        .replace('→', "to")
        .replace('½', "1/2")
}
