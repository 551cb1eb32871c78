"""What tokens, emblems and other things that are no cards are called.

Rules: CR 108.2b and 111.4 (tokens), 114 (emblems), 123.2 (sticker sheets).
"""

from __future__ import annotations

from oracle_names.cards import Card, TypeLine
from oracle_names.universe import NOT_A_CARD


def token_name(printed: str, types: TypeLine | None) -> str:
    """The name a token has by the rules, from the one that card data gives it.

    CR 111.4: unless the effect names it, a token's name is its subtypes and the word "Token". Data
    write only the subtypes, so a name that is just those is taken for the default.

    >>> from oracle_names.cards import parse_type_line
    >>> token_name("Zombie", parse_type_line("Token Creature - Zombie"))
    'Zombie Token'
    >>> token_name("Walker", parse_type_line("Token Creature - Zombie"))
    'Walker'
    """
    if types is not None and types.subtypes and printed == " ".join(types.subtypes):
        return f"{printed} Token"
    return printed


# What an entry that is no card is, by layout and by type-line word; the first that fits decides.
_BY_LAYOUT = {
    "token": "token",
    "double_faced_token": "token",
    "emblem": "emblem",
    "art_series": "art",
}


_CARD_TYPES = frozenset({"Creature", "Artifact", "Enchantment", "Land", "Planeswalker", "Battle"})


def what_it_is(card: Card) -> str:
    """One word for an entry that is no card: token, emblem, art, sheet or other; else card.

    CR 111.1, 114.5, 123.2. A token's helper cards (State, Counter, Event ...) are other.
    """
    if card.universe != NOT_A_CARD:
        return "card"
    types = card.faces[0].types
    if types is not None and "Stickers" in types.types:
        return "sheet"
    kind = _BY_LAYOUT.get(card.layout.name, "other")
    if kind == "token" and types is not None and not _is_object(types):
        return "other"
    return kind


def _is_object(types: TypeLine) -> bool:
    """Whether a row of layout token is a token, and no helper card (Day, Morph, an Experience Counter ...).

    Helpers have words of their own for card types; those for face-down creatures have no subtype.
    """
    is_face_down_helper = "Creature" in types.types and not types.subtypes
    return bool(_CARD_TYPES & set(types.types)) and not is_face_down_helper
