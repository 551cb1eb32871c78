"""Effects that make a player choose a card name: what they ask, and what they do with the name.

Rules: CR 201.4 (choosing a name), 201.4a (a restriction on the choice), 607 (linked abilities),
702.106 (hidden and double agenda), 707.13 (a copy of a card defined by its name).
Source: the shipped table of effects. `effect_text` reads those that the table lacks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from oracle_names.errors import DataError

NOT_UNDERSTOOD = "not-understood"
"""The limit of an effect whose restriction is in words that the grammar does not know."""

LIMITS = {
    "revealed": "only the name of one of certain cards in the game, such as those revealed",
    "random": "a name taken at random",
    "guessed": "a guess at the name of a certain card",
    "same-mana-cost": "only the name of a card with the same mana cost as a certain card",
    "same-mana-value": "only the name of a card with the same mana value as a certain card",
    "once-each": "each name once only for the same object",
    NOT_UNDERSTOOD: "what the text of the card says, which this version does not understand",
}
"""What limits the choice and depends on the state of the game: the words alone cannot decide it."""

TIMINGS = {
    "as-enters": "as it enters the battlefield",
    "enters-trigger": "when a trigger on its entering resolves",
    "enters-or-attacks-trigger": "when a trigger on its entering or attacking resolves",
    "as-attached": "as it becomes attached",
    "attached-trigger": "when a trigger on its becoming attached resolves",
    "attack-trigger": "when a trigger on its attacking resolves",
    "combat-damage-trigger": "when a trigger on its combat damage resolves",
    "step-trigger": "when a trigger at the beginning of a step or phase resolves",
    "reflexive-trigger": "when a trigger on something done before resolves",
    "other-trigger": "when another trigger resolves",
    "activated-ability": "when an activated ability resolves",
    "loyalty-ability": "when a loyalty ability resolves",
    "saga-chapter": "when a chapter ability resolves",
    "on-resolution": "as the spell resolves",
    "as-cast": "as the spell is cast or the card is played",
    "as-put-into-command-zone": "in secret, as it is put into the command zone before the game",
    "during-draft": "during the draft",
}
"""When the name is chosen."""

CHOOSERS = {
    "you": "you",
    "each-player": "each player",
    "each-opponent": "each opponent",
    "target-player": "target player",
    "target-opponent": "target opponent",
    "damaged-player": "the player who was dealt the damage",
    "you-and-an-opponent": "you and an opponent, a name each",
    "another-player": "another player, whom the text tells",
    "nobody": "nobody",
}
"""Who chooses the name."""

USES = {
    "cant-be-cast": "spells with the name can't be cast",
    "cant-be-played": "lands with the name can't be played",
    "costs-more": "spells with the name cost more",
    "costs-less": "spells with the name cost less",
    "locks-activated-abilities": "activated abilities of sources with the name can't be activated",
    "locks-activated-abilities-not-mana": "activated abilities of sources with the name can't be activated,"
    " unless they are mana abilities",
    "activated-abilities-cost-more": "activated abilities of sources with the name cost more",
    "activated-abilities-cost-more-not-mana": "activated abilities of sources with the name cost more,"
    " unless they are mana abilities",
    "changes-lands": "lands with the name get or lose abilities",
    "protection": "protection from everything with the name",
    "prevents-damage": "damage by sources with the name is prevented",
    "counters-spells": "a spell is countered because of the name",
    "triggers": "something happens when a card with the name is cast or drawn",
    "exiles-from-graveyard-hand-library": "cards with the name are exiled from all of these",
    "discards": "cards with the name are discarded",
    "reveals-until": "cards are revealed until one has the name",
    "puts-into-hand": "cards with the name among the top cards go to the hand",
    "searches": "a player searches for cards with the name",
    "compares-top-card": "the top card of a library is compared with the name",
    "compares-milled-card": "a milled card is compared with the name",
    "compares-hand": "cards in a hand are compared with the name",
    "compares-library": "cards in a library are compared with the name",
    "goads": "creatures with the name are goaded",
    "benefits": "spells or creatures with the name get a benefit",
    "hidden-agenda": "the name is kept secret until it is revealed (CR 702.106a)",
    "double-agenda": "two names are kept secret until they are revealed (CR 702.106f)",
    "sets-name": "an object gets the name",
    "copies": "something becomes or is created as a copy of the card with the name",
    "plays-as": "a card is played as though it were the card with the name",
    "guesses": "a player's guess is checked",
    "bans": "the card is banned for the match",
    "keeps-a-list": "the name is added to a list",
}
"""What the effect does with the name."""

FROM_TABLE = "table"
FROM_TEXT = "read from text"

_VOCABULARIES = {"limit": LIMITS, "timing": TIMINGS, "chooser": CHOOSERS}


@dataclass(frozen=True, slots=True)
class Effect:
    """What one card (or half, or face) asks of a player who chooses a card name.

    `restriction` is text in the grammar of `oracle_names.restrictions`; `limit` is a code of `LIMITS`
    or empty; `uses` are codes of `USES` and empty where they were not recognised. `origin` is "table"
    or "read from text".
    """

    card: str
    whole_card: str
    restriction: str
    limit: str
    timing: str
    chooser: str
    uses: tuple[str, ...]
    note: str
    source: str
    origin: str

    def to_dict(self) -> dict[str, object]:
        """The effect in the `effects` document."""
        return {
            "card": self.card,
            "whole_card": self.whole_card,
            "restriction": self.restriction,
            "limit": self.limit or None,
            "timing": self.timing,
            "chooser": self.chooser,
            "uses": list(self.uses),
            "note": self.note or None,
            "source": self.source,
            "origin": self.origin,
        }


def effect_from_row(row: Mapping[str, str]) -> Effect:
    """The effect in one row of the shipped table; `uses` is a list with commas.

    >>> cells = {"card": "Meddling Mage", "whole_card": "Meddling Mage", "restriction": "nonland"}
    >>> cells |= {"limit": "", "chooser": "you", "uses": "cant-be-cast", "note": "", "source": "a test"}
    >>> effect_from_row({**cells, "timing": "as-enters"}).uses
    ('cant-be-cast',)
    >>> effect_from_row({**cells, "timing": "at noon"})
    Traceback (most recent call last):
    oracle_names.errors.DataError: unknown timing 'at noon' of 'Meddling Mage'; run scripts/make_tables

    Raises: DataError if a column or the restriction is missing, or a code is in none of the vocabularies.
    """
    try:
        effect = Effect(
            card=row["card"],
            whole_card=row["whole_card"],
            restriction=row["restriction"],
            limit=row["limit"],
            timing=row["timing"],
            chooser=row["chooser"],
            uses=tuple(row["uses"].split(",")) if row["uses"] else (),
            note=row["note"],
            source=row["source"],
            origin=FROM_TABLE,
        )
    except KeyError as error:
        raise DataError(f"an effect has no {error.args[0]!r}; run scripts/make_tables") from error
    codes = [
        (field, row[field], codes) for field, codes in _VOCABULARIES.items() if row[field] or field != "limit"
    ]
    codes += [("use", use, USES) for use in effect.uses]
    for field, code, known in codes:
        if code not in known:
            raise DataError(f"unknown {field} {code!r} of {effect.card!r}; run scripts/make_tables")
    if not effect.restriction:
        raise DataError(f"no restriction of {effect.card!r}; run scripts/make_tables")
    return effect
