//! The colours of panels, words and overlays. Every meaning has a line or shape besides its hue.

use bevy_egui::egui::Color32;

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// Behind everything.
pub const BACK: Color32 = rgb(0x0014_181B);
/// The sheet on which the board is printed, by day.
const SHEET: Color32 = rgb(0x0051_4C3C);
/// The same by night.
const SHEET_NIGHT: Color32 = rgb(0x0016_1C26);
/// A panel's ground.
pub const PANEL: Color32 = rgb(0x001C_2126);
/// A card on a panel.
pub const CARD: Color32 = rgb(0x0026_2C31);
/// A control.
pub const CONTROL: Color32 = rgb(0x0032_3A40);
/// The inner rule of a panel's frame.
pub const RULE: Color32 = rgb(0x0056_605F);
/// The outer line of a panel's frame.
pub const OUTER: Color32 = rgb(0x000C_0F11);
/// Words.
pub const TEXT: Color32 = rgb(0x00F3_EAD6);
/// Words of the second rank.
pub const DIM: Color32 = rgb(0x00B9_B4A4);
/// Words of what cannot be had now.
pub const OFF: Color32 = rgb(0x0098_958A);
/// Ours: selected, current, recommended, the one main button.
pub const GILT: Color32 = rgb(0x00F0_BE4E);
/// On gilt.
pub const ON_GILT: Color32 = rgb(0x0022_180A);
/// Danger, and what is refused.
pub const DANGER: Color32 = rgb(0x00FF_7F66);
/// Warning.
pub const WARN: Color32 = rgb(0x00F2_A541);
/// Good.
pub const GOOD: Color32 = rgb(0x006F_D0B0);
/// Rule ids and links.
pub const LINK: Color32 = rgb(0x009C_C4F2);
/// Paper, for what is read.
pub const PAPER: Color32 = rgb(0x00F1_E7D0);
/// The inner rule of paper.
pub const PAPER_RULE: Color32 = rgb(0x00A8_946F);
/// A control on paper.
pub const PAPER_CONTROL: Color32 = rgb(0x00E5_D7B8);
/// Words on paper.
pub const INK: Color32 = rgb(0x0024_1C14);
/// Words of the second rank on paper.
pub const INK_DIM: Color32 = rgb(0x005A_4C3A);
/// The trough of a bar.
pub const TROUGH: Color32 = rgb(0x003B_4448);
/// Cream: critical points, icons on dark tinctures.
pub const CREAM: Color32 = rgb(0x00FB_F4E4);
/// The casing of light lines on the board.
pub const CASING: Color32 = rgb(0x001D_1409);
/// The outline of reach.
pub const REACH: Color32 = rgb(0x007F_E0C4);
/// The dots of reach.
pub const REACH_DOTS: Color32 = rgb(0x000C_4A44);
/// Threat.
pub const THREAT: Color32 = rgb(0x007A_120B);
/// The ground of a swatch: grass.
pub const SWATCH: Color32 = rgb(0x00A8_B377);
/// Flanks and back of somebody.
pub const ARC: Color32 = rgb(0x0022_2A4A);
/// A line of sight.
pub const SIGHT: Color32 = rgb(0x00BF_E0FF);
/// Being pushed.
pub const PUSH: Color32 = rgb(0x00D9_A8F5);
/// The ground of hexes one is pushed through.
pub const PUSH_GROUND: Color32 = rgb(0x005B_2A86);
/// A miss on the ruler.
pub const MISS: Color32 = rgb(0x0045_4E53);
/// The worst face on the ruler.
pub const FUMBLE: Color32 = rgb(0x00B0_261C);
/// The dark ground of a label over the board.
pub const LABEL: Color32 = rgb(0x0014_181B);

/// The bare sheet around a board.
pub const fn sheet(night: bool) -> Color32 {
    if night { SHEET_NIGHT } else { SHEET }
}

/// A colour with its opacity set, in parts of 255.
pub fn faded(colour: Color32, alpha: u8) -> Color32 {
    Color32::from_rgba_unmultiplied(colour.r(), colour.g(), colour.b(), alpha)
}

/// A colour darkened to a share of itself.
pub fn shaded(colour: Color32, share: f32) -> Color32 {
    let part = |value: u8| (f32::from(value) * share) as u8;
    Color32::from_rgb(part(colour.r()), part(colour.g()), part(colour.b()))
}

/// The colour of a bar by how full it is.
pub fn health(now: i32, full: i32) -> Color32 {
    let full = full.max(1);
    if now * 2 > full {
        GOOD
    } else if now * 4 > full {
        WARN
    } else {
        DANGER
    }
}
