//! Side orders that suit a computer player: it looks at every window, so only what is carried out
//! inside Movement, what lies on the ground and what was declared in need matter.

use super::Assess;
use crate::board::Hex;
use crate::combat::combatant::{Carried, Item};
use crate::combat::order::{Ask, Choice, DecisionId, Order, Slots};
use crate::rules::phases::derive;
use crate::rules::phases::scene::{Declared, EnPassant, Figure, Lying};
use crate::rules::phases::systems::handling::check_aside;
use crate::rules::phases::verbs::{declare, standing};

impl Assess<'_> {
    /// Side orders to give now.
    pub(super) fn wanted(&self, figure: &Figure, opportunity: i32) -> Vec<(Choice, &'static str)> {
        let mut orders = Vec::new();
        if !figure.open || figure.is_steed() || figure.free().is_err() {
            return orders;
        }
        let passing = u8::try_from(opportunity / 10).map_or(100, |chance| chance.clamp(1, 100));
        if figure.standing.en_passant != EnPassant::AtLeast(passing) {
            let slots = Slots {
                amount: Some(passing.into()),
                ..Slots::default()
            };
            orders.push((
                Choice::new("standing", slots.with_flag("en passant at least")),
                "a blow in passing is worth the action from there on",
            ));
        }
        for lying in self.lost(figure) {
            let slots = Slots {
                item: Some(lying.item.id),
                ..Slots::default()
            };
            let choice = Choice::new("pick up", slots);
            if check_aside(self.scene, figure, &choice).is_ok() {
                orders.push((choice, "a better weapon lies within reach"));
                break;
            }
        }
        if self.declared_in_need(figure) && !figure.tempo.acted {
            let abort = Order {
                decision: DecisionId::NONE,
                who: figure.id,
                choice: Choice::plain("abort"),
            };
            let ask = Ask { scene: self.scene };
            if standing::check(&ask, &abort).is_ok() {
                orders.push((abort.choice, "he has a better weapon at hand by now"));
            }
        }
        orders
    }

    /// Places that are worth going to for a weapon that lies there, with its worth.
    pub(super) fn lost_places(&self, figure: &Figure) -> Vec<(Hex, i32)> {
        self.lost(figure)
            .into_iter()
            .map(|lying| (lying.hex, 120))
            .collect()
    }

    /// Weapons on the ground that are far better than what he has in hand and for which he has a
    /// hand free; the best first.
    fn lost(&self, figure: &Figure) -> Vec<&Lying> {
        if self.scene.ground.is_empty() {
            return Vec::new();
        }
        let armed = figure
            .gear
            .in_hand()
            .filter(|item| item.carried != Carried::Arm);
        let best = armed
            .map(|item| self.prowess(figure, item))
            .max()
            .unwrap_or(0);
        let free = figure.gear.free_hands();
        let mut found: Vec<(&Lying, i32)> = self
            .scene
            .ground
            .iter()
            .filter(|lying| {
                self.scene
                    .tables
                    .weapons
                    .get(&lying.item.name)
                    .is_some_and(|weapon| {
                        weapon.hands <= free || (weapon.one_handed.is_some() && free > 0)
                    })
            })
            .map(|lying| (lying, self.prowess(figure, &lying.item)))
            .filter(|(_, value)| *value * 2 > best * 3)
            .collect();
        found.sort_by_key(|(lying, value)| (std::cmp::Reverse(*value), lying.item.id));
        found.into_iter().map(|(lying, _)| lying).collect()
    }

    /// How good somebody is with a weapon: his number by its mean damage.
    fn prowess(&self, figure: &Figure, item: &Item) -> i32 {
        let Some(weapon) = self.scene.tables.weapons.get(&item.name) else {
            return 0;
        };
        if item.wear >= weapon.speed || item.ammunition == Some(0) {
            return 0;
        }
        let level = derive::level_score(derive::level(&figure.sheet, &weapon.class));
        level * (weapon.damage.twice_mean() - 2).max(1)
    }

    /// Whether what he prepares is a makeshift, and a weapon in hand would do much better.
    fn declared_in_need(&self, figure: &Figure) -> bool {
        let now = match &figure.tempo.declared {
            Declared::Guard | Declared::Wait => 0,
            Declared::Attack(item) | Declared::Both(item) => figure
                .gear
                .item(*item)
                .map_or(0, |item| self.prowess(figure, item)),
            _ => return false,
        };
        figure
            .gear
            .in_hand()
            .filter(|item| self.prowess(figure, item) * 2 > now * 3)
            .any(|item| {
                [Declared::Shoot(item.id), Declared::Attack(item.id)]
                    .iter()
                    .any(|action| declare::check(self.scene, figure, action).is_ok())
            })
    }
}
