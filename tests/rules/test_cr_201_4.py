"""CR 201.4: choosing a card name, and the rules for each arrangement of names on a card."""

from __future__ import annotations

import pytest

from oracle_names.errors import UnknownEffect
from oracle_names.oracle import Oracle
from tests.asking import Ask, table


@table(
    Ask("a-card", "Shock", True, codes=("card-name",)),
    Ask("banned-everywhere-still-a-name", "Black Lotus", True, effect="Pithing Needle"),
    Ask("not-in-the-format", "Black Lotus", True, effect="Comply"),
    Ask("no-card", "Pikachu", False, codes=("unknown-name",)),
    Ask("no-card-with-spaces", "Blue-Eyes White Dragon", False, codes=("unknown-name",)),
    Ask("nothing-left-of-the-words", "?!", False, codes=("not-a-name",)),
    Ask("empty", "", False, codes=("not-a-name",)),
    Ask("a-megabyte", "x" * 1_000_000, False, codes=("unknown-name",)),
    Ask("slashes-without-spaces-are-one-name", "SP//dr, Piloted by Peni", True, codes=("card-name",)),
    Ask("card-without-data", "Avenge", True, codes=("name-without-data",)),
    Ask("half-of-a-card-without-data", "Flying Kick", True, codes=("name-without-data",)),
)
def test_cr_201_4_name_of_a_card(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    # The example printed in the rule: Dispossess asks for an artifact card name.
    Ask("dispossess-any-artifact", "Black Lotus", True, "201.4a", effect="Dispossess", says="Artifact"),
    Ask("dispossess-not-island", "Island", False, "201.4a", effect="Dispossess"),
    Ask("revoker-dryad-arbor", "Dryad Arbor", False, "201.4a", effect="Phyrexian Revoker"),
    Ask("dryad-arbor-is-a-creature", "Dryad Arbor", True, "201.4a", restriction="creature"),
    Ask("dryad-arbor-is-a-land", "Dryad Arbor", True, "201.4a", effect="Petrified Hamlet"),
    Ask("dryad-arbor-is-nonbasic", "Dryad Arbor", True, "201.4a", effect="Alpine Moon"),
    Ask(
        "arixmethes-oracle-says-creature",
        "Arixmethes, Slumbering Isle",
        True,
        "201.4a",
        effect="Phyrexian Revoker",
    ),
    Ask("council-noncreature-nonland", "Shock", True, "201.4a", effect="Council of the Absolute"),
    Ask("council-not-a-creature", "Grizzly Bears", False, "201.4a", effect="Council of the Absolute"),
    Ask("lost-legacy-not-an-artifact", "Sol Ring", False, "201.4a", effect="Lost Legacy"),
    Ask("two-reasons-at-once", "Dryad Arbor", False, "201.4a", effect="Council of the Absolute"),
    Ask("colour", "Shock", True, "201.4a", restriction="red instant or sorcery"),
    Ask("colour-indicator", "Dryad Arbor", True, "201.4a", restriction="green"),
    Ask("mana-value", "Lightning Bolt", True, "201.4a", restriction="with mana value 1 or less"),
    Ask("same-mana-cost", "Ice", True, "201.4a", restriction="with the same mana cost as Remand"),
    Ask("other-mana-cost", "Fire", False, "201.4a", restriction="with the same mana cost as Shock"),
    Ask(
        "same-cost-as-a-whole-split-card",
        "Fire",
        False,
        "201.4a",
        restriction="with the same mana cost as Fire // Ice",
    ),
    Ask(
        "from-a-list-with-commas",
        "Tamiyo, Collector of Tales",
        True,
        "201.4a",
        restriction="from among Fire, Tamiyo, Collector of Tales, and Shock",
    ),
    Ask("not-in-the-list", "Ice", False, "201.4a", restriction="from among Fire; Shock"),
    Ask(
        "unknown-characteristics",
        "Avenge",
        None,
        "201.4a",
        effect="Meddling Mage",
        codes=("characteristic-unknown",),
        is_data_missing=True,
    ),
    Ask(
        "costs-that-contradict-the-rules",
        "Mage Siege",
        None,
        "201.4a",
        restriction="with mana value 3",
        codes=("characteristic-unknown",),
        is_data_missing=True,
    ),
    Ask(
        "two-lands-without-a-cost",
        "Island",
        None,
        "202.1b",
        restriction="with the same mana cost as Forest",
        codes=("cost-open",),
    ),
    Ask(
        "grist-rules-open", "Grist, the Hunger Tide", True, restriction="creature", codes=("rules-open-text",)
    ),
    Ask(
        "grist-rules-open-the-other-way",
        "Grist, the Hunger Tide",
        False,
        "201.4a",
        restriction="noncreature",
        codes=("rules-open-text",),
    ),
    Ask("grist-still-a-planeswalker", "Grist, the Hunger Tide", True, "201.4a", restriction="planeswalker"),
)
def test_cr_201_4a_characteristics(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("snow-covered-is-basic", "Snow-Covered Island", False, "201.4a", effect="Necromentia"),
    Ask("wastes-is-basic", "Wastes", False, "201.4a", effect="Null Chamber"),
    Ask("dual-is-not", "Tundra", True, "201.4a", effect="Booby Trap"),
    Ask("nonland-is-not", "Shock", True, "201.4a", effect="Desperate Research"),
    Ask("alpine-moon-asks-for-a-land", "Shock", False, "201.4a", effect="Alpine Moon"),
    Ask("alpine-moon-not-basic", "Forest", False, "201.4a", effect="Alpine Moon"),
    Ask("alpine-moon-nonbasic", "Tundra", True, "201.4a", effect="Alpine Moon"),
)
def test_cr_205_4c_basic_and_nonbasic(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask(
        "fire-ice-whole-name-refused",
        "Fire // Ice",
        False,
        "201.4b",
        codes=("whole-name",),
        candidates=("Fire", "Ice"),
    ),
    Ask("fire-ice-with-a-slash", "Fire/Ice", False, "201.4b", candidates=("Fire", "Ice")),
    Ask("fire-and-ice-with-an-ampersand", "Fire & Ice", False, "201.4b", candidates=("Fire", "Ice")),
    Ask("left-half", "Fire", True, "201.4b", says="also CR 709.4a"),
    Ask("right-half", "Ice", True, "201.4b"),
    Ask(
        "five-parts",
        "Who // What // When // Where // Why",
        False,
        "201.4b",
        candidates=("Who", "What", "When", "Where", "Why"),
    ),
    Ask("only-that-half", "Illusion", True, "201.4a", restriction="blue instant with mana value 1"),
    Ask("not-the-other-half", "Illusion", False, "201.4a", restriction="green"),
    Ask("aftermath-half", "Comply", True, "201.4b"),
    Ask(
        "room-whole",
        "Unholy Annex // Ritual Chamber",
        False,
        "201.4b",
        candidates=("Unholy Annex", "Ritual Chamber"),
    ),
)
def test_cr_201_4b_split_card_halves(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("left-door", "Unholy Annex", True, "201.4a", restriction="enchantment", says="709.5a"),
    Ask("right-door", "Ritual Chamber", True, "201.4a", restriction="enchantment with mana value 5"),
    Ask("door-for-nonland", "Ritual Chamber", True, "201.4b", effect="Meddling Mage"),
)
def test_cr_709_5a_shared_type_line(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("erayo-creature", "Erayo, Soratami Ascendant", True, "201.4a", restriction="creature"),
    Ask(
        "essence-not-a-creature",
        "Erayo's Essence",
        False,
        "201.4c",
        restriction="creature",
        says="also CR 710.5",
    ),
    Ask(
        "essence-keeps-colour-and-cost",
        "Erayo's Essence",
        True,
        "201.4c",
        restriction="blue enchantment with mana value 2",
    ),
    Ask(
        "flip-whole-name",
        "Erayo, Soratami Ascendant // Erayo's Essence",
        False,
        "201.4",
        candidates=("Erayo, Soratami Ascendant", "Erayo's Essence"),
    ),
)
def test_cr_201_4c_flip_cards(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("back-face-any", "Nightfall Predator", True, "201.4d", says="also CR 712.19"),
    Ask("front-nonland", "Growing Rites of Itlimoc", True, "201.4a", effect="Meddling Mage"),
    Ask("back-is-a-land", "Itlimoc, Cradle of the Sun", False, "201.4d", effect="Meddling Mage"),
    Ask(
        "back-has-the-fronts-mana-value",
        "Insectile Aberration",
        True,
        "201.4a",
        restriction="blue creature with mana value 1",
    ),
    Ask("mdfc-spell-face", "Shatterskull Smashing", True, "201.4a", effect="Meddling Mage"),
    Ask("mdfc-land-face", "Shatterskull, the Hammer Pass", False, "201.4d", effect="Meddling Mage"),
    Ask("mdfc-land-face-alpine-moon", "Shatterskull, the Hammer Pass", True, "201.4d", effect="Alpine Moon"),
    Ask("mdfc-spell-face-alpine-moon", "Shatterskull Smashing", False, "201.4a", effect="Alpine Moon"),
    Ask("siege-back", "Awaken the Maelstrom", True, "201.4a", restriction="sorcery"),
    Ask("siege-front", "Invasion of Alara", True, "201.4a", restriction="battle"),
)
def test_cr_201_4d_double_faced_cards(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask(
        "both-faces",
        "Delver of Secrets // Insectile Aberration",
        False,
        "712.19",
        candidates=("Delver of Secrets", "Insectile Aberration"),
    ),
    Ask(
        "both-faces-modal",
        "Shatterskull Smashing // Shatterskull, the Hammer Pass",
        False,
        "712.19",
        effect="Meddling Mage",
        candidates=("Shatterskull Smashing", "Shatterskull, the Hammer Pass"),
    ),
    Ask(
        "reversible-is-one-name",
        "Zndrsplt, Eye of Wisdom // Zndrsplt, Eye of Wisdom",
        True,
        name="Zndrsplt, Eye of Wisdom",
    ),
    Ask(
        "reversible-omen",
        "Marang River Regent // Coil and Catch // Marang River Regent",
        False,
        "201.4",
        candidates=("Marang River Regent", "Coil and Catch"),
    ),
)
def test_cr_712_19_either_face_not_both(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask(
        "combined-back",
        "Hanweir, the Writhing Township",
        True,
        "201.4e",
        effect="Phyrexian Revoker",
        says="'Hanweir Battlements' and 'Hanweir Garrison'",
    ),
    Ask("front-is-a-land", "Hanweir Battlements", False, "201.4a", effect="Phyrexian Revoker"),
    Ask("brisela", "Brisela, Voice of Nightmares", True, "201.4e", says="also CR 712.19"),
    Ask(
        "combined-mana-value",
        "Brisela, Voice of Nightmares",
        True,
        "201.4a",
        restriction="with mana value 11",
    ),
)
def test_cr_201_4e_meld_pairs(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("stomp", "Stomp", True, "201.4f", effect="Meddling Mage", says="also CR 715.5"),
    Ask("stomp-not-a-creature", "Stomp", False, "201.4f", restriction="creature"),
    Ask("giant-is", "Bonecrusher Giant", True, "201.4a", restriction="creature"),
    Ask("adventure-on-a-land", "Mage Siege", True, "201.4f", effect="Meddling Mage"),
    Ask("the-land-itself", "Lindblum, Industrial Regency", False, "201.4a", effect="Meddling Mage"),
    Ask("hamlet-the-land", "Lindblum, Industrial Regency", True, "201.4a", effect="Petrified Hamlet"),
    Ask("hamlet-not-the-adventure", "Mage Siege", False, "201.4f", effect="Petrified Hamlet"),
    Ask("ampersand-in-a-name", "Faith & Grief", True, "201.4f", effect="Meddling Mage"),
    Ask(
        "adventurer-whole-name",
        "Bonecrusher Giant // Stomp",
        False,
        "201.4",
        candidates=("Bonecrusher Giant", "Stomp"),
    ),
)
def test_cr_201_4f_adventurer_cards(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("omen-name", "Skimming Strike", True, "720.5"),
    Ask(
        "omen-noncreature-nonland",
        "Skimming Strike",
        True,
        "720.5",
        effect="Council of the Absolute",
        codes=("rules-open-alternative",),
    ),
    Ask(
        "omen-not-a-creature",
        "Skimming Strike",
        False,
        "720.5",
        restriction="creature",
        codes=("rules-open-alternative",),
    ),
    Ask("omen-normal-name", "Dirgur Island Dragon", True, "201.4a", restriction="creature"),
)
def test_cr_720_5_omen_cards(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("prepare-name", "Have a Bite", True, "722.5"),
    Ask(
        "prepare-not-a-creature",
        "Have a Bite",
        False,
        "722.5",
        restriction="creature",
        codes=("rules-open-alternative",),
    ),
    Ask(
        "also-a-card",
        "Lightning Bolt",
        True,
        effect="Meddling Mage",
        codes=("also-name-of",),
        says="Emeritus of Conflict // Lightning Bolt",
    ),
    Ask("swords-is-the-card", "Swords to Plowshares", True, codes=("card-name", "also-name-of")),
)
def test_cr_722_5_preparation_cards(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask(
        "rick",
        "Rick, Steadfast Leader",
        True,
        "201.3a",
        effect="Meddling Mage",
        name="Rick, Steadfast Leader",
        chosen=("Rick, Steadfast Leader", "Greymond, Avacyn's Stalwart"),
    ),
    Ask(
        "greymond",
        "Greymond, Avacyn's Stalwart",
        True,
        "201.3a",
        chosen=("Greymond, Avacyn's Stalwart", "Rick, Steadfast Leader"),
    ),
    Ask("restriction-counts", "Rick, Steadfast Leader", False, "201.4a", restriction="artifact"),
    Ask(
        "no-row-bears-it",
        "Kavaero, Mind-Bitten",
        True,
        "201.3a",
        chosen=("Kavaero, Mind-Bitten", "Superior Spider-Man"),
    ),
    Ask("a-half", "The Upside Down", True, "201.3a", chosen=("The Upside Down", "Havengul Mystery")),
    Ask(
        "the-whole-card",
        "Hawkins National Laboratory // The Upside Down",
        False,
        "712.19",
        candidates=("Havengul Laboratory", "Havengul Mystery"),
    ),
    Ask("folded", "rick steadfast leader", True, "201.3a", name="Rick, Steadfast Leader"),
)
def test_cr_201_4g_interchangeable_names(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("garth-listed", "Shivan Dragon", True, "201.4a", effect="Garth One-Eye", codes=("limit",)),
    Ask("garth-not-listed", "Shock", False, "201.4a", effect="Garth One-Eye"),
    Ask("garth-also-a-prepare-spell", "Regrowth", True, "201.4a", effect="Garth One-Eye"),
    Ask(
        "alhammarret-unknown-hand",
        "Shock",
        None,
        "201.4a",
        effect="Alhammarret, High Arbiter",
        codes=("limit-open",),
    ),
    Ask("alhammarret-land-anyway", "Forest", False, "201.4a", effect="Alhammarret, High Arbiter"),
    Ask(
        "alhammarret-revealed",
        "Shock",
        True,
        "201.4a",
        effect="Alhammarret, High Arbiter",
        among=("shock", "Fire"),
        codes=("among-met",),
    ),
    Ask(
        "alhammarret-not-revealed",
        "Shock",
        False,
        "201.4a",
        effect="Alhammarret, High Arbiter",
        among=("Fire",),
        codes=("among-unmet",),
    ),
    Ask(
        "alhammarret-land-revealed",
        "Forest",
        False,
        "201.4a",
        effect="Alhammarret, High Arbiter",
        among=("Forest",),
    ),
    Ask("random", "Shock", None, "201.4a", effect="Discord, Lord of Disharmony", codes=("limit-open",)),
    Ask("guess", "Shock", None, "201.4", effect="Spire Phantasm", codes=("limit-open",)),
    Ask("same-cost", "Grizzly Bears", None, "201.4", effect="Killer Cosplay", codes=("limit-open",)),
    Ask("same-cost-not-a-creature", "Shock", False, "201.4a", effect="Killer Cosplay"),
    Ask(
        "interchangeable-revealed",
        "Rick, Steadfast Leader",
        True,
        "201.4a",
        effect="Alhammarret, High Arbiter",
        among=("Greymond, Avacyn's Stalwart",),
    ),
)
def test_cr_201_4a_lists_that_the_game_makes(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@table(
    Ask("hidden-agenda", "Fire", True, "201.4b", effect="Adriana's Valor"),
    Ask("double-agenda", "Fire", True, "201.4b", effect="Summoner's Bond", codes=("two-names",)),
    Ask("not-a-token", "Zombie Token", False, "111.4", effect="Brago's Favor"),
)
def test_cr_702_106_hidden_agenda(row: Ask, oracle: Oracle) -> None:
    row.check(oracle)


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        ("Lightning Bolt", "makes nobody choose a card name"),
        ("Fire // Ice", "makes nobody choose a card name"),
        ("Pithing Nedle", "did you mean 'Pithing Needle'"),
        ("???", "no card is named"),
    ],
)
def test_effects_that_choose_no_name_are_a_wrong_question(effect: str, says: str, oracle: Oracle) -> None:
    with pytest.raises(UnknownEffect, match=says.replace("?", r"\?")):
        oracle.choose("Shock", effect)


@pytest.mark.parametrize("effect", ["Comply", "Failure // Comply", "failure/comply", "COMPLY"])
def test_an_effect_is_found_by_its_half_and_by_the_card(effect: str, oracle: Oracle) -> None:
    verdict = oracle.choose("Shock", effect)
    assert verdict.effect is not None
    assert verdict.effect.card == "Comply"
