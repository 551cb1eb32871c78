"""Scryfall's objects read into cards: one row a layout, then every field that is odd somewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from oracle_names.cards import Face, Related
from oracle_names.errors import DataError
from oracle_names.layouts import LAYOUTS
from oracle_names.scryfall import read_object
from oracle_names.store.records import AlternateName, Entry, PrintedName, UnknownLayout
from tests.scryfall_objects import MISSING, Object, face, faces, make_card, reversible, some_id


def read(obj: object) -> Entry:
    (entry,) = read_object(obj)
    assert isinstance(entry, Entry)
    return entry


def read_face(**fields: Any) -> Face:
    return read(make_card("Bear", **fields)).card.faces[0]


# --- layouts ---------------------------------------------------------------------------------------

A, B = face("Ash"), face("Birch")
ADVENTURE = face("Birch", type_line="Instant - Adventure", mana_cost="{2}")
OMEN = face("Birch", type_line="Sorcery \N{EM DASH} Omen", mana_cost="{2}")
DOOR = "Enchantment \N{EM DASH} Room"
MELD_PARTS = [
    {"component": "meld_part", "name": "Ash"},
    {"component": "meld_part", "name": "Birch"},
    {"component": "meld_result", "name": "Cedar"},
]


def one_face(layout: str, **fields: Any) -> Object:
    return make_card("Ash", layout=layout, **fields)


@dataclass(frozen=True)
class Row:
    """An object, the layout it is read as, the names of its faces."""

    obj: Object
    layout: str
    names: tuple[str, ...] = ("Ash",)


ROWS = {
    **{
        layout: Row(one_face(layout), layout)
        for layout in (
            *("normal", "leveler", "class", "case", "saga", "mutate", "prototype", "battle", "host"),
            *("augment", "planar", "scheme", "vanguard", "meld", "token", "emblem", "art_series"),
        )
    },
    **{
        layout: Row(faces(layout, A, B), layout, ("Ash", "Birch"))
        for layout in (
            *("split", "flip", "transform", "modal_dfc", "adventure", "prepare"),
            *("double_faced_token", "art_series"),
        )
    },
    "split-of-five": Row(
        faces("split", *(face(name) for name in "VWXYZ")), "split", ("V", "W", "X", "Y", "Z")
    ),
    "split-aftermath": Row(
        faces("split", A, face("Birch", type_line="Sorcery"), keywords=["Aftermath"]),
        "split",
        ("Ash", "Birch"),
    ),
    "room": Row(
        faces("split", face("Ash", type_line=DOOR), face("Birch", type_line=DOOR)), "room", ("Ash", "Birch")
    ),
    "half-a-room": Row(faces("split", face("Ash", type_line=DOOR), B), "split", ("Ash", "Birch")),
    "adventure": Row(faces("adventure", A, ADVENTURE), "adventure", ("Ash", "Birch")),
    "omen": Row(faces("adventure", A, OMEN), "omen", ("Ash", "Birch")),
    "omen-on-a-land": Row(
        faces("adventure", face("Ash", type_line="Land", mana_cost=""), OMEN), "omen", ("Ash", "Birch")
    ),
    "omen-creature-is-no-omen": Row(
        faces("adventure", face("Ash", type_line="Creature - Omen"), ADVENTURE), "adventure", ("Ash", "Birch")
    ),
    "meld-front": Row(one_face("meld", all_parts=MELD_PARTS), "meld"),
    "meld-back": Row(make_card("Cedar", layout="meld", all_parts=MELD_PARTS), "meld_back", ("Cedar",)),
    "two-sides-alike": Row(reversible(A, A), "normal"),
    "reversible-omen": Row(
        reversible(
            {**A, "layout": "adventure"},
            {**OMEN, "oracle_id": some_id("Ash"), "layout": "adventure"},
            {**A, "layout": "adventure"},
        ),
        "omen",
        ("Ash", "Birch"),
    ),
    "slashes-in-a-name": Row(make_card("A//B, C"), "normal", ("A//B, C",)),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_layouts(row: Row) -> None:
    card = read(row.obj).card
    assert card.layout is LAYOUTS[row.layout]
    assert tuple(face.name for face in card.faces) == row.names
    assert card.name == " // ".join(row.names)


def test_every_layout_has_a_row() -> None:
    assert {row.layout for row in ROWS.values()} == LAYOUTS.keys() - {"name_only"}


TWO = [face("Ash"), face("Birch")]


@pytest.mark.parametrize(
    ("obj", "layout"),
    [
        pytest.param(make_card("Ash", layout="hexagonal"), "hexagonal", id="new-layout"),
        pytest.param(make_card("Ash", layout="name_only"), "name_only", id="a-word-of-our-own"),
        pytest.param(make_card("Ash", layout="a\n b"), "a b", id="line-end"),
        pytest.param(make_card("Ash", layout="x" * 9999), "x" * 37 + "...", id="endless"),
        pytest.param(make_card("Ash", layout="transform"), "transform with 1 face", id="no-faces"),
        pytest.param(
            make_card("Ash", layout="split", card_faces=[A]), "split with 1 face", id="a-face-is-missing"
        ),
        pytest.param(
            make_card("Ash", layout="flip", card_faces=[*TWO, A]), "flip with 3 faces", id="three-faces"
        ),
        pytest.param(make_card("Ash", card_faces=TWO), "normal with 2 faces", id="two-faces-too-many"),
        pytest.param(
            make_card("Ash", layout="reversible_card"), "reversible_card without faces", id="no-sides"
        ),
        pytest.param(
            make_card("Ash", layout="reversible_card", card_faces=[{**A, "oracle_id": "1"}]),
            "reversible_card",
            id="side-without-layout",
        ),
        pytest.param(
            make_card("Ash", layout="reversible_card", card_faces=[{**A, "layout": "round"}]),
            "round",
            id="side-of-a-new-layout",
        ),
    ],
)
def test_unknown_layouts_are_reported_with_their_card(obj: Object, layout: str) -> None:
    assert list(read_object(obj)) == [UnknownLayout("Ash", layout)]


# --- reversible cards ------------------------------------------------------------------------------


def test_two_cards_on_one_reversible_card() -> None:
    entries = list(read_object(reversible(face("Ash", flavor_name="Upper"), face("Birch", power="2"))))
    assert [entry.card.name for entry in entries if isinstance(entry, Entry)] == ["Ash", "Birch"]
    ash, birch = (entry for entry in entries if isinstance(entry, Entry))
    assert ash.card.oracle_id == some_id("Ash")
    assert birch.card.faces[0].power == "2"
    assert ash.alternate_names == (AlternateName(0, "Upper", "alternate", "set tst"),)
    assert birch.alternate_names == ()


def test_both_sides_of_a_reversible_card_may_have_names_of_their_own() -> None:
    obj = reversible(face("Ash", flavor_name="Upper"), face("Ash", flavor_name="Lower"))
    assert [alternate.name for alternate in read(obj).alternate_names] == ["Upper", "Lower"]


def test_a_reversible_card_tells_less_than_the_card_itself() -> None:
    later = read(reversible(A, A, released_at="2030-01-01"))
    assert later.freshness < read(make_card("Ash", lang="ja", games=[])).freshness


def test_a_reversible_card_is_not_related_to_itself() -> None:
    parts = [
        {"component": "combo_piece", "name": "Ash // Ash"},
        {"component": "token", "name": "Sprout"},
    ]
    assert read(reversible(A, A, all_parts=parts)).card.related == (Related("token", "Sprout"),)


# --- characteristics -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cost", "value", "colors"),
    [
        ("", 0, ""),
        ("{0}", 0, ""),
        ("{X}{X}{R}", 1, "R"),
        ("{2/W}{2/U}", 4, "WU"),
        ("{G/U/P}{G/P}", 2, "UG"),
        ("{C}{S}", 2, ""),
        ("{C/W}", 1, "W"),
        ("{HW}", 0.5, "W"),
        ("{\N{VULGAR FRACTION ONE HALF}}", 0.5, ""),
        ("{1000000}", 1_000_000, ""),
        ("{\N{INFINITY}}", float("inf"), ""),
        ("{Y}{Z}{D}", 1, ""),
        ("{w}{b}", 2, "WB"),
    ],
)
def test_odd_mana_costs(cost: str, value: float, colors: str) -> None:
    found = read_face(mana_cost=cost, cmc=MISSING, colors=MISSING)
    assert (found.mana_cost, found.mana_value, found.colors) == (cost, value, colors)


@pytest.mark.parametrize(
    ("fields", "colors"),
    [
        pytest.param({"colors": ["G", "W"]}, "WG", id="as-told-in-order"),
        pytest.param({"colors": []}, "", id="none-is-told"),
        pytest.param({"colors": MISSING}, "G", id="by-the-cost"),
        pytest.param({"colors": None, "mana_cost": ""}, "", id="no-cost"),
        pytest.param({"colors": MISSING, "mana_cost": "", "color_indicator": ["R"]}, "R", id="by-indicator"),
        pytest.param({"colors": MISSING, "mana_cost": MISSING}, None, id="unknown"),
        pytest.param({"colors": MISSING, "mana_cost": MISSING, "type_line": "Land"}, "", id="land"),
    ],
)
def test_colors(fields: Object, colors: str | None) -> None:
    assert read_face(**fields).colors == colors


@pytest.mark.parametrize(
    ("layout", "first", "second"),
    [("adventure", "UR", "G"), ("prepare", "UR", "G"), ("flip", "UR", "G"), ("split", "G", "G")],
)
def test_colors_of_the_first_face_are_told_for_the_card(layout: str, first: str, second: str) -> None:
    card = read(faces(layout, A, B, colors=["U", "R"])).card
    assert [face.colors for face in card.faces] == [first, second]


def test_colors_on_faces_come_first() -> None:
    card = read(faces("transform", {**A, "colors": ["W"]}, {**B, "mana_cost": "", "colors": ["R"]})).card
    assert [face.colors for face in card.faces] == ["W", "R"]


def test_mana_values_of_faces_are_those_of_their_costs() -> None:
    """CR 709.4, 202.3: the card's own mana value is that of both halves and of neither."""
    card = read(faces("split", {**A, "mana_cost": "{R}"}, {**B, "mana_cost": "{1}{U}"}, cmc=3.0)).card
    assert [face.mana_value for face in card.faces] == [1, 2]
    assert all(isinstance(face.mana_value, int) for face in card.faces)
    assert card.whole_cost() == "{R}{1}{U}"


@pytest.mark.parametrize("field", ["power", "toughness", "loyalty", "defense"])
@pytest.mark.parametrize(
    "value", ["3", "-1", "*", "1+*", "\N{INFINITY}", "3\N{VULGAR FRACTION ONE HALF}", "X"]
)
def test_numbers_on_a_card_are_as_printed(field: str, value: str) -> None:
    assert getattr(read_face(**{field: value}), field) == value


def test_a_land_has_no_mana_cost() -> None:
    """CR 202.1b."""
    found = read_face(type_line="Artifact Land", mana_cost=MISSING, cmc=MISSING)
    assert (found.mana_cost, found.mana_value) == ("", 0)


def test_a_land_with_a_cost_makes_the_costs_unknown() -> None:
    land = face("Ash", type_line="Land", mana_cost="{1}")
    first, second = read(faces("adventure", land, {**ADVENTURE, "mana_cost": ""})).card.faces
    assert (first.mana_cost, first.mana_value, first.colors) == ("", 0, "")
    assert (second.mana_cost, second.mana_value, second.colors) == (None, None, None)


@pytest.mark.parametrize("field", ["mana_cost", "type_line", "oracle_text", "power"])
def test_a_missing_characteristic_is_unknown(field: str) -> None:
    assert getattr(read_face(**{field: MISSING}), field) is None


def test_missing_fields_of_the_card() -> None:
    gone = (
        "legalities",
        "games",
        "keywords",
        "color_identity",
        "set",
        "set_type",
        "released_at",
        "lang",
        "id",
    )
    entry = read(make_card("Ash", **dict.fromkeys(gone, MISSING)))
    assert entry.card.legalities == ()
    assert entry.card.printing.games == frozenset()
    assert entry.card.keywords == ()
    assert entry.card.color_identity is None
    assert entry.card.printing.set_code is None
    assert entry.printing_id is None


def test_fields_and_formats_that_nobody_knows_are_left_alone() -> None:
    legalities = {"vintage": "legal", "moon": "restricted", "mars": "suspended"}
    entry = read(make_card("Ash", legalities=legalities, games=["paper", "abacus"], new_field={"a": [1]}))
    assert dict(entry.card.legalities) == legalities
    assert entry.card.printing.games == {"paper", "abacus"}


@pytest.mark.parametrize("rank", [1, 12345.0])
def test_rank_is_whole(rank: float) -> None:
    assert repr(read(make_card("Ash", edhrec_rank=rank)).card.printing.edhrec_rank) == str(int(rank))


def test_marks_of_printings() -> None:
    facts = read(make_card("Ash", promo_types=["playtest"], security_stamp="acorn")).card.printing
    assert (facts.playtest, facts.security_stamp, facts.border_color) == (True, "acorn", "black")


# --- names -----------------------------------------------------------------------------------------


def test_a_rebalanced_card_bears_the_name_without_the_prefix() -> None:
    card = read(make_card("A-Ash", games=["arena"])).card
    assert (card.name, card.printing.rebalanced) == ("Ash", True)
    card = read(faces("split", face("A-Ash"), face("A-Birch"), games=["arena"])).card
    assert (card.name, card.printing.rebalanced) == ("Ash // Birch", True)


@pytest.mark.parametrize(
    "obj",
    [
        pytest.param(make_card("A-Team"), id="paper-card"),
        pytest.param(faces("split", face("A-Ash"), face("Birch"), games=["arena"]), id="one-half"),
    ],
)
def test_not_every_a_is_a_prefix(obj: Object) -> None:
    card = read(obj).card
    assert (card.name, card.printing.rebalanced) == (obj["name"], False)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("  Ash   Tree ", "Ash Tree"),
        ("Ash\N{ZERO WIDTH SPACE}\tTree\n", "Ash Tree"),
        ("A\N{COMBINING RING ABOVE}sh", "\N{LATIN CAPITAL LETTER A WITH RING ABOVE}sh"),
        ("\ud800Ash", "?Ash"),
        ("_____", "_____"),
        ("x" * 800, "x" * 800),
    ],
)
def test_names_are_tidied(written: str, name: str) -> None:
    assert read(make_card(written, oracle_id="1")).card.name == name


def test_printed_names_of_other_languages() -> None:
    assert read(make_card("Ash", lang="ja", printed_name=" 灰 ")).printed_names == (
        PrintedName(0, "ja", "灰"),
    )
    obj = faces("split", {**A, "printed_name": "Esche"}, {**B, "printed_name": "Birke"}, lang="de")
    assert read(obj).printed_names == (PrintedName(0, "de", "Esche"), PrintedName(1, "de", "Birke"))
    obj = reversible({**A, "printed_name": "Esche"}, {**A, "printed_name": "Esche"}, lang="de")
    assert set(read(obj).printed_names) == {PrintedName(0, "de", "Esche")}


@pytest.mark.parametrize("printed", [None, "", " ", "灰" * 401])
def test_what_cannot_be_a_printed_name_is_none(printed: str | None) -> None:
    assert read(make_card("Ash", lang="ja", printed_name=printed)).printed_names == ()


def test_flavor_names_are_alternate_names() -> None:
    """CR 201.6."""
    entry = read(make_card("Ash", flavor_name="Yggdrasil", printed_name="Yggdrasil"))
    assert entry.alternate_names == (AlternateName(0, "Yggdrasil", "alternate", "set tst"),)
    assert entry.printed_names == ()
    entry = read(faces("transform", A, {**B, "flavor_name": "Yggdrasil"}))
    assert entry.alternate_names == (AlternateName(1, "Yggdrasil", "alternate", "set tst"),)


def test_omenpaths_names_are_digital_titles() -> None:
    entry = read(make_card("Ash", set="om1", printed_name="World Tree"))
    assert entry.alternate_names == (AlternateName(0, "World Tree", "digital-title", "set om1"),)
    assert read(make_card("Ash", set="om1", printed_name="ASH")).alternate_names == ()
    assert read(make_card("Ash", set="om1", printed_name="x" * 401)).alternate_names == ()
    assert read(make_card("Ash", set="om1", lang="ja", printed_name="灰")).alternate_names == ()
    entry = read(faces("modal_dfc", A, {**B, "printed_name": "World Tree"}, set="om1"))
    assert entry.alternate_names == (AlternateName(1, "World Tree", "digital-title", "set om1"),)


def test_english_comes_before_paper_before_the_date() -> None:
    best = [
        make_card("Ash", released_at="2001-01-01"),
        make_card("Ash", released_at=None),
        make_card("Ash", games=["mtgo"], released_at="2020-01-01"),
        make_card("Ash", lang="ja", released_at="2026-01-01"),
        make_card("Ash", lang="ja", games=["arena"], released_at="2026-01-01"),
    ]
    order = [read(obj).freshness for obj in best]
    assert order == sorted(order, reverse=True)


# --- what is no card -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("obj", "problem"),
    [
        (1, "is a number, not a card"),
        (None, "is null, not a card"),
        (True, "is true or false, not a card"),
        ("Ash", "is a text, not a card"),
        ([], "is a list, not a card"),
        ({"object": "list", "data": []}, "is a Scryfall object of another kind ('list'), not a card"),
        ({"object": "error", "status": 404}, "is a Scryfall object of another kind ('error'), not a card"),
        ({"object": {"a": 1}}, "is a Scryfall object of another kind (an object), not a card"),
        ({"object": "x" * 9999}, f"is a Scryfall object of another kind ({'x' * 37 + '...'!r}), not a card"),
        ({}, "a card has no name"),
        (make_card("Ash", name=None), "a card has no name"),
        (make_card("Ash", name=7), "a card's name is a number"),
        (make_card("Ash", name=["Ash"]), "a card's name is a list"),
        (make_card("Ash", name=""), "a card's name is empty"),
        (make_card("Ash", name=" \N{ZERO WIDTH SPACE}\n"), "a card's name is empty"),
        (
            make_card("Ash", name="x" * 2_000_000),
            f"a card's name has 2,000,000 characters; it starts {'x' * 37 + '...'!r}",
        ),
        (make_card("Ash", layout=MISSING), "the card 'Ash' has no layout"),
        (make_card("Ash", oracle_id=MISSING), "the card 'Ash' has no oracle_id"),
        (make_card("Ash", oracle_id=""), "the card 'Ash' has no oracle_id"),
        (reversible({**A, "oracle_id": None}), "the card 'Ash' has no oracle_id"),
        (faces("split", A, {**B, "name": ""}), "a face's name is empty"),
        (make_card("Ash", layout="split", card_faces=[A, {}]), "a face has no name"),
    ],
    ids=lambda value: value[:50] if isinstance(value, str) else "",
)
def test_what_is_no_card(obj: object, problem: str) -> None:
    with pytest.raises(DataError) as caught:
        list(read_object(obj))
    assert str(caught.value) == problem


ODD_FIELDS = [
    ("layout", 5, "a number"),
    ("id", ["1"], "a list"),
    ("id", 1, "a number"),
    ("oracle_id", 1, "a number"),
    ("lang", [], "a list"),
    ("mana_cost", 5, "a number"),
    ("type_line", [5], "a list with a number"),
    ("oracle_text", ["a"], "a list"),
    ("oracle_text", False, "true or false"),
    ("power", 3, "a number"),
    ("loyalty", {}, "an object"),
    ("cmc", "2", "a text"),
    ("cmc", True, "true or false"),
    ("cmc", float("inf"), "too large a number"),
    ("edhrec_rank", 2**63, "too large a number"),
    ("edhrec_rank", "first", "a text"),
    ("colors", "G", "a text"),
    ("colors", [["G"]], "a list with a list"),
    ("colors", ["G", None], "a list with null"),
    ("color_indicator", {"G": 1}, "an object"),
    ("color_identity", [1], "a list with a number"),
    ("keywords", "Flying", "a text"),
    ("keywords", [{}], "a list with an object"),
    ("keywords", [["Flying"]], "a list with a list"),
    ("games", "paper", "a text"),
    ("promo_types", {"playtest": 1}, "an object"),
    ("legalities", ["vintage"], "a list"),
    ("legalities", {"vintage": {}}, "a list with an object"),
    ("set", {}, "an object"),
    ("set_type", 1, "a number"),
    ("released_at", [1], "a list with a number"),
    ("rarity", 1, "a number"),
    ("border_color", [], "a list"),
    ("security_stamp", 1, "a number"),
    ("scryfall_uri", {}, "an object"),
    ("flavor_name", ["a"], "a list"),
    ("card_faces", "none", "a text"),
    ("card_faces", [1, 2], "a list with a number"),
    ("all_parts", {"a": 1}, "an object"),
    ("all_parts", ["a"], "a list"),
]


@pytest.mark.parametrize(("field", "value", "kind"), ODD_FIELDS, ids=lambda value: str(value)[:20])
def test_odd_fields_are_told(field: str, value: object, kind: str) -> None:
    with pytest.raises(DataError) as caught:
        list(read_object(make_card("Ash", **{field: value})))
    assert str(caught.value) == f"the card 'Ash' is not as Scryfall writes cards: its {field} is {kind}"


def test_parts_without_a_name_are_left_out() -> None:
    parts = [{}, {"component": "token"}, {"name": "Sprout"}, {"component": "token", "name": "Sprout"}] * 2
    assert read(make_card("Ash", all_parts=parts)).card.related == (Related("token", "Sprout"),)


def test_lone_surrogates_do_not_reach_the_database() -> None:
    found = read_face(oracle_text="One\n\ud800Two \N{EM DASH}", type_line="Creature \udfff", power="\ud800")
    assert (found.oracle_text, found.type_line, found.power) == (
        "One\n?Two \N{EM DASH}",
        "Creature ?",
        "?",
    )
