"""Restrictions on the names a player may choose. CR 201.4a, 105.2, 202.1b, 205.2a, 205.4c, 700.6."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle_names.cards import Face
from oracle_names.errors import RestrictionError
from oracle_names.restrictions import ANY, LONGEST_RESTRICTION, Restriction, Term, parse_restriction
from oracle_names.restrictions.logic import all_of, any_of, negate, restriction_of
from oracle_names.restrictions.words import WORDS

FACES = {
    face.name: face
    for face in (
        Face("Ancestral Vision", "", 0, "Sorcery", "U", "U"),
        Face(
            "Arixmethes, Slumbering Isle", "{2}{G}{U}", 4, "Legendary Creature - Kraken", "UG", "", "12", "12"
        ),
        Face("Bitterblossom", "{1}{B}", 2, "Kindred Enchantment - Faerie", "B"),
        Face("Black Lotus", "{0}", 0, "Artifact", ""),
        Face("Changeling Outcast", "{B}", 1, "Creature - Shapeshifter", "B", "", "1", "1"),
        Face("Dryad Arbor", "", 0, "Land Creature \N{EM DASH} Forest Dryad", "G", "G", "1", "1"),
        Face("Fire", "{1}{R}", 2, "Instant", "R"),
        Face("Gleemax", "{1000000}", 1_000_000, "Legendary Artifact", ""),
        Face("Grizzly Bears", "{1}{G}", 2, "Creature - Bear", "G", "", "2", "2"),
        Face("Half-Kitten, Half-", "", 0, "Creature - Cat", "W", "", "+1", "+2"),
        Face("Hallowed Fountain", "", 0, "Land - Plains Island", ""),
        Face("History of Benalia", "{1}{W}{W}", 3, "Enchantment - Saga", "W"),
        Face("Ice", "{1}{U}", 2, "Instant", "U"),
        Face("Infinity Elemental", "{4}{R}{R}{R}", 7, "Creature - Elemental", "R", "", "\N{INFINITY}", "5"),
        Face("Invasion of Zendikar", "{3}{G}", 4, "Battle - Siege", "G", defense="3"),
        Face("Itlimoc, Cradle of the Sun", "", 3, "Legendary Land", ""),
        Face("Jund", "", 0, "Plane - Alara", ""),
        Face("Liliana of the Veil", "{1}{B}{B}", 3, "Legendary Planeswalker - Liliana", "B", loyalty="3"),
        Face("Little Girl", "{HW}", 0.5, "Creature - Human Child", "W", "", ".5", ".5"),
        Face("Memnite", "{0}", 0, "Artifact Creature - Construct", "", "", "1", "1"),
        Face("Mistform Ultimus", "{3}{U}", 4, "Legendary Creature - Illusion", "U", "", "3", "3"),
        Face(
            "Niv-Mizzet Reborn",
            "{W}{U}{B}{R}{G}",
            5,
            "Legendary Creature - Dragon Avatar",
            "WUBRG",
            "",
            "6",
            "6",
        ),
        Face("Snow-Covered Island", "", 0, "Basic Snow Land - Island", ""),
        Face("Tarfire", "{R}", 1, "Kindred Instant - Goblin", "R"),
        Face("Tarmogoyf", "{1}{G}", 2, "Creature - Lhurgoyf", "G", "", "*", "1+*"),
        Face("Urza", "", 0, "Vanguard", ""),
        Face("Urza's Tower", "", 0, "Land - Urza's Tower", ""),
        Face("Wastes", "", 0, "Basic Land", ""),
    )
}
NAME_ONLY = Face("Only a Name", None, None, None, None)


class Cards:
    """A resolver over `FACES`; a list is split at semicolons, else at ", "."""

    def cost_of(self, words: str) -> str | None:
        face = FACES.get(words)
        return None if face is None else face.mana_cost

    def value_of(self, words: str) -> float | None:
        face = FACES.get(words)
        return None if face is None else face.mana_value

    def names_in(self, words: str) -> tuple[str, ...]:
        return tuple(words.split("; ") if ";" in words else words.split(", "))


def _holds(text: str, name: str) -> bool | None:
    return parse_restriction(text).bind(Cards()).holds(FACES[name])


def _case_id(value: object) -> str:
    return re.sub(r"[^a-z0-9]+", "-", str(value).lower()).strip("-")


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        # The example printed in the rule: Dispossess asks for an artifact card name.
        ("Black Lotus", "artifact", True),
        ("Snow-Covered Island", "artifact", False),
        # Dryad Arbor is a creature and a nonbasic land.
        ("Dryad Arbor", "creature", True),
        ("Dryad Arbor", "noncreature", False),
        ("Dryad Arbor", "land", True),
        ("Dryad Arbor", "nonland", False),
        ("Dryad Arbor", "nonbasic land", True),
        ("Dryad Arbor", "basic land", False),
        ("Dryad Arbor", "noncreature, nonland", False),
        # On the battlefield it is a land with slumber counters; its card is a creature.
        ("Arixmethes, Slumbering Isle", "nonland", True),
        ("Itlimoc, Cradle of the Sun", "nonland", False),
        # Nontraditional cards (CR 108.2a) are neither.
        ("Urza", "noncreature, nonland", True),
        ("Jund", "noncreature, nonland", True),
        ("Urza", "vanguard", True),
        ("Jund", "plane", True),
        ("Memnite", "artifact", True),
        ("Memnite", "creature", True),
        ("Memnite", "nonartifact, nonland", False),
        ("Grizzly Bears", "nonartifact, nonland", True),
        ("Tarfire", "kindred", True),
        ("Tarfire", "instant", True),
        ("Bitterblossom", "tribal enchantment", True),
        ("Invasion of Zendikar", "battle", True),
        ("Liliana of the Veil", "planeswalker", True),
    ],
    ids=_case_id,
)
def test_cr_201_4a_card_types(name: str, text: str, expected: bool) -> None:
    assert _holds(text, name) is expected


@pytest.mark.parametrize(
    ("name", "nonbasic_land", "other_than_basic_land"),
    [
        ("Snow-Covered Island", False, False),
        ("Wastes", False, False),
        # Two basic land types, and yet a nonbasic land.
        ("Hallowed Fountain", True, True),
        ("Dryad Arbor", True, True),
        ("Fire", False, True),
        ("Jund", False, True),
    ],
    ids=_case_id,
)
def test_cr_205_4c_basic_and_nonbasic(name: str, nonbasic_land: bool, other_than_basic_land: bool) -> None:
    assert _holds("nonbasic land", name) is nonbasic_land
    assert _holds("a card name other than a basic land card name", name) is other_than_basic_land
    assert _holds("basic land", name) is not other_than_basic_land


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Fire", "red", True),
        ("Fire", "nonblue", True),
        ("Fire", "monocolored", True),
        ("Arixmethes, Slumbering Isle", "multicolored", True),
        ("Arixmethes, Slumbering Isle", "green", True),
        ("Arixmethes, Slumbering Isle", "blue and nonwhite", True),
        ("Arixmethes, Slumbering Isle", "monocoloured", False),
        ("Niv-Mizzet Reborn", "multicoloured", True),
        ("Black Lotus", "colorless", True),
        ("Black Lotus", "colourless", True),
        ("Black Lotus", "monocolored", False),
        ("Black Lotus", "non-colorless", False),
        # Its colour indicator makes it green.
        ("Dryad Arbor", "colorless", False),
    ],
    ids=_case_id,
)
def test_cr_105_2_colors(name: str, text: str, expected: bool) -> None:
    assert _holds(text, name) is expected


@pytest.mark.parametrize(
    ("name", "permanent", "historic"),
    [
        ("Fire", False, False),
        ("Tarfire", False, False),
        ("Bitterblossom", True, False),
        ("Jund", False, False),
        ("Black Lotus", True, True),
        ("History of Benalia", True, True),
        ("Liliana of the Veil", True, True),
        ("Dryad Arbor", True, False),
    ],
    ids=_case_id,
)
def test_cr_110_4a_permanent_and_700_6_historic(name: str, permanent: bool, historic: bool) -> None:
    assert _holds("permanent", name) is permanent
    assert _holds("historic card", name) is historic


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Niv-Mizzet Reborn", "subtype Dragon", True),
        ("Niv-Mizzet Reborn", "subtype elf or subtype dragon", True),
        ("Grizzly Bears", "subtype Dragon", False),
        ("Grizzly Bears", "not subtype Dragon", True),
        ("Urza's Tower", "subtype Urza\N{RIGHT SINGLE QUOTATION MARK}s", True),
        # CR 702.73a: which faces have changeling is not among their characteristics here.
        ("Changeling Outcast", "subtype Shapeshifter", True),
        ("Changeling Outcast", "subtype Dragon", None),
        ("Mistform Ultimus", "subtype Dragon", None),
    ],
    ids=_case_id,
)
def test_cr_205_3_subtypes(name: str, text: str, expected: bool | None) -> None:
    assert _holds(text, name) is expected
    assert parse_restriction(text).unknown(FACES[name]) == ()


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Grizzly Bears", "with mana value 2", True),
        ("Grizzly Bears", "mv 3", False),
        ("Grizzly Bears", "with cmc 2 or less", True),
        ("Grizzly Bears", "with converted mana cost 3 or less", True),
        ("Grizzly Bears", "with mana value 3 or greater", False),
        ("Grizzly Bears", "with mana value 2 or more", True),
        ("Grizzly Bears", "with mana value less than 2", False),
        ("Grizzly Bears", "with mana value greater than 1", True),
        ("Grizzly Bears", "with mana value less than or equal to 2", True),
        ("Grizzly Bears", "with mana value greater than or equal to 3", False),
        ("Grizzly Bears", "with an even mana value", True),
        ("Grizzly Bears", "odd mana value", False),
        ("Black Lotus", "even mana value", True),
        ("Little Girl", "with mana value 0.5", True),
        ("Little Girl", "with mana value .50", True),
        # Half a mana is neither.
        ("Little Girl", "even mana value", False),
        ("Little Girl", "odd mana value", False),
        ("Gleemax", "with mana value 1000000", True),
        # CR 202.3b: what the front's mana cost makes it.
        ("Itlimoc, Cradle of the Sun", "with mana value 3", True),
        ("Grizzly Bears", "with power 2 or greater and toughness 2", True),
        ("Little Girl", "with power less than 1", True),
        ("Infinity Elemental", "with power 1000000 or greater", True),
        # None of these powers is a number.
        ("Tarmogoyf", "with power 2", None),
        ("Tarmogoyf", "with toughness 1 or greater", None),
        ("Half-Kitten, Half-", "with power 1", None),
        # A card without power has no power of any size.
        ("Fire", "with power 0", False),
        ("Fire", "with power 0 or greater", False),
        ("Fire", "even power", False),
    ],
    ids=_case_id,
)
def test_cr_202_3_numbers(name: str, text: str, expected: bool | None) -> None:
    assert _holds(text, name) is expected
    assert parse_restriction(text).unknown(FACES[name]) == ()


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Ancestral Vision", "with no mana cost", True),
        ("Black Lotus", "with no mana cost", False),
        ("Fire", "with the same mana cost as Fire", True),
        ("Ice", "with the same mana cost as Fire", False),
        ("Tarmogoyf", "creature card with an identical mana cost to Grizzly Bears", True),
        ("Fire", "creature card with an identical mana cost to Fire", False),
        ("Ice", "with the same mana value as Fire", True),
        ("Little Girl", "with the same cmc as Fire", False),
        # Nobody knows such a card.
        ("Fire", "with the same mana cost as Pikachu", None),
        ("Fire", "with the same mana value as Pikachu", None),
        # {0} is a mana cost; none is none.
        ("Black Lotus", "with the same mana cost as Memnite", True),
        ("Black Lotus", "with the same mana cost as Ancestral Vision", False),
        ("Ancestral Vision", "with the same mana cost as Memnite", False),
        # The rules leave it open.
        ("Ancestral Vision", "with the same mana cost as Jund", None),
    ],
    ids=_case_id,
)
def test_cr_202_1b_mana_costs(name: str, text: str, expected: bool | None) -> None:
    assert _holds(text, name) is expected


def test_cr_202_1a_order_of_symbols_does_not_matter() -> None:
    swapped = FACES["Fire"]._replace(mana_cost="{R}{1}")
    assert parse_restriction("same mana cost as Fire").bind(Cards()).holds(swapped) is True


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Fire", "from among Fire, Ice", True),
        ("Memnite", "from among: Fire; Ice", False),
        ("Arixmethes, Slumbering Isle", "among Fire; Arixmethes, Slumbering Isle", True),
        ("Fire", "nonland from among Fire; Wastes", True),
        ("Wastes", "nonland from among Fire; Wastes", False),
        ("Fire", "other than from among Fire; Wastes", False),
        ("Fire", "other than an instant, from among Fire; Wastes", False),
        ("Ice", "(with the same mana value as Fire) from among Ice; Wastes", True),
    ],
    ids=_case_id,
)
def test_cr_201_4a_from_among(name: str, text: str, expected: bool) -> None:
    assert _holds(text, name) is expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("same mana cost as Fire or Ice", "Fire or Ice"),
        ("with the same mana cost as Borrowing 100,000 Arrows", "Borrowing 100,000 Arrows"),
        ("same mana cost as Erase (Not the Urza's Legacy One)", "Erase (Not the Urza's Legacy One)"),
        ("(same mana cost as B.F.M. (Big Furry Monster)) from among A", "B.F.M. (Big Furry Monster)"),
        ("nonland with the same mana value as With No Regrets", "With No Regrets"),
        ("from among Other than Land; Not of This World", "Other than Land; Not of This World"),
        ("from among ________ Goblin, Ach! Hans, Run!", "________ Goblin, Ach! Hans, Run!"),
    ],
    ids=_case_id,
)
def test_cr_201_4a_names_may_hold_words_of_the_grammar(text: str, words: str) -> None:
    asked: list[str] = []

    class Asked(Cards):
        def cost_of(self, words: str) -> str | None:
            asked.append(words)
            return None

        def value_of(self, words: str) -> float | None:
            asked.append(words)
            return None

        def names_in(self, words: str) -> tuple[str, ...]:
            asked.append(words)
            return ()

    restriction = parse_restriction(text)
    assert restriction.needs_binding
    assert not restriction.bind(Asked()).needs_binding
    assert asked[0] == words
    assert parse_restriction(restriction.text) == restriction


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("", "any"),
        (" \N{ZERO WIDTH SPACE}\n", "any"),
        ("any", "any"),
        ("a card name", "any"),
        ("Choose any card name", "any"),
        ("Choose a noncreature, nonland card name.", "noncreature, nonland"),
        ("the name of a creature card", "creature"),
        ("NON\N{NON-BREAKING HYPHEN}LAND", "nonland"),
        ("\N{RIGHT-TO-LEFT OVERRIDE}non\N{ZERO WIDTH JOINER}land", "nonland"),
        ("\N{LEFT DOUBLE QUOTATION MARK}nonland\N{RIGHT DOUBLE QUOTATION MARK}", "nonland"),
        ("nonland,", "nonland"),
        (",; noncreature,, nonland", "noncreature, nonland"),
        ("a card name, nonland; nonartifact", "nonland, nonartifact"),
        ("creatures", "creature"),
        ("sorceries or instants", "sorcery or instant"),
        ("creature legendary", "legendary creature"),
        ("artifact nonlegendary creature artifact", "nonlegendary artifact creature"),
        ("noncreature and nonland", "noncreature, nonland"),
        ("creature and creature", "creature"),
        ("red instant or sorcery", "red instant or sorcery"),
        ("legendary artifact or creature", "legendary artifact or creature"),
        ("artifact, creature, or land", "artifact, creature or land"),
        ("artifact or creature or land", "artifact, creature or land"),
        ("red, white, or blue creature", "red, white or blue creature"),
        ("white or blue instant or sorcery", "white or blue instant or sorcery"),
        ("white or blue noncreature, nonland", "(white or blue) noncreature, nonland"),
        ("noncreature or nonland", "noncreature or nonland"),
        ("not land or not creature", "nonland or noncreature"),
        ("subtype Elf or subtype Goblin creature", "subtype Elf or subtype Goblin creature"),
        # One reading only, although the words speak of two things.
        ("white or legendary", "white or legendary"),
        ("nonwhite or nonlegendary", "nonwhite or nonlegendary"),
        ("land or nonblue", "(land) or (nonblue)"),
        ("artifact or creature or legendary", "(artifact) or (creature) or (legendary)"),
        ("artifact or not a creature", "(artifact) or (noncreature)"),
        ("artifact or not a basic land", "(artifact) or (other than a basic land)"),
        ("with mana value 3 or power 2", "(with mana value 3) or (with power 2)"),
        ("creature with mana value 3, legendary", "legendary creature with mana value 3"),
        ("mana value 3 creature", "creature with mana value 3"),
        ("instant or sorcery, with mana value 3.00, with no mana cost", None),
        (
            "artifact or creature with power 2 and toughness 2",
            "artifact or creature with power 2, with toughness 2",
        ),
        ("creature with mana value 3 or more", "creature with mana value 3 or greater"),
        # Negation.
        ("not land", "nonland"),
        ("not land, not creature", "nonland, noncreature"),
        ("not land, with power 2", "nonland with power 2"),
        ("not a land and not a creature", "nonland, noncreature"),
        ("not a basic land", "other than a basic land"),
        (
            "card that isn\N{RIGHT SINGLE QUOTATION MARK}t an artifact creature",
            "other than an artifact creature",
        ),
        ("creatures that are not legendary", "nonlegendary creature"),
        ("except for a white or blue card", "other than a white or blue card"),
        ("other than a white or legendary card", "other than a white or legendary card"),
        ("other than an artifact, creature, or land", "other than an artifact, creature or land"),
        ("other than (noncreature, nonland)", "other than (noncreature, nonland)"),
        ("other than (red artifact, creature or land)", "other than (red artifact, creature or land)"),
        ("not (artifact creature)", "other than an artifact creature"),
        ("other than (other than a basic land)", "basic land"),
        ("other than a card with mana value 3", "other than (with mana value 3)"),
        ("nonland other than a basic card, with power 1", "nonbasic nonland with power 1"),
        (
            "other than a basic land, other than a snow land",
            "other than a basic land, other than a snow land",
        ),
        ("not subtype Elf", "other than a subtype Elf card"),
        # Parentheses.
        ("(nonland)", "nonland"),
        ("(artifact creature) or planeswalker", "(artifact creature) or (planeswalker)"),
        ("noncreature (instant or sorcery)", "noncreature (instant or sorcery)"),
        (
            "(white or (artifact creature)) with no mana cost",
            "((white) or (artifact creature)) with no mana cost",
        ),
        ("(from among A) from among B", "(from among A) from among B"),
    ],
)
def test_cr_201_4a_wording(text: str, canonical: str | None) -> None:
    restriction = parse_restriction(text)
    assert restriction.text == (canonical or restriction.text)
    assert parse_restriction(restriction.text) == restriction
    assert restriction.is_any == (restriction.text == "any")


def test_cr_201_4a_every_word_is_understood_with_non() -> None:
    for spelling, row in WORDS.items():
        assert parse_restriction(spelling).text == row.word
        for negated in (f"non{spelling}", f"Non-{spelling}", f"not {spelling}", f"other than a {spelling}"):
            assert parse_restriction(negated).text == f"non{row.word}"


@pytest.mark.parametrize(
    "text",
    [
        "artifact creature or planeswalker",
        "white or legendary creature",
        "noncreature, nonland, instant or sorcery",
        "noncreature, red instant or sorcery",
        "red, instant or sorcery",
        "artifact or creature, nonland",
        "artifact or creature legendary",
        "artifact or creature white or blue",
        "artifact or creature instant or sorcery",
        "white or blue black or red",
        "artifact and creature",
        "red or blue and legendary",
        "noncreature or land",
        "nonartifact creature or planeswalker",
        "creature with mana value 3 or power 2",
        "mana value 3 instant or sorcery",
        "(artifact) creature or planeswalker",
        "(artifact creature) or (land) with mana value 3",
        "not basic land",
        "not land or creature",
        "not land, creature",
        "not land with mana value 3",
        "not land and creature",
        "other than (basic) land",
        "other than (artifact) or (creature)",
        "other than a creature, nonland",
        "other than a creature with mana value 3",
        "other than a creature or with mana value 3",
        "other than a creature and with mana value 3",
        "other than a white or blue card, noncreature",
        "other than a red artifact, creature or land",
    ],
    ids=_case_id,
)
def test_cr_201_4a_two_readings_are_refused_and_both_offered(text: str) -> None:
    with pytest.raises(RestrictionError, match="can be read in two ways") as caught:
        parse_restriction(text)
    message = str(caught.value)
    offered = re.search(r"; write '(.*)' or '(.*)' for the part in doubt$", message)
    assert offered is not None, message
    one, other = (parse_restriction(way) for way in offered.groups())
    assert one != other
    assert [one.text, other.text] == list(offered.groups())


@pytest.mark.parametrize(
    "text", ["artifact or not a creature or land", "artifact or not a red creature or land"], ids=_case_id
)
def test_cr_201_4a_or_on_both_sides_of_not_is_refused(text: str) -> None:
    with pytest.raises(RestrictionError, match="put what belongs together in parentheses"):
        parse_restriction(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("spell", "unknown word 'spell'"),
        ("lnad", "unknown word 'lnad' (did you mean 'land'?)"),
        ("nonceature", "(did you mean 'noncreature'?)"),
        ("Dragon", "unknown word 'Dragon'"),
        ("non", "unknown word 'non'"),
        ("nonnonland", "unknown word 'nonnonland'"),
        ("non--land", "unknown word 'non--land'"),
        ("non land", "unknown word 'non'"),
        ("not", "nothing after 'not'"),
        ("not nonland", "'not' before 'nonland'"),
        ("instant/sorcery", "unknown word '/'"),
        ("subtype", "no subtype after 'subtype'"),
        ("subtype or", "no subtype after 'subtype'"),
        ("?!", "no words"),
        (",", "no words"),
        ("()", "no words"),
        ("and", "no words"),
        ("(any card)", "nothing in parentheses"),
        ("(land", "'(' without ')'"),
        ("land)", "')' without '('"),
        ("or land", "nothing before 'or'"),
        ("land or", "nothing after 'or'"),
        ("land or a, creature", "nothing after 'or'"),
        ("land or any card", "nothing after 'or'"),
        ("land or and creature", "'and' right after 'or'"),
        ("creature card legendary", "'legendary' after 'card' (write it before)"),
        ("creature a land", "unknown word 'a'"),
        ("other than", "nothing after 'other than'"),
        ("other than a card name", "nothing after 'other than'"),
        ("except, land", "nothing after 'except'"),
        ("except land or", "nothing after 'or'"),
        ("except land or a, creature", "nothing after 'or'"),
        ("with flying", "nothing known after 'with'"),
        ("with mana cost {3}", "nothing known after 'with'"),
        ("with power", "no number after 'power'"),
        ("with power *", "no number after 'power' but '*'"),
        ("with mana value \N{SUPERSCRIPT THREE}", "no number after 'mana value'"),
        ("with mana value 1000001", "mana value above 1000000"),
        ("with the same mana cost", "write 'as CARD'"),
        ("with the same mana cost as", "no card named after 'as'"),
        ("with the same power as Fire", "neither 'mana cost' nor 'mana value'"),
        ("from among", "no card named after 'from among'"),
        ("from among A (", "'(' without ')'"),
        ("from among A)", "')' without '('"),
        ("(" * 21 + "land" + ")" * 21, "more than 20 parentheses"),
        ("other than " * 21 + "land", "more than 20 exceptions"),
    ],
    ids=lambda value: str(value)[:40] if value else "empty",
)
def test_cr_201_4a_what_is_not_understood(text: str, problem: str) -> None:
    with pytest.raises(RestrictionError) as caught:
        parse_restriction(text)
    message = str(caught.value)
    assert problem in message
    assert "\n" not in message
    if "unknown word" in problem:
        assert "known: card types: artifact, battle" in message


@pytest.mark.parametrize(
    "text", ["land " * 200_000, "\N{ZERO WIDTH SPACE}" * 1_000_000], ids=["words", "invisible"]
)
def test_cr_201_4a_very_long_text_fails_fast(text: str) -> None:
    start = time.perf_counter()
    with pytest.raises(RestrictionError, match="characters") as caught:
        parse_restriction(text)
    assert time.perf_counter() - start < 0.05
    assert len(str(caught.value)) < 200


def test_cr_201_4a_wording_longer_than_the_limit_is_refused() -> None:
    text = ",".join(f"mv {number}" for number in range(2400))
    assert len(text) <= LONGEST_RESTRICTION
    with pytest.raises(RestrictionError, match="characters"):
        parse_restriction(text)


@pytest.mark.parametrize(
    ("name", "text", "unmet"),
    [
        ("Dryad Arbor", "nonland", [("nonland", "type line", "Land Creature \N{EM DASH} Forest Dryad")]),
        (
            "Dryad Arbor",
            "noncreature, nonland, white",
            [
                ("white", "colors", "green"),
                ("noncreature", "type line", "Land Creature \N{EM DASH} Forest Dryad"),
                ("nonland", "type line", "Land Creature \N{EM DASH} Forest Dryad"),
            ],
        ),
        (
            "Grizzly Bears",
            "red instant or sorcery",
            [("red",), ("instant or sorcery", "type line", "Creature - Bear")],
        ),
        ("Wastes", "other than a basic land", [("other than a basic land", "type line", "Basic Land")]),
        ("Arixmethes, Slumbering Isle", "white", [("white", "colors", "blue and green")]),
        ("Black Lotus", "white", [("white", "colors", "colorless")]),
        (
            "Invasion of Zendikar",
            "with mana value 3 or less",
            [("mana value 3 or less", "mana value", "mana value 4")],
        ),
        ("Little Girl", "even mana value", [("even mana value", "mana value", "mana value 0.5")]),
        ("Fire", "with power 2", [("power 2", "power", "no power")]),
        ("Grizzly Bears", "with toughness 3", [("toughness 3", "toughness", "toughness 2")]),
        ("Fire", "with no mana cost", [("no mana cost", "mana cost", "mana cost {1}{R}")]),
        ("Wastes", "same mana cost as Fire", [("the same mana cost as Fire", "mana cost", "no mana cost")]),
        ("Wastes", "same mv as Fire", [("the same mana value as Fire", "mana value", "mana value 0")]),
        ("Wastes", "among Fire, Ice", [("from among Fire, Ice", "name", "Wastes")]),
        (
            "Grizzly Bears",
            "other than (green with mana value 2)",
            [("other than (green with mana value 2)", "colors and mana value", "green; mana value 2")],
        ),
        # Met, or not known: nothing is unmet.
        ("Fire", "instant", []),
        ("Tarmogoyf", "with power 2", []),
    ],
    ids=_case_id,
)
def test_cr_201_4a_reasons_for_a_refusal(name: str, text: str, unmet: list[tuple[str, ...]]) -> None:
    face = FACES[name]
    found = parse_restriction(text).bind(Cards()).unmet(face)
    assert [
        (term.text, term.looks_at, term.shown(face))[: len(row)]
        for term, row in zip(found, unmet, strict=True)
    ] == unmet


@pytest.mark.parametrize(
    ("text", "holds", "unknown"),
    [
        ("any", True, ()),
        ("land", None, ("type line",)),
        ("nonland", None, ("type line",)),
        ("basic", None, ("type line",)),
        ("permanent", None, ("type line",)),
        ("historic", None, ("type line",)),
        ("subtype Dragon", None, ("type line",)),
        ("white", None, ("colors",)),
        ("multicolored", None, ("colors",)),
        ("legendary white creature", None, ("type line", "colors")),
        ("with mana value 3", None, ("mana value",)),
        ("even mana value", None, ("mana value",)),
        ("with power 3", None, ("power",)),
        ("with no mana cost", None, ("mana cost",)),
        ("same mana cost as Fire", None, ("mana cost",)),
        ("same mana cost as Pikachu", None, ("mana cost", "mana cost of Pikachu")),
        ("same mana value as Pikachu", None, ("mana value", "mana value of Pikachu")),
        ("other than a basic land", None, ("type line",)),
        # Kleene: one part decides, whatever the others are.
        ("white from among Fire, Ice", False, ()),
        ("(white) or (from among Only a Name)", True, ()),
        ("white or (from among Fire)", None, ("colors",)),
        ("other than (white from among Fire)", True, ()),
    ],
    ids=_case_id,
)
def test_unknown_is_not_empty(text: str, holds: bool | None, unknown: tuple[str, ...]) -> None:
    restriction = parse_restriction(text).bind(Cards())
    assert restriction.holds(NAME_ONLY) is holds
    assert restriction.unknown(NAME_ONLY) == unknown


def test_what_other_cards_decide_is_unknown_until_bound() -> None:
    restriction = parse_restriction(
        "nonland (same mana value as Fire) (same mana cost as Ice) from among Fire, Ice"
    )
    assert restriction.needs_binding
    assert restriction.holds(FACES["Ice"]) is None
    assert restriction.unknown(FACES["Ice"]) == (
        "mana value of Fire",
        "mana cost of Ice",
        "names in Fire, Ice",
    )
    # A part that needs no other card may decide alone.
    assert restriction.holds(FACES["Wastes"]) is False
    assert [term.text for term in restriction.unmet(FACES["Wastes"])] == ["nonland"]
    bound = restriction.bind(Cards())
    assert (bound.needs_binding, bound.text) == (False, restriction.text)
    assert bound.holds(FACES["Ice"]) is True
    assert bound.holds(FACES["Fire"]) is False
    assert parse_restriction("land").bind(Cards()) == parse_restriction("land")


def test_how_an_unknown_characteristic_is_shown() -> None:
    shown = [
        parse_restriction(text).term.shown(NAME_ONLY)
        for text in ("land", "white", "mv 1", "power 1", "no mana cost", "land with power 1")
    ]
    lacking = [
        "type line unknown",
        "colors unknown",
        "mana value unknown",
        "power unknown",
        "mana cost unknown",
    ]
    assert shown == [*lacking, "type line unknown; power unknown"]
    assert parse_restriction("land").term.shown(NAME_ONLY._replace(type_line="")) == "no type line"


# --- laws ------------------------------------------------------------------------------------

_WORDS = st.sampled_from(sorted(WORDS))
_GRAMMAR = st.sampled_from(
    [
        *sorted(WORDS),
        *("non", "nonland", "non-white", "not", "a", "an", "card", "name", "choose", "any", "the", "of"),
        *("or", "and", ",", ";", "(", ")", "/", ".", "other than", "except", "that isn't", "not a"),
        *(
            "with",
            "mana value",
            "cmc",
            "power",
            "toughness",
            "3",
            "0.5",
            "or less",
            "less than",
            "even",
            "odd",
        ),
        *("no mana cost", "the same mana cost as", "identical mana value to", "from among", "Fire", "Ice"),
        *("subtype", "subtype Elf", "Dragon", "\N{ZERO WIDTH SPACE}", "\N{EM DASH}", "'", "\x00", "\ud800"),
    ]
)
_TEXTS = st.one_of(st.text(max_size=60), st.lists(_GRAMMAR, max_size=12).map(" ".join))
_LEAVES = st.one_of(
    _WORDS,
    st.sampled_from(
        [
            *(
                "nonland",
                "nonwhite",
                "nonbasic",
                "subtype Elf",
                "with mana value 2 or less",
                "even mana value",
            ),
            *(
                "with power 2",
                "with no mana cost",
                "the same mana cost as Fire",
                "same mana value as Pikachu",
            ),
            *("from among Fire, Ice", "same mana cost as Erase (Not the Urza's Legacy One)"),
        ]
    ),
).map(lambda text: parse_restriction(text).term)


def _composites(inner: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    some = st.lists(inner, min_size=1, max_size=4)
    return some.map(all_of) | some.map(any_of) | inner.map(negate)


_RESTRICTIONS = st.recursive(_LEAVES, _composites, max_leaves=8).map(restriction_of)


def _hide(face: Face, hidden: set[str]) -> Face:
    return face._replace(**dict.fromkeys(hidden))  # type: ignore[arg-type]


_FACES = st.builds(
    _hide,
    st.sampled_from(list(FACES.values())),
    st.sets(st.sampled_from(["mana_cost", "mana_value", "type_line", "colors", "power"])),
)


@pytest.mark.property
@given(_TEXTS)
def test_any_text_is_understood_or_refused(text: str) -> None:
    try:
        restriction = parse_restriction(text)
    except RestrictionError:
        return
    assert parse_restriction(restriction.text) == restriction


@pytest.mark.property
@given(_RESTRICTIONS)
def test_every_restriction_has_a_text_that_says_it(restriction: Restriction) -> None:
    again = parse_restriction(restriction.text)
    assert again == restriction
    assert again.text == restriction.text


@pytest.mark.property
@given(_RESTRICTIONS, _FACES)
def test_a_restriction_and_its_opposite(restriction: Restriction, face: Face) -> None:
    opposite = parse_restriction(f"other than ({restriction.text})")
    for one, other in ((restriction, opposite), (restriction.bind(Cards()), opposite.bind(Cards()))):
        assert {one.holds(face), other.holds(face)} in ({True, False}, {None})


@pytest.mark.property
@given(_RESTRICTIONS, _RESTRICTIONS, _FACES)
def test_kleene_and_or(one: Restriction, other: Restriction, face: Face) -> None:
    one, other = one.bind(Cards()), other.bind(Cards())
    answers = {one.holds(face), other.holds(face)}
    both = False if False in answers else None if None in answers else True
    either = True if True in answers else None if None in answers else False
    assert all_of([one.term, other.term]).holds(face) is both
    assert any_of([one.term, other.term]).holds(face) is either


@pytest.mark.property
@given(_RESTRICTIONS, _FACES)
def test_reasons_fit_the_answer(restriction: Restriction, face: Face) -> None:
    restriction = restriction.bind(Cards())
    holds = restriction.holds(face)
    assert bool(restriction.unmet(face)) == (holds is False)
    assert all(term.holds(face) is False and term.shown(face) for term in restriction.unmet(face))
    if holds is not None:
        assert restriction.unknown(face) == ()


def test_no_restriction() -> None:
    assert ANY.is_any
    assert ANY.text == "any"
    assert ANY.holds(NAME_ONLY) is True
    assert (ANY.unmet(NAME_ONLY), ANY.unknown(NAME_ONLY), ANY.needs_binding) == ((), (), False)
    assert ANY.bind(Cards()) is ANY
