"""Which card do these words mean? Here: by exact and folded name (MTR 3.6).

The order of what words can mean: exactly the name of a card; the folded name of a tournament card; an
interchangeable name (CR 201.3); an alternate name (CR 201.6); exactly the name of a token or other thing;
the folded name of any other card; a name in another language (CR 201.2); the folded name of something that
is no card. The first that fits is the answer; two different names that fit alike are never decided by the
program: it asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from oracle_names.cards import Card
from oracle_names.store.reader import AlternateRow, NameRow, OtherName, Reader
from oracle_names.text import (
    LONGEST_NAME,
    WHOLE_NAME_SEPARATOR,
    FoldedName,
    clean_text,
    fold_name,
    fold_spelling,
    join_names,
    split_whole_name,
)
from oracle_names.tokens import what_it_is
from oracle_names.universe import CARD, NOT_A_CARD, UNIVERSES

IDENTIFIED, AMBIGUOUS, UNKNOWN, NO_CARD = "identified", "ambiguous", "unknown", "not_a_card"

# How sure a way of matching is, from 0 to 1: only an exact name leaves nothing to doubt.
_CONFIDENCE = {
    "exact": 1.0,
    "interchangeable": 1.0,
    "folded": 0.98,
    "alternate-name": 0.97,
    "digital-title": 0.97,
    "former-name": 0.97,
    "foreign": 0.95,
}
_MATCHED_BY_KIND = {
    "alternate": "alternate-name",
    "digital-title": "digital-title",
    "former": "former-name",
    "foreign": "foreign",
}
_ALTERNATE_WORDS = {
    "alternate": "alternate name",
    "digital-title": "title in digital games",
    "former": "former name",
    "foreign": "name in another language",
}


class Bearer(NamedTuple):
    """A card that bears a name: `face` is the face with that name, `None` for the whole card's name."""

    name: str
    card: Card
    face: int | None

    def to_dict(self) -> dict[str, Any]:
        """The bearer in a document; its name is null where the whole card is meant."""
        whole = self.face is None
        return {
            "name": None if whole else self.name,
            "card": self.card.name,
            "oracle_id": self.card.oracle_id,
            "face": self.face,
        }


@dataclass(frozen=True, slots=True)
class Identification:
    """The answer to "which card do these words mean?", with its evidence.

    `status` is identified, ambiguous, unknown or not_a_card; `kind` what the thing is (card, token,
    emblem, sheet, art, other). `name` is the name the words say, `None` when they say a whole card of
    several names. `bearers` are all cards with that name, the one meant first; for an ambiguous answer
    they are the candidates. `words` are as they came, `said` is what was read in them; `is_rebalanced`
    if that is "A-X".
    """

    DOCUMENT: ClassVar = "identify"

    words: str
    said: str
    status: str
    kind: str | None = None
    name: str | None = None
    matched_by: str | None = None
    bearers: tuple[Bearer, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()
    other: OtherName | None = None
    is_rebalanced: bool = False

    @property
    def card(self) -> Card | None:
        """The card that is meant, if one is."""
        return self.bearers[0].card if self.status != AMBIGUOUS and self.bearers else None

    @property
    def face(self) -> int | None:
        """The face that is meant, counted from 0; `None` for a whole card."""
        return self.bearers[0].face if self.status != AMBIGUOUS and self.bearers else None

    @property
    def rivals(self) -> tuple[Bearer, ...]:
        """Other cards that the words fit too, although one is identified."""
        return self.bearers[1:] if self.status == IDENTIFIED else ()

    @property
    def candidates(self) -> tuple[Bearer, ...]:
        """The cards to choose from, when the words fit several alike."""
        return self.bearers if self.status == AMBIGUOUS else ()

    @property
    def question(self) -> str | None:
        """What to ask the player, when the words do not settle it."""
        if self.status != AMBIGUOUS:
            return None
        return f"Do you mean {' or '.join(dict.fromkeys(bearer.name for bearer in self.bearers))}?"

    def to_dict(self) -> dict[str, Any]:
        """The `identify` document's own fields; `Oracle.to_document` adds those that every one has."""
        card = self.card
        return {
            "input": self.words,
            "status": self.status,
            "kind": self.kind,
            "name": self.name,
            "card": card.name if card else None,
            "names": list(card.names) if card else [],
            "oracle_id": card.oracle_id if card else None,
            "face": self.face,
            "matched_by": self.matched_by,
            "confidence": _CONFIDENCE.get(self.matched_by or "", 0.0),
            "rivals": [bearer.to_dict() for bearer in self.rivals],
            "candidates": [{**bearer.to_dict(), "score": 1.0} for bearer in self.candidates],
            "question": self.question,
            "steps": [{"step": step, "detail": detail} for step, detail in self.steps],
        }


def identify(words: str, reader: Reader, universe: str = "paper") -> Identification:
    """Which card the words mean, by exact or folded name. MTR 3.6.

    A card's own name beats the name of a part of another card; a name in the universe beats one
    outside it; of several spellings the nearest wins, and if it is not one name, the answer is ambiguous.
    """
    cleaned = clean_text(words)
    words = words.encode("utf-8", "replace").decode("utf-8")  # lone surrogates cannot be printed
    if len(cleaned) > 2 * LONGEST_NAME:
        return Identification(words, cleaned, UNKNOWN, steps=(("clean", "longer than any name"),))
    key = fold_name(_without_doubles(cleaned))
    if not key:
        return Identification(words, cleaned, UNKNOWN, steps=(("fold", "nothing is left of the words"),))
    return _Search(words, cleaned, key, reader, universe).run()


class _Search:
    """One question on its way through what words can mean."""

    def __init__(self, words: str, cleaned: str, key: FoldedName, reader: Reader, universe: str) -> None:
        self.words = words
        self.cleaned = cleaned
        self.said = _without_doubles(cleaned)
        self.key = key
        self.reader = reader
        self.admitted = UNIVERSES[universe]
        self.steps = [] if self.said == cleaned else [("same-names", self.said)]
        self.is_rebalanced = False

    def run(self) -> Identification:
        rows = self.reader.find_names(self.key)
        exact = [row for row in rows if row.name == self.said]
        cards = [row for row in exact if row.universe != NOT_A_CARD]
        spelt = [row for row in rows if row.name != self.said and row.universe != NOT_A_CARD]
        inside = [row for row in spelt if row.universe in self.admitted]
        # The first that fits is meant. What is nobody's tournament card never hides one that is.
        return (
            self._named(cards, rivals=inside)
            or self._named([row for row in inside if row.universe == CARD], others=spelt)
            or self._interchangeable()
            or self._alternate(self.reader.find_alternates(self.key))
            or self._no_card(exact)
            or self._named(inside)
            or self._named(spelt)
            or self._alternate(self.reader.find_printed(self.key))
            or self._no_card(rows)
            or self._no_object()
            or self._unknown()
        )

    def _answer(
        self,
        status: str,
        kind: str | None = None,
        name: str | None = None,
        matched_by: str | None = None,
        bearers: tuple[Bearer, ...] = (),
        steps: tuple[tuple[str, str], ...] = (),
        other: OtherName | None = None,
    ) -> Identification:
        return Identification(
            self.words,
            self.cleaned,
            status,
            kind,
            name,
            matched_by,
            bearers,
            steps,
            other,
            self.is_rebalanced,
        )

    def _unknown(self) -> Identification:
        steps = (*self.steps, ("fold", f"no name has the key {self.key}"))
        return self._answer(UNKNOWN, steps=steps)

    def _named(
        self, rows: list[NameRow], rivals: Sequence[NameRow] = (), others: Sequence[NameRow] = ()
    ) -> Identification | None:
        """A card's name; rivals of another spelling matter if no card of the exact name is admitted."""
        if not rows:
            return None
        if any(row.universe in self.admitted for row in rows):
            rivals = others
        how, names = self._nearest({row.name for row in rows})
        matched = "exact" if how == "exact" else "folded"
        steps = (*self.steps, (how, self.said if how == "exact" else join_names(sorted(names))))
        meant = [row for row in rows if row.name in names]
        if meant[0].form == "rebalanced":
            # The name has no prefix, so the card without it bears the same one.
            self.is_rebalanced = True
            meant += self.reader.find_names(fold_name(_without_prefixes(meant[0].name)))
        bearers = tuple(self._bearers(row for row in meant if row.universe != NOT_A_CARD))
        if len(names) > 1:
            return self._answer(AMBIGUOUS, "card", matched_by=matched, bearers=bearers, steps=steps)
        if rivals:
            bearers += tuple(bearer for bearer in self._bearers(rivals) if bearer.name not in names)
        first = bearers[0]
        return self._answer(
            IDENTIFIED,
            "card",
            None if first.face is None else first.name,
            matched,
            bearers,
            steps,
        )

    def _interchangeable(self) -> Identification | None:
        """CR 201.3: the other name of a pair is the same name, also where no card in the data bears it."""
        pairs = self.reader.find_interchangeable(self.key)
        if not pairs:
            return None
        _, names = self._nearest({name for name, _ in pairs})
        others = sorted({other for name, other in pairs if name in names})
        rows = [
            row for other in others for row in self.reader.find_names(fold_name(other)) if row.name == other
        ]
        bearers = tuple(self._bearers(row for row in rows if row.universe in self.admitted))
        if len(names) > 1 or not bearers:
            return None
        name = names.pop()
        steps = (*self.steps, ("interchangeable", f"{name} = {join_names(others)}"))
        bearers = tuple(Bearer(name, bearer.card, bearer.face) for bearer in bearers)
        said = None if bearers[0].face is None else name
        return self._answer(IDENTIFIED, "card", said, "interchangeable", bearers, steps)

    def _alternate(self, rows: list[AlternateRow]) -> Identification | None:
        """CR 201.6, 201.2: the words say which card; its name is another."""
        if not rows:
            return None
        how, names = self._nearest({row.name for row in rows})
        rows = [row for row in rows if row.name in names]
        inside = [row for row in rows if row.universe in self.admitted] or rows
        found: dict[tuple[int, int], Bearer] = {}
        for row in inside:
            card = self.reader.get_card(row.card_id)
            face = min(row.face, len(card.faces) - 1)
            found[row.card_id, face] = Bearer(card.faces[face].name, card, face)
        bearers = tuple(found.values())
        matched = _MATCHED_BY_KIND[inside[0].kind]
        kind = _ALTERNATE_WORDS[inside[0].kind]
        steps = (*self.steps, (how, f"{kind}: {inside[0].name}"))
        if len({bearer.name for bearer in bearers}) > 1:
            return self._answer(AMBIGUOUS, "card", matched_by=matched, bearers=bearers, steps=steps)
        return self._answer(IDENTIFIED, "card", bearers[0].name, matched, bearers, steps)

    def _no_card(self, rows: Sequence[NameRow]) -> Identification | None:
        """Tokens, emblems, sheets and art cards: named, but not cards (CR 108.2b, 114.5, 123.2)."""
        if not rows:
            return None
        how, names = self._nearest({row.name for row in rows})
        bearers = tuple(self._bearers(row for row in rows if row.name in names))
        first = bearers[0]
        return self._answer(
            NO_CARD,
            what_it_is(first.card),
            first.name,
            "exact" if how == "exact" else "folded",
            bearers,
            (*self.steps, (how, first.name)),
        )

    def _no_object(self) -> Identification | None:
        others = self.reader.find_other(self.key)
        if not others:
            return None
        other = others[0]
        steps = (*self.steps, (other.kind, other.name))
        kind = "token" if other.kind == "token" else "other"
        matched = "exact" if other.name == self.said else "folded"
        return self._answer(NO_CARD, kind, other.name, matched, steps=steps, other=other)

    def _nearest(self, names: set[str]) -> tuple[str, set[str]]:
        """The names spelt nearest to the words, and how near: exact, spelling or folded."""
        if self.said in names:
            return "exact", {self.said}
        if len(names) > 1:
            spelling = fold_spelling(self.said)
            near = {name for name in names if fold_spelling(name) == spelling}
            if near:
                return "spelling", near
        return "folded", names

    def _bearers(self, rows: Iterable[NameRow]) -> list[Bearer]:
        found: dict[tuple[int, int | None], Bearer] = {}
        for row in rows:
            card = self.reader.get_card(row.card_id)
            name = (
                row.name if row.form in ("whole", "token") or row.face is None else card.faces[row.face].name
            )
            found.setdefault((row.card_id, row.face), Bearer(name, card, row.face))
        return sorted(found.values(), key=self._precedence) if len(found) > 1 else list(found.values())

    def _precedence(self, bearer: Bearer) -> tuple[bool, bool, bool, bool, str]:
        """The rebalanced card if "A-" was said; the universe's own before others; a card's whole name
        before a part's; then by name.
        """
        card = bearer.card
        return (
            card.printing.rebalanced != self.is_rebalanced,
            card.universe not in self.admitted,
            len(card.faces) > 1 and bearer.face is not None,
            bearer.face not in (None, 0),
            card.name,
        )


def _without_prefixes(name: str) -> str:
    return WHOLE_NAME_SEPARATOR.join(part.removeprefix("A-") for part in split_whole_name(name))


def _without_doubles(words: str) -> str:
    """A reversible card's "X // X" is X; "X // Y // X" is "X // Y"."""
    if WHOLE_NAME_SEPARATOR not in words:
        return words
    parts: dict[str, str] = {}
    for part in split_whole_name(words):
        parts.setdefault(fold_name(part), part)
    return WHOLE_NAME_SEPARATOR.join(parts.values())
