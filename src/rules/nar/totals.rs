//! Totals of attacks and 3D's as lists of parts: AB (N-027, N-028, §6.8) and AR (N-057, N-060,
//! N-061). Pure; play, odds and figures read the same lists.

use super::scale::{Effort, modifier};
use super::sheet::Sheet;
use super::tables::GoldenRule;
use crate::combat::odds::Modifier;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// What an attack is made with, as far as totals go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackKind {
    /// A blow.
    Melee,
    /// A shot.
    Ranged,
    /// A charged action.
    Magic,
}

/// The three 3D's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Defence {
    /// Something stiff in the way (N-056).
    Block,
    /// Out of the way (N-060).
    Dodge,
    /// Deflected (N-061).
    Parry,
}

impl Defence {
    /// All of them.
    pub const ALL: [Defence; 3] = [Defence::Block, Defence::Dodge, Defence::Parry];

    /// The word orders use.
    pub const fn word(self) -> &'static str {
        match self {
            Defence::Block => "block",
            Defence::Dodge => "dodge",
            Defence::Parry => "parry",
        }
    }

    /// What an attack that it stopped is called.
    pub const fn done(self) -> &'static str {
        match self {
            Defence::Block => "blocked",
            Defence::Dodge => "dodged",
            Defence::Parry => "parried",
        }
    }

    /// The rule of its total.
    pub const fn rule(self) -> &'static str {
        match self {
            Defence::Block => "N-057",
            Defence::Dodge => "N-060",
            Defence::Parry => "N-061",
        }
    }
}

/// Parts of the attack total but the d20 (N-027).
pub fn attack_parts(sheet: &Sheet, kind: AttackKind, effort: Effort) -> Vec<Modifier> {
    let (label, stat, rule) = match kind {
        AttackKind::Magic => ("Intuition", sheet.stats.intuition, "§6.8"),
        _ => ("Coordination", sheet.stats.coordination, "N-028"),
    };
    let mut parts = vec![
        Modifier::new("Level AB", sheet.level_ab, "N-027"),
        Modifier::new(label, effort.column(stat), rule),
    ];
    if kind != AttackKind::Magic {
        parts.push(Modifier::new("skill", sheet.skill_ab, "N-027"));
    }
    parts
}

/// What is added to the attack total against a Block (N-057 to N-059).
pub fn force(sheet: &Sheet, kind: AttackKind, effort: Effort) -> Modifier {
    let stats = &sheet.stats;
    match kind {
        AttackKind::Melee => {
            Modifier::new("Strength", effort.damage_column(stats.strength), "N-057")
        }
        AttackKind::Ranged => Modifier::new(
            "Coordination behind it",
            effort.damage_column(stats.coordination),
            "N-058",
        ),
        AttackKind::Magic => {
            Modifier::new("Intuition behind it", modifier(stats.intuition), "N-059")
        }
    }
}

/// Parts of a 3D's total but the d20.
pub fn defence_parts(sheet: &Sheet, defence: Defence, effort: Effort) -> Vec<Modifier> {
    let stats = &sheet.stats;
    let rule = defence.rule();
    let mut parts = vec![Modifier::new("Level AR", sheet.level_ar, rule)];
    match defence {
        Defence::Dodge => parts.push(Modifier::new("Reflex", effort.column(stats.reflex), rule)),
        Defence::Block | Defence::Parry => parts.push(Modifier::new(
            "Coordination",
            effort.column(stats.coordination),
            rule,
        )),
    }
    if defence == Defence::Block {
        let strength = effort.damage_column(stats.strength);
        parts.push(Modifier::new("Strength", strength, rule));
    }
    if sheet.skill_ar != 0 {
        parts.push(Modifier::new("skill", sheet.skill_ar, rule));
    }
    parts
}

/// The sum of parts.
pub fn sum(parts: &[Modifier]) -> i32 {
    parts.iter().map(|part| part.value).sum()
}

/// How an attack total stands against a 3D's (N-055, N-057).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It gets through.
    Through,
    /// It is stopped.
    Stopped,
    /// Each throws a d20 (N-055, Tie Breaker with equal Stats).
    Roll,
}

/// AB against AR by the golden rule; `attacker` and `defender` are the Stats a tie compares (N-055).
pub fn verdict(ab: i32, ar: i32, rule: GoldenRule, attacker: i32, defender: i32) -> Verdict {
    match (ab.cmp(&ar), rule) {
        (Ordering::Greater, _) | (Ordering::Equal, GoldenRule::Attacker) => Verdict::Through,
        (Ordering::Less, _) | (Ordering::Equal, GoldenRule::Defender) => Verdict::Stopped,
        (Ordering::Equal, GoldenRule::Tiebreak) => match attacker.cmp(&defender) {
            Ordering::Greater => Verdict::Through,
            Ordering::Less => Verdict::Stopped,
            Ordering::Equal => Verdict::Roll,
        },
    }
}

/// The Stats a tie compares: the attacker's and the defender's (N-055).
pub fn tie_stats(attacker: &Sheet, defender: &Sheet, defence: Defence) -> (i32, i32) {
    let (a, d) = (&attacker.stats, &defender.stats);
    match defence {
        Defence::Dodge => (a.coordination, d.reflex),
        Defence::Block => (a.strength, d.strength),
        Defence::Parry => (a.coordination, d.coordination),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::nar::sheet::OwnNumbers;
    use crate::rules::nar::tables::Armour;

    fn sheet(numbers: &str) -> Sheet {
        let own = OwnNumbers::read(numbers).unwrap();
        own.sheet(Armour::NONE).unwrap()
    }

    fn ab(numbers: &str, kind: AttackKind, effort: Effort) -> i32 {
        sum(&attack_parts(&sheet(numbers), kind, effort))
    }

    fn ar(numbers: &str, defence: Defence, effort: Effort) -> i32 {
        sum(&defence_parts(&sheet(numbers), defence, effort))
    }

    #[test]
    fn n027_ab_total() {
        let found = ab(
            "(level_ab: 3, coord: 12, skill_ab: 2)",
            AttackKind::Melee,
            Effort::Medium,
        );
        assert_eq!(found + 9, 26);
    }

    #[test]
    fn n028_light_medium_heavy() {
        let with = |effort| ab("()", AttackKind::Melee, effort) + 8;
        assert_eq!(Effort::ALL.map(with), [13, 18, 23]);
    }

    #[test]
    fn n057_to_n059_force_behind_an_attack() {
        let av = sheet("()");
        let at = |kind| Effort::ALL.map(|effort| force(&av, kind, effort).value);
        assert_eq!(at(AttackKind::Melee), [2, 5, 7]);
        assert_eq!(at(AttackKind::Ranged), [2, 5, 7]);
        let caster = sheet("(intu: 18)");
        assert_eq!(force(&caster, AttackKind::Magic, Effort::Medium).value, 9);
        assert_eq!(ar("()", Defence::Block, Effort::Heavy) + 3, 25);
        assert_eq!(ar("()", Defence::Block, Effort::Light) + 10, 17);
    }

    #[test]
    fn n060_dodge_and_n061_parry() {
        let dodge = |effort| ar("()", Defence::Dodge, effort) + 9;
        assert_eq!(Effort::ALL.map(dodge), [14, 19, 24]);
        assert_eq!(ar("()", Defence::Parry, Effort::Medium) + 9, 19);
        assert_eq!(ar("()", Defence::Parry, Effort::Light) + 9, 14);
        let levels = "(level_ab: 5, level_ar: 2)";
        assert_eq!(ar(levels, Defence::Parry, Effort::Light) + 10, 17);
    }

    #[test]
    fn section_6_8_charged_actions() {
        let with = |effort| ab("(intu: 18, level: 2)", AttackKind::Magic, effort);
        assert_eq!(Effort::ALL.map(with), [11, 20, 29]);
    }

    #[test]
    fn n055_golden_rule() {
        let tie = |rule, attacker, defender| verdict(18, 18, rule, attacker, defender);
        assert_eq!(tie(GoldenRule::Attacker, 1, 30), Verdict::Through);
        assert_eq!(tie(GoldenRule::Defender, 30, 1), Verdict::Stopped);
        assert_eq!(tie(GoldenRule::Tiebreak, 12, 11), Verdict::Through);
        assert_eq!(tie(GoldenRule::Tiebreak, 10, 13), Verdict::Stopped);
        assert_eq!(tie(GoldenRule::Tiebreak, 10, 10), Verdict::Roll);
        for rule in [
            GoldenRule::Attacker,
            GoldenRule::Defender,
            GoldenRule::Tiebreak,
        ] {
            assert_eq!(verdict(19, 18, rule, 1, 30), Verdict::Through);
            assert_eq!(verdict(17, 18, rule, 30, 1), Verdict::Stopped);
        }
    }
}
