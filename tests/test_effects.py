"""Effects that choose a card name: the reader on sentences of our own, the vocabularies, the table.

CR 201.4, 201.4a, 702.106a, 702.106f.
"""

from __future__ import annotations

import pytest

from oracle_names.effect_text import LONGEST_TEXT, read_effects
from oracle_names.effects import (
    CHOOSERS,
    FROM_TABLE,
    FROM_TEXT,
    LIMITS,
    NOT_UNDERSTOOD,
    TIMINGS,
    USES,
    Effect,
    effect_from_row,
)
from oracle_names.errors import DataError
from oracle_names.tables import read_table

ROW = {
    "card": "Meddling Mage",
    "whole_card": "Meddling Mage",
    "restriction": "nonland",
    "limit": "",
    "timing": "as-enters",
    "chooser": "you",
    "uses": "cant-be-cast",
    "note": "",
    "source": "a test",
}

# text, restriction, limit, timing, chooser
READ = {
    "any-as-enters": ("As the orb enters, choose a card name.", "any", "", "as-enters", "you"),
    "any-after-a-look": (
        "As the orb enters, see the hand of an opponent, then choose any card name.",
        "any",
        "",
        "as-enters",
        "you",
    ),
    "nonland": ("Choose a nonland card name. Each player draws it.", "nonland", "", "on-resolution", "you"),
    "an-artifact": ("Choose an artifact card name.", "artifact", "", "on-resolution", "you"),
    "two-words": (
        "As it enters, choose a noncreature, nonland card name.",
        "noncreature, nonland",
        "",
        "as-enters",
        "you",
    ),
    "nonbasic-land": (
        "As it enters, choose a nonbasic land card name.",
        "nonbasic land",
        "",
        "as-enters",
        "you",
    ),
    "subtype": ("Choose a Goblin creature card name.", "subtype Goblin creature", "", "on-resolution", "you"),
    "other-than": (
        "Choose a card name other than a basic land card name. Mill until it comes.",
        "other than a basic land",
        "",
        "on-resolution",
        "you",
    ),
    "words-and-other-than": (
        "Choose a nonartifact card name other than a basic land card name.",
        "nonartifact, other than a basic land",
        "",
        "on-resolution",
        "you",
    ),
    "mana-value": (
        "Choose a creature card name with mana value 3 or less.",
        "creature with mana value 3 or less",
        "",
        "on-resolution",
        "you",
    ),
    "mana-value-only": (
        "Choose a card name with mana value 3.",
        "with mana value 3",
        "",
        "on-resolution",
        "you",
    ),
    "with-an-opponent-chosen": (
        "As the snare enters, choose an opponent and a card name other than a basic land card name.",
        "other than a basic land",
        "",
        "as-enters",
        "you",
    ),
    "with-a-number": ("Choose a nonland card name and a number.", "nonland", "", "on-resolution", "you"),
    "revealed": (
        "As the clerk enters, see a hand. You choose the name of a nonland card revealed this way.",
        "nonland",
        "revealed",
        "as-enters",
        "you",
    ),
    "name-of-any-such-card": (
        "Choose the name of an enchantment card.",
        "enchantment",
        "",
        "on-resolution",
        "you",
    ),
    "spoken-aloud": (
        'At the beginning of your end step, you may say "Look out . . ." and the name of a creature card.',
        "creature",
        "",
        "step-trigger",
        "you",
    ),
    "hidden-agenda": (
        "Hidden agenda (A reminder.)\nGoblins with the chosen name have reach.",
        "any",
        "",
        "as-put-into-command-zone",
        "you",
    ),
    "hidden-agenda-run-together": (
        "Hidden agenda (A reminder.)Goblins with the chosen name have reach.",
        "any",
        "",
        "as-put-into-command-zone",
        "you",
    ),
    "double-agenda": (
        "Double agenda (A reminder.)\nGoblins with one of the chosen names have reach.",
        "any",
        "",
        "as-put-into-command-zone",
        "you",
    ),
    "secretly": (
        "At the beginning of combat, each opponent secretly chooses two different card names.",
        "any",
        "",
        "step-trigger",
        "each-opponent",
    ),
    "in-a-mode": (
        "When the elf enters, choose \N{EM DASH}\n\N{BULLET} Scry 1.\n\N{BULLET} Choose a land card name.",
        "land",
        "",
        "enters-trigger",
        "you",
    ),
    "saga-chapter": (
        "(A reminder.)\nI \N{EM DASH} Scry 9.\nII, III \N{EM DASH} Choose a creature card name, then goad.",
        "creature",
        "",
        "saga-chapter",
        "you",
    ),
    "granted-to-others": (
        'Whenever you attack, Elves have "{R}, {T}: Choose a card name. Reveal a card."',
        "any",
        "",
        "activated-ability",
        "you",
    ),
    "from-among": (
        "\N{MINUS SIGN}2: Choose a card name from among Shock, Fire, and Giant Growth. Cast a copy of it.",
        "from among Shock; Fire; Giant Growth",
        "",
        "loyalty-ability",
        "you",
    ),
    "from-among-each-once": (
        "{T}: Choose a card name that hasn't been chosen from among Shock and Fire.",
        "from among Shock; Fire",
        "once-each",
        "activated-ability",
        "you",
    ),
    "identical-mana-cost": (
        "Whenever the mask becomes attached, choose a creature card name with an identical mana cost.",
        "creature",
        "same-mana-cost",
        "attached-trigger",
        "you",
    ),
    "same-mana-value": (
        "Visit \N{EM DASH} Mill a card, then choose a legendary creature card name with the same mana value.",
        "legendary creature",
        "same-mana-value",
        "other-trigger",
        "you",
    ),
    "played-as-others": (
        "You may cast Goblins as though they were other Goblin cards of your choice with the same mana cost.",
        "subtype Goblin",
        "same-mana-cost",
        "as-cast",
        "you",
    ),
    "name-a-card": ("Name a nonland card. Exile it.", "nonland", "", "on-resolution", "you"),
    "a-player-names-a-card": (
        "{T}: Target player names a card, then reveals it.",
        "any",
        "",
        "activated-ability",
        "target-player",
    ),
    "of-your-choice": (
        "{1}: The name of this bear becomes the creature card name of your choice.",
        "creature",
        "",
        "activated-ability",
        "you",
    ),
    "ban": (
        "Ban a card other than a basic land card until tomorrow.",
        "other than a basic land",
        "",
        "on-resolution",
        "you",
    ),
    "guess": (
        "The next time a player drafts a card, guess that card's name.",
        "any",
        "guessed",
        "during-draft",
        "you",
    ),
    "guess-the-name-of": (
        "{2}: Target opponent guesses the name of the card.",
        "any",
        "guessed",
        "activated-ability",
        "target-opponent",
    ),
    "random": (
        "At the beginning of your upkeep, choose a random nonland Magic card name.",
        "nonland",
        "random",
        "step-trigger",
        "nobody",
    ),
    "at-random": ("Choose a card name at random.", "any", "random", "on-resolution", "nobody"),
    "each-player": (
        "Whenever the bear attacks, each player chooses a card name.",
        "any",
        "",
        "attack-trigger",
        "each-player",
    ),
    "you-and-an-opponent": (
        "As the room enters, you and an opponent each choose a land card name.",
        "land",
        "",
        "as-enters",
        "you-and-an-opponent",
    ),
    "damaged-player": (
        "Whenever the bear deals combat damage to a player, scry 1, then that player chooses a card name.",
        "any",
        "",
        "combat-damage-trigger",
        "damaged-player",
    ),
    "another-player": (
        "Whenever you sacrifice a Goblin, an opponent may choose a card name.",
        "any",
        "",
        "other-trigger",
        "another-player",
    ),
    "enters-or-attacks": (
        "Whenever the bear enters or attacks, choose a nonland card name.",
        "nonland",
        "",
        "enters-or-attacks-trigger",
        "you",
    ),
    "as-attached": (
        "As this hat becomes attached, choose a creature card name and a creature type.",
        "creature",
        "",
        "as-attached",
        "you",
    ),
    "reflexive": (
        "Whenever the bear attacks, you may pay {R}. When you do, choose a nonland card name.",
        "nonland",
        "",
        "reflexive-trigger",
        "you",
    ),
    "as-cast": (
        "As an additional cost to cast this spell, choose a card name.",
        "any",
        "",
        "as-cast",
        "you",
    ),
    "as-drafted": ("As you draft a card, you may choose a card name.", "any", "", "during-draft", "you"),
}

# Nobody is asked for a name here.
UNREAD = {
    "nothing-about-names": "Draw a card.",
    "same-name": "Exile each creature with the same name as a card in exile.",
    "card-named": "You may search your library for a card named Shock or any card named Fire.",
    "reminder-text-only": "Conspire twice (As it enters, choose a card name and tell nobody.)",
    "agenda-of-others": "Goblins with hidden agenda are red.",
    "condition": "Whenever a player chooses a card name, draw a card.",
    "prohibition": "Your opponents can't choose a card name.",
    "chosen-before": "Creatures with the chosen card name have reach.",
    "name-as-a-noun": "Discard a card unless you have the name a card in exile has.",
    "a-word-of-a-name": "If an opponent says a word of the name of a card in exile, draw a card.",
    "another-guess": "An opponent guesses a number.",
    "the-name-alone": "Its name becomes Goblin. Draw a card for each card name.",
}

# text -> what it plainly does with the name
READ_USES = {
    "cant-be-cast": "Spells with that name can't be cast, for spells with the chosen name can't be cast.",
    "opponents-cant-cast": "Opponents can't cast spells with the chosen name.",
    "cant-be-played": "All lands with the chosen name can't be played.",
    "costs-more": "Goblins with the chosen name cost {1} more to cast.",
    "costs-less": "Goblins with the chosen name you own cost {1} less to cast.",
    "locks-activated-abilities": (
        "Activated abilities of sources with the chosen name can't be activated by bears."
    ),
    "locks-activated-abilities-not-mana": (
        "Activated abilities of sources with the chosen name can't be activated unless they are for mana."
    ),
    "activated-abilities-cost-more": (
        "Activated abilities of sources with the chosen name cost {9} more to activate."
    ),
    "activated-abilities-cost-more-not-mana": (
        "Activated abilities of sources with the chosen name cost {9} more to activate unless for mana."
    ),
    "protection": "The bear has protection from the chosen name.",
    "prevents-damage": "Prevent all damage by sources with the chosen name.",
    "counters-spells": "{9}: Counter target spell with the chosen name.",
    "exiles-from-graveyard-hand-library": (
        "Search your graveyard, hand, and library for three cards with that name and exile them."
    ),
    "discards": "Each player discards a card with that name.",
    "reveals-until": "Reveal cards until a card with that name comes.",
    "copies": "Make a copy of the card with the chosen name.",
}


@pytest.mark.parametrize(
    ("text", "restriction", "limit", "timing", "chooser"), READ.values(), ids=READ.keys()
)
def test_cr_201_4_phrasings_are_read(
    text: str, restriction: str, limit: str, timing: str, chooser: str
) -> None:
    [effect] = read_effects("Half", "Whole // Half", text)
    assert (effect.restriction, effect.limit) == (restriction, limit)
    assert (effect.timing, effect.chooser) == (timing, chooser)
    assert (effect.card, effect.whole_card, effect.origin) == ("Half", "Whole // Half", FROM_TEXT)


@pytest.mark.parametrize("text", UNREAD.values(), ids=UNREAD.keys())
def test_cr_201_4_nobody_is_asked_for_a_name(text: str) -> None:
    assert read_effects("A", "A", text) == []


@pytest.mark.parametrize(("name", "text"), READ_USES.items(), ids=READ_USES.keys())
def test_plain_uses_are_read(name: str, text: str) -> None:
    [effect] = read_effects("A", "A", f"Choose a card name. {text}")
    assert effect.uses == (name if name in USES else "cant-be-cast",)


def test_cr_702_106_agendas_are_uses() -> None:
    [hidden] = read_effects("A", "A", READ["hidden-agenda"][0])
    [double] = read_effects("A", "A", READ["double-agenda"][0])
    assert (hidden.uses, double.uses) == (("hidden-agenda",), ("double-agenda",))


def test_two_choices_in_the_order_of_the_text_and_none_twice() -> None:
    text = "{T}: Choose a land card name.\n{2}: Name a card, then choose a land card name.\n{3}: Name a card."
    assert [effect.restriction for effect in read_effects("A", "A", text)] == ["land", "any"]


def test_a_text_too_long_to_be_a_cards_is_not_read() -> None:
    asks = "Choose a card name. "
    assert read_effects("A", "A", asks + " " * (LONGEST_TEXT - len(asks)))
    assert read_effects("A", "A", asks + " " * LONGEST_TEXT) == []


def test_a_row_of_the_table_is_an_effect() -> None:
    effect = effect_from_row({**ROW, "uses": "cant-be-cast,costs-less"})
    assert effect == Effect(
        "Meddling Mage",
        "Meddling Mage",
        "nonland",
        "",
        "as-enters",
        "you",
        ("cant-be-cast", "costs-less"),
        "",
        "a test",
        FROM_TABLE,
    )


def test_a_row_may_have_no_uses() -> None:
    assert effect_from_row({**ROW, "uses": ""}).uses == ()


@pytest.mark.parametrize("column", ["limit", "timing", "chooser", "uses"])
def test_a_code_outside_the_vocabulary_is_refused(column: str) -> None:
    with pytest.raises(DataError, match="'at-noon' of 'Meddling Mage'"):
        effect_from_row({**ROW, column: "at-noon"})


@pytest.mark.parametrize("column", ["timing", "chooser", "restriction"])
def test_an_empty_cell_is_refused(column: str) -> None:
    with pytest.raises(DataError, match="'Meddling Mage'"):
        effect_from_row({**ROW, column: ""})


def test_a_missing_column_is_refused() -> None:
    with pytest.raises(DataError, match="no 'chooser'"):
        effect_from_row({column: cell for column, cell in ROW.items() if column != "chooser"})


def test_vocabularies_are_closed_and_every_code_is_used() -> None:
    effects = [effect_from_row(row) for row in read_table("effects.tsv")]
    read = [effect for text, *_ in READ.values() for effect in read_effects("A", "A", text)]
    assert {use for effect in effects for use in effect.uses} == set(USES)
    # A few codes are for cards that the table lacks.
    # The import gives one code where it does not understand a restriction.
    limits = {effect.limit for effect in [*effects, *read]} - {""}
    assert limits | {NOT_UNDERSTOOD} == set(LIMITS)
    assert {effect.timing for effect in [*effects, *read]} == set(TIMINGS)
    assert {effect.chooser for effect in [*effects, *read]} == set(CHOOSERS)


def test_phrases_for_people_are_short() -> None:
    phrases = [phrase for codes in (LIMITS, TIMINGS, CHOOSERS, USES) for phrase in codes.values()]
    assert all(0 < len(phrase) <= 110 for phrase in phrases)
