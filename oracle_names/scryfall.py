"""Scryfall's JSON, read into cards: the only file that knows Scryfall's field names.

What differs from the rules' words is translated here, once: a Room is a split card with a shared
type line (CR 709.5), an omen card an adventure whose second face is an Omen (CR 720), a meld back an
object that its own `all_parts` call the result (CR 712.4b), a reversible card one printing of the card
on its faces, and an "A-" card a rebalanced one whose name has no such prefix.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from oracle_names.cards import (
    COLORS,
    Card,
    Face,
    PrintingFacts,
    Related,
    colors_of_cost,
    mana_value,
    parse_type_line,
    whole_name,
)
from oracle_names.errors import DataError
from oracle_names.layouts import LAYOUTS
from oracle_names.store.records import AlternateName, Entry, PrintedName, UnknownLayout
from oracle_names.text import LONGEST_NAME, WHOLE_NAME_SEPARATOR, clean_text, fold_name, shorten

Object = Mapping[str, Any]

REBALANCED_PREFIX = "A-"
OMENPATHS = "om1"
"""The set whose English `printed_name` is the title that digital games show."""

_FIRST_FACE_HAS_CARD_COLORS = frozenset({"adventure", "omen", "prepare", "flip"})


_REVERSIBLE = "reversible_card"
_LONGEST_QUOTE = 40  # characters of a file shown in a message
_LARGEST_NUMBER = 2**53  # from here on not every whole number has a float of its own


class _OddField(Exception):
    """A field is not of the type that Scryfall gives it; the message says which."""

    def __init__(self, key: str, value: object) -> None:
        super().__init__(f"its {key} is {_json_type(value)}")


def read_object(obj: object) -> Iterator[Entry | UnknownLayout]:
    """The cards of one object of a bulk file: one, or several for a reversible card of two cards.

    Raises: DataError with the problem, if the object is not a card as Scryfall writes it.
    """
    if not isinstance(obj, dict):
        raise DataError(f"is {_json_type(obj)}, not a card")
    if obj.get("object", "card") != "card":
        raise DataError(f"is a Scryfall object of another kind ({_quote(obj['object'])}), not a card")
    name = _name(obj, "card")
    try:
        layout = _text(obj, "layout")
        if layout is None:
            raise DataError(f"the card {name!r} has no layout")
        faces = _objects(obj, "card_faces")
        if layout == _REVERSIBLE:
            yield from _read_reversible(obj, name, faces)
        else:
            yield _read_card(obj, name, layout, faces, list(enumerate(faces or [obj])))
    except _OddField as error:
        raise DataError(f"the card {name!r} is not as Scryfall writes cards: {error}") from error


def _read_reversible(obj: Object, name: str, faces: list[Object]) -> Iterator[Entry | UnknownLayout]:
    by_card: dict[str | None, list[Object]] = {}
    for face in faces:
        by_card.setdefault(_text(face, "oracle_id"), []).append(face)
    if not by_card:
        yield UnknownLayout(name, "reversible_card without faces")
    for oracle_id, sides in by_card.items():
        # The same face is on both sides of the cardboard; an omen's two faces are on one of them.
        own: dict[str, Object] = {}
        for side in sides:
            own.setdefault(_name(side, "face"), side)
        indexes = {face_name: index for index, face_name in enumerate(own)}
        first, *later = own.values()
        single = {**obj, **({} if later else first), "oracle_id": oracle_id, "layout": _REVERSIBLE}
        single["all_parts"] = [part for part in _objects(obj, "all_parts") if part.get("name") != obj["name"]]
        yield _read_card(
            single,
            WHOLE_NAME_SEPARATOR.join(own),
            _text(first, "layout") or _REVERSIBLE,
            [first, *later] if later else [],
            [(indexes[_name(side, "face")], side) for side in sides],
        )


def _read_card(
    obj: Object, name: str, scryfall_layout: str, faces: list[Object], sides: list[tuple[int, Object]]
) -> Entry | UnknownLayout:
    """The card of an object; `sides` are its printed faces, each with the index of the card's face."""
    layout_name = _translate_layout(scryfall_layout, obj, name, faces)
    layout = LAYOUTS.get(layout_name)
    if layout is None or layout_name == "name_only":
        return UnknownLayout(name, shorten(scryfall_layout, _LONGEST_QUOTE))
    count = len(faces) or 1
    if not layout.fewest_faces <= count <= layout.most_faces:
        return UnknownLayout(name, f"{scryfall_layout} with {count} face{'s' * (count != 1)}")
    games = frozenset(_texts(obj, "games"))
    rebalanced = _is_rebalanced(name, games)
    read_faces = tuple(
        _read_face(side, obj, layout_name, index, rebalanced) for index, side in enumerate(faces or [obj])
    )
    if _is_cost_doubtful(read_faces):
        read_faces = tuple(_without_cost(face) for face in read_faces)
    oracle_id = _text(obj, "oracle_id")
    if not oracle_id:
        raise DataError(f"the card {name!r} has no oracle_id")
    lang = _text(obj, "lang") or "en"
    released_at = _text(obj, "released_at")
    card = Card(
        oracle_id=oracle_id,
        name=whole_name(read_faces),
        layout=layout,
        faces=read_faces,
        color_identity=_colors(obj, "color_identity"),
        keywords=tuple(dict.fromkeys(_texts(obj, "keywords"))),
        legalities=_read_legalities(obj),
        printing=PrintingFacts(
            games=games,
            set_code=_text(obj, "set"),
            set_type=_text(obj, "set_type"),
            released_at=released_at,
            rarity=_text(obj, "rarity"),
            border_color=_text(obj, "border_color"),
            security_stamp=_text(obj, "security_stamp"),
            playtest="playtest" in _texts(obj, "promo_types"),
            rebalanced=rebalanced,
            edhrec_rank=_rank(obj),
            scryfall_uri=_text(obj, "scryfall_uri"),
        ),
        related=_read_related(obj, name),
    )
    return Entry(
        card=card,
        printing_id=_text(obj, "id"),
        freshness=(obj["layout"] != _REVERSIBLE, lang == "en", "paper" in games, released_at or ""),
        printed_names=tuple(_printed_names(sides, lang)) if lang != "en" else (),
        alternate_names=tuple(dict.fromkeys(_alternate_names(obj, sides, read_faces, lang))),
    )


def _translate_layout(layout: str, obj: Object, name: str, faces: list[Object]) -> str:
    if layout == "adventure" and len(faces) == 2 and "Omen" in _subtypes(faces[1]):
        return "omen"
    if layout == "split" and faces and all("Room" in _subtypes(face) for face in faces):
        return "room"
    if layout == "meld" and any(
        part.get("component") == "meld_result" and part.get("name") == name
        for part in _objects(obj, "all_parts")
    ):
        return "meld_back"
    return layout


def _read_face(side: Object, obj: Object, layout: str, index: int, rebalanced: bool) -> Face:
    name = _name(side, "face")
    if rebalanced:
        name = name.removeprefix(REBALANCED_PREFIX)
    cost = _text(side, "mana_cost")
    type_line = _text(side, "type_line")
    if cost is None and type_line is not None and "Land" in parse_type_line(type_line).types:
        cost = ""  # CR 202.1b: a land has no mana cost
    indicator = _colors(side, "color_indicator") or ""
    value = _number(side, "cmc")
    if value is None and cost is not None:
        value = mana_value(cost)
    return Face(
        name=name,
        mana_cost=cost,
        mana_value=value,
        type_line=type_line,
        colors=_face_colors(side, obj, layout, index, cost, indicator),
        color_indicator=indicator,
        power=_text(side, "power"),
        toughness=_text(side, "toughness"),
        loyalty=_text(side, "loyalty"),
        defense=_text(side, "defense"),
        oracle_text=_long_text(side, "oracle_text"),
    )


def _face_colors(
    side: Object, obj: Object, layout: str, index: int, cost: str | None, indicator: str
) -> str | None:
    """The colours of one face: as told for the face, or for the card, or by its cost (CR 105.2)."""
    colors = _colors(side, "colors")
    if colors is None and index == 0 and layout in _FIRST_FACE_HAS_CARD_COLORS:
        colors = _colors(obj, "colors")
    if colors is None and cost is not None:
        colors = _in_order(colors_of_cost(cost) + indicator)
    return colors


def _is_cost_doubtful(faces: tuple[Face, ...]) -> bool:
    """Some files swap the costs of an adventurer land and its Adventure: then neither is known.

    CR 202.1b: a land has no mana cost.
    """
    return len(faces) > 1 and any(
        face.mana_cost and face.types and "Land" in face.types.types for face in faces
    )


def _without_cost(face: Face) -> Face:
    land = face.types is not None and "Land" in face.types.types
    return Face(
        face.name,
        "" if land else None,
        0 if land else None,
        face.type_line,
        "" if land else None,
        oracle_text=face.oracle_text,
    )


def _read_related(obj: Object, name: str) -> tuple[Related, ...]:
    related: dict[Related, None] = {}
    for part in _objects(obj, "all_parts"):
        component, other = _text(part, "component"), _text(part, "name")
        if component and other and other != name:
            related[Related(component, clean_text(other))] = None
    return tuple(related)


def _read_legalities(obj: Object) -> tuple[tuple[str, str], ...]:
    legalities = obj.get("legalities")
    if legalities is None:
        return ()
    if not isinstance(legalities, dict):
        raise _OddField("legalities", legalities)
    _check_texts("legalities", legalities.values())
    return tuple(legalities.items())


def _printed_names(sides: list[tuple[int, Object]], lang: str) -> Iterator[PrintedName]:
    for index, side in sides:
        printed = _other_name(side, "printed_name")
        if printed:
            yield PrintedName(index, lang, printed)


def _alternate_names(
    obj: Object, sides: list[tuple[int, Object]], faces: tuple[Face, ...], lang: str
) -> Iterator[AlternateName]:
    for index, side in sides:
        flavor = _other_name(side, "flavor_name")
        if flavor:
            yield AlternateName(index, flavor, "alternate", f"set {obj.get('set')}")
        if lang == "en" and obj.get("set") == OMENPATHS:
            printed = _other_name(side, "printed_name")
            if printed and fold_name(printed) != fold_name(faces[index].name):
                yield AlternateName(index, printed, "digital-title", f"set {OMENPATHS}")


def _other_name(side: Object, key: str) -> str:
    """A name that is not the card's own; what is too long to be one counts as none."""
    name = clean_text(_text(side, key) or "")
    return name if len(name) <= LONGEST_NAME else ""


def _name(obj: Object, what: str) -> str:
    name = obj.get("name")
    if not isinstance(name, str):
        raise DataError(f"a {what} has no name" if name is None else f"a {what}'s name is {_json_type(name)}")
    if len(name) > 2 * LONGEST_NAME:
        raise DataError(f"a {what}'s name has {len(name):,} characters; it starts {_quote(name)}")
    cleaned = clean_text(name)
    if not cleaned:
        raise DataError(f"a {what}'s name is empty")
    return cleaned


def _is_rebalanced(name: str, games: frozenset[str]) -> bool:
    parts = name.split(WHOLE_NAME_SEPARATOR)
    return "paper" not in games and all(part.startswith(REBALANCED_PREFIX) for part in parts)


def _subtypes(face: Object) -> tuple[str, ...]:
    type_line = _text(face, "type_line")
    return parse_type_line(type_line).subtypes if type_line else ()


def _in_order(letters: str) -> str:
    return "".join(letter for letter in COLORS if letter in letters)


# The fields of an object, each of one type: `None` (or no items) where the object lacks it.


def _text(obj: Object, key: str) -> str | None:
    """A short text, fit to be shown."""
    value = obj.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise _OddField(key, value)
    return value if value.isascii() and value.isprintable() else _clean(value)


def _long_text(obj: Object, key: str) -> str | None:
    """A text with its line ends; lone surrogates, which no file can hold, become question marks."""
    value = obj.get(key)
    if value is None or (isinstance(value, str) and value.isascii()):
        return value
    if not isinstance(value, str):
        raise _OddField(key, value)
    return value.encode("utf-8", "replace").decode("utf-8")


def _texts(obj: Object, key: str) -> tuple[str, ...]:
    values = obj.get(key)
    if not values:
        return ()
    if not isinstance(values, list):
        raise _OddField(key, values)
    _check_texts(key, values)
    return tuple(map(_clean, values))


def _objects(obj: Object, key: str) -> list[Object]:
    values = obj.get(key)
    if not values:
        return []
    if not isinstance(values, list):
        raise _OddField(key, values)
    for value in values:
        if not isinstance(value, dict):
            raise _OddField(key, [value])
    return values


def _check_texts(key: str, values: Iterable[object]) -> None:
    if not set(map(type, values)) <= {str}:
        raise _OddField(key, list(values))


def _colors(obj: Object, key: str) -> str | None:
    return None if obj.get(key) is None else _in_order("".join(_texts(obj, key)))


def _number(obj: Object, key: str) -> float | None:
    value = obj.get(key)
    if value is None:
        return None
    if not isinstance(value, int | float) or isinstance(value, bool) or not abs(value) < _LARGEST_NUMBER:
        raise _OddField(key, value)
    return int(value) if value == int(value) else value


def _rank(obj: Object) -> int | None:
    rank = _number(obj, "edhrec_rank")
    return None if rank is None else math.ceil(rank)


_clean = lru_cache(maxsize=8192)(clean_text)


def _quote(value: object) -> str:
    return repr(shorten(value, _LONGEST_QUOTE)) if isinstance(value, str) else _json_type(value)


def _json_type(value: object) -> str:
    if isinstance(value, list):
        odd = next((item for item in value if not isinstance(item, str)), "")
        return "a list" if odd == "" else f"a list with {_json_type(odd)}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "a number" if abs(value) < _LARGEST_NUMBER else "too large a number"
    return {dict: "an object", str: "a text", bool: "true or false", type(None): "null"}[type(value)]
