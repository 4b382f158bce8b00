//! Icons: one atlas of shapes, drawn in any colour; what has no icon gets a plain mark instead.

use super::fonts;
use bevy_egui::egui::{
    Align2, Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, pos2,
    vec2,
};
use std::cell::OnceCell;
use std::collections::BTreeMap;

const NAMES: &str = include_str!("../../../assets/icons/icons.txt");
const ATLAS: &[u8] = include_bytes!("../../../assets/icons/atlas.png");
const CELL: usize = 96;
const COLUMNS: usize = 16;

/// The atlas as it was read.
struct Shapes {
    width: usize,
    height: usize,
    grey: Vec<u8>,
}

/// The icons of a context.
pub struct Icons {
    places: BTreeMap<&'static str, usize>,
    /// Full size, half, quarter: the sampler of a small picture shall not skip.
    levels: Vec<Level>,
    rows: usize,
    /// What is wrong with them, for the foot of the menu.
    pub fault: Option<String>,
}

/// The atlas in one size; a texture from the first icon of that size on, for the full size is
/// megabytes that small windows never show.
struct Level {
    shapes: Shapes,
    texture: OnceCell<TextureHandle>,
}

impl Level {
    fn texture(&self, ctx: &Context) -> &TextureHandle {
        self.texture.get_or_init(|| {
            let Shapes {
                width,
                height,
                grey,
            } = &self.shapes;
            let pixels = grey.iter().map(|grey| Color32::from_white_alpha(*grey));
            let image = ColorImage::new([*width, *height], pixels.collect());
            let name = format!("icons {width}");
            ctx.load_texture(name, image, TextureOptions::LINEAR)
        })
    }
}

fn read(bytes: &[u8]) -> Result<Shapes, String> {
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let mut reader = decoder.read_info().map_err(|fault| fault.to_string())?;
    let size = reader
        .output_buffer_size()
        .ok_or("the atlas is too large")?;
    let mut grey = vec![0; size];
    let info = reader
        .next_frame(&mut grey)
        .map_err(|fault| fault.to_string())?;
    if info.color_type != png::ColorType::Grayscale || info.bit_depth != png::BitDepth::Eight {
        return Err("the atlas is no grey picture".to_owned());
    }
    grey.truncate(info.buffer_size());
    Ok(Shapes {
        width: info.width as usize,
        height: info.height as usize,
        grey,
    })
}

/// Half the size, each value the mean of four.
fn halved(shapes: &Shapes) -> Shapes {
    let (width, height) = (shapes.width / 2, shapes.height / 2);
    let at = |x: usize, y: usize| u32::from(shapes.grey[y * shapes.width + x]);
    let mut grey = Vec::with_capacity(width * height);
    for y in 0..height {
        for x in 0..width {
            let sum = at(2 * x, 2 * y)
                + at(2 * x + 1, 2 * y)
                + at(2 * x, 2 * y + 1)
                + at(2 * x + 1, 2 * y + 1);
            grey.push((sum / 4) as u8);
        }
    }
    Shapes {
        width,
        height,
        grey,
    }
}

impl Icons {
    /// Reads the atlas. A broken atlas is told and every icon gets its plain mark.
    pub fn shipped() -> Icons {
        Icons::of(ATLAS, NAMES)
    }

    fn of(atlas: &[u8], names: &'static str) -> Icons {
        let mut icons = Icons {
            places: BTreeMap::new(),
            levels: Vec::new(),
            rows: 1,
            fault: None,
        };
        let mut shapes = match read(atlas) {
            Ok(shapes) => shapes,
            Err(fault) => {
                icons.fault = Some(format!("the icons cannot be read: {fault}"));
                return icons;
            }
        };
        icons.places = names
            .split_whitespace()
            .enumerate()
            .map(|(place, name)| (name, place))
            .collect();
        icons.rows = shapes.height / CELL;
        for _ in 0..3 {
            let next = halved(&shapes);
            icons.levels.push(Level {
                shapes: std::mem::replace(&mut shapes, next),
                texture: OnceCell::new(),
            });
        }
        icons
    }

    /// Whether there is an icon of that name.
    pub fn has(&self, name: &str) -> bool {
        self.places.contains_key(name)
    }

    /// Draws an icon in the middle of a place.
    pub fn draw(&self, painter: &Painter, name: &str, centre: Pos2, size: f32, colour: Color32) {
        self.turned(painter, name, centre, size, colour, 0.0);
    }

    /// Draws an icon turned clockwise, in radians.
    pub fn turned(
        &self,
        painter: &Painter,
        name: &str,
        centre: Pos2,
        size: f32,
        colour: Color32,
        angle: f32,
    ) {
        let Some(place) = self.places.get(name) else {
            // The mark of what has no picture: its first letter in a ring.
            let letter = name
                .chars()
                .next()
                .unwrap_or('?')
                .to_uppercase()
                .to_string();
            painter.circle_stroke(centre, size * 0.45, (size * 0.06, colour));
            painter.text(
                centre,
                Align2::CENTER_CENTER,
                letter,
                fonts::bold(size * 0.6),
                colour,
            );
            return;
        };
        let pixels = size * painter.ctx().pixels_per_point();
        let level = if pixels > 60.0 {
            0
        } else if pixels > 28.0 {
            1
        } else {
            2
        };
        let Some(texture) = self.levels.get(level) else {
            return;
        };
        let texture = texture.texture(painter.ctx());
        let (column, row) = ((place % COLUMNS) as f32, (place / COLUMNS) as f32);
        let (columns, rows) = (COLUMNS as f32, self.rows as f32);
        let uv = Rect::from_min_max(
            pos2(column / columns, row / rows),
            pos2((column + 1.0) / columns, (row + 1.0) / rows),
        );
        // The cells have a small margin of their own.
        let rect = Rect::from_center_size(centre, vec2(size, size) * 1.06);
        super::paint::picture(painter, texture.id(), rect, uv, colour, angle);
    }
}

/// The icon of an archetype.
pub fn archetype(name: &str) -> &'static str {
    match name {
        "militia" => "stone-spear",
        "man_at_arms" => "visored-helm",
        "knight" => "black-knight-helm",
        "duelist" => "sword-brandish",
        "archer" => "high-shot",
        "crossbowman" => "crossbow",
        "pikeman" => "sharp-halberd",
        "brawler" => "fist",
        "berserker" => "barbarian",
        "captain" => "crested-helmet",
        "lancer" => "mounted-knight",
        "warhorse" => "horse-head",
        _ => "person",
    }
}

/// The icon of a rule system.
pub fn system(id: &str) -> &'static str {
    match id {
        "wounds" => "bleeding-wound",
        _ => "hourglass",
    }
}

/// The icon of a choice, by the words of its verb; every system has its own words, and what is not
/// known is a plain sword.
pub fn verb(words: &str) -> &'static str {
    const KNOWN: [(&str, &str); 54] = [
        ("re-fire", "arrow-cluster"),
        ("en passant", "crossed-swords"),
        ("feint", "drama-masks"),
        ("knock", "push"),
        ("backstab", "backstab"),
        ("disarm", "drop-weapon"),
        ("break free", "breaking-chain"),
        ("break", "hammer-break"),
        ("cleave", "axe-swing"),
        ("stun", "knocked-out-stars"),
        ("sweep", "foot-trip"),
        ("gaps", "bullseye"),
        ("target", "bullseye"),
        ("pierce", "pierced-body"),
        ("overbear", "minions"),
        ("pin", "imprisoned"),
        ("grapple", "grapple"),
        ("throw weapon", "thrown-spear"),
        ("throw", "throwing-ball"),
        ("shoot", "bow-arrow"),
        ("two weapons", "daggers"),
        ("double parry", "sword-clash"),
        ("free parry", "plain-dagger"),
        ("parry", "shield-reflect"),
        ("dodge", "dodging"),
        ("sidestep", "body-swapping"),
        ("overprepare", "eye-target"),
        ("guard", "cross-shield"),
        ("hold the action", "hourglass"),
        ("charge", "bull-horns"),
        ("run:", "run"),
        ("run", "run"),
        ("kneel", "kneeling"),
        ("lie down", "falling"),
        ("stand up", "weight-lifting-up"),
        ("look around", "semi-closed-eye"),
        ("keep", "running-shoe"),
        ("follow", "person"),
        ("close with", "walk"),
        ("path", "walk"),
        ("go to", "walk"),
        ("go on", "walk"),
        ("draw", "sword-hilt"),
        ("put away", "return-arrow"),
        ("drop", "sword-in-stone"),
        ("retrieve", "grab"),
        ("pick up", "grab"),
        ("shield", "attached-shield"),
        ("door", "wooden-door"),
        ("abort", "cancel"),
        ("rush", "fast-forward-button"),
        ("nothing", "stone-wall"),
        ("face", "clockwise-rotation"),
        ("hold", "stop-sign"),
    ];
    // A word counts where a word begins, for a name may hold any of them inside; of several the
    // first that is said.
    let lower = format!(" {}", words.to_lowercase());
    let found = KNOWN
        .iter()
        .filter_map(|(word, icon)| Some((lower.find(&format!(" {word}"))?, *icon)));
    found
        .min_by_key(|(at, _)| *at)
        .map_or("broadsword", |(_, icon)| icon)
}

/// The icon of a condition, by the word players read.
pub fn condition(word: &str) -> &'static str {
    match word {
        "surprised" => "alarm-clock",
        "hidden" => "hidden",
        "stunned" => "knocked-out-stars",
        "held" => "grapple",
        "pinned" => "imprisoned",
        "bound" => "manacles",
        "helpless" => "manacles",
        "unconscious" => "night-sleep",
        "dying" => "half-dead",
        "dead" => "death-skull",
        "bleeding" => "bleeding-wound",
        "hurt" => "broken-bone",
        "arm out" => "severed-hand",
        "leg out" => "crush",
        "blinded" => "eyepatch",
        "tired" => "tired-eye",
        "guarding" => "cross-shield",
        "holding" => "hourglass",
        "overpreparing" => "eye-target",
        "braced" => "sharp-halberd",
        "charging" => "bull-horns",
        "running" | "fleeing" => "running-shoe",
        "busy" => "backpack",
        "disarmed" => "drop-weapon",
        "burning" => "campfire",
        "drowning" => "big-wave",
        "prone" => "falling",
        "kneeling" => "kneeling",
        _ => "hazard-sign",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_that_is_named_is_in_the_atlas() {
        let icons = Icons::shipped();
        assert_eq!(icons.fault, None);
        for archetype_name in crate::rules::by_id("phases").unwrap().archetypes() {
            assert!(icons.has(archetype(&archetype_name)), "{archetype_name}");
        }
        for words in [
            "attack",
            "knock back",
            "parry",
            "dodge",
            "hold",
            "kneel",
            "run: close",
        ] {
            assert!(icons.has(verb(words)), "{words}");
        }
        for word in ["stunned", "dying", "prone", "holding", "something new"] {
            assert!(icons.has(condition(word)), "{word}");
        }
    }

    #[test]
    fn a_broken_atlas_is_told_and_no_icon_is_missing_from_the_screen() {
        let ctx = Context::default();
        super::super::fonts::install(&ctx);
        let icons = Icons::of(b"no picture", "walk");
        assert!(icons.fault.is_some());
        let mut output = ctx.run_ui(Default::default(), |ui| {
            icons.draw(ui.painter(), "walk", pos2(20.0, 20.0), 20.0, Color32::WHITE);
        });
        output.textures_delta.clear();
        assert!(!output.shapes.is_empty());
    }
}
