//! Plays the cases of a scenario and judges them.

use super::asks;
use super::events::event_line;
use super::fixtures::Fixtures;
use super::format::{RawCase, Scenario};
use super::judge::judge;
use super::line::{Expect, Step};
use super::names::Names;
use super::reel::Picture;
use super::stage::{Staged, set_parts, stage};
use super::system::{Host, host};
use super::value::Value;
use crate::ai::{self, Controller};
use crate::combat::battle::{Battle, Progress};
use crate::combat::combatant::{CombatantId, SideId};
use crate::combat::flow::Flow;
use crate::combat::order::{Choice, DecisionId, Order};
use crate::combat::refusal::Refusal;

/// Units an order or `until` may wait for its window.
const PATIENCE: u32 = 40;

/// Windows that may pass in one unit; a movement round has a few per step.
const MAX_WINDOWS: u32 = 4_000;

/// How a case came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Everything was as expected.
    Passed,
    /// What was not, in words.
    Failed(Vec<String>),
    /// It waits for these rules.
    Deferred(Vec<String>),
}

/// A case that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseResult {
    /// Line of the file.
    pub line: usize,
    /// The case in words.
    pub given: String,
    /// Numbers of the stated cases it shows.
    pub stated: Vec<u8>,
    /// How it came out.
    pub verdict: Verdict,
    /// What happened, step by step.
    pub story: Vec<String>,
}

/// Plays every case of a scenario.
pub fn run(scenario: &Scenario, fixtures: &Fixtures) -> Vec<CaseResult> {
    scenario
        .cases
        .iter()
        .enumerate()
        .map(|(at, (line, case))| {
            let (verdict, story) = run_case(scenario, case, fixtures);
            let own = vec![(at + 1).min(255) as u8];
            CaseResult {
                line: *line,
                given: case.given.clone(),
                stated: case.stated.clone().unwrap_or(own),
                verdict,
                story,
            }
        })
        .collect()
}

fn run_case(scenario: &Scenario, case: &RawCase, fixtures: &Fixtures) -> (Verdict, Vec<String>) {
    match staged_case(scenario, case, fixtures) {
        Ok(mut play) => {
            play.play(case);
            (play.verdict(), play.story)
        }
        Err(verdict) => (verdict, Vec::new()),
    }
}

/// A case set up and not begun, or why it cannot be played.
pub(super) fn staged_case(
    scenario: &Scenario,
    case: &RawCase,
    fixtures: &Fixtures,
) -> Result<Play, Verdict> {
    if !case.needs.is_empty() {
        return Err(Verdict::Deferred(case.needs.clone()));
    }
    let Some(host) = host(&scenario.system) else {
        let fault = format!("there is no rule system `{}`", scenario.system);
        return Err(Verdict::Failed(vec![fault]));
    };
    let Staged { names, battle } =
        stage(scenario, case, fixtures, host).map_err(Verdict::Failed)?;
    Ok(Play {
        names,
        battle,
        host,
        shown: 0,
        cursor: 0,
        story: Vec::new(),
        faults: Vec::new(),
        computers: Vec::new(),
        reel: None,
    })
}

/// A case in play.
pub(super) struct Play {
    pub names: Names,
    pub battle: Option<Battle>,
    pub host: &'static dyn Host,
    /// Events already told in the story.
    shown: usize,
    /// Events already used up by `event` lines.
    pub cursor: usize,
    pub story: Vec<String>,
    faults: Vec<String>,
    /// Sides the computer plays, with who plays them.
    computers: Vec<(SideId, Box<dyn Controller>)>,
    /// Pictures, if somebody watches.
    pub reel: Option<Vec<Picture>>,
}

impl Play {
    pub(super) fn verdict(&self) -> Verdict {
        if self.faults.is_empty() {
            Verdict::Passed
        } else {
            Verdict::Failed(self.faults.clone())
        }
    }

    pub(super) fn play(&mut self, case: &RawCase) {
        if let Err(fault) = self.open() {
            self.faults.push(fault);
            return;
        }
        self.tell();
        let mut pending = false;
        for text in &case.steps {
            self.story.push(format!("> {text}"));
            let done = Step::parse(text, &self.names).and_then(|step| {
                pending = matches!(
                    step,
                    Step::Order(..) | Step::SideOrder(..) | Step::Plays(..)
                );
                self.step(step)
            });
            self.tell();
            if let Err(fault) = done {
                self.faults.push(format!("step `{text}`: {fault}"));
                return;
            }
        }
        // What was ordered last must have its consequences before it is judged.
        if pending && let Err(fault) = self.wait(1) {
            self.faults.push(fault);
        }
        self.tell();
        for text in &case.expect {
            let judged = Expect::parse(text, &self.names).and_then(|expect| judge(self, &expect));
            self.note(text, judged);
        }
        self.check_dice(&case.free);
    }

    fn note(&mut self, text: &str, judged: Result<(), String>) {
        match judged {
            Ok(()) => self.story.push(format!("  as expected: {text}")),
            Err(fault) => {
                self.story
                    .push(format!("  NOT as expected: {text}: {fault}"));
                self.faults.push(format!("expected `{text}`: {fault}"));
            }
        }
    }

    fn check_dice(&mut self, free: &[String]) {
        // What a computer player does is judged by its orders; it may throw what it likes.
        if !self.computers.is_empty() {
            return;
        }
        let Some(script) = self.battle.as_ref().and_then(Battle::script_left) else {
            return;
        };
        let free = |fault: &str| {
            let word = |purpose: &str| fault.ends_with(&format!(" {purpose}"));
            fault.starts_with("no die left for")
                && (word("initiative") || free.iter().any(|purpose| word(purpose)))
        };
        let mut faults: Vec<String> = script
            .faults
            .iter()
            .filter(|fault| !free(fault))
            .cloned()
            .collect();
        faults.extend(
            script
                .unused()
                .iter()
                .map(|left| format!("dice left over: {left}")),
        );
        let faults: Vec<String> = faults.iter().map(|fault| self.named(fault)).collect();
        self.faults.extend(faults);
    }

    /// Ids in a fault as names.
    pub fn named(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (id, name) in self.names.combatants.iter().enumerate().rev() {
            text = text.replace(&format!("#{id}"), name);
        }
        text
    }

    /// Tells events that are new.
    fn tell(&mut self) {
        let Some(battle) = &self.battle else {
            return;
        };
        let mut news = Vec::new();
        for event in battle.events(None).skip(self.shown) {
            self.story
                .push(format!("  {}", event_line(event, &self.names)));
            news.push(event.clone());
        }
        self.shown += news.len();
        if !news.is_empty() {
            self.picture(news);
        }
    }

    /// The battle.
    pub fn battle(&mut self) -> Result<&mut Battle, String> {
        self.battle
            .as_mut()
            .ok_or_else(|| "this case has no combatants, so nothing is fought".to_owned())
    }

    /// Goes to the beginning of the first unit.
    fn open(&mut self) -> Result<(), String> {
        let Some(battle) = self.battle.as_mut() else {
            return Ok(());
        };
        let unit = battle.flow().unit;
        battle
            .advance_until(|flow| flow.unit > unit)
            .map_err(|stuck| stuck.to_string())?;
        Ok(())
    }

    fn step(&mut self, step: Step) -> Result<(), String> {
        match step {
            Step::Order(who, choice) => self.order(who, choice),
            Step::SideOrder(who, choice) => self.side_order(who, choice),
            Step::Wait(units) => self.wait(units),
            Step::Until(kind, who) => self.until(&kind, who),
            Step::UntilStage(stage) => {
                self.go_until(|flow| flow.stage.word() == stage && flow.window.is_none())
            }
            Step::UntilUnit(unit) => self.go_until(|flow| flow.unit >= unit),
            Step::Next => {
                self.seal()?;
                self.reach_window().map(|_| ())
            }
            Step::Plays(name, side) => {
                let player = ai::by_name(&name).ok_or_else(|| {
                    let known = ai::CONTROLLERS.map(|(name, _)| name).join(", ");
                    format!("nobody is called `{name}`; the computer plays as {known}")
                })?;
                self.computers.push((SideId(side as u8), player));
                Ok(())
            }
            Step::Set(who, patch) => set_parts(self.battle()?, who, &patch),
            Step::Expect(expect) => {
                self.tell();
                judge(self, &expect)
            }
        }
    }

    /// Runs to the next window; `false` if the battle is over.
    fn reach_window(&mut self) -> Result<bool, String> {
        let progress = self
            .battle()?
            .advance()
            .map_err(|stuck| stuck.to_string())?;
        self.tell();
        Ok(progress == Progress::Waiting)
    }

    /// Closes the open window: drafts and presets become answers; whoever the case does not
    /// mention keeps quiet.
    fn seal(&mut self) -> Result<(), String> {
        let host = self.host;
        let computers = &mut self.computers;
        let battle = self
            .battle
            .as_mut()
            .ok_or("this case has no combatants, so nothing is fought")?;
        for (side, player) in computers {
            ai::answer_side(battle, *side, &mut **player, 1);
        }
        let waiting: Vec<SideId> = battle
            .window()
            .map(|window| window.waiting().collect())
            .unwrap_or_default();
        let seats = waiting.iter().filter_map(|side| battle.seat(*side));
        let silent: Vec<_> = seats
            .flat_map(|seat| {
                seat.own()
                    .filter(move |found| seat.draft(found.id).is_none())
            })
            .cloned()
            .collect();
        for decision in silent {
            let Some(choice) = host.quiet(battle, &decision) else {
                continue;
            };
            if battle.check(&decision, &choice).is_ok() {
                let order = Order {
                    decision: decision.id,
                    who: decision.who,
                    choice,
                };
                let drafted = battle.draft(decision.side, order);
                drafted.map_err(|refusal| refusal.to_string())?;
            }
        }
        let waiting: Vec<SideId> = battle
            .window()
            .map(|window| window.waiting().collect())
            .unwrap_or_default();
        for side in waiting {
            battle.seal(side).map_err(|refusal| refusal.to_string())?;
        }
        Ok(())
    }

    /// Goes on between beats, taking presets, until the flow is as wanted.
    fn go_until(&mut self, stop: impl Fn(&Flow) -> bool) -> Result<(), String> {
        let start = self.battle()?.flow().unit;
        for _ in 0..MAX_WINDOWS {
            let progress = self
                .battle()?
                .advance_until(&stop)
                .map_err(|stuck| stuck.to_string())?;
            self.tell();
            match progress {
                None => return Ok(()),
                Some(Progress::Over) => return Err("the battle is over before that".to_owned()),
                Some(Progress::Waiting) => self.seal()?,
            }
            if self.battle()?.flow().unit > start + PATIENCE {
                break;
            }
        }
        Err("that does not come about".to_owned())
    }

    fn wait(&mut self, units: u32) -> Result<(), String> {
        let goal = self.battle()?.flow().unit.saturating_add(units);
        match self.go_until(|flow| flow.unit >= goal) {
            // Whoever waits past the end of a battle has waited long enough.
            Err(_) if self.battle()?.outcome().is_some() => Ok(()),
            other => other,
        }
    }

    fn until(&mut self, kind: &str, who: Option<CombatantId>) -> Result<(), String> {
        self.find_window(|window| {
            window.kind == kind && who.is_none_or(|who| window.of(who).is_some())
        })
        .map_err(|fault| format!("no window `{kind}` opened: {fault}"))
    }

    fn find_window(
        &mut self,
        wanted: impl Fn(&crate::combat::flow::Window) -> bool,
    ) -> Result<(), String> {
        let start = self.battle()?.flow().unit;
        let mut seen: Vec<String> = Vec::new();
        for _ in 0..MAX_WINDOWS {
            if !self.reach_window()? {
                return Err("the battle is over".to_owned());
            }
            let battle = self.battle()?;
            let Some(window) = battle.window() else {
                return Err("no window opens".to_owned());
            };
            if wanted(window) {
                return Ok(());
            }
            if battle.flow().unit > start + PATIENCE {
                break;
            }
            let kind = window.kind.to_string();
            if !seen.contains(&kind) {
                seen.push(kind);
            }
            self.seal()?;
        }
        Err(format!("only {} opened", seen.join(", ")))
    }

    fn order(&mut self, who: CombatantId, choice: Choice) -> Result<(), String> {
        let verb = choice.verb.clone();
        let name = self.names.name(who).to_owned();
        self.find_window(|window| {
            window
                .of(who)
                .is_some_and(|found| found.verbs.contains(&verb))
        })
        .map_err(|fault| format!("{name} is never offered `{verb}`: {fault}"))?;
        let battle = self.battle()?;
        let decision = battle
            .window()
            .and_then(|window| window.of(who))
            .cloned()
            .ok_or("the window closed")?;
        let order = Order {
            decision: decision.id,
            who,
            choice,
        };
        let drafted = battle.draft(decision.side, order);
        drafted.map_err(|refusal| format!("refused: {refusal}"))
    }

    fn side_order(&mut self, who: CombatantId, choice: Choice) -> Result<(), String> {
        self.draft_aside(who, choice)?
            .map_err(|refusal| format!("refused: {refusal}"))
    }

    /// Drafts an order that answers no decision; whether it was taken.
    pub(super) fn draft_aside(
        &mut self,
        who: CombatantId,
        choice: Choice,
    ) -> Result<Result<(), Refusal>, String> {
        if !self.reach_window()? {
            return Err("the battle is over".to_owned());
        }
        let battle = self.battle()?;
        let side = battle.status().side_of(who).ok_or("nobody's side")?;
        let order = Order {
            decision: DecisionId::NONE,
            who,
            choice,
        };
        Ok(battle.draft(side, order))
    }

    /// Asks a rule function.
    pub fn ask(&mut self, name: &str, args: &Value) -> Result<Value, String> {
        asks::ask(
            self.host.asks(),
            name,
            args,
            &self.names,
            self.battle.as_mut(),
        )
    }
}
