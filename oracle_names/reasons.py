"""Everything a verdict can say, one table row each: a code, the rule that decides, the words.

Each row's rule is a number of the Comprehensive Rules, or "MTR 3.6" for the one reason that is a
tournament rule. The words are ours; `{...}` are filled in by `choose`.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

RULES_EDITION = "2026-08-07"
"""The day from which the edition of the Comprehensive Rules that is cited is in force."""


class Statement(NamedTuple):
    """One reason or note of a verdict: its `code`, the `rule` that decides, and the sentence."""

    code: str
    rule: str
    text: str

    def to_dict(self) -> dict[str, str]:
        """The statement in a document."""
        return {"code": self.code, "rule": self.rule, "text": self.text}


class Reason(Enum):
    """A row of the table: the rule and the words. The member's name is the code."""

    # Why a name may be chosen.
    CARD_NAME = ("201.4", "{name!r} is the name of a card")
    PART_NAME = ("201.4", "{name!r} is {role} of the {arrangement} {card}{also}")
    NONTRADITIONAL = (
        "108.2a",
        "{name!r} is the name of a nontraditional card ({types}), which is a card too",
    )
    NAME_WITHOUT_DATA = ("201.4", "{name!r} is the name of a card of which this data holds only the name")
    INTERCHANGEABLE = (
        "201.3a",
        "{name!r} and {other!r} are interchangeable names: choosing one chooses both (201.4g)",
    )
    RESTRICTION_MET = ("201.4a", "{name!r} fits {restriction!r}{shown}")
    AMONG_MET = ("201.4", "{name!r} is one of the names to choose from")

    # Why it may not.
    WHOLE_NAME = ("201.4", "{card!r} is the whole of {arrangement}; choose one of its names: {names}")
    RESTRICTION_UNMET = ("201.4a", "{name!r} does not fit {restriction!r}{shown}")
    AMONG_UNMET = ("201.4", "{name!r} is none of the names to choose from: {names}")
    OUTSIDE_UNIVERSE = (
        "100.7",
        "{name!r} is the name of {what}, which the rules do not cover; --universe {switch} admits it",
    )
    OUTSIDE_DIGITAL = ("108.1", "{name!r} is the name of {what}; --universe {switch} admits it")
    TOKEN = ("111.4", "{name!r} is the name of a {predefined}token{made_by}, not of a card (201.4)")
    TOKEN_DEFAULT = ("111.4", "no card is named {name!r}; the token{made_by} is named {ruled!r}")
    EMBLEM = ("114.5", "{name!r} is an emblem{made_by}; an emblem is not a card")
    SHEET = ("123.2", "{name!r} is a sticker sheet; sticker sheets are not cards")
    ART = ("108.2", "{name!r} is an art card; it represents no card of the game")
    OTHER = ("108.2", "{name!r} is {what}, not a card of the game")
    NAME_OF_NO_CARD = (
        "108.1",
        "{name!r} is known only as a name outside tournament Magic (a playtest card, token, helper card ...)",
    )
    DUNGEON_ROOM = ("309.4b", "{name!r} is a room of the dungeon {by}; room names are flavor text")
    SET_NAME = ("612.8", "{name!r} is a name that {by} gives; no card has it (201.4)")
    UNKNOWN_NAME = ("201.4", "no card of the Oracle card reference is named {name!r}")
    NOT_A_NAME = ("201.4", "{name!r} holds no letter or digit that a name could have")

    # Why there is no yes or no.
    AMBIGUOUS = ("MTR 3.6", "the words {name!r} fit more than one name; say which: {names}")
    AMBIGUOUS_EFFECT = ("MTR 3.6", "more than one card that makes a player choose a name fits: {names}")
    LIMIT_OPEN = ("201.4", "{limit}")
    COST_OPEN = (
        "202.1b",
        "an object without a mana cost: the rules do not say whether two such costs are the same",
    )
    NOT_SETTLED = (
        "201.4a",
        "this data does not settle whether {name!r} fits {restriction!r}{shown}",
    )
    CHARACTERISTIC_UNKNOWN = (
        "201.4a",
        "the {missing} is not in this data; run 'oracle-names import' with a newer bulk file",
    )
    LAYOUT_UNKNOWN = (
        "201.4",
        "{name!r} is on an object of the layout {layout!r}, which this version does not know",
    )

    # Notes.
    ALSO_NAME_OF = ("201.4", "{name!r} is also {what}; the choice is of the name, so of all of them")
    ALSO_SPELT = ("MTR 3.6", "{said!r} also fits {name!r}, {what}")
    ALSO_TOKEN = (
        "111.4",
        "a token whose subtypes are {name} is now named '{name} Token' and does not have this name;"
        " rulings from before November 2021 that say otherwise are out of date",
    )
    ALSO_NAMED_TOKEN = ("111.4", "a token{made_by} has the name {name!r} too")
    ALTERNATE_NAME = (
        "201.6",
        "{said!r} is an alternate name of {name!r}: it says which card, the name is {name!r}",
    )
    DIGITAL_TITLE = (
        "201.6",
        "{said!r} is the title of {name!r} in digital games; the name chosen is {name!r}",
    )
    FORMER_NAME = ("108.1", "{said!r} is a former name of {name!r}")
    FOREIGN_NAME = ("201.2", "{said!r} is {name!r} in another language; the name is always the English one")
    REBALANCED = ("108.1", "'A-' marks the rebalanced version in digital data; the name is {name!r}")
    RULES_OPEN_ALTERNATIVE = (
        "{rule}",
        "201.4 does not say which characteristics count for the alternative name of {arrangement}; judged by"
        " that name's own, as 201.4f does and the release rulings say",
    )
    RULES_OPEN_UNIVERSE = (
        "{rule}",
        "the rules do not settle whether {what} may be named; agree on it with the judge",
    )
    RULES_OPEN_NONTRADITIONAL = (
        "108.2a",
        'the glossary\'s "tournament-legal cards" could be read to leave out {types} cards; here they count',
    )
    RULES_OPEN_TEXT = (
        "201.4a",
        "the text of {name!r} makes it {types} outside the battlefield; judged so, though the rules do not"
        " settle whether that counts when a name is chosen",
    )
    LIMIT = ("{rule}", "the effect also says: {limit}")
    TWO_NAMES = (
        "702.106f",
        "two different names are chosen; interchangeable names are one name (201.3a); the rules do not settle"
        " whether the two may be names of one card, as Fire and Ice are",
    )

    def __init__(self, rule: str, text: str) -> None:
        self.rule = rule
        self.text = text
        self.code = self.name.lower().replace("_", "-")
        """The code in documents: the member's name in kebab case."""

    def says(self, *, rule: str = "", **words: object) -> Statement:
        """The statement with its blanks filled; `rule` replaces the row's where a layout has its own."""
        return Statement(self.code, rule or self.rule, self.text.format(**words))
