"""Reading Oracle text for the effects that make a player choose a card name.

Rules: CR 201.4 (choosing a name), 201.4a (a restriction on the choice), 607 (linked abilities),
702.106 (hidden and double agenda), 707.13 (a copy of a card defined by its name).
Source: the Oracle text of cards that the shipped table of effects lacks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from oracle_names.effects import FROM_TEXT, Effect

LONGEST_TEXT = 5000
"""No face has an Oracle text longer than this many characters (the longest has 1,489)."""

_FROM_AMONG = "from among "

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
