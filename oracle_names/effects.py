"""Effects that make a player choose a card name: what they ask, and what they do with the name.

Rules: CR 201.4 (choosing a name), 201.4a (a restriction on the choice), 607 (linked abilities),
702.106 (hidden and double agenda), 707.13 (a copy of a card defined by its name).
Sources: the shipped table of effects, and the Oracle text of cards that the table lacks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from oracle_names.errors import DataError

LIMITS = {
    "revealed": "only the name of one of certain cards in the game, such as those revealed",
    "random": "a name taken at random",
    "guessed": "a guess at the name of a certain card",
    "same-mana-cost": "only the name of a card with the same mana cost as a certain card",
    "same-mana-value": "only the name of a card with the same mana value as a certain card",
    "once-each": "each name once only for the same object",
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
    "locks-activated-abilities": "sources with the name lose the use of activated abilities",
    "locks-activated-abilities-not-mana": "the same, except for mana abilities",
    "activated-abilities-cost-more": "activated abilities of sources with the name cost more",
    "activated-abilities-cost-more-not-mana": "the same, except for mana abilities",
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

LONGEST_TEXT = 5000
"""No face has an Oracle text longer than this many characters (the longest has 1,489)."""

FROM_TABLE = "table"
FROM_TEXT = "read from text"

_FROM_AMONG = "from among "
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


# The words between article and "card name": "noncreature, nonland ", "legendary creature ".
_WORDS = r"(?P<words>(?:[A-Za-z][A-Za-z-]*,? ){0,6}?)"
_EMPTY_WORDS = frozenset({"different", "random", "Magic", "other"})
_QUALIFIER = r"(?P<tail>(?: (?:that|at random|other than|from among|with)\b[^.\"]*)?)"
_AMONG_CARDS = r"(?P<tail>(?: (?:revealed|exiled|among|from|in|on|you|that)\b[^.\"]*)?)"


@dataclass(frozen=True, slots=True)
class _Phrasing:
    """One way in which texts ask for a name.

    `limit` and `timing` are what the phrasing itself says; `after` is what must stand before it.
    """

    pattern: re.Pattern[str]
    limit: str = ""
    timing: str = ""
    after: re.Pattern[str] | None = None


# A verb that is a noun as well ("the name a card has") is one only after a subject or at a clause's start.
_CLAUSE_START = re.compile(
    r"(?:^|[.,:;\"\N{BULLET}\N{EM DASH}] |\b(?:player|opponent|may|then|secretly|you) )$", re.IGNORECASE
)


_PHRASINGS = (
    _Phrasing(
        re.compile(
            r"\b[Cc]hooses? (?:(?:an?|one|target) [^.:\"]*? and )?(?:any|an?|one|two|three) "
            rf"{_WORDS}card names?\b{_QUALIFIER}"
        )
    ),
    # The name of one of certain cards, where a tail tells which; else of any such card.
    _Phrasing(re.compile(rf"\b[Cc]hooses? the name of an? {_WORDS}card\b{_AMONG_CARDS}")),
    _Phrasing(re.compile(rf"\bsays? (?:\"[^\"]*\" and )?the name of an? {_WORDS}card\b{_AMONG_CARDS}")),
    _Phrasing(re.compile(rf"\bthe {_WORDS}card name of (?:your|their|that player's) choice\b")),
    # The older wording "name a card".
    _Phrasing(re.compile(rf"\b[Nn]ames? an? {_WORDS}card\b(?! name){_QUALIFIER}"), after=_CLAUSE_START),
    _Phrasing(
        re.compile(
            r"\b[Gg]uess(?:es)? (?:(?:that|the|this) card's name|the name of (?:that|the|this) card)\b"
        ),
        limit="guessed",
    ),
    _Phrasing(re.compile(rf"\b[Bb]an an? {_WORDS}card\b{_QUALIFIER}")),
    _Phrasing(
        re.compile(rf"\bas though they were other {_WORDS}cards of your choice{_QUALIFIER}"), timing="as-cast"
    ),
    _Phrasing(
        re.compile(r"(?:^|, )(?:[Hh]idden|[Dd]ouble) agenda(?=\s*(?:$|,|[A-Z]))"),
        timing="as-put-into-command-zone",
    ),
)

# One of these is in every text that a phrasing fits; looking for them is far quicker than matching.
_CLUES = (
    "card name",
    "the name of a",
    "ame a ",
    "ames a",
    "uess",
    "Ban a",
    " ban a",
    "as though they were other ",
    "agenda",
)

_REMINDER_TEXT = re.compile(r" ?\([^()]*\)")
# "Whenever a player chooses a card name" and "can't choose a card name" ask nobody for a name.
_NO_INSTRUCTION = re.compile(r"(?:\b(?:[Ww]hen|[Ww]henever|[Ii]f)\b[^,.:]*|\bcan't )$")

_LIMITS_BY_WORDS = (
    (re.compile(r"hasn't been chosen"), "once-each"),
    (re.compile(r"with (?:an identical|the same) mana cost"), "same-mana-cost"),
    (re.compile(r"with (?:an identical|the same) mana value"), "same-mana-value"),
    (re.compile(r"\brandom\b"), "random"),
    (re.compile(r"card (?:revealed|exiled|among|from|in|on|you|that)\b"), "revealed"),
)
_LIST = re.compile(r"from among (?P<names>.+)")
_BETWEEN_NAMES = re.compile(r",? and |, ")
_OTHER_THAN = re.compile(r"other than (?P<what>an? .+?) card\b")
_MANA_VALUE = re.compile(r"with mana value \d+(?: or (?:less|greater))?")

# Where the ability that holds the instruction starts; the last one before the instruction counts.
_ABILITY_START = re.compile(
    r"^(?:[IVX]+, )*[IVX]+ \N{EM DASH} |^\[?[+\N{MINUS SIGN}-]?(?:\d+|X)\]?: |: |Visit \N{EM DASH} "
    r"|As |When(?:ever)? |At the beginning of |The next time "
)
# Tried in this order at the start of the ability.
_TIMINGS_BY_WORDS = tuple(
    (re.compile(pattern), timing)
    for pattern, timing in (
        (r"[IVX]+(?:, [IVX]+)* \N{EM DASH} ", "saga-chapter"),
        (r"\[?[+\N{MINUS SIGN}-]?(?:\d+|X)\]?: ", "loyalty-ability"),
        (r": ", "activated-ability"),
        (r"As [^,]*\battached\b", "as-attached"),
        (r"As .*\benters\b", "as-enters"),
        (r"(?:As|The next time) .*\bdrafts?\b", "during-draft"),
        (r"As .*\bcast\b", "as-cast"),
        (r"When you do\b", "reflexive-trigger"),
        (r"When.*\benters or attacks\b", "enters-or-attacks-trigger"),
        (r"When.*\battached\b", "attached-trigger"),
        (r"When.*\benters\b", "enters-trigger"),
        (r"When.*\battacks\b", "attack-trigger"),
        (r"When.*\bcombat damage\b", "combat-damage-trigger"),
        (r"At the beginning of ", "step-trigger"),
        (r"When|Visit", "other-trigger"),
        ("", "on-resolution"),
    )
)
_CHOOSERS_BY_WORDS = tuple(
    (re.compile(rf"\b(?:{pattern})(?: (?:each|may|then|secretly))* ?$", re.IGNORECASE), chooser)
    for pattern, chooser in (
        (r"you and (?:an|target) opponent", "you-and-an-opponent"),
        (r"each player", "each-player"),
        (r"each opponent", "each-opponent"),
        (r"target player", "target-player"),
        (r"target opponent", "target-opponent"),
        (r"combat damage to (?:a player|an opponent)\b.*\b(?:that player|they)", "damaged-player"),
        (r"player|opponent|controller|they", "another-player"),
    )
)
_THAT_NAME = r"(?:that|the chosen) names?"
_SOURCES_WITH_IT = r"[Aa]ctivated abilities of sources with the chosen names?"
_USES_BY_WORDS = tuple(
    (re.compile(pattern), use)
    for pattern, use in (
        (r"^Hidden agenda\b", "hidden-agenda"),
        (r"^Double agenda\b", "double-agenda"),
        (rf"spells with {_THAT_NAME} can't be cast|can't cast spells with {_THAT_NAME}", "cant-be-cast"),
        (rf"lands with {_THAT_NAME} can't be played", "cant-be-played"),
        (rf"with {_THAT_NAME}[^.\"]* costs? [^.\"]*more to cast", "costs-more"),
        (rf"with {_THAT_NAME}[^.\"]* costs? [^.\"]*less to cast", "costs-less"),
        (rf"{_SOURCES_WITH_IT} can't be activated(?! unless)", "locks-activated-abilities"),
        (rf"{_SOURCES_WITH_IT} can't be activated unless", "locks-activated-abilities-not-mana"),
        (rf"{_SOURCES_WITH_IT} cost \S+ more to activate(?! unless)", "activated-abilities-cost-more"),
        (rf"{_SOURCES_WITH_IT} cost \S+ more to activate unless", "activated-abilities-cost-more-not-mana"),
        (r"protection from the chosen (?:card )?name", "protection"),
        (rf"[Pp]revent all damage[^.\"]* sources with {_THAT_NAME}", "prevents-damage"),
        (rf"[Cc]ounter target spell with {_THAT_NAME}", "counters-spells"),
        (
            rf"graveyard, hand, and library for [^.]*cards with {_THAT_NAME} and exile them",
            "exiles-from-graveyard-hand-library",
        ),
        (rf"discards (?:a card|all cards) with {_THAT_NAME}", "discards"),
        (rf"until (?:you reveal )?a card with {_THAT_NAME}", "reveals-until"),
        (rf"copy of the card with {_THAT_NAME}", "copies"),
    )
)


def read_effects(card: str, whole_card: str, oracle_text: str) -> list[Effect]:
    """The effects in the text of one face that make a player choose, name or guess a card name.

    CR 201.4, 702.106a. They stand in the order of the text; the same choice twice is one effect.
    Neither reminder text nor a text too long to be a card's is read. Words that no restriction is
    made of stay in `restriction` as they are; `uses` holds what is plain from the words and belongs
    to the whole text. A name in a list is cut at its commas.

    >>> [effect] = read_effects("Meddling Mage", "Meddling Mage", "As it enters, choose a nonland card name.")
    >>> effect.restriction, effect.timing
    ('nonland', 'as-enters')
    >>> read_effects("Bile Blight", "Bile Blight", "Destroy everything with the same name as it.")
    []
    """
    if len(oracle_text) > LONGEST_TEXT or not any(clue in oracle_text for clue in _CLUES):
        return []
    # A mode belongs to the line that offers it.
    text = _REMINDER_TEXT.sub("", oracle_text).replace("\n\N{BULLET}", " \N{BULLET}")
    found: dict[tuple[str, str, str, str], None] = {}
    for line in text.split("\n"):
        matches = [(match, phrasing) for phrasing in _PHRASINGS for match in phrasing.pattern.finditer(line)]
        for match, phrasing in sorted(matches, key=lambda pair: pair[0].start()):
            before = _same_ability(line[: match.start()])
            if _NO_INSTRUCTION.search(before) or (phrasing.after and not phrasing.after.search(before)):
                continue
            found[_asked(match, phrasing, before)] = None
    uses = tuple(use for pattern, use in _USES_BY_WORDS if pattern.search(text)) if found else ()
    return [
        Effect(card, whole_card, restriction, limit, timing, chooser, uses, "", "Oracle text", FROM_TEXT)
        for restriction, limit, timing, chooser in found
    ]


def _same_ability(before: str) -> str:
    """What stands before an instruction in its own ability, which may be one granted in quotes."""
    return before if before.count('"') % 2 == 0 else before.rpartition('"')[2]


def _asked(match: re.Match[str], phrasing: _Phrasing, before: str) -> tuple[str, str, str, str]:
    """Restriction, limit, timing and chooser."""
    limit = phrasing.limit or next((code for words, code in _LIMITS_BY_WORDS if words.search(match[0])), "")
    chooser = next((code for words, code in _CHOOSERS_BY_WORDS if words.search(before)), "you")
    if limit == "random":
        chooser = "nobody"
    return _restriction(match), limit, phrasing.timing or _timing(before), chooser


def _restriction(match: re.Match[str]) -> str:
    groups = match.groupdict()
    # A capital letter inside a sentence is a subtype's.
    words = " ".join(
        f"subtype {word}" if word[0].isupper() else word
        for word in (groups.get("words") or "").split()
        if word not in _EMPTY_WORDS
    )
    tail = groups.get("tail") or ""
    if listed := _LIST.search(tail):
        return _FROM_AMONG + "; ".join(_BETWEEN_NAMES.split(listed["names"]))
    parts = [words] if words else []
    if other := _OTHER_THAN.search(tail):
        parts.append(f"other than {other['what']}")
    restriction = ", ".join(parts)
    if value := _MANA_VALUE.search(tail):
        restriction = f"{restriction} {value[0]}".strip()
    return restriction or "any"


def _timing(before: str) -> str:
    starts = [start.start() for start in _ABILITY_START.finditer(before)]
    ability = before[starts[-1] :] if starts else ""
    return next(timing for words, timing in _TIMINGS_BY_WORDS if words.match(ability))
