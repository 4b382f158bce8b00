//! What is ordered at a count is begun, and, once its way is walked, carried out.

use super::handling;
use crate::combat::combatant::{CombatantId, Condition, ItemId, Posture};
use crate::combat::event::EventKind;
use crate::combat::flow::Stage;
use crate::combat::order::Choice;
use crate::combat::plot::{Intent, Plot};
use crate::combat::refusal::Refusal;
use crate::rules::wounds::attack::Band;
use crate::rules::wounds::exchange::{Exchange, ExchangeContext, run};
use crate::rules::wounds::field::{Blow, Field};
use crate::rules::wounds::gather::{self, Due, How};
use crate::rules::wounds::missile::{self, Manner};
use crate::rules::wounds::pace;
use crate::rules::wounds::recovery;
use crate::rules::wounds::route::Way;
use crate::rules::wounds::scene::{Doing, Figure, Scene, item_words};
use crate::rules::wounds::sheet::Skill;
use crate::rules::wounds::state::Exposure;
use crate::rules::wounds::verbs::{self, handle, posture, shoot, strike};
use crate::rules::wounds::{attack, walk};

/// An action about to begin.
struct Begun {
    due: Option<Due>,
    way: Way,
    run: bool,
    weapon: Option<ItemId>,
    skill: Option<Skill>,
}

/// Works out when an order comes and what way it begins with.
fn begin(scene: &Scene, figure: &Figure, choice: &Choice) -> Result<Begun, Refusal> {
    let slots = &choice.slots;
    let recs = &scene.tables.recs;
    let plain = |rec: u8| -> Result<Begun, Refusal> {
        figure.acts()?;
        Ok(Begun {
            due: Some(gather::due(scene, figure, rec, None)?),
            way: Way::default(),
            run: false,
            weapon: None,
            skill: None,
        })
    };
    match choice.verb.as_str() {
        "strike" => {
            let planned = strike::plan(scene, figure, slots)?;
            let (_, weapon) = gather::weapon(scene, figure, planned.item)?;
            Ok(Begun {
                due: Some(planned.due),
                way: planned.way,
                run: false,
                weapon: Some(planned.item),
                skill: Some(weapon.skill),
            })
        }
        "shoot" | "throw" => {
            let manner = manner(choice);
            let planned = shoot::plan(scene, figure, slots, manner)?;
            let (_, weapon) = missile::weapon(scene, figure, planned.item, manner)?;
            Ok(Begun {
                due: Some(planned.due),
                way: planned.way,
                run: false,
                weapon: Some(planned.item),
                skill: Some(weapon.skill),
            })
        }
        "load" => plain(shoot::loadable(scene, figure, slots)?.1),
        "move" | "run" => {
            let run = choice.verb == "run";
            let mut plot = slots
                .plot
                .clone()
                .ok_or_else(|| Refusal::form("a way needs a plan"))?;
            if run {
                plot.gait = crate::combat::plot::Gait::Run;
            }
            let way = walk::way(scene, figure, &plot)?;
            // Who is winded moves his one hex, and that is no action (W-093).
            let due = if figure.acts().is_ok() {
                let rec = if run {
                    recs.run
                } else {
                    gather::plain_rec(scene)
                };
                Some(gather::due(scene, figure, rec, None)?)
            } else {
                None
            };
            Ok(Begun {
                due,
                way,
                run,
                weapon: None,
                skill: None,
            })
        }
        "stand_up" | "kneel" | "lie_down" => plain(recs.stand_up),
        "draw" => plain(recs.draw),
        "pick_up" => plain(recs.pick_up),
        "ready_shield" => plain(recs.use_item),
        "door" => plain(recs.open),
        "first_aid" => plain(recs.first_aid),
        "swap" => plain(recs.change_places),
        other => Err(Refusal::form(format!("`{other}` is nothing to do here"))),
    }
}

/// How a missile is ordered to be sent off.
fn manner(choice: &Choice) -> Manner {
    if choice.verb == "throw" {
        Manner::Thrown
    } else {
        Manner::Shot
    }
}

/// Takes the answers of the count's window: who passes, who waits, who begins.
pub fn take_actions(mut field: Field) {
    let scene = field.scene();
    for who in field.round.acting.clone() {
        let choice = field.flow.answer(who).cloned();
        let choice = choice.unwrap_or_else(|| Choice::plain("pass"));
        take(&mut field, &scene, who, choice);
    }
    field.enter(Stage::Movement, 0);
}

fn take(field: &mut Field, scene: &Scene, who: CombatantId, choice: Choice) {
    let figure = scene.figure(who);
    match choice.verb.as_str() {
        "pass" => {
            let mut row = field.get_mut(who);
            row.agenda.done = true;
            row.course.fresh = false;
            return;
        }
        "delay" => {
            let count = choice.slots.amount.unwrap_or(1);
            let mut row = field.get_mut(who);
            row.agenda.at = Some(i16::try_from(count).unwrap_or(1));
            row.turn.delayed = true;
            // Whoever waits wants to be asked when the time has come.
            row.course.fresh = true;
            let event = field.event(
                who,
                EventKind::Declared {
                    action: format!("waits for count {count}").into(),
                },
            );
            field.say(event);
            return;
        }
        _ => {}
    }
    match begin(scene, figure, &choice) {
        Ok(Begun {
            due: Some(Due { next, now: false }),
            ..
        }) => {
            let words = words(scene, figure, &choice);
            let mut row = field.get_mut(who);
            row.agenda.at = Some(next.count);
            row.course.promised = Some(choice);
            row.course.fresh = false;
            let event = field
                .event(
                    who,
                    EventKind::Declared {
                        action: words.into(),
                    },
                )
                .detail("count", next.count.into(), "W-060");
            field.say(event);
        }
        Ok(begun) => start(field, who, choice, begun),
        Err(refusal) => {
            // Another one who acts at once may have come first.
            let event = field
                .event(who, EventKind::Nothing)
                .note(refusal.to_string());
            field.say(event);
            field.get_mut(who).agenda.done = true;
        }
    }
}

fn words(scene: &Scene, figure: &Figure, choice: &Choice) -> String {
    let ask = crate::combat::order::Ask { scene };
    verbs::all()
        .iter()
        .find(|verb| verb.name() == choice.verb)
        .map_or_else(
            || choice.verb.to_string(),
            |verb| verb.words(&ask, figure.id, &choice.slots),
        )
}

fn start(field: &mut Field, who: CombatantId, mut choice: Choice, begun: Begun) {
    // Equal orders leave equal traces: what goes without saying is said, a way of nothing is none.
    let aimed = ["strike", "shoot", "throw"].contains(&choice.verb.as_str());
    if aimed {
        choice.slots.item = begun.weapon;
        if begun.way.places.is_empty() {
            choice.slots.plot = None;
        }
    }
    let mut row = field.get_mut(who);
    let penalty = begun.due.map_or(0, |due| due.next.penalty);
    match begun.due {
        Some(due) => {
            *row.turn = pace::take(&row.turn, &due.next, begun.weapon);
            row.agenda.at = None;
        }
        None => {
            row.turn.stirred = true;
            row.agenda.done = true;
        }
    }
    if begun.skill.is_some() {
        row.turn.intended = begun.skill;
    }
    if begun.run {
        row.turn.ran = true;
        row.conditions.add(Condition::Running, None);
        // A run is another Move on top of what is left (WH-05).
        let more = begun.way.spent.last().copied().unwrap_or(0);
        row.turn.left = row.turn.left.max(more);
    }
    // What an earlier action brought on is over (T9, WH-17).
    *row.exposure = Exposure::default();
    row.course.promised = None;
    row.course.fresh = false;
    if aimed {
        row.course.target = choice.slots.targets.first().copied();
    }
    let goal = choice.slots.plot.clone().filter(|plot| {
        !matches!(plot.intent, Intent::Hold | Intent::Face(_)) && !begun.way.arrives
    });
    row.course.plot = goal.unwrap_or_default();
    row.deed.0 = Some(Doing {
        choice,
        penalty,
        way: begun.way.places,
        run: begun.run,
        done: false,
    });
}

/// Carries out what those who act have come to do.
pub fn perform(mut field: Field) {
    let scene = field.scene();
    for who in field.round.acting.clone() {
        let Some(doing) = field.get(who).deed.0.clone().filter(|doing| !doing.done) else {
            continue;
        };
        if let Some(doing) = &mut field.get_mut(who).deed.0 {
            doing.done = true;
        }
        if let Err(refusal) = act(&mut field, &scene, who, &doing) {
            let event = field
                .event(who, EventKind::Nothing)
                .note(refusal.to_string());
            field.say(event);
            field.get_mut(who).course.fresh = true;
        }
    }
    field.enter(Stage::Resolution, 0);
}

fn act(field: &mut Field, scene: &Scene, who: CombatantId, doing: &Doing) -> Result<(), Refusal> {
    let figure = scene.figure(who);
    let slots = &doing.choice.slots;
    let item = || slots.item.ok_or_else(|| Refusal::form("no item is named"));
    match doing.choice.verb.as_str() {
        "strike" => {
            let target = strike::target(scene, slots)?;
            let item = strike::item(scene, figure, slots)?;
            let how = How {
                called: strike::called(slots)?,
                penalty: doing.penalty,
                ordinal: ordinal(field, target.id),
            };
            let context = gather::blow(scene, figure, target, item, how)?;
            swing(field, scene, item, &context, "attack");
            way_after(field, scene, who, doing);
            Ok(())
        }
        "shoot" | "throw" => {
            send_off(field, scene, who, doing)?;
            way_after(field, scene, who, doing);
            Ok(())
        }
        "load" => {
            let (item, _) = shoot::loadable(scene, figure, slots)?;
            field.spent.0.remove(&item);
            let event = field.event(
                who,
                EventKind::Handled {
                    item,
                    manner: "loaded".into(),
                },
            );
            field.say(event);
            Ok(())
        }
        "stand_up" => rise(field, scene, who, Posture::Standing),
        "kneel" => rise(field, scene, who, Posture::Kneeling),
        "lie_down" => rise(field, scene, who, Posture::Prone),
        "draw" => {
            figure.acts()?;
            let item = item()?;
            if slots.flag(handle::DROP) {
                let held: Vec<ItemId> = handle::in_hands(figure).map(|held| held.id).collect();
                for held in held {
                    handling::drop_item(field, who, held, "T7");
                }
                field.get_mut(who).course.fresh = false;
            }
            let scene = field.scene();
            handling::draw(field, &scene, who, item);
            Ok(())
        }
        "pick_up" => handling::pick_up(field, scene, who, item()?),
        "ready_shield" => {
            figure.acts()?;
            handling::ready_shield(field, who, item()?);
            Ok(())
        }
        "door" => handling::door(field, scene, who, slots.dir),
        "first_aid" => treat(field, scene, who, doing),
        "swap" => handling::swap(field, scene, who, slots),
        // A way is all there was to it.
        _ => Ok(()),
    }
}

/// Shoots or throws: the missile is gone, whatever it strikes (WH-12).
fn send_off(
    field: &mut Field,
    scene: &Scene,
    who: CombatantId,
    doing: &Doing,
) -> Result<(), Refusal> {
    let figure = scene.figure(who);
    let slots = &doing.choice.slots;
    let manner = manner(&doing.choice);
    let target = strike::target(scene, slots)?;
    let item = shoot::item(scene, figure, slots, manner)?;
    let how = How {
        called: strike::called(slots)?,
        penalty: doing.penalty,
        ordinal: ordinal(field, target.id),
    };
    let context = missile::shot(scene, figure, target, item, manner, how)?;
    swing(field, scene, item, &context, manner.word());
    match manner {
        Manner::Shot => {
            let mut row = field.get_mut(who);
            let held = row.gear.0.iter_mut().find(|held| held.id == item);
            if let Some(left) = held.and_then(|held| held.ammunition.as_mut()) {
                *left = left.saturating_sub(1);
            }
            let (_, weapon) = missile::held(scene, figure, item)?;
            if weapon.shots.is_some() {
                let spent = field.spent.0.entry(item).or_default();
                *spent = spent.saturating_add(1);
            }
        }
        Manner::Thrown => handling::land(field, who, item, target.place.hex),
    }
    Ok(())
}

/// The number of the next blow at somebody in this step.
fn ordinal(field: &Field, target: CombatantId) -> u16 {
    let blows = field.round.blows.iter();
    blows.filter(|blow| blow.attack.target == target).count() as u16
}

/// Rolls a blow and says how it went; its harm is done in Resolution.
pub fn swing(
    field: &mut Field,
    scene: &Scene,
    item: ItemId,
    context: &ExchangeContext,
    manner: &str,
) {
    let who = context.attack.who;
    let exchange = run(&Exchange::new(context), context, field.dice());
    let result = match exchange.band {
        Band::Hit(_) => "hit",
        Band::Miss => "miss",
        Band::Fumble => "fumble",
    };
    let weapon = scene
        .figure(who)
        .gear
        .item(item)
        .map_or_else(String::new, |item| item_words(item, &scene.tables));
    let mut event = field.event(
        who,
        EventKind::Swung {
            target: context.attack.target,
            weapon: weapon.into(),
            manner: manner.into(),
            result: result.into(),
        },
    );
    let (target, modifiers) = attack::score(&context.attack, &context.circumstances);
    event = event.detail("to stay under", target, "W-028");
    for modifier in modifiers {
        event = event.detail(modifier.label, modifier.value, modifier.rule);
    }
    if let Band::Hit(wounds) = exchange.band {
        let sl = attack::damage_sl(&context.attack, exchange.face, &context.circumstances);
        event = event.detail("Damage SL", sl, "W-039");
        event = event.detail("wounds", wounds.into(), "W-041");
        if exchange.absorbed > 0 {
            event = event.detail("armour", -i32::from(exchange.absorbed), "W-045");
        }
    }
    field.say(event);
    field.round.blows.push(Blow {
        item,
        attack: context.attack.clone(),
        exchange,
    });
}

/// The way after a blow, if one was ordered and can be walked (WH-03).
fn way_after(field: &mut Field, scene: &Scene, who: CombatantId, doing: &Doing) {
    let then = doing.choice.slots.then.as_ref();
    let plot: Option<Plot> = then.and_then(|then| then.slots.plot.clone());
    let Some(plot) = plot else { return };
    let figure = scene.figure(who);
    if figure.turn.left <= 0 {
        return;
    }
    if let Ok(way) = walk::way(scene, figure, &plot)
        && let Some(doing) = &mut field.get_mut(who).deed.0
    {
        doing.way = way.places;
    }
}

fn rise(field: &mut Field, scene: &Scene, who: CombatantId, to: Posture) -> Result<(), Refusal> {
    let figure = scene.figure(who);
    figure.acts()?;
    if figure.posture == Posture::Prone && scene.pinned_down(who) {
        return Err(Refusal::new("B-056", "somebody stands over him"));
    }
    let left = posture::left_after(scene, figure, to);
    field.get_mut(who).turn.left = left;
    field.posture(who, to, "");
    Ok(())
}

/// First aid (W-071).
fn treat(field: &mut Field, scene: &Scene, who: CombatantId, doing: &Doing) -> Result<(), Refusal> {
    let figure = scene.figure(who);
    figure.acts()?;
    let patient = match doing.choice.slots.targets[..] {
        [one] => scene.figure(one),
        _ => return Err(Refusal::form("no patient is named")),
    };
    let skill = figure.sheet.skill(Skill::FirstAid);
    let target = recovery::first_aid_target(
        figure.sheet.reflexes.into(),
        skill,
        figure.penalty(),
        doing.penalty,
    );
    let boxes = patient.sheet.boxes;
    let (_, treated) =
        recovery::first_aid(who, target, skill, &patient.injuries, &boxes, field.dice());
    let name = &patient.label.name;
    let words = match &treated {
        Some((location, _)) => format!("stops the bleeding of {name} ({})", location.word()),
        None => format!("cannot stop the bleeding of {name}"),
    };
    let event =
        field
            .event(who, EventKind::Note)
            .note(words)
            .detail("to stay under", target, "W-071");
    field.say(event);
    if let Some((_, injuries)) = treated {
        *field.get_mut(patient.id).injuries = injuries;
        super::states::settle_state(field, patient.id);
    }
    Ok(())
}
