"""The answer to "may this name be chosen?" (CR 201.4), with its reasons, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from oracle_names.cards import Card
from oracle_names.effects import Effect
from oracle_names.errors import AmbiguousName, DataError, InvalidName, NotChoosable, UnknownName
from oracle_names.identify import UNKNOWN, Identification
from oracle_names.reasons import Reason, Statement
from oracle_names.text import fold_name

# Reasons that speak for a choice; one of the others decides where it is not legal.
_FAVOURABLE = frozenset(
    row.code
    for row in (
        *(Reason.CARD_NAME, Reason.PART_NAME, Reason.NONTRADITIONAL, Reason.NAME_WITHOUT_DATA),
        *(Reason.INTERCHANGEABLE, Reason.RESTRICTION_MET, Reason.AMONG_MET),
    )
)


class Candidate(NamedTuple):
    """A name to choose instead, the card and face that bear it, and whether it is legal here."""

    name: str
    card: str
    oracle_id: str | None
    face: int | None
    legal: bool | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to "may this name be chosen?", with every reason and its rule.

    `legal` is True, False or None. None means: the words are ambiguous, the effect limits the choice in
    a way nobody has told, the rules leave it open - or, if `is_data_missing`, that a characteristic is
    not in the data. `chosen_names` are all names that the choice chooses (CR 201.4g). `effects` are those to
    choose from, if more than one was asked for.
    """

    DOCUMENT: ClassVar = "choose"

    identification: Identification
    effect: Effect | None
    restriction: str
    universe: str
    legal: bool | None
    reasons: tuple[Statement, ...]
    notes: tuple[Statement, ...] = ()
    name: str | None = None
    card: Card | None = None
    chosen_names: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    is_data_missing: bool = False
    effects: tuple[Effect, ...] = ()

    def require_legal(self) -> str:
        """The name, if it may be chosen.

        Raises: NotChoosable (with the rule) if it may not, UnknownName or InvalidName if the words are no
        name, AmbiguousName if they are several or the choice is undecided, DataError if data is missing.

        >>> import oracle_names
        >>> oracle_names.open().choose("stomp").require_legal()
        'Stomp'
        >>> oracle_names.open().choose("Fire // Ice").require_legal()
        Traceback (most recent call last):
        oracle_names.errors.NotChoosable: 'Fire // Ice' is the whole of a split card; choose one of its \
names: Fire or Ice (CR 201.4b)
        """
        if self.legal and self.name is not None:
            return self.name
        reason = next((reason for reason in self.reasons if reason.code not in _FAVOURABLE), self.reasons[-1])
        message = f"{reason.text} ({'CR ' * reason.rule[0].isdigit()}{reason.rule})"
        if self.is_data_missing:
            raise DataError(message)
        if self.legal is None:
            raise AmbiguousName(message, sorted({candidate.name for candidate in self.candidates}))
        if self.identification.status == UNKNOWN:
            raise UnknownName(message) if fold_name(self.identification.said) else InvalidName(message)
        raise NotChoosable(message, reason.rule)

    def to_dict(self) -> dict[str, Any]:
        """The `choose` document's own fields; `Oracle.to_document` adds those that every one has."""
        return {
            "input": self.identification.words,
            "effect": {
                "card": self.effect.card if self.effect else None,
                "restriction": self.restriction or None,
            },
            "universe": self.universe,
            "legal": self.legal,
            "name": self.name,
            "card": self.card.name if self.card else None,
            "chosen_names": list(self.chosen_names),
            "reasons": [reason.to_dict() for reason in self.reasons],
            "notes": [note.to_dict() for note in self.notes],
            "candidates": [candidate._asdict() for candidate in self.candidates]
            + [{"card": effect.card, "restriction": effect.restriction} for effect in self.effects],
            "identification": self.identification.to_dict(),
        }
