//! Playback: events shown one after another at a pace, steps of several people together. Nothing
//! here changes the battle, and the log is the same at any pace.

use super::shown::Shown;
use crate::board::{Dir, Hex};
use crate::client::field::lattice::Lattice;
use crate::client::look::palette as p;
use crate::client::sounds::Cue;
use crate::combat::combatant::CombatantId;
use crate::combat::event::{Event, EventKind};
use bevy_egui::egui::{Color32, Pos2, vec2};
use std::collections::{BTreeMap, VecDeque};

/// Paces one may choose, in hundredths.
pub const SPEEDS: [u32; 6] = [50, 100, 200, 400, 800, 1600];

/// What moves on the screen.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// From hex to hex.
    Slide(Hex, Hex),
    /// Along hexes against one's will.
    Push(Vec<Hex>),
    /// From facing to facing.
    Spin(Dir, Dir),
    /// Down, or up again.
    Tip(bool),
    /// A blow at a hex: whether it strikes, and critically.
    Blow(Hex, bool, bool),
    /// A shot at a hex.
    Shot(Hex, bool),
    /// A defence.
    Guard(bool),
    /// White flash of the disc.
    Flash,
    /// A number or a word that rises.
    Rise(String, Color32),
    /// Drained to grey.
    Fade,
}

/// A motion with its time.
#[derive(Clone, Debug)]
pub struct Moving {
    /// Whose.
    pub who: CombatantId,
    /// What.
    pub motion: Motion,
    /// When it began, in seconds of playback.
    pub begun: f32,
    /// How long it takes.
    pub length: f32,
}

/// Events that wait and motions under way.
#[derive(Default)]
pub struct Playback {
    queue: VecDeque<Event>,
    /// Motions under way.
    pub moving: Vec<Moving>,
    time: f32,
    earliest: f32,
    busy: BTreeMap<CombatantId, f32>,
    /// Stands still.
    pub paused: bool,
    /// A word over the board, with when it began.
    pub banner: Option<(String, f32)>,
    /// Where each one stood when his motion began.
    places: BTreeMap<CombatantId, Hex>,
}

/// How somebody is drawn while he moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Posed {
    /// Moved by so much from where he is shown.
    pub shift: bevy_egui::egui::Vec2,
    /// Turned by so much.
    pub turn: f32,
    /// Tipped over, if it is under way.
    pub tip: Option<f32>,
    /// White, from 0 to 1.
    pub flash: f32,
}

fn ease(share: f32) -> f32 {
    0.5 - 0.5 * (share.clamp(0.0, 1.0) * std::f32::consts::PI).cos()
}

impl Playback {
    /// Adds events.
    pub fn push(&mut self, events: impl IntoIterator<Item = Event>) {
        self.queue.extend(events);
    }

    /// Events that wait.
    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// Whether everything has been shown.
    pub fn is_done(&self) -> bool {
        self.queue.is_empty() && self.moving.is_empty()
    }

    /// Shows everything at once; the events shown.
    pub fn skip(&mut self, shown: &mut Shown) -> Vec<Event> {
        self.moving.clear();
        self.busy.clear();
        self.banner = None;
        let events: Vec<Event> = self.queue.drain(..).collect();
        for event in &events {
            shown.fold(event);
        }
        events
    }

    /// Goes on for some seconds of the player's time; the events that began, and what is heard.
    pub fn step(
        &mut self,
        seconds: f32,
        speed: u32,
        calm: bool,
        shown: &mut Shown,
    ) -> (Vec<Event>, Vec<Cue>) {
        let (mut begun, mut cues) = (Vec::new(), Vec::new());
        if self.paused {
            return (begun, cues);
        }
        self.time += seconds * speed as f32 / 100.0;
        while let Some(event) = self.queue.front() {
            if self.start_of(event) > self.time {
                break;
            }
            let Some(event) = self.queue.pop_front() else {
                break;
            };
            self.begin(&event, shown, calm, &mut cues);
            shown.fold(&event);
            begun.push(event);
        }
        let time = self.time;
        self.moving
            .retain(|moving| moving.begun + moving.length > time);
        if self
            .banner
            .as_ref()
            .is_some_and(|(_, since)| since + 0.7 < time)
        {
            self.banner = None;
        }
        (begun, cues)
    }

    /// Steps and turns wait only for whoever takes them; everything else waits for all before it.
    fn start_of(&self, event: &Event) -> f32 {
        let own = event
            .who
            .and_then(|who| self.busy.get(&who))
            .copied()
            .unwrap_or(0.0);
        if is_walk(event) {
            own.max(self.earliest)
        } else {
            let all = self
                .busy
                .values()
                .fold(0.0f32, |latest, end| latest.max(*end));
            all.max(self.earliest)
        }
    }

    fn begin(&mut self, event: &Event, shown: &Shown, calm: bool, cues: &mut Vec<Cue>) {
        let start = self.start_of(event).max(self.time - 0.05);
        if !is_walk(event) {
            self.earliest = start;
        }
        cues.extend(Cue::of(event, shown));
        let cap = |length: f32| if calm { length.min(0.12) } else { length };
        if let EventKind::Clock { unit, .. } = &event.kind {
            let new = *unit != shown.unit;
            self.earliest = start + cap(if new { 0.16 } else { 0.05 });
            return;
        }
        let Some(who) = event.who else {
            if matches!(event.kind, EventKind::Ended { .. }) {
                self.earliest = start + 0.5;
            }
            return;
        };
        if let Some(figure) = shown.figure(who) {
            self.places.insert(who, figure.place.hex);
        }
        for (motion, length, lead) in motions(event, shown, who) {
            let length = cap(length);
            self.moving.push(Moving {
                who,
                motion,
                begun: start,
                length,
            });
            let end = self.busy.entry(who).or_insert(0.0);
            *end = end.max(start + cap(lead));
        }
    }

    /// How somebody is drawn now.
    pub fn posed(&self, who: CombatantId, lattice: Lattice) -> Posed {
        let mut posed = Posed::default();
        for moving in self.moving.iter().filter(|moving| moving.who == who) {
            let share = self.share(moving);
            match &moving.motion {
                Motion::Slide(from, to) => {
                    posed.shift +=
                        (lattice.centre(*from) - lattice.centre(*to)) * (1.0 - ease(share));
                }
                Motion::Push(path) => {
                    let at = along(path, share, lattice);
                    if let (Some(at), Some(end)) = (at, path.last()) {
                        posed.shift += at - lattice.centre(*end);
                    }
                }
                Motion::Spin(from, to) => {
                    posed.turn -=
                        (60.0 * from.sixths_to(*to) as f32).to_radians() * (1.0 - ease(share));
                }
                Motion::Tip(down) => {
                    posed.tip = Some(if *down {
                        ease(share)
                    } else {
                        1.0 - ease(share)
                    })
                }
                Motion::Blow(hex, _, _) => {
                    // A lunge of some points towards the target and back.
                    if let Some(place) = self.place_of(who, lattice) {
                        let along = (lattice.centre(*hex) - place).normalized();
                        posed.shift += along * 9.0 * (share * std::f32::consts::PI).sin();
                    }
                }
                Motion::Guard(_) => {
                    posed.shift += vec2(0.0, -3.0) * (share * std::f32::consts::PI).sin()
                }
                Motion::Flash => posed.flash = posed.flash.max(1.0 - share),
                Motion::Shot(..) | Motion::Rise(..) | Motion::Fade => {}
            }
        }
        posed
    }

    fn place_of(&self, who: CombatantId, lattice: Lattice) -> Option<Pos2> {
        self.places.get(&who).map(|hex| lattice.centre(*hex))
    }

    /// How far a motion is, from 0 to 1.
    pub fn share(&self, moving: &Moving) -> f32 {
        ((self.time - moving.begun) / moving.length.max(0.01)).clamp(0.0, 1.0)
    }
}

fn along(path: &[Hex], share: f32, lattice: Lattice) -> Option<Pos2> {
    let steps = path.len().saturating_sub(1);
    if steps == 0 {
        return None;
    }
    let at = ease(share) * steps as f32;
    let index = (at as usize).min(steps - 1);
    let (a, b) = (lattice.centre(path[index]), lattice.centre(path[index + 1]));
    Some(a + (b - a) * (at - index as f32))
}

fn is_walk(event: &Event) -> bool {
    matches!(
        event.kind,
        EventKind::Moved { .. } | EventKind::Turned { .. }
    )
}

/// The motions of an event: each with its length and how long the next event waits.
fn motions(event: &Event, shown: &Shown, who: CombatantId) -> Vec<(Motion, f32, f32)> {
    use crate::combat::combatant::Posture;
    match &event.kind {
        EventKind::Moved { from, to, run } => {
            let length = if *run { 0.13 } else { 0.22 };
            vec![(Motion::Slide(*from, *to), length, length)]
        }
        EventKind::Turned { from, to } => {
            let length = 0.09 * from.sixths_to(*to).unsigned_abs().max(1) as f32;
            vec![(Motion::Spin(*from, *to), length, length)]
        }
        EventKind::Posture { to, .. } => vec![(Motion::Tip(*to == Posture::Prone), 0.3, 0.3)],
        EventKind::Swung { target, result, .. } => {
            let Some(there) = shown.figure(*target).map(|figure| figure.place.hex) else {
                return Vec::new();
            };
            let here = shown.figure(who).map_or(there, |figure| figure.place.hex);
            let (strikes, critical) = (
                matches!(result.as_str(), "hit" | "critical"),
                result == "critical",
            );
            let far = crate::board::distance(here, there);
            let word = match result.as_str() {
                "critical" => ("critical".to_owned(), p::GILT),
                "hit" => ("hit".to_owned(), p::GOOD),
                other => (other.replace('_', " "), p::DIM),
            };
            let blow = if far > 3 {
                let length = (0.03 * far as f32).clamp(0.12, 0.6);
                (Motion::Shot(there, strikes), length, length)
            } else {
                (Motion::Blow(there, strikes, critical), 0.32, 0.26)
            };
            vec![blow, (Motion::Rise(word.0, word.1), 0.9, 0.34)]
        }
        EventKind::Charged { result, .. } => {
            vec![(Motion::Rise(format!("charge: {result}"), p::WARN), 0.9, 0.4)]
        }
        EventKind::Defended { manner, success } => {
            let (word, colour) = if *success {
                (manner.to_string(), p::GOOD)
            } else {
                (format!("{manner} fails"), p::DIM)
            };
            vec![
                (Motion::Guard(*success), 0.22, 0.2),
                (Motion::Rise(word, colour), 0.8, 0.3),
            ]
        }
        EventKind::Harmed { losses, .. } => {
            let mut list = vec![(Motion::Flash, 0.18, 0.18)];
            for (index, (pool, points)) in
                losses.iter().filter(|(_, points)| *points != 0).enumerate()
            {
                let colour = if index == 0 { p::DANGER } else { p::CREAM };
                list.push((
                    Motion::Rise(format!("\u{2212}{} {pool}", points.abs()), colour),
                    1.0,
                    0.4,
                ));
            }
            list
        }
        EventKind::Nothing => vec![(Motion::Rise("nothing".to_owned(), p::DIM), 0.7, 0.25)],
        EventKind::Condition {
            condition,
            begun: true,
        } => {
            vec![(Motion::Rise(condition.word().to_owned(), p::WARN), 0.8, 0.3)]
        }
        EventKind::Displaced { path, .. } if path.len() > 1 => {
            let length = 0.09 * (path.len() - 1) as f32;
            vec![(Motion::Push(path.clone()), length, length + 0.1)]
        }
        EventKind::Out(by) => {
            vec![
                (Motion::Fade, 0.6, 0.5),
                (Motion::Rise(by.word().to_owned(), p::DANGER), 1.2, 0.6),
            ]
        }
        EventKind::Dropped { .. } => vec![(
            Motion::Rise("drops his weapon".to_owned(), p::WARN),
            0.8,
            0.3,
        )],
        _ => Vec::new(),
    }
}
