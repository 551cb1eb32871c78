"""Folding: rows for what must come together or stay apart, laws on generated text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle_names.text import clean_text, fold_name, fold_spelling, join_names, split_whole_name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lim-D\N{LATIN SMALL LETTER U WITH CIRCUMFLEX}l's Vault", "lim dul s vault"),
        ("\N{LATIN CAPITAL LETTER AE}ther Vial", "aether vial"),
        ("\N{LATIN CAPITAL LETTER AE}ther Vial", "AETHER VIAL"),
        ("J\N{LATIN SMALL LETTER O WITH DIAERESIS}tun Grunt", "Jotun Grunt"),
        ("Ratonhnhak\N{LATIN SMALL LETTER E WITH ACUTE}\N{MODIFIER LETTER COLON}ton", "ratonhnhaketon"),
        ("Fire // Ice", "fire/ice"),
        ("Fire // Ice", "Fire &amp; Ice"),
        ("R&D's Secret Lair", "R&amp;D&#39;s Secret Lair"),
        ("\N{LATIN SMALL LIGATURE FI}re", "fire"),
        ("\N{FULLWIDTH LATIN SMALL LETTER A}bc", "abc"),
        ("Wolf in _____ Clothing", "wolf in __ clothing"),
        ("stra\N{LATIN SMALL LETTER SHARP S}e", "STRASSE"),
        ("\N{LATIN CAPITAL LETTER O WITH STROKE}re", "ore"),
        ("Unfinity\N{TRADE MARK SIGN}", "Unfinity"),
        ("soft\N{SOFT HYPHEN}hyphen", "softhyphen"),
        ("right\N{RIGHT-TO-LEFT MARK}left", "rightleft"),
        ("\N{HIRAGANA LETTER KA}\N{COMBINING KATAKANA-HIRAGANA VOICED SOUND MARK}", "\N{HIRAGANA LETTER GA}"),
        (
            "\N{HANGUL SYLLABLE GAG}",
            "\N{HANGUL CHOSEONG KIYEOK}\N{HANGUL JUNGSEONG A}\N{HANGUL JONGSEONG KIYEOK}",
        ),
        ("I\N{COMBINING DOT ABOVE}ce", "ice"),
    ],
)
def test_same_key(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("_____", ""),
        ("_____ _____ Rocketship", "_____ Rocketship"),
        ("_____-o-saurus", "o-saurus"),
        ("\N{HIRAGANA LETTER KA}", "\N{HIRAGANA LETTER GA}"),
        ("&notanentity", "&not;anentity;"),
        ("+2 Mace", "Mace"),
    ],
)
def test_another_key(one: str, other: str) -> None:
    assert fold_name(one) != fold_name(other)


@pytest.mark.parametrize("text", ["", " ", "?!", "//", "\0", "\udcff", "\N{ZERO WIDTH SPACE}", "\N{EM DASH}"])
def test_nothing_is_left(text: str) -> None:
    assert fold_name(text) == ""


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("_____ _____ Rocketship", "_ _rocketship"),
        ("_____-o-saurus", "_osaurus"),
        ("a_ b", "a_b"),
        ("\N{LATIN SMALL LETTER E WITH ACUTE}__ __", "e_ _"),
    ],
)
def test_blanks(text: str, key: str) -> None:
    assert fold_name(text) == key


@pytest.mark.property
@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold_name(fold_name(text)) == fold_name(text)


@pytest.mark.property
@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_cleaning_keeps_the_key(text: str) -> None:
    assert fold_name(clean_text(text)) == fold_name(text)


@pytest.mark.property
@given(st.text())
def test_cleaning_gives_text_that_can_be_stored(text: str) -> None:
    cleaned = clean_text(text)
    cleaned.encode("utf-8")
    assert clean_text(cleaned) == cleaned
    assert cleaned == cleaned.strip()
    assert "\0" not in cleaned


@pytest.mark.property
@given(st.text())
def test_spelling_is_finer_than_the_key(text: str) -> None:
    assert fold_name(fold_spelling(text)) == fold_name(text) or "_" in text


def test_split_and_join() -> None:
    assert split_whole_name("Who // What // When // Where // Why")[4] == "Why"
    assert join_names([]) == ""
    assert join_names(["Fire"]) == "Fire"
    assert join_names(["Boo", "Minsc, Beloved Ranger"]) == "Boo and Minsc, Beloved Ranger"
    assert join_names(["A, b", "C", "D"], "or") == "A, b; C or D"
