#!/usr/bin/env python3
"""Exact odds of thirty blows of the `phases` system, by plain enumeration.

Every figure comes from the rule register (rules/phases.md; board names and
cover from rules/board.md). Nothing here shares code with the game, so the two
can be compared.

    python3 oracle.py            print the thirty distributions, write expected.ron
    python3 oracle.py --check    work them out again, compare with expected.ron

Needs Python 3.11 or newer and nothing else.
"""

import os
import sys
from fractions import Fraction
from itertools import product
from math import floor, lcm

HERE = os.path.dirname(os.path.abspath(__file__))
STORED = os.path.join(HERE, "expected.ron")

# --------------------------------------------------------------------------
# Tables, as printed in the register
# --------------------------------------------------------------------------

FIXTURES = {  # section 3, test fixtures
    "A": {"dx": 13, "fi": 13},
    "D": {"dx": 10, "fi": 10},
}

# H-12: code, CN, dice (count, sides, plus), Speed, polearm
MELEE = {
    "dagger": ("1H-CP", 3, (1, 4, 0), 1, False),
    "rapier": ("1H-P", 4, (1, 6, 1), 2, False),
    "long_sword": ("1H-C", 3, (1, 8, 0), 4, False),
    "great_sword": ("2H-C", 4, (2, 8, 0), 7, False),
    "battle_axe": ("1H-C", 3, (1, 8, 1), 5, False),
    "club": ("1H-B", 1, (1, 6, 0), 3, False),
    "mace": ("1H-B", 2, (1, 8, 0), 4, False),
    "spear": ("2H-P", 3, (1, 8, 0), 4, True),
}

# H-13: code, CN, dice, Speed, bands (PB, N, M, L, VL, X), thrown
RANGE = {
    "long_bow": ("2H-P", 4, (1, 10, 0), 5, (10, 40, 80, 120, 160, 200), False),
    "light_crossbow": ("2H-P", 4, (1, 10, 0), 4, (10, 35, 70, 105, 140, 175), False),
    "throwing_knife": ("1H-P", 2, (1, 4, 0), 1, (2, 5, 8, 11, 14, 17), True),
}
BAND_MODIFIERS = (5, 0, -5, -10, -15, -20)  # P-107

# H-14, H-15: AR, RT
ARMOUR = {
    "no_armour": (0, 0),
    "leather": (2, 2),
    "hard_leather": (3, 3),
    "ring_mail": (4, 4),
    "mail": (5, 5),
    "breastplate": (6, 4),
    "brigandine": (6, 6),
    "full_plate": (8, 8),
}
SHIELD = {"": (0, 0), "buckler": (1, 1), "round_shield": (2, 2), "kite_shield": (3, 3)}

DODGE_DIRECTION = {"": 0, "away": -2, "sideways": 0, "past": -5}  # H-5

# BT-2, row P
COVER = ((10, 0), (30, -2), (60, -5), (90, -10), (100, -15))


def bonus(score):
    """H-1."""
    return max(-2, min(6, (score - 7) // 3))


def level_score(level):
    """H-2."""
    return 5 if level == 0 else 10 + level


def toward_zero(value):
    """C-1: halves and quarters of a bonus."""
    return int(value)


def cover_modifier(percent):
    """B-025 for ranged attacks; no entry strikes over cover hand to hand."""
    for limit, modifier in COVER:
        if percent < limit:
            return modifier
    raise ValueError("no attack through full cover")


# --------------------------------------------------------------------------
# Dice: a script of faces, extended face by face until every branch is walked
# --------------------------------------------------------------------------


class Dice:
    def __init__(self, script):
        self.script = script
        self.sides = []

    def roll(self, sides):
        place = len(self.sides)
        self.sides.append(sides)
        return self.script[place] if place < len(self.script) else 1


def enumerate_dice(walk):
    """Yield (result, n) of every run of `walk(dice)`; its chance is 1 in n."""
    script = []
    while True:
        dice = Dice(script)
        result = walk(dice)
        weight = 1
        for sides in dice.sides:
            weight *= sides
        yield result, weight
        script = script[: len(dice.sides)]
        script += [1] * (len(dice.sides) - len(script))
        while script and script[-1] == dice.sides[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1


def d20_succeeds(die, number):
    """C-2, C-3: skill checks and feats."""
    return die != 20 and (die == 1 or die <= number)


# --------------------------------------------------------------------------
# One blow
# --------------------------------------------------------------------------


class Blow:
    """The figures of one situation, worked out before any die is thrown."""

    def __init__(self, s):
        a, d = s["attacker"], s["defender"]
        self.s, self.a, self.d = s, a, d
        self.ranged = a["weapon"] in RANGE
        if self.ranged:
            self.code, self.cn, self.dice, self.speed, self.bands, self.thrown = RANGE[a["weapon"]]
            self.polearm = False
        else:
            self.code, self.cn, self.dice, self.speed, self.polearm = MELEE[a["weapon"]]
            self.thrown = False
        self.light = not self.ranged and self.speed == 1  # S1, P-111
        self.fi = bonus(a.get("fi", FIXTURES[a["fixture"]]["fi"]))
        self.specialised = a["special"] in a["specialised"] and a["weapon"] in a["specialised"]  # P-135
        self.target_number = self.attack_number()
        self.critical_below = self.critical_threshold()
        # P-043, P-070, P-204: a charge is treated as a Rushed Action.
        self.fumble_save = 0 if a["rushed"] > 0 or a["charge"] else a["skill_level"]
        self.armour, self.resist_targeting = self.armour_of_facing()
        self.damage_plus = self.damage_bonus()
        self.helpless = d["condition"] == "stunned"  # P-125
        if self.helpless or a["charge"]:
            assert not (self.helpless and d["answer"] != "none")
            assert d["answer"] != "parry", "P-085"

    def attack_number(self):
        a = self.a
        number = level_score(a["skill_level"])
        number -= a["rushed"]  # P-041
        number += min(25, 5 * a["overprepared"])  # P-046
        number += min(5, a["guarded"])  # P-050
        if a["running"]:
            number -= 5  # P-027
        if a["prone"]:
            number -= 5  # P-033
        if a["charge"]:
            number += 4 if self.polearm else 2  # P-077, P-078, not doubled P-082
        if self.ranged:
            number += self.range_modifier(a["distance"]) + cover_modifier(self.s["cover_percent"])
        if a["special"] == "knockback":  # P-179
            number += (-5 if self.light else 0) + (5 if self.code.startswith("2H") else 0)
        if a["special"] == "target":  # P-201, one type each in these entries
            number += {"B": -5, "C": 0, "P": 5}[self.code.split("-")[1]]
        return number

    def range_modifier(self, distance):
        for limit, modifier in zip(self.bands, BAND_MODIFIERS):
            if distance <= limit:
                return modifier
        raise ValueError("out of range")

    def critical_threshold(self):
        """Natural die below this is a Critical Hit, P-116 and P-117."""
        cn = self.cn
        if cn == 0 or self.target_number < 6:
            return 0
        if self.target_number <= 9:
            cn = max(1, cn // 2)
        return self.a["skill_level"] + cn

    def armour_of_facing(self):
        ar, rt = ARMOUR[self.d["armour"]]
        if self.d["facing_struck"] == "front":  # P-259
            more_ar, more_rt = SHIELD[self.d["shield"]]
            ar, rt = ar + more_ar, rt + more_rt
        return ar, rt

    def damage_bonus(self):
        if self.ranged:
            return 0  # P-120
        share = toward_zero(Fraction(self.fi, 2)) if self.light else self.fi  # P-119
        charge = 0
        if self.a["charge"]:
            charge = 4 if self.polearm else 2  # P-077, P-078
            charge *= 2 if self.a["running"] else 1  # P-082
        return share + charge

    def reaction_number(self):
        d = self.d
        dx = FIXTURES[d["fixture"]]["dx"]
        if d["answer"] == "parry":  # P-122: no rush, no guard
            return level_score(d["skill_level"]) - (5 if d["prone"] else 0)
        guard = min(25, 5 * d["answer_guarded"])  # P-049
        if d["answer"] == "dodge":  # P-052, H-5
            shot = (0 if self.thrown else -5) if self.ranged else 0
            place = -5 if d["prone"] else DODGE_DIRECTION[d["dodge_direction"]]
            return dx + 5 + place + shot + guard - d["answer_rushed"]
        if d["answer"] == "sidestep":  # P-211, H-6
            assert d["sidestep_level"] > 0 and not d["prone"]
            shot = (-2 if self.thrown else -5) if self.ranged else 0
            charge = -2 if self.a["charge"] and self.a["running"] else 0
            number = level_score(d["sidestep_level"]) + bonus(dx)
            return number + shot + charge + guard - d["answer_rushed"]
        raise ValueError(d["answer"])

    def parry_roll(self, dice):
        """P-123: normal weapon damage of the parrying weapon, at least 1."""
        _, _, (count, sides, plus), speed, _ = MELEE[self.d["weapon"]]
        fi = bonus(FIXTURES[self.d["fixture"]]["fi"])
        share = toward_zero(Fraction(fi, 2)) if speed == 1 else fi
        return max(1, sum(dice.roll(sides) for _ in range(count)) + plus + share)

    def knockback(self, critical, parried):
        """P-174, P-177, P-180: fractions kept, dropped once at the end."""
        metres = Fraction(self.speed * (2 if self.specialised else 1))
        metres += Fraction(self.fi, 4 if self.light else 2)
        if critical:
            metres *= Fraction(3, 2)
        if parried:
            metres -= MELEE[self.d["weapon"]][3]
        return max(0, floor(metres))

    def strike(self, dice):
        """One run: (shp, chp, knockback, note)."""
        a, d = self.a, self.d
        nothing = (0, 0, 0, "")

        die = dice.roll(20)
        if die == 20:  # P-115, P-203, P-204
            if self.fumble_save > 0 and dice.roll(10) <= self.fumble_save:
                return nothing
            return (0, 0, 0, "fumble")
        if not d20_succeeds(die, self.target_number):
            return nothing
        critical = die < self.critical_below

        parry_ar, parried = 0, False
        if d["answer"] != "none":
            success = d20_succeeds(dice.roll(20), self.reaction_number())
            parry_points = self.parry_roll(dice) if success and d["answer"] == "parry" else 0
            if a["special"] == "feint":  # P-170
                success = success and d["answer"] == "dodge" and d["dodge_direction"] == "away"
            if success and d["answer"] in ("dodge", "sidestep"):
                return nothing
            if success and d["answer"] == "parry" and d["parry_arc"] == d["facing_struck"]:
                parry_ar, parried = parry_points, True

        count, sides, plus = self.dice
        damage = max(1, sum(dice.roll(sides) for _ in range(count)) + plus + self.damage_plus)

        armour = self.armour + parry_ar
        if a["special"] == "target" or self.helpless:  # P-199, P-200, P-202, P-125
            number = self.resist_targeting
            if parried:
                number += MELEE[d["weapon"]][3]
            if self.specialised:
                number //= 2
            resisted = dice.roll(20) <= number  # C-4: plain
            armour = self.armour // 2 + parry_ar if resisted else 0

        points = max(0, damage - armour)
        if a["special"] == "knockback":  # Stamina only
            return (points, 0, self.knockback(critical, parried), "")
        return (points, points if critical else 0, 0, "")


def distribution(situation):
    blow = Blow(situation)
    found = {}
    for outcome, weight in enumerate_dice(blow.strike):
        per = found.setdefault(outcome, {})
        per[weight] = per.get(weight, 0) + 1
    return {o: sum(Fraction(n, w) for w, n in per.items()) for o, per in found.items()}


# --------------------------------------------------------------------------
# The thirty situations
# --------------------------------------------------------------------------

ATTACKER = dict(
    fixture="A", weapon="long_sword", skill_level=5, armour="no_armour", shield="",
    specialised=[], running=False, prone=False, rushed=0, overprepared=0, guarded=0,
    charge="", special="", distance=1,
)
DEFENDER = dict(
    fixture="D", weapon="long_sword", skill_level=4, armour="no_armour", shield="",
    facing_struck="front", answer="none", answer_rushed=0, answer_guarded=0,
    parry_arc="front", dodge_direction="", sidestep_level=0, prone=False, condition="",
)

SITUATIONS = []


def situation(id, words, rules, attacker=None, defender=None, cover=0):
    SITUATIONS.append(dict(
        id=id, words=words, rules=rules.split(),
        attacker={**ATTACKER, **(attacker or {})},
        defender={**DEFENDER, **(defender or {})},
        cover_percent=cover,
    ))


situation(
    "plain-broadsword-bare",
    "A strikes bare D with a broadsword in his own Action Phase; D does nothing.",
    "P-040 P-114 P-116 P-118 P-119 P-204",
)
situation(
    "dagger-full-plate",
    "A stabs D in full plate with a dagger; 1d4+1 never passes AR 8, critical or not.",
    "P-119 P-254 C-5",
    dict(weapon="dagger"), dict(armour="full_plate"),
)
situation(
    "greatsword-kite-front",
    "A swings a greatsword from two metres at D in mail behind a kite shield, from the front: AR 8.",
    "P-102 P-116 P-259",
    dict(weapon="great_sword", distance=2), dict(armour="mail", shield="kite_shield"),
)
situation(
    "rush-sixteen-left-rear",
    "A rushes a greatsword blow by 16 phases into the Left Rear of D in mail with a kite shield: only a natural 1 hits, never critically, the shield does not count, a natural 20 has no save.",
    "P-041 P-043 P-044 P-115 P-117 P-259",
    dict(weapon="great_sword", rushed=16),
    dict(armour="mail", shield="kite_shield", facing_struck="left_rear"),
)
situation(
    "rush-six-low-band",
    "A rushes a broadsword blow by 6 phases at D in leather: LS 9, Critical Number 1.",
    "P-041 P-043 P-117",
    dict(rushed=6), dict(armour="leather"),
)
situation(
    "overprepared-bow-extreme",
    "A Level 1 archer overprepares six phases (+25 is the most) and shoots a longbow at D in hard leather at 200 m: LS 11+25-20 = 16.",
    "P-046 P-107 P-120 P-204",
    dict(weapon="long_bow", skill_level=1, overprepared=6, distance=200), dict(armour="hard_leather"),
)
situation(
    "guard-prone-axe",
    "Prone A, Level 2, strikes out of eight phases of guard (+5 is the most) with a battle axe at D in ring mail: LS 12+5-5 = 12.",
    "P-033 P-050 P-116",
    dict(weapon="battle_axe", skill_level=2, guarded=8, prone=True), dict(armour="ring_mail"),
)
situation(
    "untrained-parry-wrong-arc",
    "Untrained A (LS 5, no Critical Hits, no save) strikes bare D from the front with a mace; D parries, but on his Left Rear.",
    "P-113 P-117 P-123 P-204",
    dict(weapon="mace", skill_level=0), dict(answer="parry", parry_arc="left_rear"),
)
situation(
    "master-bow-point-blank",
    "A Level 10 archer shoots a longbow at D in brigandine at 10 m: LS 25, a natural 20 misses and its save never fails.",
    "P-107 P-115 P-204",
    dict(weapon="long_bow", skill_level=10, distance=10), dict(armour="brigandine"),
)
situation(
    "weak-arm-bare",
    "A with FI 3 (Bonus -2) strikes bare D with a broadsword: 1d8-2, but never under 1.",
    "P-119 C-5 H-1",
    dict(fi=3),
)
situation(
    "running-dagger",
    "A with FI 16 (Bonus +3, half of it 1) runs and rushes a dagger blow by 2 phases at bare D: LS 8.",
    "P-027 P-041 P-117 P-119",
    dict(weapon="dagger", running=True, rushed=2, fi=16),
)
situation(
    "dodge-sideways-rush-four",
    "A throws a knife at bare D at 4 m, without FI Bonus; D Dodges sideways, rushing by 4 phases: a thrown weapon takes nothing off, number 11.",
    "P-051 P-052 P-053 P-107 P-120 H-5",
    dict(weapon="throwing_knife", distance=4),
    dict(answer="dodge", answer_rushed=4, dodge_direction="sideways"),
)
situation(
    "dodge-past-rush-three",
    "A strikes D in mail with a battle axe; D Dodges past him, rushing by 3 phases: number 7.",
    "P-052 P-053 H-5",
    dict(weapon="battle_axe"),
    dict(armour="mail", answer="dodge", answer_rushed=3, dodge_direction="past"),
)
situation(
    "dodge-away-guarded-two",
    "A strikes bare D with a rapier; D, two phases on guard, Dodges directly away: number 23, and only a natural 20 fails.",
    "P-049 P-052 P-053 C-3 H-5",
    dict(weapon="rapier"), dict(answer="dodge", answer_guarded=2, dodge_direction="away"),
)
situation(
    "bow-cover-dodge-sideways",
    "A shoots a longbow at bare D at 40 m through 50 per cent cover (LS 10); D Dodges sideways, rushing by 2 phases: number 8.",
    "P-107 P-120 B-025 H-5",
    dict(weapon="long_bow", distance=40),
    dict(answer="dodge", answer_rushed=2, dodge_direction="sideways"), cover=50,
)
situation(
    "parry-prone-rush-seven",
    "A strikes prone D with a broadsword; D parries to the front 7 phases early: the rush costs nothing, lying down costs 5, number 9.",
    "P-033 P-122 P-123",
    None, dict(answer="parry", answer_rushed=7, prone=True),
)
situation(
    "crossbow-parried-by-dagger",
    "A shoots a light crossbow at D in leather at 20 m through 20 per cent cover (LS 13); D parries with a dagger, whose half FI Bonus is 0.",
    "P-107 P-119 P-121 P-123 B-025",
    dict(weapon="light_crossbow", distance=20),
    dict(weapon="dagger", armour="leather", answer="parry"), cover=20,
)
situation(
    "arrow-sidestep-long",
    "A Level 6 archer shoots a longbow at bare D at 120 m: LS 6, Critical Number 2, so every hit is critical; D (Sidestep 5) Sidesteps it: number 11.",
    "P-107 P-117 P-211 H-6",
    dict(weapon="long_bow", skill_level=6, distance=120), dict(answer="sidestep", sidestep_level=5),
)
situation(
    "feint-parry",
    "A Feints with a broadsword; bare D parries to the front, which counts for nothing.",
    "P-169 P-170 P-171",
    dict(special="feint"), dict(answer="parry"),
)
situation(
    "feint-dodge-sideways",
    "A Feints with a rapier at D in leather, who Dodges sideways, rushing by 2 phases: cancelled.",
    "P-170 P-171",
    dict(weapon="rapier", special="feint"),
    dict(armour="leather", answer="dodge", answer_rushed=2, dodge_direction="sideways"),
)
situation(
    "feint-dodge-away",
    "A Feints with a broadsword at bare D, who Dodges directly away, rushing by 3 phases: number 10, and it holds.",
    "P-170 P-052 H-5",
    dict(special="feint"), dict(answer="dodge", answer_rushed=3, dodge_direction="away"),
)
situation(
    "knockback-mace-plate",
    "A knocks back D in full plate with a mace: 5 m, 7 m on a Critical Hit, Stamina only, moved even where the plate stops all.",
    "P-174 P-179 P-254",
    dict(weapon="mace", special="knockback"), dict(armour="full_plate"),
)
situation(
    "knockback-mace-parried",
    "A knocks back bare D with a mace; D parries to the front with a broadsword: 4 m less and the parry roll off the damage.",
    "P-174 P-177 P-123",
    dict(weapon="mace", special="knockback"), dict(answer="parry"),
)
situation(
    "knockback-dagger-specialised",
    "A, specialized in dagger and Knockback, knocks back D in leather with a dagger: LS 10, twice Speed 1 and a quarter metre per FI Bonus, 2 m or 3 m.",
    "P-135 P-174 P-179 P-180",
    dict(weapon="dagger", special="knockback", specialised=["dagger", "knockback"]), dict(armour="leather"),
)
situation(
    "target-rapier-mail-buckler",
    "A uses Target with a rapier (LS 20) against D in mail behind a buckler, from the front: RT 6, AR 6 halved to 3.",
    "P-199 P-201 P-257 P-259",
    dict(weapon="rapier", special="target"), dict(armour="mail", shield="buckler"),
)
situation(
    "target-broadsword-parried",
    "A uses Target with a broadsword against D in mail, who parries to the front with a broadsword: RT 9 and the parry roll on top of half the AR, or RT 5 when the parry fails.",
    "P-199 P-200 P-123",
    dict(special="target"), dict(armour="mail", answer="parry"),
)
situation(
    "target-mace-specialised",
    "A, specialized in mace and Target, uses Target with a mace (LS 10) against D in a breastplate: RT 4 halved to 2.",
    "P-135 P-199 P-201 P-202",
    dict(weapon="mace", special="target", specialised=["mace", "target"]), dict(armour="breastplate"),
)
situation(
    "charge-sword-rush-three",
    "A charges to attack bare D with a broadsword 3 phases early: LS 14, damage +2.",
    "P-070 P-077 P-043",
    dict(charge="attack", rushed=3),
)
situation(
    "running-charge-spear-sidestep",
    "A charges at a run with a spear to attack D in mail: LS 14, damage +8; D (Sidestep 5) Sidesteps 4 phases early: number 10.",
    "P-070 P-078 P-082 P-085 P-211 H-6",
    dict(weapon="spear", charge="attack", running=True),
    dict(armour="mail", answer="sidestep", answer_rushed=4, sidestep_level=5),
)
situation(
    "stunned-rushed-club",
    "A rushes a club blow by 6 phases at Stunned D in mail: LS 9, Critical Number 1 stays 1 when halved, an Automatic Targeted Attack without the club's Target modifier, RT 5.",
    "P-125 P-117 P-043 P-199",
    dict(weapon="club", rushed=6), dict(armour="mail", condition="stunned"),
)

assert len(SITUATIONS) == 30 and len({s["id"] for s in SITUATIONS}) == 30


# --------------------------------------------------------------------------
# First check: stated `Test:` cases of the register, dice as stated
# --------------------------------------------------------------------------


def case(attacker=None, defender=None, cover=0):
    return Blow(dict(
        attacker={**ATTACKER, **(attacker or {})},
        defender={**DEFENDER, **(defender or {})},
        cover_percent=cover,
    ))


def register_cases():
    """Each line: rule, blow, faces thrown in order, outcome the register states.

    Order of dice: attack d20, save d10 after a 20, reaction d20, parry dice,
    damage dice, resist d20.
    """
    mail = dict(armour="mail")
    miss, fumble = (0, 0, 0, ""), (0, 0, 0, "fumble")

    def shp(n, c=0, k=0):
        return (n, c, k, "")

    parry = dict(answer="parry")
    return [
        ("P-027", case(dict(running=True)), [10, 1], shp(3)),
        ("P-027", case(dict(running=True)), [11], miss),
        ("P-033", case(dict(prone=True)), [10, 1], shp(3)),
        ("P-033", case(dict(prone=True)), [11], miss),
        ("P-033", case(None, dict(answer="dodge", prone=True)), [15, 10], miss),
        ("P-033", case(None, dict(answer="dodge", prone=True)), [15, 11, 1], shp(3)),
        ("P-040", case(None, mail), [15, 4], shp(1)),
        ("P-040", case(None, mail), [16], miss),
        ("P-041", case(dict(rushed=5)), [10, 4], shp(6)),
        ("P-041", case(dict(rushed=5)), [11], miss),
        ("P-043", case(dict(rushed=1)), [20], fumble),
        ("P-044", case(dict(rushed=16)), [1, 4], shp(6)),
        ("P-044", case(dict(rushed=16)), [2], miss),
        ("P-045", case(None, dict(answer="sidestep", sidestep_level=5, answer_rushed=4)), [15, 12], miss),
        ("P-045", case(None, dict(answer="sidestep", sidestep_level=5, answer_rushed=4)), [15, 13, 1], shp(3)),
        ("P-052", case(None, dict(answer="dodge", dodge_direction="sideways", answer_rushed=4)), [15, 11], miss),
        ("P-052", case(None, dict(answer="dodge", dodge_direction="sideways", answer_rushed=4)), [15, 12, 1], shp(3)),
        ("P-053", case(None, dict(answer="dodge", dodge_direction="away")), [15, 13], miss),
        ("P-053", case(None, dict(answer="dodge", dodge_direction="away")), [15, 14, 1], shp(3)),
        ("P-077", case(dict(charge="attack")), [17, 4], shp(8)),
        ("P-078", case(dict(charge="attack", weapon="spear")), [18, 4], shp(10)),
        ("P-116", case(), [7, 5], shp(7, 7)),
        ("P-116", case(), [8, 5], shp(7)),
        ("P-117", case(dict(rushed=6)), [5, 1], shp(3, 3)),
        ("P-117", case(dict(rushed=6)), [6, 1], shp(3)),
        ("P-117", case(dict(rushed=9)), [5, 1], shp(3, 3)),
        ("P-117", case(dict(rushed=9)), [6, 1], shp(3)),
        ("P-117", case(dict(rushed=10)), [1, 1], shp(3)),
        ("P-117", case(dict(rushed=5)), [7, 1], shp(3, 3)),
        ("P-119", case(dict(fi=16)), [15, 4], shp(7)),
        ("P-119", case(dict(fi=16, weapon="dagger")), [15, 2], shp(3)),
        ("P-119", case(dict(fi=6)), [15, 1], shp(1)),
        ("P-120", case(dict(fi=16, weapon="long_bow", distance=20)), [15, 6], shp(6)),
        ("P-122", case(None, dict(answer="parry", answer_rushed=7)), [15, 14, 1, 8], shp(8)),
        ("P-122", case(None, dict(answer="parry", answer_rushed=7)), [15, 15, 8], shp(10)),
        ("P-123", case(None, parry), [15, 14, 5, 7], shp(3)),
        ("P-123", case(None, parry), [15, 14, 5, 3], shp(0)),
        ("P-125", case(None, dict(armour="mail", condition="stunned")), [15, 4, 6], shp(6)),
        ("P-125", case(None, dict(armour="mail", condition="stunned")), [15, 4, 5], shp(4)),
        ("P-170", case(dict(special="feint"), parry), [15, 1, 5, 5], shp(7)),
        ("P-170", case(dict(special="feint"), dict(answer="dodge", dodge_direction="sideways")), [15, 1, 5], shp(7)),
        ("P-170", case(dict(special="feint"), dict(answer="sidestep", sidestep_level=5)), [15, 1, 5], shp(7)),
        ("P-170", case(dict(special="feint"), dict(answer="dodge", dodge_direction="away")), [15, 1], miss),
        ("P-171", case(dict(special="feint")), [16], miss),
        ("P-174", case(dict(weapon="mace", special="knockback")), [15, 4], shp(6, 0, 5)),
        ("P-174", case(dict(weapon="mace", special="knockback")), [6, 4], shp(6, 0, 7)),
        ("P-174", case(dict(weapon="dagger", special="knockback")), [10, 3], shp(4, 0, 1)),
        ("P-174", case(dict(weapon="mace", special="knockback", fi=16)), [15, 4], shp(7, 0, 5)),
        ("P-177", case(dict(weapon="mace", special="knockback"), parry), [15, 14, 1, 4], shp(4, 0, 1)),
        ("P-180", case(dict(weapon="mace", special="knockback", specialised=["mace", "knockback"])), [15, 4], shp(6, 0, 9)),
        ("P-180", case(dict(weapon="mace", special="knockback", specialised=["mace", "knockback"])), [6, 4], shp(6, 0, 13)),
        ("P-199", case(dict(special="target"), mail), [15, 6, 5], shp(6)),
        ("P-199", case(dict(special="target"), mail), [15, 6, 6], shp(8)),
        ("P-200", case(dict(special="target"), dict(armour="mail", answer="parry")), [15, 14, 1, 6, 9], shp(4)),
        ("P-200", case(dict(special="target"), dict(armour="mail", answer="parry")), [15, 14, 1, 6, 10], shp(8)),
        ("P-202", case(dict(special="target", specialised=["long_sword", "target"]), mail), [15, 6, 2], shp(6)),
        ("P-202", case(dict(special="target", specialised=["long_sword", "target"]), mail), [15, 6, 3], shp(8)),
        ("P-204", case(), [20, 5], miss),
        ("P-204", case(), [20, 6], fumble),
        ("P-257", case(dict(special="target"), dict(armour="breastplate")), [15, 6, 4], shp(5)),
        ("P-257", case(dict(special="target"), dict(armour="breastplate")), [15, 6, 5], shp(8)),
    ]


# Attack and reaction numbers the register states outright.
def register_numbers():
    bow = [(10, 21), (40, 16), (41, 11), (120, 6), (160, 1), (200, -4)]
    rows = [("P-107", case(dict(weapon="long_bow", skill_level=6, distance=m)).target_number, n) for m, n in bow]
    rows += [
        ("P-046", case(dict(overprepared=2)).target_number, 25),
        ("P-046", case(dict(overprepared=6)).target_number, 40),
        ("P-050", case(dict(guarded=3)).target_number, 18),
        ("P-050", case(dict(guarded=8)).target_number, 20),
        ("P-049", case(None, dict(answer="dodge", dodge_direction="sideways", answer_guarded=2)).reaction_number(), 25),
        ("P-070", case(dict(charge="attack", rushed=3)).target_number, 14),
        ("P-070", case(dict(charge="attack")).target_number, 17),
        ("P-082", case(dict(charge="attack", running=True)).target_number, 12),
        ("P-082", case(dict(charge="attack", running=True)).damage_plus, 2 + 4),
        ("P-082", case(dict(charge="attack", running=True, weapon="spear")).damage_plus, 2 + 8),
        ("P-179", case(dict(weapon="dagger", special="knockback")).target_number, 10),
        ("P-179", case(dict(weapon="mace", special="knockback")).target_number, 15),
        ("P-179", case(dict(weapon="great_sword", special="knockback")).target_number, 20),
        ("P-201", case(dict(weapon="mace", special="target")).target_number, 10),
        ("P-201", case(dict(weapon="rapier", special="target")).target_number, 20),
        ("P-211", case(None, dict(answer="sidestep", sidestep_level=5, answer_rushed=4)).reaction_number(), 12),
        ("P-211", case(None, dict(answer="sidestep", sidestep_level=5, answer_guarded=2)).reaction_number(), 26),
        ("P-211", case(dict(weapon="long_bow", distance=20), dict(answer="sidestep", sidestep_level=5)).reaction_number(), 11),
        ("P-259", case(None, dict(armour="mail", shield="kite_shield")).armour, 8),
        ("P-259", case(None, dict(armour="mail", shield="kite_shield", facing_struck="back")).armour, 5),
        ("H-1", [bonus(n) for n in (1, 3, 4, 7, 10, 13, 16, 25, 40)], [-2, -2, -1, 0, 1, 2, 3, 6, 6]),
        ("B-025", [cover_modifier(n) for n in (0, 9, 10, 29, 30, 59, 60, 89, 90, 99)],
         [0, 0, -2, -2, -5, -5, -10, -10, -15, -15]),
    ]
    return rows


# --------------------------------------------------------------------------
# Second check: the same thirty from figures worked out by hand
# --------------------------------------------------------------------------
#
# crit, hit: faces of the attack d20 (of 20). save: faces of the d10 that avert
# a fumble. avoid: faces of the d20 on which a Dodge or Sidestep escapes.
# dice: (count, sides, plus) with every bonus in it. ar: armour of the facing.
# parry: (faces that succeed, sides, plus). resist: (faces without, with parry,
# AR left). push: metres (plain, critical, parried plain, parried critical).

HAND = {
    "plain-broadsword-bare": dict(crit=7, hit=8, save=5, dice=(1, 8, 2)),
    "dagger-full-plate": dict(crit=7, hit=8, save=5, dice=(1, 4, 1), ar=8),
    "greatsword-kite-front": dict(crit=8, hit=7, save=5, dice=(2, 8, 2), ar=8),
    "rush-sixteen-left-rear": dict(crit=0, hit=1, save=0, dice=(2, 8, 2), ar=5),
    "rush-six-low-band": dict(crit=5, hit=4, save=0, dice=(1, 8, 2), ar=2),
    "overprepared-bow-extreme": dict(crit=4, hit=12, save=1, dice=(1, 10, 0), ar=3),
    "guard-prone-axe": dict(crit=4, hit=8, save=2, dice=(1, 8, 3), ar=4),
    "untrained-parry-wrong-arc": dict(crit=0, hit=5, save=0, dice=(1, 8, 2)),
    "master-bow-point-blank": dict(crit=13, hit=6, save=10, dice=(1, 10, 0), ar=6),
    "weak-arm-bare": dict(crit=7, hit=8, save=5, dice=(1, 8, -2)),
    "running-dagger": dict(crit=5, hit=3, save=0, dice=(1, 4, 1)),
    "dodge-sideways-rush-four": dict(crit=6, hit=9, save=5, dice=(1, 4, 0), avoid=11),
    "dodge-past-rush-three": dict(crit=7, hit=8, save=5, dice=(1, 8, 3), ar=5, avoid=7),
    "dodge-away-guarded-two": dict(crit=8, hit=7, save=5, dice=(1, 6, 3), avoid=19),
    "bow-cover-dodge-sideways": dict(crit=8, hit=2, save=5, dice=(1, 10, 0), avoid=8),
    "parry-prone-rush-seven": dict(crit=7, hit=8, save=5, dice=(1, 8, 2), parry=(9, 8, 1)),
    "crossbow-parried-by-dagger": dict(crit=8, hit=5, save=5, dice=(1, 10, 0), ar=2, parry=(14, 4, 0)),
    "arrow-sidestep-long": dict(crit=6, hit=0, save=6, dice=(1, 10, 0), avoid=11),
    "feint-parry": dict(crit=7, hit=8, save=5, dice=(1, 8, 2)),
    "feint-dodge-sideways": dict(crit=8, hit=7, save=5, dice=(1, 6, 3), ar=2),
    "feint-dodge-away": dict(crit=7, hit=8, save=5, dice=(1, 8, 2), avoid=10),
    "knockback-mace-plate": dict(crit=6, hit=9, save=5, dice=(1, 8, 2), ar=8, push=(5, 7, 0, 0)),
    "knockback-mace-parried": dict(crit=6, hit=9, save=5, dice=(1, 8, 2), parry=(14, 8, 1), push=(5, 7, 1, 3)),
    "knockback-dagger-specialised": dict(crit=7, hit=3, save=5, dice=(1, 4, 1), ar=2, push=(2, 3, 0, 0)),
    "target-rapier-mail-buckler": dict(crit=8, hit=11, save=5, dice=(1, 6, 3), resist=(6, 0, 3)),
    "target-broadsword-parried": dict(crit=7, hit=8, save=5, dice=(1, 8, 2), parry=(14, 8, 1), resist=(5, 9, 2)),
    "target-mace-specialised": dict(crit=6, hit=4, save=5, dice=(1, 8, 2), resist=(2, 0, 3)),
    "charge-sword-rush-three": dict(crit=7, hit=7, save=0, dice=(1, 8, 4)),
    "running-charge-spear-sidestep": dict(crit=7, hit=7, save=0, dice=(1, 8, 10), ar=5, avoid=10),
    "stunned-rushed-club": dict(crit=5, hit=4, save=0, dice=(1, 6, 2), resist=(5, 0, 2)),
}


def pool(count, sides, plus):
    """Distribution of count d sides + plus, at least 1, by convolution."""
    sums = {0: Fraction(1)}
    for _ in range(count):
        more = {}
        for total, p in sums.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + p / sides
        sums = more
    out = {}
    for total, p in sums.items():
        value = max(1, total + plus)
        out[value] = out.get(value, 0) + p
    return out


def by_hand(crit, hit, save, dice, ar=0, avoid=0, parry=None, resist=None, push=(0, 0, 0, 0)):
    out = {}

    def add(outcome, p):
        if p:
            out[outcome] = out.get(outcome, 0) + p

    fumble = Fraction(10 - save, 200)
    add((0, 0, 0, "fumble"), fumble)
    landed = Fraction(crit + hit, 20) * Fraction(20 - avoid, 20)
    add((0, 0, 0, ""), 1 - landed - fumble)
    shares = [(False, 0, Fraction(1))]
    if parry:
        success, sides, plus = parry
        shares = [(False, 0, Fraction(20 - success, 20))]
        shares += [(True, n, p * Fraction(success, 20)) for n, p in pool(1, sides, plus).items()]
    for (critical, faces), (parried, points, share), (damage, chance) in product(
        ((True, crit), (False, hit)), shares, pool(*dice).items()
    ):
        p = Fraction(faces, 20) * Fraction(20 - avoid, 20) * share * chance
        if resist:
            number = Fraction(resist[1] if parried else resist[0], 20)
            branches = ((resist[2] + points, number), (0, 1 - number))
        else:
            branches = ((ar + points, Fraction(1)),)
        metres = push[(2 if parried else 0) + (1 if critical else 0)]
        for armour, q in branches:
            left = max(0, damage - armour)
            deep = left if critical and push == (0, 0, 0, 0) else 0
            add((left, deep, metres, ""), p * q)
    return out


# --------------------------------------------------------------------------
# Writing
# --------------------------------------------------------------------------


def ron(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        assert '"' not in value and "\\" not in value
        return '"%s"' % value
    if isinstance(value, list):
        return "[" + ", ".join(ron(v) for v in value) + "]"
    if isinstance(value, dict):
        return "(" + ", ".join("%s: %s" % (k, ron(v)) for k, v in value.items()) + ")"
    raise TypeError(value)


def counts(found):
    whole = lcm(*(p.denominator for p in found.values()))
    return whole, [(o, int(p * whole)) for o, p in sorted(found.items())]


def document(results):
    lines = [
        "// Written by oracle.py from the rule register; do not edit by hand.",
        "[",
    ]
    for s, found in results:
        whole, rows = counts(found)
        lines.append("  (")
        for key in ("id", "words", "rules", "attacker", "defender", "cover_percent"):
            lines.append("    %s: %s," % (key, ron(s[key])))
        lines.append("    denominator: %d," % whole)
        lines.append("    outcomes: [")
        for (shp, chp, push, note), n in rows:
            lines.append(
                "      (shp: %d, chp: %d, knockback: %d, note: %s, count: %d)," % (shp, chp, push, ron(note), n)
            )
        lines.append("    ],")
        lines.append("  ),")
    lines.append("]")
    return "\n".join(lines) + "\n"


def work_out():
    for rule, blow, faces, stated in register_cases():
        dice = Dice(faces)
        got = blow.strike(dice)
        assert len(dice.sides) == len(faces), (rule, faces, dice.sides)
        assert got == stated, (rule, faces, got, stated)
    for rule, got, stated in register_numbers():
        assert got == stated, (rule, got, stated)
    assert set(HAND) == {s["id"] for s in SITUATIONS}
    results = []
    for s in SITUATIONS:
        found = distribution(s)
        assert sum(found.values()) == 1, s["id"]
        assert found == by_hand(**HAND[s["id"]]), s["id"]
        results.append((s, found))
    return results


def show(results):
    for s, found in results:
        whole, rows = counts(found)
        print(s["id"])
        print("  " + s["words"])
        for (shp, chp, push, note), n in rows:
            print("  SHP %2d  CHP %2d  %2d m  %-6s  %d/%d" % (shp, chp, push, note, n, whole))
        print()


def main(arguments):
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    results = work_out()
    text = document(results)
    if arguments:
        try:
            with open(STORED, encoding="utf-8") as stored:
                same = stored.read() == text
        except FileNotFoundError:
            same = False
        print("expected.ron agrees" if same else "expected.ron differs")
        return 0 if same else 1
    show(results)
    with open(STORED, "w", encoding="utf-8", newline="\n") as stored:
        stored.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
