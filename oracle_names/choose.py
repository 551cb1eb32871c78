"""May this name be chosen for this effect?

Rules: CR 201.4 (the name of a card), 201.4a (with certain characteristics), 201.4b-f (halves, faces
and alternatives), 201.4g (interchangeable names), and 709.4a, 710.5, 712.19, 715.5, 720.5, 722.5.

The judgement is of a *name*. Several cards may bear it; a restriction is met when one of them, in the
universe, meets it with the characteristics of the face that has the name. A card's format never matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from oracle_names.cards import Card, Face
from oracle_names.effects import LIMITS, Effect
from oracle_names.identify import AMBIGUOUS, NO_CARD, UNKNOWN, Bearer, Identification
from oracle_names.layouts import Arrangement
from oracle_names.reasons import Reason, Statement
from oracle_names.restrictions import Restriction
from oracle_names.store.reader import Reader
from oracle_names.text import fold_name, join_names
from oracle_names.tokens import what_it_is
from oracle_names.universe import DIGITAL, UNIVERSES, describe, find_switch

_NONTRADITIONAL_TYPES = frozenset({"Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon"})
"""CR 108.2a. Attractions are nontraditional too, but are told by their subtype."""

# CR 201.4 has no subrule for these two: it is silent on which characteristics count.
_RULES_OPEN = {Arrangement.OMEN: "720.5", Arrangement.PREPARATION: "722.5"}
_MOST_NOTED = 5


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer to "may this name be chosen?", with every reason and its rule.

    `legal` is True, False or None. None means: the words are ambiguous, the effect limits the choice in
    a way nobody has told, the rules leave it open - or, if `is_data_missing`, that a characteristic is
    not in the data. `chosen_names` are all names that the choice chooses (CR 201.4g).
    """

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
    candidates: tuple[dict[str, Any], ...] = ()
    is_data_missing: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The `choose` document's own fields (schema and data are added by the caller)."""
        return {
            "input": self.identification.words,
            "effect": {"card": self.effect.card if self.effect else None, "restriction": self.restriction},
            "universe": self.universe,
            "legal": self.legal,
            "name": self.name,
            "card": self.card.name if self.card else None,
            "chosen_names": list(self.chosen_names),
            "reasons": [reason.to_dict() for reason in self.reasons],
            "notes": [note.to_dict() for note in self.notes],
            "candidates": list(self.candidates),
            "identification": self.identification.to_dict(),
        }


def check_choice(
    meant: Identification,
    restriction: Restriction,
    reader: Reader,
    *,
    effect: Effect | None = None,
    universe: str = "paper",
    among: Sequence[str] = (),
) -> Verdict:
    """Whether the name that was identified may be chosen. CR 201.4.

    `restriction` is what the effect asks for, already bound to the cards it mentions; `among` are the
    names to choose from where the effect has such a list (revealed cards ...), an empty list if unknown.
    """
    return _Choice(meant, restriction, reader, effect, universe, among).verdict()


class _Choice:
    """One choice being judged."""

    def __init__(
        self,
        meant: Identification,
        restriction: Restriction,
        reader: Reader,
        effect: Effect | None,
        universe: str,
        among: Sequence[str],
    ) -> None:
        self.meant = meant
        self.restriction = restriction
        self.reader = reader
        self.effect = effect
        self.universe = universe
        self.among = among
        self.notes: list[Statement] = []

    def verdict(self) -> Verdict:
        meant = self.meant
        if meant.status == AMBIGUOUS:
            return self._ambiguous()
        if meant.status == UNKNOWN:
            reason = Reason.UNKNOWN_NAME if fold_name(meant.words) else Reason.NOT_A_NAME
            return self._end(False, [reason.says(name=_short(meant.words))])
        if meant.status == NO_CARD:
            return self._no_card()
        if meant.name is None:
            return self._whole_name(meant.bearers[0].card)
        universe = UNIVERSES[self.universe]
        bearers = [bearer for bearer in meant.bearers if bearer.name == meant.name]
        admitted = [bearer for bearer in bearers if bearer.card.universe in universe]
        if not admitted:
            others = [bearer for bearer in meant.bearers if bearer.name != meant.name]
            return self._outside(bearers[0], others)
        return self._judge(admitted, bearers)

    # -- what cannot be judged as the name of a card ---------------------------------------------

    def _ambiguous(self) -> Verdict:
        bearers = self.meant.bearers
        names = join_names(list(dict.fromkeys(bearer.name for bearer in bearers)), "or")
        reason = Reason.AMBIGUOUS.says(name=self.meant.words, names=names)
        candidates = [self._candidate(bearer) for bearer in bearers if bearer.face is not None]
        return self._end(None, [reason], candidates=candidates)

    def _no_card(self) -> Verdict:
        meant = self.meant
        if meant.other is not None:
            other = meant.other
            if other.kind == "unknown-layout":
                reason = Reason.LAYOUT_UNKNOWN.says(name=other.name, layout=other.detail)
                return self._end(None, [reason], is_data_missing=True)
            if other.kind == "token":  # CR 111.10; its detail is the subrule
                return self._end(False, [Reason.TOKEN.says(rule=other.detail, name=other.name, made_by="")])
            row = {"set-name": Reason.SET_NAME, "dungeon-room": Reason.DUNGEON_ROOM}.get(
                other.kind, Reason.OTHER
            )
            what = "the name of a playtest card, helper, token or other thing"
            return self._end(False, [row.says(name=other.name, by=other.detail, what=what)])
        thing = meant.bearers[0]
        row = {
            "token": Reason.TOKEN,
            "emblem": Reason.EMBLEM,
            "sheet": Reason.SHEET,
            "art": Reason.ART,
        }.get(meant.kind or "", Reason.OTHER)
        what = "a helper card for the table"
        return self._end(False, [row.says(name=thing.name, made_by=self._made_by(meant.bearers), what=what)])

    def _whole_name(self, card: Card) -> Verdict:
        names = card.layout.names
        reason = Reason.WHOLE_NAME.says(
            rule=names.whole,
            card=card.name,
            arrangement=_a(card.layout.arrangement.value),
            names=join_names(list(card.names), "or"),
        )
        candidates = [
            self._candidate(Bearer(face.name, card, index)) for index, face in enumerate(card.faces)
        ]
        return self._end(False, [reason], card=card, candidates=candidates)

    def _outside(self, first: Bearer, others: Sequence[Bearer]) -> Verdict:
        word = first.card.universe
        row = Reason.OUTSIDE_DIGITAL if word == DIGITAL else Reason.OUTSIDE_UNIVERSE
        what = describe(first.card)
        reason = row.says(name=first.name, what=what, switch=find_switch(word))
        self.notes.append(Reason.RULES_OPEN_UNIVERSE.says(what=what))
        self._note_how_it_was_said(first)
        candidates = [self._candidate(bearer) for bearer in others if bearer.face is not None]
        return self._end(False, [reason], name=first.name, card=first.card, candidates=candidates)

    def _made_by(self, bearers: Sequence[Bearer]) -> str:
        """The words "made by X" for a token or emblem, with a space before; empty if nobody is known."""
        makers: list[str] = []
        for bearer in bearers:
            face = 0 if bearer.face is None else bearer.face
            makers += self.reader.find_makers(bearer.card.faces[face].name)
        makers = list(dict.fromkeys(makers))
        if not makers:
            return ""
        if len(makers) > _MOST_NOTED:
            makers[3:] = [f"{len(makers) - 3} more cards"]
        return f" made by {join_names(makers)}"

    # -- names of cards ---------------------------------------------------------------------------

    def _judge(self, admitted: list[Bearer], bearers: list[Bearer]) -> Verdict:
        results = [self._check(bearer) for bearer in admitted]
        best = next((i for i, (holds, *_) in enumerate(results) if holds), None)
        if best is None:
            best = next((i for i, (holds, *_) in enumerate(results) if holds is None), 0)
        holds, statements, is_data_missing = results[best]
        if holds is False and len(admitted) > 1:
            statements = [statement for _, listed, _ in results for statement in listed]
        first = admitted[best]
        names = self.reader.find_same_names(first.name)
        reasons = [] if self.meant.matched_by == "interchangeable" else [self._why_a_name(first)]
        if names:
            reasons.append(Reason.INTERCHANGEABLE.says(name=first.name, other=join_names(names)))
        legal, open_reasons = self._with_list(first, holds)
        reasons += [*statements, *open_reasons]
        self._note_bearer(first)
        self._note_others(first, bearers)
        self._note_effect()
        return self._end(
            legal,
            reasons,
            name=first.name,
            card=first.card,
            chosen_names=(first.name, *names) if legal is not False else (),
            is_data_missing=is_data_missing and legal is None,
        )

    def _check(self, bearer: Bearer) -> tuple[bool | None, list[Statement], bool]:
        """Whether this bearer meets the restriction, why, and whether data is missing."""
        restriction = self.restriction
        if restriction.is_any:
            return True, [], False
        face = bearer.card.characteristics(bearer.face or 0)
        holds = restriction.holds(face)
        if holds is None:
            missing = restriction.unknown(face)
            if not missing:
                open_terms = [term for term in restriction.term.leaves if term.holds(face) is None]
                if any(term.looks_at == "mana cost" for term in open_terms):
                    return None, [Reason.COST_OPEN.says()], False
                shown = _shown(restriction, face)
                reason = Reason.NOT_SETTLED.says(name=bearer.name, restriction=restriction.text, shown=shown)
                return None, [reason], False
            reason = Reason.CHARACTERISTIC_UNKNOWN.says(name=bearer.name, missing=join_names(list(missing)))
            return None, [reason], True
        by_text = self._check_text(face)
        if by_text is not None and by_text is not holds:
            row = self._text_types(face)
            if by_text:
                self.notes.append(row)
                return True, [], False
            return None, [row], False
        if holds:
            shown = _shown(restriction, face)
            reason = Reason.RESTRICTION_MET.says(name=bearer.name, restriction=restriction.text, shown=shown)
            return True, [reason], False
        unmet = restriction.unmet(face)
        reason = Reason.RESTRICTION_UNMET.says(
            name=bearer.name,
            restriction=restriction.text,
            shown=join_names(list(dict.fromkeys(term.shown(face) for term in unmet))),
        )
        return False, [reason], False

    def _check_text(self, face: Face) -> bool | None:
        """What the restriction says if the types that the text gives count; None if it gives none."""
        found = self.reader.find_text_characteristics(face.name)
        if found is None or face.types is None:
            return None
        printed = face.types
        left = " ".join((*printed.supertypes, *printed.types, *found[0]))
        right = " ".join((*printed.subtypes, *found[1]))
        return self.restriction.holds(replace(face, type_line=f"{left} \N{EM DASH} {right}"))

    def _text_types(self, face: Face) -> Statement:
        found = self.reader.find_text_characteristics(face.name)
        types = " ".join(found[0]).lower() if found else ""
        return Reason.RULES_OPEN_TEXT.says(name=face.name, types=_a(types))

    def _with_list(self, bearer: Bearer, holds: bool | None) -> tuple[bool | None, list[Statement]]:
        """Whether the name is one of those to choose from, where the effect has such a list."""
        limit = self.effect.limit if self.effect else ""
        if self.among:
            keys = {fold_name(name) for name in (bearer.name, *self.reader.find_same_names(bearer.name))}
            if keys & {fold_name(name) for name in self.among}:
                return holds, [Reason.AMONG_MET.says(name=bearer.name)]
            return False, [Reason.AMONG_UNMET.says(name=bearer.name, names=join_names(list(self.among)))]
        if limit in _OPEN_LIMITS and holds is not False:
            return None, [Reason.LIMIT_OPEN.says(limit=_OPEN_LIMITS[limit])]
        return holds, []

    def _why_a_name(self, bearer: Bearer) -> Statement:
        card = bearer.card
        if card.layout.name == "name_only":
            return Reason.NAME_WITHOUT_DATA.says(name=bearer.name)
        types = _nontraditional(card)
        if types:
            return Reason.NONTRADITIONAL.says(name=bearer.name, types=types)
        part = card.part(bearer.face or 0)
        if card.layout.arrangement is Arrangement.SINGLE:
            return Reason.CARD_NAME.says(name=bearer.name, card=card.name)
        more = part.rules[1:]
        return Reason.PART_NAME.says(
            rule=part.rules[0],
            name=bearer.name,
            role=_the(part.role),
            arrangement=card.layout.arrangement.value,
            card=self._card_in_words(card),
            also=f" (also CR {', '.join(more)})" if more else "",
        )

    def _card_in_words(self, card: Card) -> str:
        """The card's name in quotes; for a combined back the names of the pair, which alone are cards."""
        if card.layout.arrangement is not Arrangement.MELD_BACK:
            return repr(card.name)
        related = self.reader.get_related(self.reader.find_card_id(card))
        return join_names([repr(part.name) for part in related if part.component == "meld_part"])

    # -- notes ------------------------------------------------------------------------------------

    def _note_bearer(self, bearer: Bearer) -> None:
        self._note_how_it_was_said(bearer)
        card = bearer.card
        arrangement = card.layout.arrangement
        if arrangement in _RULES_OPEN and bearer.face and not self.restriction.is_any:
            rule = _RULES_OPEN[arrangement]
            self.notes.append(
                Reason.RULES_OPEN_ALTERNATIVE.says(rule=rule, arrangement=_a(arrangement.value))
            )
        if card.universe != "card":
            self.notes.append(Reason.RULES_OPEN_UNIVERSE.says(what=describe(card)))
        types = _nontraditional(card)
        if types and types not in ("Conspiracy", "Attraction"):
            self.notes.append(Reason.RULES_OPEN_NONTRADITIONAL.says(types=types.lower()))

    def _note_how_it_was_said(self, bearer: Bearer) -> None:
        row = {
            "alternate-name": Reason.ALTERNATE_NAME,
            "digital-title": Reason.DIGITAL_TITLE,
            "former-name": Reason.FORMER_NAME,
            "foreign": Reason.FOREIGN_NAME,
        }.get(self.meant.matched_by or "")
        if row is not None:
            self.notes.append(row.says(said=self.meant.words, name=bearer.name))
        if self.meant.card and self.meant.card.printing.rebalanced and bearer.card is not self.meant.card:
            self.notes.append(Reason.REBALANCED.says(name=bearer.name))

    def _note_others(self, first: Bearer, bearers: list[Bearer]) -> None:
        """The other things that bear the name: cards, and tokens by their names before and since 2021."""
        others = [bearer for bearer in bearers if bearer is not first]
        for bearer in others[:_MOST_NOTED]:
            what = _described(bearer)
            self.notes.append(Reason.ALSO_NAME_OF.says(name=first.name, what=what))
        if len(others) > _MOST_NOTED:
            what = f"the name of {len(others) - _MOST_NOTED} more cards"
            self.notes.append(Reason.ALSO_NAME_OF.says(name=first.name, what=what))
        tokens = [
            row
            for row in self.reader.find_names(fold_name(first.name))
            if row.form == "part" and row.name == first.name and row.universe == "not_a_card"
        ]
        for row in tokens:
            card = self.reader.get_card(row.card_id)
            if what_it_is(card) != "token":
                continue
            types = card.faces[row.face or 0].types
            if types is not None and row.name == " ".join(types.subtypes):
                self.notes.append(Reason.ALSO_TOKEN.says(name=first.name))
            elif not any(maker == first.card.name for maker in self.reader.find_makers(row.name)):
                self.notes.append(Reason.ALSO_NAMED_TOKEN.says(name=first.name, made_by=""))
            break

    def _note_effect(self) -> None:
        if self.effect is None:
            return
        if "double-agenda" in self.effect.uses:
            self.notes.append(Reason.TWO_NAMES.says())
        if self.effect.limit and self.effect.limit not in _OPEN_LIMITS:
            self.notes.append(Reason.LIMIT.says(limit=LIMITS[self.effect.limit]))

    # -- the document -------------------------------------------------------------------------------

    def _candidate(self, bearer: Bearer) -> dict[str, Any]:
        """One name to choose instead, and whether it is legal here."""
        holds: bool | None = False
        if bearer.card.universe in UNIVERSES[self.universe]:
            holds = self.restriction.holds(bearer.card.characteristics(bearer.face or 0))
            holds, _ = self._with_list(bearer, holds)
        return {**bearer.to_dict(), "legal": holds}

    def _end(
        self,
        legal: bool | None,
        reasons: Sequence[Statement],
        *,
        name: str | None = None,
        card: Card | None = None,
        chosen_names: tuple[str, ...] = (),
        candidates: Sequence[dict[str, Any]] = (),
        is_data_missing: bool = False,
    ) -> Verdict:
        return Verdict(
            self.meant,
            self.effect,
            self.restriction.text,
            self.universe,
            legal,
            tuple(reasons),
            tuple(dict.fromkeys(self.notes)),
            name,
            card,
            chosen_names,
            tuple(candidates),
            is_data_missing,
        )


_OPEN_LIMITS = {
    "revealed": "only the name of a revealed card may be chosen; say which were revealed with --among",
    "random": "the name is chosen at random; say which names with --among",
    "guessed": "the name is a guess at one card: any may be guessed, one is right; say which with --among",
    "same-mana-cost": "the card must have the same mana cost as the one the effect looks at; ask with"
    " --restriction 'with the same mana cost as CARD', or say which names with --among",
    "same-mana-value": "the card must have the same mana value as the one the effect looks at; ask with"
    " --restriction 'with mana value N', or say which names with --among",
}


def _nontraditional(card: Card) -> str:
    """The type of a nontraditional card (CR 108.2a), or an empty text for a traditional one."""
    types = card.faces[0].types
    if types is None:
        return ""
    if "Attraction" in types.subtypes:
        return "Attraction"
    return next((word for word in types.types if word in _NONTRADITIONAL_TYPES), "")


def _described(bearer: Bearer) -> str:
    card = bearer.card
    outside = f" ({describe(card)})" if card.universe != "card" else ""
    if len(card.faces) == 1:
        line = card.faces[0].type_line or "card of which only the name is known"
        return f"the name of another card, {_a(line)}{outside}"
    part = card.part(bearer.face or 0)
    return f"{_the(part.role)} of the {card.layout.arrangement.value} {card.name!r}{outside}"


def _shown(restriction: Restriction, face: Face) -> str:
    return join_names(list(dict.fromkeys(term.shown(face) for term in restriction.term.leaves)))


def _the(role: str) -> str:
    return f"one {role}" if role == "half" else f"the {role}"


def _a(words: str) -> str:
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"


def _short(words: str) -> str:
    return words if len(words) <= 80 else words[:77] + "..."
