"""Scryfall's JSON, read into cards: the only file that knows Scryfall's field names.

What differs from the rules' words is translated here, once: a Room is a split card with a shared
type line (CR 709.5), an omen card an adventure whose second face is an Omen (CR 720), a meld back an
object that its own `all_parts` call the result (CR 712.4b), a reversible card one printing of the card
on its faces, and an "A-" card a rebalanced one whose name has no such prefix.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from oracle_names.text import LONGEST_NAME, WHOLE_NAME_SEPARATOR, clean_text, fold_name

Object = Mapping[str, Any]

REBALANCED_PREFIX = "A-"
OMENPATHS = "om1"
"""The set whose English `printed_name` is the title that digital games show."""

_FIRST_FACE_HAS_CARD_COLORS = frozenset({"adventure", "omen", "prepare", "flip"})


def read_object(obj: object) -> Iterator[Entry | UnknownLayout]:
    """The cards of one object of a bulk file: one, or several for a reversible card of two cards.

    Raises: DataError with the problem, if the object is not a card as Scryfall writes it.
    """
    if not isinstance(obj, dict):
        raise DataError(f"is {_json_type(obj)}, not a card")
    if obj.get("object", "card") != "card":
        raise DataError(f"is a Scryfall {obj['object']!r} object, not a card")
    name = _name(obj, "card")
    layout = obj.get("layout")
    if not isinstance(layout, str):
        raise DataError(f"the card {name!r} has no layout")
    faces = obj.get("card_faces") or []
    if not isinstance(faces, list) or not all(isinstance(face, dict) for face in faces):
        raise DataError(f"the faces of {name!r} are not a list of objects")
    try:
        if layout == "reversible_card":
            yield from _read_reversible(obj, faces)
        else:
            yield _read_card(obj, name, layout, faces)
    except (TypeError, ValueError, AttributeError, KeyError, OverflowError) as error:
        raise DataError(f"the card {name!r} is not as Scryfall writes cards ({error!r})") from error


def _read_reversible(obj: Object, faces: list[Object]) -> Iterator[Entry | UnknownLayout]:
    by_card: dict[str, list[Object]] = {}
    for face in faces:
        by_card.setdefault(face["oracle_id"], []).append(face)
    for oracle_id, sides in by_card.items():
        # The same face is on both sides of the cardboard; an omen's two faces are on one of them.
        own = list({_name(side, "face"): side for side in sides}.values())
        single = {**obj, **own[0], "object": "card"} if len(own) == 1 else dict(obj)
        single["oracle_id"] = oracle_id
        single["card_faces"] = own if len(own) > 1 else []
        name = WHOLE_NAME_SEPARATOR.join(_name(side, "face") for side in own)
        # The printing's id stays the object's own: it is checked once, on the first card.
        yield _read_card(single, name, own[0].get("layout", "normal"), single["card_faces"])


def _read_card(obj: Object, name: str, scryfall_layout: str, faces: list[Object]) -> Entry | UnknownLayout:
    layout_name = _translate_layout(scryfall_layout, obj, name, faces)
    layout = LAYOUTS.get(layout_name)
    if layout is None or layout_name == "name_only":
        return UnknownLayout(name, scryfall_layout)
    count = len(faces) or 1
    if not layout.fewest_faces <= count <= layout.most_faces:
        return UnknownLayout(name, f"{scryfall_layout} with {count} face{'s' * (count != 1)}")
    rebalanced = _is_rebalanced(name, obj)
    read_faces = tuple(
        _read_face(side, obj, layout_name, index, rebalanced) for index, side in enumerate(faces or [obj])
    )
    if _is_cost_doubtful(read_faces):
        read_faces = tuple(_without_cost(face) for face in read_faces)
    oracle_id = obj.get("oracle_id")
    if not isinstance(oracle_id, str) or not oracle_id:
        raise DataError(f"the card {name!r} has no oracle_id")
    lang = obj.get("lang", "en")
    games = frozenset(obj.get("games") or ())
    legalities = obj.get("legalities") or {}
    card = Card(
        oracle_id=oracle_id,
        name=whole_name(read_faces),
        layout=layout,
        faces=read_faces,
        color_identity=_colors(obj.get("color_identity")),
        keywords=tuple(dict.fromkeys(obj.get("keywords") or ())),
        legalities=tuple(legalities.items()),
        printing=PrintingFacts(
            games=games,
            set_code=obj.get("set"),
            set_type=obj.get("set_type"),
            released_at=obj.get("released_at"),
            rarity=obj.get("rarity"),
            border_color=obj.get("border_color"),
            security_stamp=obj.get("security_stamp"),
            playtest="playtest" in (obj.get("promo_types") or ()),
            rebalanced=rebalanced,
            edhrec_rank=obj.get("edhrec_rank"),
            scryfall_uri=obj.get("scryfall_uri"),
        ),
        related=_read_related(obj, name),
    )
    return Entry(
        card=card,
        printing_id=obj.get("id"),
        freshness=(lang == "en", "paper" in games, str(obj.get("released_at") or "")),
        printed_names=tuple(_printed_names(obj, faces, lang)) if lang != "en" else (),
        alternate_names=tuple(_alternate_names(obj, faces, read_faces, lang)),
    )


def _translate_layout(layout: str, obj: Object, name: str, faces: list[Object]) -> str:
    if layout == "adventure" and len(faces) == 2 and "Omen" in _subtypes(faces[1]):
        return "omen"
    if layout == "split" and faces and all("Room" in _subtypes(face) for face in faces):
        return "room"
    if layout == "meld" and any(
        part.get("component") == "meld_result" and part.get("name") == name
        for part in obj.get("all_parts") or ()
    ):
        return "meld_back"
    return layout


def _read_face(side: Object, obj: Object, layout: str, index: int, rebalanced: bool) -> Face:
    name = _name(side, "face")
    if rebalanced:
        name = name.removeprefix(REBALANCED_PREFIX)
    cost = side.get("mana_cost")
    type_line = side.get("type_line")
    if cost is None and type_line is not None and "Land" in parse_type_line(type_line).types:
        cost = ""  # CR 202.1b: a land has no mana cost
    indicator = _colors(side.get("color_indicator")) or ""
    value: float | None = None
    if isinstance(side.get("cmc"), int | float):
        value = _whole(side["cmc"])
    elif cost is not None:
        value = mana_value(cost)
    return Face(
        name=name,
        mana_cost=cost,
        mana_value=value,
        type_line=type_line,
        colors=_face_colors(side, obj, layout, index, cost, indicator),
        color_indicator=indicator,
        power=side.get("power"),
        toughness=side.get("toughness"),
        loyalty=side.get("loyalty"),
        defense=side.get("defense"),
        oracle_text=side.get("oracle_text"),
    )


def _face_colors(
    side: Object, obj: Object, layout: str, index: int, cost: str | None, indicator: str
) -> str | None:
    """The colours of one face: as told for the face, or for the card, or by its cost (CR 105.2)."""
    if side.get("colors") is not None:
        return _colors(side["colors"])
    if index == 0 and layout in _FIRST_FACE_HAS_CARD_COLORS and obj.get("colors") is not None:
        return _colors(obj["colors"])
    if cost is None:
        return None
    return _join(colors_of_cost(cost) + indicator)


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
    parts = obj.get("all_parts") or ()
    return tuple(
        dict.fromkeys(
            Related(part["component"], clean_text(part["name"])) for part in parts if part.get("name") != name
        )
    )


def _printed_names(obj: Object, faces: list[Object], lang: str) -> Iterator[PrintedName]:
    for index, side in enumerate(faces or [obj]):
        printed = clean_text(side.get("printed_name") or "")
        if printed and len(printed) <= LONGEST_NAME:
            yield PrintedName(index, lang, printed)


def _alternate_names(
    obj: Object, faces: list[Object], read_faces: tuple[Face, ...], lang: str
) -> Iterator[AlternateName]:
    source = f"set {obj.get('set')}"
    for index, side in enumerate(faces or [obj]):
        flavor = clean_text(side.get("flavor_name") or "")
        if flavor and len(flavor) <= LONGEST_NAME:
            yield AlternateName(index, flavor, "alternate", source)
        printed = clean_text(side.get("printed_name") or "")
        is_title = lang == "en" and obj.get("set") == OMENPATHS and 0 < len(printed) <= LONGEST_NAME
        if is_title and fold_name(printed) != fold_name(read_faces[index].name):
            yield AlternateName(index, printed, "digital-title", source)


def _name(obj: Object, what: str) -> str:
    name = obj.get("name")
    if not isinstance(name, str):
        raise DataError(f"a {what} has no name" if name is None else f"a {what}'s name is {_json_type(name)}")
    if len(name) > 2 * LONGEST_NAME:
        raise DataError(f"a {what}'s name has {len(name):,} characters; it starts {name[:30]!r}")
    cleaned = clean_text(name)
    if not cleaned:
        raise DataError(f"a {what}'s name is empty")
    return cleaned


def _is_rebalanced(name: str, obj: Object) -> bool:
    parts = name.split(WHOLE_NAME_SEPARATOR)
    return all(part.startswith(REBALANCED_PREFIX) for part in parts) and "paper" not in (
        obj.get("games") or ()
    )


def _subtypes(face: Object) -> tuple[str, ...]:
    type_line = face.get("type_line")
    return parse_type_line(type_line).subtypes if isinstance(type_line, str) else ()


def _colors(letters: object) -> str | None:
    if letters is None:
        return None
    if not isinstance(letters, list | tuple):
        raise TypeError("colours are not a list")
    return _join("".join(letters))


def _join(letters: str) -> str:
    return "".join(letter for letter in COLORS if letter in letters)


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value


def _json_type(value: object) -> str:
    return {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}.get(
        type(value), "a number"
    )
