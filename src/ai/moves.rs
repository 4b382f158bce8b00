//! Where to go, and whether to strike at the end of it: plans of one combatant, weighed.
//!
//! A plan is a hex to end in with somebody to look at. What speaks for it is the blow it allows now
//! or soon; what speaks against it are the blows that it invites.

use super::knob::knob;
use super::mind::{Ground, Mind};
use super::spots::{Spot, spots};
use super::tactician::Weighed;
use super::tempo::{self, Blows};
use super::{choose, duel};
use crate::board::{Arc, Hex, arc, distance};
use crate::combat::assess::{Gauge, Meeting, Term, Threat};
use crate::combat::combatant::CombatantId;
use crate::combat::order::{Choice, Decision, Slots};
use crate::combat::plot::{ChargeKind, EndFacing, Gait, IfTaken, Intent, Plot};
use smol_str::SmolStr;

/// Ends of plans that are made in a window: hexes others of the side stay out of, enemies they
/// already strike at.
#[derive(Default)]
pub(super) struct Taken {
    hexes: Vec<(CombatantId, Hex)>,
    aims: Vec<CombatantId>,
    /// Plans of the combatant thought over last, with where they end and at whom they strike.
    open: Vec<(Choice, Hex, Option<CombatantId>)>,
}

impl Taken {
    /// A plan was chosen.
    pub(super) fn take(&mut self, who: CombatantId, choice: &Choice) {
        let open = std::mem::take(&mut self.open);
        let Some((_, hex, aim)) = open.into_iter().find(|(known, ..)| known == choice) else {
            return;
        };
        self.hexes.push((who, hex));
        self.aims.extend(aim);
    }

    fn by_other(&self, who: CombatantId, hex: Hex) -> bool {
        self.hexes
            .iter()
            .any(|(other, taken)| *other != who && *taken == hex)
    }
}

/// Somebody with what does not depend on where he goes.
struct Walker<'m> {
    me: &'m Gauge,
    foes: Vec<&'m Gauge>,
    blows: Blows,
    rate: i32,
    /// The best he can get by waiting for his time.
    waiting: i32,
    /// Worth of a turn.
    turn: i32,
    /// Places to go to for something else.
    errands: Vec<(Hex, i32)>,
    /// Ground that is wanted, and what it is worth that he stands there.
    grounds: Vec<(&'m [Hex], i32)>,
    /// The game of time with the nearest enemy: striking and waiting, and which of equals it is to
    /// be this time.
    duel: Option<(CombatantId, duel::Choice, bool)>,
}

impl Walker<'_> {
    /// The game with somebody, if he is the one.
    fn game(&self, foe: Option<CombatantId>) -> Option<(duel::Choice, bool)> {
        let (who, choice, strikes) = self.duel?;
        (Some(who) == foe).then_some((choice, strikes))
    }
}

/// Every plan worth a thought, weighed.
pub(super) fn plans(
    mind: &Mind,
    decision: &Decision,
    verb: &SmolStr,
    taken: &mut Taken,
) -> Vec<Weighed> {
    taken.open.clear();
    let Some(me) = mind.gauge(decision.who) else {
        return Vec::new();
    };
    let foes = mind.foes_by(me.place);
    let Some(nearest) = foes.first().copied() else {
        return Vec::new();
    };
    let blows = choose::ladder(mind, me, nearest).middle();
    let grasp = u32::from(me.reach.max(nearest.reach) + me.walk.max(nearest.walk)) + 1;
    let close = distance(me.place.hex, nearest.place.hex) <= grasp;
    let duel = if mind.skill.answers && close && knob("duel", 1) == 1 {
        choose::duel(mind, me, nearest).map(|duel| {
            let choice = duel.choice(me.ready as usize, nearest.ready as usize);
            let strikes = mind.view.key(me.who).below(1000) < choice.often as usize;
            (nearest.who, choice, strikes)
        })
    } else {
        None
    };
    let rate = tempo::rate(me, &blows);
    let walker = Walker {
        me,
        blows,
        rate,
        waiting: tempo::waiting(me, &blows, rate, me.ready as usize),
        turn: rate * me.turn as i32 / 10_000,
        foes,
        errands: mind.assess.errands(me.who),
        grounds: mind
            .grounds
            .iter()
            .map(|found| (found.hexes.as_slice(), ground(mind, me, found)))
            .collect(),
        duel,
    };
    let mut list = Vec::new();
    for spot in spots(mind, me, &walker.foes, &walker.errands) {
        if taken.by_other(me.who, spot.hex) {
            continue;
        }
        for (weighed, aim) in weigh(mind, &walker, &spot, verb, taken) {
            taken.open.push((weighed.choice.clone(), spot.hex, aim));
            list.push(weighed);
        }
        if !mind.may_work() {
            break;
        }
    }
    for (weighed, hex, aim) in charges(mind, &walker, verb, taken) {
        taken.open.push((weighed.choice.clone(), hex, Some(aim)));
        list.push(weighed);
    }
    list
}

/// What a victory counts for beside the harm it spares, in thousandths of a combatant.
const VICTORY: i32 = 2000;

/// What it is worth that somebody stands on ground the objectives are about: most if he is the only
/// one of his side there, so that enemies hold it or the side loses it without him.
fn ground(mind: &Mind, me: &Gauge, ground: &Ground) -> i32 {
    let there = |gauge: &&Gauge| !gauge.helpless && ground.hexes.contains(&gauge.place.hex);
    let ours = mind
        .friends()
        .filter(|friend| friend.who != me.who)
        .filter(there)
        .count();
    let theirs = mind.foes().filter(there).count();
    let base = knob("zone", 40);
    let stake = knob("victory", VICTORY);
    // Every unit brings it nearer; a tenth is a good guess where nobody counts yet.
    let step = stake / 10;
    match (ours, theirs) {
        (0, 0) => base + step + stake * ground.ours / 1000,
        (0, _) => 3 * base + step + stake * ground.theirs.max(ground.ours) / 1000,
        (_, 0) => base / 3,
        _ => base / 2 + stake * ground.theirs / 4000,
    }
}

/// The plot that leads to a spot.
fn plot(walker: &Walker, spot: &Spot, aim: &Gauge, strikes: bool) -> Plot {
    let me = walker.me;
    let facing = EndFacing::Towards(aim.who);
    let front = arc::arc(aim.place.facing, spot.hex - aim.place.hex) == Arc::Front;
    let intent = if spot.hex == me.place.hex {
        Intent::Hold
    } else if (strikes && front && me.reach > 0 && !spot.keeps) || spot.beyond {
        Intent::Close(aim.who, me.reach.max(1))
    } else {
        Intent::Goto(spot.hex)
    };
    Plot {
        facing,
        if_taken: IfTaken::GoRound,
        gait: if spot.runs { Gait::Run } else { Gait::Walk },
        yielding: !strikes,
        ..Plot::new(intent)
    }
}

fn as_choice(verb: &SmolStr, plot: Plot) -> Choice {
    Choice {
        verb: verb.clone(),
        slots: Slots {
            plot: Some(plot),
            ..Slots::default()
        },
    }
}

/// How sure it is that somebody is still within reach when the blow comes, in thousandths: whoever
/// fights hand to hand comes on; whoever shoots may go.
fn stays(me: &Gauge, foe: &Gauge, spot: &Spot) -> i32 {
    if foe.helpless || foe.down || me.shoots() {
        return 1000;
    }
    let far = distance(spot.hex, foe.place.hex);
    if spot.hex == me.place.hex && far <= u32::from(foe.reach) {
        1000
    } else if foe.shoots() {
        850
    } else {
        950
    }
}

/// A spot as a plan to wait there and, where it can be, as a plan to strike there early.
fn weigh(
    mind: &Mind,
    walker: &Walker,
    spot: &Spot,
    verb: &SmolStr,
    taken: &Taken,
) -> Vec<(Weighed, Option<CombatantId>)> {
    let me = walker.me;
    let mut best: Option<(i32, &Gauge, Threat, i32)> = None;
    let near = u32::from(me.reach.max(me.range));
    let considered = walker
        .foes
        .iter()
        .filter(|foe| distance(foe.place.hex, spot.hex) <= near)
        .take(mind.skill.foes + 1);
    for foe in considered {
        let place = mind.looking(spot.hex, foe.place.hex, me.place.facing);
        let meeting = Meeting {
            prepared: me.prepared,
            ..Meeting::new(place, mind.faced(foe, me.who, spot.hex))
        };
        let Some(threat) = mind.threat(me, foe, &meeting) else {
            continue;
        };
        let blow = if acts_now(mind, foe) {
            threat.open
        } else {
            i32::midpoint(threat.open, threat.answered)
        };
        let sure = stays(me, foe, spot);
        // Two on one make an end of him sooner.
        let together = if taken.aims.contains(&foe.who) {
            blow / 8
        } else {
            0
        };
        let value = (blow + together) * sure / 1000;
        if best.is_none_or(|(top, ..)| value > top) {
            best = Some((value, *foe, threat, sure));
        }
    }
    let position = position(mind, walker, spot, best.is_some(), taken);
    let blows = invited(mind, walker, spot);
    let mut list = Vec::new();
    let aim = best.map_or(walker.foes[0], |(_, foe, ..)| foe);
    let plan = as_choice(verb, plot(walker, spot, aim, best.is_some()));
    let ready = me.ready as usize;
    // To wait, or to strike in one's time.
    let mut terms = position.clone();
    let strikes_now = ready == 0 && best.is_some() && !spot.runs;
    let game = walker.game(best.map(|(_, foe, ..)| foe.who));
    let against = game.and(best).map(|(_, foe, ..)| foe.who);
    match best {
        Some((value, ..)) if let Some((game, strikes)) = game => {
            let better = value - walker.blows[0];
            if ready == 0 {
                terms.push(Term::new(
                    "striking now",
                    game.strike.max(game.wait) + better,
                ));
            } else {
                terms.push(Term::new("waiting for his time", game.wait + better / 3));
                terms.push(Term::new("of equals this one", i32::from(!strikes)));
            }
        }
        Some((value, ..)) if ready == 0 => {
            terms.push(Term::new(
                "the blow from there",
                value.max(walker.waiting / 2),
            ));
        }
        // A place that promises more than the common one is worth it later, too.
        Some((value, ..)) => {
            let common = walker.blows[0];
            terms.push(Term::new(
                "the blow to come",
                walker.waiting + (value - common) / 3,
            ));
        }
        None => {
            let later = 750 + 40 * (me.ready as i32).min(6);
            terms.push(Term::new("the blow to come", walker.waiting * later / 1000));
        }
    }
    terms.push(Term::new(
        "blows invited",
        -danger(walker, &blows, strikes_now, against),
    ));
    list.push((
        Weighed::new(plan.clone(), terms),
        best.map(|(_, foe, ..)| foe.who),
    ));
    // To strike before one's time.
    let haste = if mind.skill.answers {
        knob("nhaste", 99)
    } else {
        knob("haste", 99)
    };
    if ready > 0
        && me.ready as i32 <= haste
        && me.hurries
        && !spot.runs
        && let Some((_, foe, _, sure)) = best
        && let Some(hurried) = mind.assess.hurried(me.who, &plan)
    {
        let place = mind.looking(spot.hex, foe.place.hex, me.place.facing);
        let meeting = Meeting {
            early: me.ready,
            ..Meeting::new(place, mind.faced(foe, me.who, spot.hex))
        };
        if let Some(threat) = mind.threat(me, foe, &meeting) {
            let blow = if acts_now(mind, foe) {
                threat.open
            } else {
                i32::midpoint(threat.open, threat.answered)
            };
            let won = (100 - me.carry as i32) * ready as i32 * walker.rate / 10_000;
            let mut terms = position;
            if let Some((game, strikes)) = game {
                let common = walker.blows[ready.min(tempo::MOST_EARLY)];
                let better = blow * sure / 1000 - common;
                terms.push(Term::new(
                    "striking before his time",
                    game.strike + better / 2,
                ));
                terms.push(Term::new("of equals this one", i32::from(strikes)));
            } else {
                terms.push(Term::new("the blow before his time", blow * sure / 1000));
                terms.push(Term::new("time won", won * sure / 1000));
            }
            terms.push(Term::new(
                "blows invited",
                -danger(walker, &blows, true, against),
            ));
            list.push((Weighed::new(hurried, terms), Some(foe.who)));
        }
    }
    list
}

/// Whether a foe most likely acts in this unit, and so cannot answer.
fn acts_now(_: &Mind, foe: &Gauge) -> bool {
    !foe.answers || (foe.ready == 0 && !foe.helpless)
}

/// What the place itself is worth: the way still to go, wanted ground, comrades not to be hindered.
fn position(mind: &Mind, walker: &Walker, spot: &Spot, strikes: bool, taken: &Taken) -> Vec<Term> {
    let me = walker.me;
    let mut terms = Vec::new();
    let mut term = |label, value: i32| {
        if value != 0 {
            terms.push(Term::new(label, value));
        }
    };
    if !strikes {
        let reach = u32::from(me.reach.max(me.range).max(1));
        let way = walker
            .foes
            .iter()
            .map(|foe| distance(foe.place.hex, spot.hex).saturating_sub(reach) as i32)
            .min()
            .unwrap_or(0);
        // There is no hurry to be where one cannot strike yet.
        let haste = if me.ready > 4 { 2 } else { knob("way", 6) };
        term("the way still to go", -way * (haste + mind.quiet.min(40)));
    }
    // Steps taken for nothing are tired of last.
    term("the way there", -(spot.cost as i32));
    for (place, worth) in &walker.errands {
        let far = distance(*place, spot.hex) as i32;
        term(
            "something to fetch",
            if far == 0 {
                *worth
            } else {
                worth / 2 - worth * far / 20
            },
        );
    }
    for (hexes, worth) in &walker.grounds {
        let far = hexes
            .iter()
            .map(|hex| distance(*hex, spot.hex) as i32)
            .min();
        let far = far.unwrap_or(0).min(12);
        term(
            "ground to be held",
            if far == 0 { *worth } else { -worth * far / 12 },
        );
    }
    term("in a comrade's way", -in_the_way(mind, me, spot, taken));
    terms
}

/// Hindering comrades: standing in the line of one who shoots, or in the only way of one who comes
/// up behind.
fn in_the_way(mind: &Mind, me: &Gauge, spot: &Spot, _: &Taken) -> i32 {
    let mut cost = 0;
    for friend in mind.friends().filter(|friend| friend.who != me.who) {
        if friend.helpless {
            continue;
        }
        let from = friend.place.hex;
        let Some(foe) = mind
            .foes()
            .min_by_key(|foe| (distance(foe.place.hex, from), foe.left(), foe.who))
        else {
            continue;
        };
        let whole = distance(from, foe.place.hex);
        let between = distance(from, spot.hex) + distance(spot.hex, foe.place.hex) == whole;
        if !between || spot.hex == from {
            continue;
        }
        if friend.shoots() {
            cost += 25;
        } else if narrow(mind, spot.hex) && distance(spot.hex, foe.place.hex) > u32::from(me.reach)
        {
            cost += 80;
        }
    }
    cost
}

/// A hex with hardly a way round it.
fn narrow(mind: &Mind, hex: Hex) -> bool {
    let Some(board) = &mind.board else {
        return false;
    };
    let open = crate::board::Dir::ALL
        .into_iter()
        .filter(|dir| {
            crate::board::step::quiet(board, hex, *dir, crate::board::step::Mover::default())
                .is_ok()
        })
        .count();
    open <= 3
}

/// A blow an enemy might strike in this unit at somebody who ends in a spot.
struct Invited {
    who: CombatantId,
    threat: Threat,
    /// How likely he strikes, and at him, in millionths.
    odds: i64,
}

/// The blows that enemies could strike in this unit at somebody who ends in a spot.
fn invited(mind: &Mind, walker: &Walker, spot: &Spot) -> Vec<Invited> {
    let me = walker.me;
    let aim = walker.foes[0];
    let mine = mind.looking(spot.hex, aim.place.hex, me.place.facing);
    let mut list = Vec::new();
    for foe in &walker.foes {
        let far = distance(foe.place.hex, spot.hex);
        let shoots = foe.shoots();
        let grasp = if shoots {
            u32::from(foe.range)
        } else {
            u32::from(foe.reach) + u32::from(foe.walk)
        };
        if far > grasp || foe.helpless || (foe.reach == 0 && foe.range == 0) {
            continue;
        }
        if list.len() > mind.skill.foes {
            break;
        }
        let (place, comes) = if shoots || far <= u32::from(foe.reach) {
            (
                mind.looking(foe.place.hex, spot.hex, foe.place.facing),
                1000,
            )
        } else {
            let Some(dir) = arc::bearing(spot.hex, foe.place.hex, true) else {
                continue;
            };
            let mut hex = spot.hex;
            for _ in 0..foe.reach.max(1) {
                hex = dir.from(hex);
            }
            (mind.looking(hex, spot.hex, foe.place.facing), 750)
        };
        let meeting = Meeting::new(place, mine);
        let Some(full) = mind.threat(foe, me, &meeting) else {
            continue;
        };
        let (threat, likely) = if foe.ready == 0 {
            (full, 900)
        } else if foe.hurries {
            let early = Meeting {
                early: foe.ready,
                ..meeting
            };
            let hurried = mind.threat(foe, me, &early).unwrap_or_default();
            let won =
                (100 - foe.carry as i32) * foe.ready as i32 * full.open / foe.turn.max(1) as i32;
            let hastens = hurried.open + won > full.open;
            // Whoever is ready in the next unit will be here by then.
            let likely = match (hastens, foe.ready) {
                (true, _) => knob("likely", 500),
                (false, 1) => 400,
                (false, 2) => 200,
                _ => 80,
            };
            (if hastens { hurried } else { full }, likely)
        } else {
            continue;
        };
        // He has one blow, and others of ours may be nearer.
        let others = mind.friends().filter(|friend| {
            friend.who != me.who && distance(friend.place.hex, foe.place.hex) <= far
        });
        let share = 1000 / (1 + others.count() as i32);
        let odds = i64::from(likely) * i64::from(comes) * i64::from(share) / 1000;
        list.push(Invited {
            who: foe.who,
            threat,
            odds: odds * i64::from(knob("danger", 100)) / 100,
        });
    }
    list
}

/// What blows come to on average for one who acts himself, or who can answer them; `but` is one
/// whose blows are reckoned elsewhere.
fn danger(walker: &Walker, list: &[Invited], acts: bool, but: Option<CombatantId>) -> i32 {
    let me = walker.me;
    let mut sum = 0;
    for invited in list.iter().filter(|invited| but != Some(invited.who)) {
        let threat = &invited.threat;
        let harm = if acts || !me.answers {
            threat.open
        } else {
            let turn = me.turn.max(1) as i32;
            let late = (turn - 100 * me.ready as i32).clamp(0, turn);
            let time = if me.answer_spends {
                walker.turn * late / turn * threat.chance / 1000
            } else {
                0
            };
            threat.open.min(threat.answered + time)
        };
        sum += (i64::from(harm) * invited.odds / 1_000_000) as i32;
    }
    sum
}

/// Charges at whoever stands in a straight line: the blow at the end, before one's time or in it.
fn charges(
    mind: &Mind,
    walker: &Walker,
    verb: &SmolStr,
    taken: &Taken,
) -> Vec<(Weighed, Hex, CombatantId)> {
    let me = walker.me;
    if !me.charges || me.down || me.reach == 0 {
        return Vec::new();
    }
    let mut list = Vec::new();
    for foe in walker.foes.iter().take(mind.skill.foes) {
        let Some((dir, far)) = crate::board::lane::straight(me.place.hex, foe.place.hex) else {
            continue;
        };
        if far < 2 || far > u32::from(me.walk) + 1 {
            continue;
        }
        let mut hex = me.place.hex;
        for _ in 1..far {
            hex = dir.from(hex);
        }
        let barred =
            (mind.occupant(hex).is_some() && hex != me.place.hex) || taken.by_other(me.who, hex);
        if barred {
            continue;
        }
        let place = mind.looking(hex, foe.place.hex, me.place.facing);
        let meeting = Meeting {
            early: me.ready,
            charge: true,
            ..Meeting::new(place, mind.faced(foe, me.who, hex))
        };
        let Some(threat) = mind.threat(me, foe, &meeting) else {
            continue;
        };
        let blow = if acts_now(mind, foe) {
            threat.open
        } else {
            i32::midpoint(threat.open, threat.answered)
        };
        let won = (100 - me.carry as i32) * me.ready as i32 * walker.rate / 10_000;
        let spot = Spot {
            hex,
            cost: far as u16,
            ..Spot::default()
        };
        let mut terms = position(mind, walker, &spot, true, taken);
        terms.push(Term::new("the charge", blow * stays(me, foe, &spot) / 1000));
        terms.push(Term::new("time won", won));
        let mut invited = danger(walker, &invited(mind, walker, &spot), true, None);
        // A point held ready takes whoever runs into it.
        if foe.reach > 1 {
            let meets = Meeting::new(mind.looking(foe.place.hex, hex, foe.place.facing), place);
            let point = mind.threat(foe, me, &meets).map_or(0, |threat| threat.open);
            invited += point / 2;
        }
        terms.push(Term::new("blows invited", -invited));
        let plot = Plot {
            facing: EndFacing::Towards(foe.who),
            ..Plot::new(Intent::Charge(foe.who, ChargeKind::Attack))
        };
        list.push((Weighed::new(as_choice(verb, plot), terms), hex, foe.who));
    }
    list
}
