//! Odds of attacks with every answer (budget: p50 50 µs for one attack).

use hexfray::combat::combatant::{CombatantId, ItemId, Posture};
use hexfray::rules::phases::attack::AttackContext;
use hexfray::rules::phases::body::Body;
use hexfray::rules::phases::defence::{
    Answer, Bearing, Defender, Dodge, Hands, HeldWeapon, Parry, Sidestep, SidestepSkill,
};
use hexfray::rules::phases::exchange::{Assault, Bout, BoutContext};
use hexfray::rules::phases::facing::Arc4;
use hexfray::rules::phases::odds::bout_odds;
use hexfray::rules::phases::scene::{Pools, Switches, Tables};
use hexfray::rules::phases::special::Special;
use hexfray::rules::phases::weapon_use::{Mode, WeaponUse, weapon_use};

fn main() {
    divan::main();
}

fn used(archetype: &str) -> WeaponUse {
    let tables = Tables::shipped();
    let archetype = &tables.archetypes[archetype];
    let gear = archetype.load_out.gear(&tables, 0);
    let mode = match tables.weapons[&archetype.load_out.main].reach {
        Some(_) => Mode::Melee,
        None => Mode::Shot,
    };
    weapon_use(&tables, &archetype.sheet, &gear, ItemId(0), mode).expect("it is in hand")
}

fn bout(attacks: Vec<AttackContext>) -> BoutContext {
    let tables = Tables::shipped();
    let sheet = &tables.archetypes["man_at_arms"].sheet;
    BoutContext {
        defender: Defender {
            who: CombatantId(9),
            dx: sheet.dx,
            dx_bonus: sheet.dx_bonus,
            rs: sheet.rs.into(),
            rss: sheet.rss.into(),
            build: sheet.build,
            body: Body::default(),
            suit: None,
            shield: None,
            rushed: 2,
            guarded: 0,
            load: 0,
            posture: Posture::Standing,
            held: false,
            running: false,
            riding: None,
            hampered: false,
            acted: false,
            reacted: false,
            incapable: None,
            weapons: vec![HeldWeapon {
                item: ItemId(0),
                score: 14,
                rb: Some(12),
                speed: 4,
                wear: 0,
            }],
            sidestep: SidestepSkill {
                level: 4,
                ..SidestepSkill::default()
            },
            free_hex: true,
            free_parry: false,
            throws: false,
            pools: Pools {
                shp: sheet.shp,
                chp: sheet.chp,
            },
            gloom: Vec::new(),
            feat_extra: Vec::new(),
            skill_extra: Vec::new(),
        },
        attacks: attacks
            .into_iter()
            .map(|attack| Assault::Blow(Box::new(attack)))
            .collect(),
        switches: Switches::default(),
        dodge: tables.dodge,
        sidestep: tables.sidestep,
    }
}

fn answers() -> Vec<Answer> {
    vec![
        Answer::Nothing,
        Answer::Dodge(Dodge {
            dir: None,
            room: true,
            bearings: vec![Bearing::Sideways; 3],
        }),
        Answer::Dodge(Dodge {
            dir: None,
            room: true,
            bearings: vec![Bearing::Away; 3],
        }),
        Answer::Parry(Parry {
            facing: Arc4::Forward,
            weapon: used("man_at_arms"),
            higher: 0,
            arm: 0,
            hands: Hands::One,
        }),
        Answer::Sidestep(Sidestep { attacks: vec![0] }),
    ]
}

fn attack(archetype: &str, special: Option<Special>) -> AttackContext {
    let mut attack = AttackContext::plain(CombatantId(0), used(archetype));
    (attack.ar, attack.rt, attack.special) = (8, 8, special);
    attack
}

#[divan::bench(args = ["militia", "man_at_arms", "knight", "pikeman", "berserker", "archer"])]
fn plain(bencher: divan::Bencher, archetype: &str) {
    run(bencher, bout(vec![attack(archetype, None)]));
}

#[divan::bench(args = ["knight", "berserker"])]
fn target(bencher: divan::Bencher, archetype: &str) {
    run(
        bencher,
        bout(vec![attack(archetype, Some(Special::Target))]),
    );
}

#[divan::bench(args = ["knight", "berserker"])]
fn knockback(bencher: divan::Bencher, archetype: &str) {
    run(
        bencher,
        bout(vec![attack(archetype, Some(Special::Knockback))]),
    );
}

fn run(bencher: divan::Bencher, context: BoutContext) {
    let (start, answers) = (Bout::new(&context), answers());
    bencher.bench_local(|| bout_odds(&start, &context, &answers));
}
