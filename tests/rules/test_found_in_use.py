"""Bugs that people found, each with its kind: one row, named after what was wrong."""

from __future__ import annotations

import pytest

from oracle_names.errors import (
    AmbiguousName,
    DataError,
    InvalidName,
    NotChoosable,
    RestrictionError,
    UnknownName,
)
from oracle_names.oracle import Oracle
from tests.asking import Ask, table

ALHAMMARRET = "Alhammarret, High Arbiter"


@table(
    Ask("revealed-split-card-has-both-names", "Fire", True, effect=ALHAMMARRET, among=("Fire // Ice",)),
    Ask(
        "revealed-adventurer-has-one",
        "Stomp",
        False,
        effect=ALHAMMARRET,
        among=("Bonecrusher Giant // Stomp",),
    ),
    Ask(
        "revealed-adventurer-by-its-name",
        "Bonecrusher Giant",
        True,
        effect=ALHAMMARRET,
        among=("Bonecrusher Giant // Stomp",),
    ),
    Ask(
        "revealed-room", "Ritual Chamber", True, effect=ALHAMMARRET, among=("Unholy Annex // Ritual Chamber",)
    ),
    Ask("revealed-list-in-one-text", "Shock", True, effect=ALHAMMARRET, among=("Opt, Shock",)),
    Ask(
        "revealed-names-with-commas",
        "Tamiyo, Collector of Tales",
        True,
        effect=ALHAMMARRET,
        among=("Opt, Tamiyo, Collector of Tales, and Shock",),
    ),
    Ask("whole-card-in-a-list", "Ice", True, "201.4a", restriction="from among Fire // Ice"),
    Ask("effect-lists-a-silver-card", "Booster Tutor", True, effect="Ersta, Friend to All"),
)
def test_cr_709_4_lists_of_cards(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("funny-half-of-a-tournament-name", "Start // Fire", False, "201.4b"),
    Ask("reversed-halves", "Ice // Fire", False, candidates=("Ice", "Fire")),
    Ask(
        "meld-front-and-back",
        "Bruna, the Fading Light // Brisela, Voice of Nightmares",
        False,
        candidates=("Bruna, the Fading Light", "Brisela, Voice of Nightmares"),
    ),
    Ask("whole-silver-card", "Who // What // When // Where // Why", False, "100.7"),
)
def test_cr_201_4b_whole_names(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@pytest.mark.parametrize("universe", ["paper", "arena", "all"])
@pytest.mark.parametrize("words", ["Start // Fire", "Fire // Ice", "Bind // Liberate", "Ice // Fire"])
def test_candidates_say_what_asking_for_them_says(words: str, universe: str, oracle: Oracle) -> None:
    for candidate in oracle.choose(words, universe=universe).candidates:
        assert oracle.choose(candidate.name, universe=universe).legal is candidate.legal


@table(
    Ask(
        "rebalanced-whole-name",
        "A-Dorothea, Vengeful Victim // A-Dorothea's Retribution",
        False,
        "712.19",
        candidates=("Dorothea, Vengeful Victim", "Dorothea's Retribution"),
    ),
    Ask("rebalanced-in-lower-case", "a-teferi, time raveler", True, codes=("rebalanced",)),
    Ask("rebalanced-on-arena", "A-Teferi, Time Raveler", True, universe="arena", codes=("rebalanced",)),
)
def test_cr_108_1_rebalanced_names(row: Ask, oracle: Oracle) -> None:
    verdict = row.check(oracle)
    assert verdict.identification.card is not None
    assert verdict.identification.card.printing.rebalanced
    assert "rules-open-universe" not in {note.code for note in verdict.notes}


@table(
    Ask("bare-subtype", "Zombie", False, "111.4", codes=("token-default",), says="is named 'Zombie Token'"),
    Ask("bare-predefined", "Treasure", False, "111.4", codes=("token-default",), says="'Treasure Token'"),
    Ask("predefined", "Treasure Token", False, "111.4", says="predefined (CR 111.10a)"),
    Ask("named", "Boo", False, "111.4", codes=("token",)),
    Ask("morph-helper-is-no-token", "Morph", False, "108.2", codes=("other",)),
    Ask("manifest-helper", "Manifest", False, "108.2", codes=("other",)),
    Ask("playtest-or-helper-unknown", "Barry's Land", False, "108.1", codes=("name-of-no-card",)),
    Ask("may-be-playtest", "Barry's Land", None, "108.1", universe="all", is_data_missing=True),
)
def test_cr_111_4_what_a_thing_is_called(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


def test_a_reason_is_said_once_and_tells_the_card(oracle: Oracle) -> None:
    reasons = [reason.text for reason in oracle.choose("Lightning Bolt", restriction="creature").reasons]
    assert len(reasons) == len(set(reasons))
    assert any("Emeritus of Conflict // Lightning Bolt" in reason for reason in reasons)


def test_undecided_choices_choose_nothing(oracle: Oracle) -> None:
    assert oracle.choose("Rick, Steadfast Leader", effect=ALHAMMARRET).chosen_names == ()


def test_the_input_is_told_as_it_came(oracle: Oracle) -> None:
    for words in ("  Shock\t", "Sho\0ck", "\ufeffShock", "Shock\u2028"):
        verdict = oracle.choose(words)
        assert verdict.legal
        assert oracle.to_document(verdict)["input"] == words


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"restriction": ""}, "empty"),
        ({"restriction": "   "}, "empty"),
        ({"restriction": "instant, sorcery"}, "two ways"),
        ({"restriction": "creature, planeswalker"}, "two ways"),
        ({"restriction": "from among Nosuch"}, "no card is named 'Nosuch'"),
        ({"effect": ALHAMMARRET, "among": ("Nosuch",)}, "no card is named 'Nosuch'"),
        ({"effect": ALHAMMARRET, "among": ("",)}, "empty"),
        ({"effect": ALHAMMARRET, "among": ""}, "empty"),
        ({"restriction": "with the same mana cost as Nosuch"}, "no card is named 'Nosuch'"),
    ],
)
def test_wrong_questions(arguments: dict[str, str], says: str, oracle: Oracle) -> None:
    with pytest.raises(RestrictionError, match=says):
        oracle.choose("Shock", **arguments)


def test_one_text_is_a_list_of_one(oracle: Oracle) -> None:
    assert oracle.choose("Shock", effect=ALHAMMARRET, among="Shock").legal


def test_missing_costs_are_told_of_the_card_that_lacks_them(oracle: Oracle) -> None:
    reasons = oracle.choose("Shock", restriction="with the same mana cost as Archnemesis").reasons
    assert "the mana cost of Archnemesis is not in this data" in reasons[-1].text


@pytest.mark.parametrize(
    ("words", "effect", "error"),
    [
        ("Fire // Ice", None, NotChoosable),
        ("Zombie Token", None, NotChoosable),
        ("Forest", "Meddling Mage", NotChoosable),
        ("no such name", None, UnknownName),
        ("?!", None, InvalidName),
        ("Shock", ALHAMMARRET, AmbiguousName),
        ("Avenge", "Meddling Mage", DataError),
    ],
)
def test_require_legal_raises(words: str, effect: str | None, error: type[Exception], oracle: Oracle) -> None:
    with pytest.raises(error):
        oracle.choose(words, effect).require_legal()


def test_what_is_no_card_has_no_zones(oracle: Oracle) -> None:
    for words in ("Boo", "The Ring", "Ancestral Hot Dog Minotaur", "Manifest"):
        record = oracle.card(words)
        assert record.reasons
        assert [name.zones for name in record.names] == [()]


def test_only_cards_with_fuse_are_cast_fused(oracle: Oracle) -> None:
    rules = {
        words: [rule for _, rule in oracle.card(words).names[0].zones]
        for words in ("Fire // Ice", "Beck // Call")
    }
    assert "709.4d" not in rules["Fire // Ice"]
    assert "709.4d" in rules["Beck // Call"]


def test_a_nearer_spelling_outside_the_universe_is_told(oracle: Oracle) -> None:
    found = oracle.identify("waste land")
    assert found.card is not None
    assert found.card.name == "Wasteland"
    assert [rival.name for rival in found.rivals] == ["Waste Land"]
    notes = oracle.choose("waste land").notes
    assert [note.code for note in notes] == ["also-spelt"]
    assert "a playtest card" in notes[0].text
    assert oracle.choose("Wasteland").notes == ()


def test_universes_of_names(oracle: Oracle) -> None:
    assert set(oracle.names()) < set(oracle.names("arena")) < set(oracle.names("all"))
    with pytest.raises(ValueError, match="no universe 'moon'"):
        oracle.names("moon")
