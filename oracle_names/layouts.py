"""Layouts: how the names of one card are arranged on it, one table row each.

Rules: CR 709 (split), 710 (flip), 712 (double-faced), 715 (adventurer), 720 (omen), 722
(preparation). The words in the first column are Scryfall's, except four that its data does not
tell apart from their neighbours: `room` (Scryfall: split), `omen` (Scryfall: adventure),
`meld_back` (Scryfall: meld) and `name_only` (nothing but the name is known).
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Arrangement(Enum):
    """What the second and later names of a card are to it. The value is how people say it."""

    SINGLE = "single-faced card"
    SPLIT = "split card"
    ROOM = "Room"
    FLIP = "flip card"
    TRANSFORMING = "transforming double-faced card"
    MODAL = "modal double-faced card"
    MELD = "meld card"
    MELD_BACK = "meld pair"
    ADVENTURER = "adventurer card"
    OMEN = "omen card"
    PREPARATION = "preparation card"
    UNKNOWN = "card whose layout is not in the data"
    NOT_A_CARD = "no card"


class NameRule(NamedTuple):
    """What the rules say of the names of cards arranged alike.

    `whole` is the rule that refuses the whole name "A // B". `first` and `later` hold, for the
    first and for the later names: what such a name is called, the rules that let a player choose
    it, and the zones in which an object has it (each with its rule). `inherits` names the
    characteristics that a later name keeps from the first face when a restriction is checked;
    `combines` says that off the stack the card has the characteristics of all parts together, so
    all its names and the mana costs of both (CR 709.4).
    """

    whole: str
    first: PartRule
    later: PartRule
    inherits: frozenset[str] = frozenset()
    combines: bool = False


class PartRule(NamedTuple):
    """One of a card's names: its `role`, the `rules` that make it choosable, its `zones`."""

    role: str
    rules: tuple[str, ...]
    zones: tuple[tuple[str, str], ...]


class Layout(NamedTuple):
    """One row: Scryfall's word, the arrangement, and how many faces such an object has."""

    name: str
    arrangement: Arrangement
    fewest_faces: int = 1
    most_faces: int = 1

    @property
    def names(self) -> NameRule:
        """The rules for the names of such a card."""
        return NAME_RULES[self.arrangement]

    def part(self, face: int) -> PartRule:
        """The rules for the name of face `face` (counted from 0)."""
        rule = self.names
        return rule.first if face == 0 else rule.later


def _alike(whole: str, part: PartRule, *, combines: bool = False) -> NameRule:
    """The rule where all names of a card stand on the same footing."""
    return NameRule(whole, part, part, combines=combines)


_EVERYWHERE = (("in every zone, unless it is face down", "109.3"),)
_NORMAL = PartRule("name", ("201.4",), _EVERYWHERE)
_CAST_FUSED = "on the stack, if the card was cast fused"
_NOT_ON_THE_STACK = "in every zone except the stack"

NAME_RULES: dict[Arrangement, NameRule] = {
    Arrangement.SINGLE: NameRule("201.4", _NORMAL, _NORMAL),
    Arrangement.UNKNOWN: NameRule("201.4", _NORMAL, _NORMAL),
    Arrangement.NOT_A_CARD: _alike("201.4", PartRule("name", ("108.2",), ())),
    Arrangement.SPLIT: _alike(
        "201.4b",
        PartRule(
            "half",
            ("201.4b", "709.4a"),
            (
                (_NOT_ON_THE_STACK, "709.4"),
                ("on the stack, if this half was cast", "709.3b"),
                (_CAST_FUSED, "709.4d"),
            ),
        ),
        combines=True,
    ),
    Arrangement.ROOM: _alike(
        "201.4b",
        PartRule(
            "half",
            ("201.4b", "709.4a", "709.5a"),
            (
                ("in every zone except the stack and the battlefield", "709.4"),
                ("on the stack, if this half was cast", "709.3b"),
                ("on the battlefield, while this door is unlocked", "709.5"),
            ),
        ),
        combines=True,
    ),
    Arrangement.FLIP: NameRule(
        "201.4",
        PartRule(
            "normal name",
            ("201.4",),
            (
                ("in every zone except the battlefield", "710.1b"),
                ("on the battlefield, while not flipped", "710.1b"),
            ),
        ),
        PartRule(
            "alternative name",
            ("201.4c", "710.5"),
            (("on the battlefield, while flipped", "710.1b"),),
        ),
        # CR 710.1c: flipping changes neither colour nor mana cost.
        frozenset({"mana_cost", "mana_value", "colors"}),
    ),
    Arrangement.TRANSFORMING: NameRule(
        "712.19",
        PartRule(
            "front face",
            ("201.4", "712.19"),
            (
                ("in every zone except the stack and the battlefield", "712.8a"),
                ("on the stack, unless cast transformed", "712.8c"),
                ("on the battlefield, while this face is up", "712.8d"),
            ),
        ),
        PartRule(
            "back face",
            ("201.4d", "712.19"),
            (
                ("on the stack, if cast transformed", "712.8c"),
                ("on the battlefield, while this face is up", "712.8e"),
            ),
        ),
        # CR 202.3b: the back's mana value is that of the front's mana cost.
        frozenset({"mana_value"}),
    ),
    Arrangement.MODAL: NameRule(
        "712.19",
        PartRule(
            "front face",
            ("201.4", "712.19"),
            (
                ("in every zone except the stack and the battlefield", "712.8a"),
                ("on the stack and the battlefield, while this face is up", "712.8f"),
            ),
        ),
        PartRule(
            "back face",
            ("201.4d", "712.19"),
            (("on the stack and the battlefield, while this face is up", "712.8f"),),
        ),
    ),
    # The two fronts and the combined back are three objects with one face each.
    Arrangement.MELD: _alike(
        "712.19",
        PartRule(
            "front face",
            ("201.4", "712.19"),
            (
                ("in every zone except the stack and the battlefield", "712.8a"),
                ("on the stack", "712.8b"),
                ("on the battlefield, while not melded", "712.8d"),
            ),
        ),
    ),
    Arrangement.MELD_BACK: _alike(
        "712.19",
        PartRule(
            "combined back face",
            ("201.4e", "712.19"),
            (("on the battlefield, as the melded permanent", "712.8g"),),
        ),
    ),
    Arrangement.ADVENTURER: NameRule(
        "201.4",
        PartRule(
            "normal name",
            ("201.4",),
            ((_NOT_ON_THE_STACK, "715.4"), ("on the stack, if not cast as an Adventure", "715.4")),
        ),
        PartRule(
            "alternative name",
            ("201.4f", "715.5"),
            (("on the stack, if cast as an Adventure", "715.3b"),),
        ),
    ),
    Arrangement.OMEN: NameRule(
        "201.4",
        PartRule(
            "normal name",
            ("201.4",),
            ((_NOT_ON_THE_STACK, "720.4"), ("on the stack, if not cast as an Omen", "720.4")),
        ),
        PartRule(
            "alternative name",
            ("720.5",),
            (("on the stack, if cast as an Omen", "720.3b"),),
        ),
    ),
    Arrangement.PREPARATION: NameRule(
        "201.4",
        PartRule("normal name", ("201.4",), (("in every zone", "722.4"),)),
        PartRule(
            "alternative name",
            ("722.5",),
            (("in no zone: only the copy made of it, in exile and on the stack, has it", "722.3c"),),
        ),
    ),
}

ZONES_BY_KEYWORD = {_CAST_FUSED: "Fuse"}
"""Zones in which only cards with a certain keyword ever have a name (CR 702.102)."""

LAYOUTS: dict[str, Layout] = {
    row.name: row
    for row in (
        Layout("normal", Arrangement.SINGLE),
        Layout("leveler", Arrangement.SINGLE),
        Layout("class", Arrangement.SINGLE),
        Layout("case", Arrangement.SINGLE),
        Layout("saga", Arrangement.SINGLE),
        Layout("mutate", Arrangement.SINGLE),
        Layout("prototype", Arrangement.SINGLE),
        Layout("battle", Arrangement.SINGLE),
        Layout("host", Arrangement.SINGLE),
        Layout("augment", Arrangement.SINGLE),
        Layout("planar", Arrangement.SINGLE),
        Layout("scheme", Arrangement.SINGLE),
        Layout("vanguard", Arrangement.SINGLE),
        Layout("split", Arrangement.SPLIT, 2, 5),
        Layout("room", Arrangement.ROOM, 2, 2),
        Layout("flip", Arrangement.FLIP, 2, 2),
        Layout("transform", Arrangement.TRANSFORMING, 2, 2),
        Layout("modal_dfc", Arrangement.MODAL, 2, 2),
        Layout("meld", Arrangement.MELD),
        Layout("meld_back", Arrangement.MELD_BACK),
        Layout("adventure", Arrangement.ADVENTURER, 2, 2),
        Layout("omen", Arrangement.OMEN, 2, 2),
        Layout("prepare", Arrangement.PREPARATION, 2, 2),
        Layout("token", Arrangement.NOT_A_CARD),
        Layout("double_faced_token", Arrangement.NOT_A_CARD, 2, 2),
        Layout("emblem", Arrangement.NOT_A_CARD),
        Layout("art_series", Arrangement.NOT_A_CARD, 1, 2),
        # Nothing is known but the name, so nothing can be said of its arrangement.
        Layout("name_only", Arrangement.UNKNOWN, 1, 2),
    )
}
"""Every layout the program knows, by its name. `reversible_card` is not among them: such an object
is one printing of a card that has a layout of its own, told on its faces."""
