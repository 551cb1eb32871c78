"""Terms joined by "all of", "any of" and "not", and the restriction they make.

Rules: CR 201.4a. `holds` follows Kleene's tables: False and None is False, True or None is True.
Build terms with `all_of`, `any_of` and `negate`, which bring equal restrictions to one shape; each
shape has one text, and the parser reads that text back to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from oracle_names.cards import Face
from oracle_names.restrictions.terms import Leaf, Place, Resolver, Term, Word
from oracle_names.restrictions.words import Category


@dataclass(frozen=True, slots=True)
class Composite(Term):
    """A condition made of others."""

    parts: tuple[Term, ...]
    needs_binding: bool

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return tuple(leaf for part in self.parts for leaf in part.leaves)

    def unknown(self, face: Face) -> tuple[str, ...]:
        # No part decides, or `holds` were not None: each that is None is needed.
        lacks = (name for part in self.parts if part.holds(face) is None for name in part.unknown(face))
        return tuple(dict.fromkeys(lacks))


class AllOf(Composite):
    """Every part; with no part, any face."""

    __slots__ = ()

    @property
    def text(self) -> str:
        return _phrase_of(self.parts)

    def holds(self, face: Face) -> bool | None:
        answer: bool | None = True
        for part in self.parts:
            holds = part.holds(face)
            if holds is False:
                return False
            if holds is None:
                answer = None
        return answer

    def unmet(self, face: Face) -> tuple[Term, ...]:
        return tuple(term for part in self.parts for term in part.unmet(face))

    def bind(self, resolver: Resolver) -> Term:
        return all_of(part.bind(resolver) for part in self.parts)


class AnyOf(Composite):
    """At least one part. It is unmet as a whole: no part alone makes it False."""

    __slots__ = ()

    @property
    def category(self) -> Category | None:
        """What all its words speak of; None where "or" alone would not join them clearly."""
        kinds = {(part.row.category, part.negated) for part in self.parts if isinstance(part, Word)}
        if len(kinds) == 1 and all(isinstance(part, Word) for part in self.parts):
            return kinds.pop()[0]
        return None

    @property
    def text(self) -> str:
        signs = {part.negated if isinstance(part, Word) else None for part in self.parts}
        two_words = len(self.parts) == 2 and len(signs) == 1 and None not in signs
        if self.category is None and not two_words:
            return " or ".join(f"({part.phrase})" for part in self.parts)
        *front, last = [part.text for part in self.parts]
        return f"{', '.join(front)} or {last}"

    @property
    def rank(self) -> tuple[int, int]:
        return (self.place, 0) if self.category is None else (self.category, 2)

    def holds(self, face: Face) -> bool | None:
        answer: bool | None = False
        for part in self.parts:
            holds = part.holds(face)
            if holds is True:
                return True
            if holds is None:
                answer = None
        return answer

    def bind(self, resolver: Resolver) -> Term:
        return any_of(part.bind(resolver) for part in self.parts)


class Not(Composite):
    """Whatever the one part is not: "other than a basic land" takes in every nonland."""

    __slots__ = ()
    place = Place.OTHER_THAN

    @property
    def text(self) -> str:
        part = self.parts[0]
        words = part.parts if isinstance(part, AllOf) else (part,)
        text = part.phrase
        bare = all(isinstance(word, Word | AnyOf) for word in words) and "(" not in text
        if not bare or ("," in text and not isinstance(part, AnyOf)):
            return f"other than ({text})"
        article = "an" if text[0] in "aeiou" else "a"
        noun = "" if words[-1].rank[0] == Category.CARD_TYPE else " card"
        return f"other than {article} {text}{noun}"

    def holds(self, face: Face) -> bool | None:
        holds = self.parts[0].holds(face)
        return None if holds is None else not holds

    def bind(self, resolver: Resolver) -> Term:
        return negate(self.parts[0].bind(resolver))


def all_of(parts: Iterable[Term]) -> Term:
    """Every one of the parts: taken apart where nested, none twice, in the order of writing."""
    flat = _flat(parts, AllOf)
    flat.sort(key=lambda part: part.rank)
    return flat[0] if len(flat) == 1 else AllOf(tuple(flat), any(part.needs_binding for part in flat))


def any_of(parts: Iterable[Term]) -> Term:
    """At least one of the parts: taken apart where nested, none twice."""
    flat = _flat(parts, AnyOf)
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat), any(part.needs_binding for part in flat))


def negate(part: Term) -> Term:
    """Whatever the part is not."""
    if isinstance(part, Not):
        return part.parts[0]
    if isinstance(part, Word) and part.row.category is not Category.SUBTYPE:
        return Word(part.row, not part.negated)
    return Not((part,), part.needs_binding)


def _flat(parts: Iterable[Term], kind: type[AllOf] | type[AnyOf]) -> list[Term]:
    flat: list[Term] = []
    for part in parts:
        flat += part.parts if isinstance(part, kind) else (part,)
    return list(dict.fromkeys(flat))


def _phrase_of(parts: tuple[Term, ...]) -> str:
    """The text of all the parts together, such that there is one way to read it."""
    front: list[Term] = []
    back: list[Term] = []
    for part in parts:
        # What runs to the end of the phrase goes into parentheses unless it stands last.
        inside = part.place == Place.GROUP or (part.takes_the_rest and part is not parts[-1])
        (front if inside else back).append(part)
    words = _words_text(front)
    if not front:
        return ", ".join(part.phrase for part in back) or "any"
    return ", ".join(
        [" ".join([words, *(part.phrase for part in back[:1])]), *(part.phrase for part in back[1:])]
    )


def _words_text(front: list[Term]) -> str:
    between = [
        ", "
        if isinstance(one, Word) and isinstance(two, Word) and one.rank == two.rank and one.negated
        else " "
        for one, two in pairwise(front)
    ]
    categories = [part.rank[0] for part in front]
    bare = ", " not in between and all(
        isinstance(part, Word)
        or (
            isinstance(part, AnyOf)
            and part.category is not None
            and categories.count(part.category) == 1
            and (part.category < Category.CARD_TYPE or part is front[-1])
        )
        for part in front
    )
    texts = [part.text if bare or isinstance(part, Word) else f"({part.phrase})" for part in front]
    return "".join(text + gap for text, gap in zip_longest(texts, between, fillvalue=""))


@dataclass(frozen=True, slots=True)
class Restriction:
    """Which card names an effect lets a player choose. CR 201.4a.

    `text` says it in one fixed wording, "any" for no restriction at all; parsed again, it gives an
    equal restriction. Only the characteristics of the one face matter (CR 201.4b-f).

    >>> from oracle_names.restrictions import parse_restriction
    >>> dryad_arbor = Face("Dryad Arbor", "", 0, "Land Creature - Forest Dryad", "G", "G")
    >>> parse_restriction("creature").holds(dryad_arbor), parse_restriction("nonland").holds(dryad_arbor)
    (True, False)
    >>> [(term.text, term.shown(dryad_arbor)) for term in parse_restriction("nonland").unmet(dryad_arbor)]
    [('nonland', 'Land Creature - Forest Dryad')]
    """

    text: str
    term: Term

    @property
    def is_any(self) -> bool:
        """Whether every name of a card will do."""
        return self.term == ANY.term

    @property
    def needs_binding(self) -> bool:
        """Whether it asks about other cards: `bind` it first, or those parts stay unknown."""
        return self.term.needs_binding

    def holds(self, face: Face) -> bool | None:
        """Whether the name of this face may be chosen; None: the data or the rules do not say."""
        return self.term.holds(face)

    def unmet(self, face: Face) -> tuple[Term, ...]:
        """The smallest terms that make it False, in the order of the text; else empty."""
        return self.term.unmet(face) if self.term.holds(face) is False else ()

    def unknown(self, face: Face) -> tuple[str, ...]:
        """What is missing for an answer: "type line", "mana cost of Fire", in the order of the text.

        Empty when the answer is True or False. Empty with None: nothing is missing, but neither
        the card nor the rules settle it (power `*`; two cards without a mana cost; changeling).
        """
        return self.term.unknown(face) if self.term.holds(face) is None else ()

    def bind(self, resolver: Resolver) -> Restriction:
        """The same restriction, with the costs, values and lists it asks for filled in."""
        return Restriction(self.text, self.term.bind(resolver)) if self.needs_binding else self


def restriction_of(term: Term) -> Restriction:
    """The restriction that a term makes, with its text."""
    return Restriction(term.phrase, term)


ANY = restriction_of(all_of(()))
"""No restriction: "choose a card name"."""
