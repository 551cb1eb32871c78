"""The card model: type lines, mana costs, what a face is checked by, and what a thing is."""

from __future__ import annotations

import math

import pytest

from oracle_names.cards import (
    Card,
    Face,
    PrintingFacts,
    colors_of_cost,
    mana_symbols,
    mana_value,
    parse_type_line,
)
from oracle_names.layouts import LAYOUTS, NAME_RULES, Arrangement
from oracle_names.tokens import token_name, what_it_is
from oracle_names.universe import FORMATS, UNIVERSES, describe, find_switch, find_universe

DASH = "\N{EM DASH}"


@pytest.mark.parametrize(
    ("line", "supertypes", "types", "subtypes"),
    [
        (
            f"Legendary Artifact Creature {DASH} Spider Hero",
            ["Legendary"],
            ["Artifact", "Creature"],
            ["Spider", "Hero"],
        ),
        (
            "Legendary Artifact Creature - Spider Hero",
            ["Legendary"],
            ["Artifact", "Creature"],
            ["Spider", "Hero"],
        ),
        (f"Basic Snow Land {DASH} Island", ["Basic", "Snow"], ["Land"], ["Island"]),
        ("Instant", [], ["Instant"], []),
        (f"Tribal Instant {DASH} Goblin", [], ["Kindred", "Instant"], ["Goblin"]),
        (f"Plane {DASH} Bolas's Meditation Realm", [], ["Plane"], ["Bolas's Meditation Realm"]),
        ("Plane", [], ["Plane"], []),
        (f"Legendary Creature {DASH} Time Lord Doctor", ["Legendary"], ["Creature"], ["Time Lord", "Doctor"]),
        (f"Land {DASH} Urza's Power-Plant", [], ["Land"], ["Urza's", "Power-Plant"]),
        (f"Artifact Creature {DASH} Assembly-Worker", [], ["Artifact", "Creature"], ["Assembly-Worker"]),
        ("Ongoing Scheme", ["Ongoing"], ["Scheme"], []),
        (f"World Enchantment {DASH}", ["World"], ["Enchantment"], []),
        ("", [], [], []),
    ],
)
def test_cr_205_type_lines(line: str, supertypes: list[str], types: list[str], subtypes: list[str]) -> None:
    parsed = parse_type_line(line)
    assert [list(parsed.supertypes), list(parsed.types), list(parsed.subtypes)] == [
        supertypes,
        types,
        subtypes,
    ]


@pytest.mark.parametrize(
    ("cost", "value"),
    [
        ("", 0),
        ("{0}", 0),
        ("{1}{U}", 2),
        ("{X}{X}{U}", 1),
        ("{2/W}{2/W}", 4),
        ("{W/U}", 1),
        ("{G/U/P}", 1),
        ("{W/P}", 1),
        ("{S}{C}", 2),
        ("{C/W}", 1),
        ("{HW}", 0.5),
        ("{\N{VULGAR FRACTION ONE HALF}}", 0.5),
        ("{\N{INFINITY}}", math.inf),
        ("{1000000}", 1_000_000),
        ("{Y}{Z}{10}", 10),
    ],
)
def test_cr_202_3_mana_values(cost: str, value: float) -> None:
    assert mana_value(cost) == value


@pytest.mark.parametrize(
    ("cost", "colors"),
    [("", ""), ("{2}{G}{W}", "WG"), ("{U/B}", "UB"), ("{2/R}", "R"), ("{C}{S}", ""), ("{W/P}", "W")],
)
def test_cr_202_2_colours_of_a_cost(cost: str, colors: str) -> None:
    assert colors_of_cost(cost) == colors


def test_the_order_of_symbols_does_not_matter() -> None:
    assert mana_symbols("{1}{u}") == mana_symbols("{U}{1}") != mana_symbols("{U}{U}")


def face(
    name: str, cost: str | None = "", type_line: str | None = "Instant", colors: str | None = ""
) -> Face:
    return Face(name, cost, None if cost is None else mana_value(cost), type_line, colors)


def card(layout: str = "normal", *faces: Face, **printing: object) -> Card:
    faces = faces or (face("Tester"),)
    facts = PrintingFacts(**{"games": frozenset({"paper"}), **printing})  # type: ignore[arg-type]
    return Card("id", " // ".join(f.name for f in faces), LAYOUTS[layout], faces, printing=facts)


@pytest.mark.parametrize(
    ("layout", "inherited"),
    [
        ("flip", ("{1}{U}", 2, "U")),
        ("transform", ("{4}{G}", 2, "G")),
        ("modal_dfc", ("{4}{G}", 5, "G")),
        ("adventure", ("{4}{G}", 5, "G")),
        ("split", ("{4}{G}", 5, "G")),
    ],
)
def test_cr_201_4_what_a_later_name_inherits(layout: str, inherited: tuple[str, float, str]) -> None:
    made = card(layout, face("First", "{1}{U}", colors="U"), face("Later", "{4}{G}", colors="G"))
    later = made.characteristics(1)
    assert (later.mana_cost, later.mana_value, later.colors) == inherited
    assert made.characteristics(0) is made.faces[0]


def test_cr_709_4b_combined_costs() -> None:
    assert card("split", face("Left", "{R}"), face("Right", "{1}{U}")).whole_cost() == "{R}{1}{U}"
    assert card("split", face("Left", "{R}"), face("Right", None)).whole_cost() is None
    assert card("adventure", face("First", "{R}"), face("Later", "{U}")).whole_cost() == "{R}"


def test_a_face_without_a_type_line_is_unknown() -> None:
    assert face("Tester", type_line=None).types is None
    assert card("normal", face("Tester", type_line=None)).names == ("Tester",)


def test_every_arrangement_has_its_rules_and_every_layout_an_arrangement() -> None:
    assert set(NAME_RULES) == set(Arrangement)
    assert {row.arrangement for row in LAYOUTS.values()} == set(Arrangement)
    for row in LAYOUTS.values():
        assert 1 <= row.fewest_faces <= row.most_faces
        assert row.part(0).role
        assert row.part(1).rules


# -- universes ------------------------------------------------------------------------------------

LEGAL = (("vintage", "legal"), ("alchemy", "not_legal"))


@pytest.mark.parametrize(
    ("made", "word"),
    [
        (card(), "card"),
        (card("token", face("Bear", type_line="Token Creature - Bear")), "not_a_card"),
        (card("emblem", face("Ring", type_line="Emblem")), "not_a_card"),
        (card("art_series", face("Art", type_line="Card")), "not_a_card"),
        (card("normal", face("Sheet", type_line="Stickers"), set_type="funny"), "not_a_card"),
        (card("normal", face("Day", type_line="State")), "not_a_card"),
        (card("token", face("Undercity", type_line="Dungeon")), "card"),
        (card("normal", face("Dungeon Master", type_line="Planeswalker")), "card"),
        (card(border_color="silver"), "funny"),
        (card(security_stamp="acorn"), "funny"),
        (card(playtest=True), "funny"),
        (card(set_type="funny"), "funny"),
        (card(border_color="silver")._replace(legalities=LEGAL), "card"),
        (card(set_type="funny")._replace(legalities=(("vintage", "banned"),)), "card"),
        (card(set_type="funny")._replace(legalities=(("alchemy", "legal"),)), "funny"),
        (card(set_type="memorabilia"), "memorabilia"),
        (card(set_type="memorabilia")._replace(legalities=LEGAL), "card"),
        (card(games=frozenset({"arena"})), "digital"),
        (card(games=frozenset({"arena"}))._replace(legalities=LEGAL), "card"),
        (card(games=frozenset({"arena"}))._replace(legalities=(("premodern", "legal"),)), "card"),
        (card(games=frozenset({"arena"}))._replace(legalities=(("historic", "legal"),)), "digital"),
        (card(rebalanced=True), "digital"),
        (card("normal", face("Tester", type_line=None)), "card"),
        (card("planar", face("Jund", type_line="Plane - Alara")), "card"),
    ],
)
def test_cr_108_universe_of_an_entry(made: Card, word: str) -> None:
    assert find_universe(made) == word


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (card(playtest=True, border_color="silver"), "a playtest card"),
        (card(security_stamp="acorn"), "an acorn card"),
        (card(border_color="silver"), "a silver-bordered card"),
        (card(set_type="funny"), "a card of a funny set"),
        (card(rebalanced=True), "a rebalanced card of digital games"),
        (card(games=frozenset({"mtgo"})), "a card that exists only in digital games"),
        (card(), "a card"),
        (card()._replace(universe="memorabilia"), "a memorabilia card"),
    ],
)
def test_what_an_entry_is_called(made: Card, says: str) -> None:
    assert describe(made) == says


def test_switches() -> None:
    assert [find_switch(word) for word in ("card", "digital", "funny", "memorabilia", "not_a_card")] == [
        "paper",
        "arena",
        "all",
        "all",
        None,
    ]
    assert UNIVERSES["paper"] < UNIVERSES["arena"] < UNIVERSES["all"]
    assert all(row.tabletop for row in FORMATS.values() if row.tournament)


# -- tokens -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "type_line", "name"),
    [
        ("Zombie", "Token Creature - Zombie", "Zombie Token"),
        ("Human Soldier", "Token Creature - Human Soldier", "Human Soldier Token"),
        ("Zombie Token", "Token Creature - Zombie", "Zombie Token"),
        ("Walker", "Token Creature - Zombie", "Walker"),
        ("Boo", "Token Legendary Creature - Hamster", "Boo"),
        ("Copy", "Token", "Copy"),
        ("Thing", None, "Thing"),
    ],
)
def test_cr_111_4_token_names(printed: str, type_line: str | None, name: str) -> None:
    assert token_name(printed, None if type_line is None else parse_type_line(type_line)) == name


@pytest.mark.parametrize(
    ("layout", "type_line", "kind"),
    [
        ("token", "Token Creature - Bear", "token"),
        ("token", "Token Counter", "other"),
        ("token", None, "token"),
        ("token", "Creature", "other"),
        ("double_faced_token", "Token Creature - Bear", "token"),
        ("emblem", "Emblem", "emblem"),
        ("art_series", "Card", "art"),
        ("normal", "Stickers", "sheet"),
        ("normal", "State", "other"),
    ],
)
def test_what_a_thing_is(layout: str, type_line: str | None, kind: str) -> None:
    faces = [face("Thing", type_line=type_line)] * LAYOUTS[layout].fewest_faces
    assert what_it_is(card(layout, *faces)._replace(universe="not_a_card")) == kind


def test_a_card_is_a_card() -> None:
    assert what_it_is(card()._replace(universe="card")) == "card"
