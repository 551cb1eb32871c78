"""Whose name it is: universes, tokens, emblems, sheets, rooms, alternate names, other languages."""

from __future__ import annotations

import pytest

from oracle_names.oracle import Oracle
from tests.asking import Ask, table


@table(
    Ask("wand-of-english-names", "lightning bolt", True, name="Lightning Bolt"),
    Ask("upper-case", "LIGHTNING BOLT", True, name="Lightning Bolt"),
    Ask("no-spaces", "lightningbolt", True, name="Lightning Bolt"),
    Ask(
        "accent-left-out",
        "Lim-Dul's Vault",
        True,
        name="Lim-D\N{LATIN SMALL LETTER U WITH CIRCUMFLEX}l's Vault",
    ),
    Ask("curly-apostrophe", "Urza\N{RIGHT SINGLE QUOTATION MARK}s Saga", True, name="Urza's Saga"),
    Ask("prime-as-apostrophe", "Urza\N{PRIME}s Saga", True, name="Urza's Saga"),
    Ask("dash", "Jin\N{EN DASH}Gitaxias, Core Augur", True, name="Jin-Gitaxias, Core Augur"),
    Ask("ligature", "\N{LATIN CAPITAL LETTER AE}ther Vial", True, name="Aether Vial"),
    Ask("full-width", "\N{FULLWIDTH LATIN CAPITAL LETTER S}hock", True, name="Shock"),
    Ask("zero-width", "Sho\N{ZERO WIDTH SPACE}ck", True, name="Shock"),
    Ask("html-entity", "Urza&#39;s Saga", True, name="Urza's Saga"),
    Ask("html-ampersand", "Faith &amp; Grief", True, "201.4f", name="Faith & Grief"),
    Ask("underscores-of-any-length", "Wolf in ________ Clothing", True, name="Wolf in _____ Clothing"),
    Ask("punctuation", "Ach Hans Run", True, name='"Ach! Hans, Run!"', universe="all"),
    Ask("nbsp", "Lightning\N{NO-BREAK SPACE}Bolt", True, name="Lightning Bolt"),
    Ask("decomposed", "Lim-Du\N{COMBINING CIRCUMFLEX ACCENT}l's Vault", True),
    Ask("lone-surrogate", "Shock\udcff", True, name="Shock"),
    Ask("nul", "Sho\0ck", True, name="Shock"),
)
def test_cr_201_2_spelling_only_identifies(row: Ask, oracle: Oracle) -> None:
    verdict = row.check(oracle)
    assert verdict.identification.matched_by in ("exact", "folded")


@table(
    Ask("boo", "Boo", False, "111.4", says="made by Minsc & Boo, Timeless Heroes and Minsc, Beloved Ranger"),
    Ask("zombie-token", "Zombie Token", False, "111.4"),
    Ask("treasure", "Treasure", False, "111.4"),
    Ask("treasure-token", "Treasure Token", False, "111.4"),
    Ask("walker-has-no-token-in-its-name", "Walker", False, "111.4"),
    Ask("walker-token-is-nothing", "Walker Token", False, codes=("unknown-name",)),
    Ask("knight-is-no-card", "Knight", False, "111.4"),
    Ask("illusion-is-a-card", "Illusion", True, "201.4b", codes=("also-token",), says="Illusion Token"),
    Ask("goblin-wizard-is-a-card", "Goblin Wizard", True),
    Ask("dragon-egg-is-a-card", "Dragon Egg", True),
    Ask("card-before-helper-of-like-name", "Start Your Engines!", True, name="Start Your Engines"),
    Ask("monkey-token-not-the-augment", "Monkey", False, "111.4"),
)
def test_cr_111_4_token_names(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("the-ring", "The Ring", False, "114.5"),
    Ask("planeswalker-emblem", "Ob Nixilis Reignited Emblem", False, "114.5"),
)
def test_cr_114_5_emblems_are_no_cards(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("sheet", "Ancestral Hot Dog Minotaur", False, "123.2", codes=("sheet",)),
    Ask("sheet-in-every-universe", "Ancestral Hot Dog Minotaur", False, "123.2", universe="all"),
    Ask("stickered-name", "Dark Bear Cub", False, codes=("unknown-name",)),
)
def test_cr_123_2_sticker_sheets(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("room", "Trap!", False, "309.4b", says="Undercity"),
    Ask("long-room", "Throne of the Dead Three", False, "309.4b"),
    Ask("a-card-of-the-same-name", "Oubliette", True, codes=("card-name",)),
    Ask("the-dungeon", "Undercity", True, "108.2a"),
    Ask(
        "dungeon-under-a-restriction",
        "Lost Mine of Phandelver",
        True,
        "201.4a",
        restriction="noncreature, nonland",
    ),
)
def test_cr_309_4b_dungeon_rooms(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    *(
        Ask(name, name, False, "612.8", codes=("set-name",), says=by)
        for name, by in [
            ("Legitimate Businessperson", "Witness Protection"),
            ("Humble Merchant", "Honest Work"),
            ("Moon", "Princess Yue"),
            ("Mileva, the Stalwart", "Tenth District Hero"),
            ("Everflame, Heroes' Legacy", "The Irencrag"),
            ("Fenric", "The Curse of Fenric"),
            ("Prisoner Zero", "The Eleventh Hour"),
        ]
    ),
    Ask("a-token-with-a-given-name", "Mishra's Warform", False, "111.4", says="Mishra, Eminent One"),
)
def test_cr_612_8_names_that_effects_set(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("plane", "Jund", True, "108.2a", codes=("rules-open-nontraditional",)),
    Ask("plane-nonland", "Jund", True, "201.4a", effect="Meddling Mage"),
    Ask("phenomenon", "Chaotic Aether", True, "108.2a"),
    Ask("scheme", "All in Good Time", True, "108.2a"),
    Ask("vanguard", "Urza", True, "108.2a"),
    Ask("conspiracy", "Adriana's Valor", True, "108.2a"),
    Ask("attraction-is-an-artifact", "Bumper Cars", True, "201.4a", effect="Dispossess"),
    Ask("plane-is-no-land", "Jund", False, "201.4a", effect="Petrified Hamlet"),
)
def test_cr_108_2a_nontraditional_cards(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("token-is-no-card", "Food Token", False, "111.4", universe="all"),
    Ask("art-card", "Ajani, Sleeper Agent", True),
    Ask("helper", "On an Adventure", False, "108.2", codes=("other",)),
    Ask("other-thing", "1997 World Championships Ad", False, "108.1", codes=("name-of-no-card",)),
)
def test_cr_108_2b_what_is_no_card(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("silver", '"Ach! Hans, Run!"', False, "100.7", says="a silver-bordered card"),
    Ask("silver-admitted", '"Ach! Hans, Run!"', True, universe="all", codes=("rules-open-universe",)),
    Ask("acorn", '"Brims" Barone, Midway Mobster', False, "100.7", says="an acorn card, which"),
    Ask("eternal-legal-unfinity", "Wolf in _____ Clothing", True),
    Ask("playtest", "Waste Land", False, "100.7", says="a playtest card", candidates=("Wasteland",)),
    Ask("playtest-not-on-arena", "Waste Land", False, "100.7", universe="arena"),
    Ask("playtest-admitted", "Waste Land", True, universe="all"),
    Ask("tournament-card-of-like-name", "wasteland", True, name="Wasteland"),
)
def test_cr_100_7_casual_cards(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("digital", "Blighted Nightmare", False, "108.1", says="--universe arena admits it"),
    Ask("digital-on-arena", "Blighted Nightmare", True, universe="arena"),
    Ask("rebalanced-prefix", "A-Orcish Bowmasters", True, name="Orcish Bowmasters", codes=("rebalanced",)),
    Ask("rebalanced-on-arena", "A-Orcish Bowmasters", True, universe="arena", name="Orcish Bowmasters"),
    Ask("rebalanced-back", "A-Sand Augury", True, "201.4f", name="Sand Augury"),
    Ask("town-that-starts-with-a", "A-Town", False, "108.1", codes=("name-of-no-card",)),
)
def test_cr_108_1_digital_cards(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask(
        "godzilla",
        "Godzilla, King of the Monsters",
        True,
        name="Zilortha, Strength Incarnate",
        chosen=("Zilortha, Strength Incarnate",),
        codes=("alternate-name",),
    ),
    Ask("folded", "godzilla king of the monsters", True, name="Zilortha, Strength Incarnate"),
    Ask("judged-as-the-card", "Godzilla, King of the Monsters", False, "201.4a", restriction="land"),
    Ask(
        "digital-title", "A Most Helpful Weaver", True, name="Origin of Spider-Man", codes=("digital-title",)
    ),
)
def test_cr_201_6_alternate_names(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@pytest.mark.parametrize(
    ("words", "matched_by", "confidence"),
    [
        ("Fire", "exact", 1.0),
        ("fire", "folded", 0.98),
        ("Rick, Steadfast Leader", "interchangeable", 1.0),
        ("Godzilla, King of the Monsters", "alternate-name", 0.97),
        ("A Most Helpful Weaver", "digital-title", 0.97),
        ("no such name", None, 0.0),
    ],
)
def test_mtr_3_6_how_the_words_were_matched(
    words: str, matched_by: str, confidence: float, oracle: Oracle
) -> None:
    found = oracle.identify(words).to_dict()
    assert (found["matched_by"], found["confidence"]) == (matched_by, confidence)
    assert found["steps"]


def test_mtr_3_6_one_name_of_several_cards_lists_them_all(oracle: Oracle) -> None:
    found = oracle.identify("Lightning Bolt")
    assert found.card is not None
    assert found.card.name == "Lightning Bolt"
    assert [rival.card.name for rival in found.rivals] == ["Emeritus of Conflict // Lightning Bolt"]


def test_mtr_3_6_a_whole_card_says_no_single_name(oracle: Oracle) -> None:
    found = oracle.identify("Fire // Ice").to_dict()
    assert (found["status"], found["name"], found["card"], found["face"]) == (
        "identified",
        None,
        "Fire // Ice",
        None,
    )
    assert found["names"] == ["Fire", "Ice"]
