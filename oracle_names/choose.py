"""May this name be chosen for this effect?

Rules: CR 201.4 (the name of a card), 201.4a (with certain characteristics), 201.4b-f (halves, faces
and alternatives), 201.4g (interchangeable names), and 709.4a, 710.5, 712.19, 715.5, 720.5, 722.5.

The judgement is of a *name*. Several cards may bear it; a restriction is met when one of them, in the
universe, meets it with the characteristics of the face that has the name. A card's format never matters.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from oracle_names.cards import Card, Face, TypeLine
from oracle_names.effects import LIMITS, Effect
from oracle_names.identify import AMBIGUOUS, IDENTIFIED, NO_CARD, UNKNOWN, Bearer, Identification, identify
from oracle_names.layouts import Arrangement
from oracle_names.reasons import Reason, Statement
from oracle_names.restrictions import Restriction, Term
from oracle_names.store.reader import Reader
from oracle_names.text import WHOLE_NAME_SEPARATOR, fold_name, join_names, shorten, split_whole_name
from oracle_names.tokens import token_name, what_it_is
from oracle_names.universe import CARD, DIGITAL, FUNNY, NOT_A_CARD, UNIVERSES, describe, find_switch
from oracle_names.verdict import Candidate, Verdict

_NONTRADITIONAL_TYPES = frozenset({"Plane", "Phenomenon", "Scheme", "Vanguard", "Conspiracy", "Dungeon"})
"""CR 108.2a. Attractions are nontraditional too, but are told by their subtype."""

# CR 201.4 has no subrule for these two: it is silent on which characteristics count.
_RULES_OPEN = {Arrangement.OMEN: "720.5", Arrangement.PREPARATION: "722.5"}
_MOST_NOTED = 5


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
            return self._unknown()
        if meant.status == NO_CARD:
            return self._no_card()
        if meant.name is None:
            return self._whole_name(meant.bearers[0].card)
        universe = UNIVERSES[self.universe]
        bearers = [bearer for bearer in meant.bearers if bearer.name == meant.name]
        admitted = [
            bearer for bearer in bearers if bearer.card.universe in universe or self._is_listed(bearer)
        ]
        if not admitted:
            others = [bearer for bearer in meant.bearers if bearer.name != meant.name]
            return self._outside(bearers[0], others)
        return self._judge(admitted, bearers)

    def _is_listed(self, bearer: Bearer) -> bool:
        """Whether the effect itself names this card among those to choose from: then it is one of them."""
        if self.effect is None or bearer.face is None:
            return False
        face = bearer.card.characteristics(bearer.face)
        return any(term.looks_at == "name" and term.holds(face) for term in self.restriction.term.leaves)

    # -- what cannot be judged as the name of a card ---------------------------------------------

    def _unknown(self) -> Verdict:
        said = self.meant.said
        if not fold_name(said):
            return self._end(False, [Reason.NOT_A_NAME.says(name=said)])
        # Words such as "Ice // Fire" hold names, though not of one card in this order.
        parts = [] if WHOLE_NAME_SEPARATOR not in said else split_whole_name(said)[:_MOST_NOTED]
        found = [identify(part, self.reader, self.universe) for part in parts]
        bearers = [part.bearers[0] for part in found if part.name is not None and part.status == IDENTIFIED]
        candidates = [self._candidate(bearer) for bearer in bearers]
        return self._end(False, [Reason.UNKNOWN_NAME.says(name=shorten(said))], candidates=candidates)

    def _ambiguous(self) -> Verdict:
        bearers = self.meant.bearers
        names = join_names(list(dict.fromkeys(bearer.name for bearer in bearers)), "or")
        reason = Reason.AMBIGUOUS.says(name=self.meant.said, names=names)
        candidates = [self._candidate(bearer) for bearer in bearers if bearer.face is not None]
        return self._end(None, [reason], candidates=candidates)

    def _no_card(self) -> Verdict:
        meant = self.meant
        if meant.other is None:
            return self._end(False, [self._what_it_is(meant.bearers)])
        other = meant.other
        if other.kind == "unknown-layout":
            reason = Reason.LAYOUT_UNKNOWN.says(name=other.name, layout=other.detail)
            return self._end(None, [reason], is_data_missing=True)
        if other.kind == "token":  # CR 111.10; its detail is the subrule
            return self._end(False, [_token(other.name, other.detail)])
        if other.kind == "other":
            # It may be a playtest card: where those are admitted, the data does not say enough.
            is_open = self.universe == "all"
            reason = Reason.NAME_OF_NO_CARD.says(name=other.name)
            return self._end(None if is_open else False, [reason], is_data_missing=is_open)
        row = {"set-name": Reason.SET_NAME, "dungeon-room": Reason.DUNGEON_ROOM}[other.kind]
        return self._end(False, [row.says(name=other.name, by=other.detail)])

    def _what_it_is(self, things: Sequence[Bearer]) -> Statement:
        """The refusal of a name that only tokens, emblems, sheets or art cards have."""
        name = things[0].name
        face = things[0].card.faces[things[0].face or 0]
        made_by = self._made_by(things)
        if self.meant.kind == "token":
            ruled = token_name(face.name, face.types)
            if name != ruled:
                return Reason.TOKEN_DEFAULT.says(name=name, ruled=ruled, made_by=made_by)
            predefined = [row for row in self.reader.find_other(fold_name(ruled)) if row.kind == "token"]
            return _token(name, predefined[0].detail if predefined else "", made_by)
        row = {"emblem": Reason.EMBLEM, "sheet": Reason.SHEET, "art": Reason.ART}.get(
            self.meant.kind or "", Reason.OTHER
        )
        return row.says(name=name, made_by=made_by, what="a helper card for the table")

    def _whole_name(self, card: Card) -> Verdict:
        names = card.layout.names
        reason = Reason.WHOLE_NAME.says(
            rule=names.whole,
            card=card.name,
            arrangement=_a(card.layout.arrangement.value),
            names=join_names(list(card.names), "or"),
        )
        reasons = [reason]
        if card.universe not in UNIVERSES[self.universe]:
            reasons.append(self._outside_universe(card.name, card))
        candidates = [
            self._candidate(Bearer(face.name, card, index)) for index, face in enumerate(card.faces)
        ]
        return self._end(False, reasons, card=card, candidates=candidates)

    def _outside_universe(self, name: str, card: Card) -> Statement:
        row = Reason.OUTSIDE_DIGITAL if card.universe == DIGITAL else Reason.OUTSIDE_UNIVERSE
        return row.says(name=name, what=describe(card), switch=find_switch(card.universe))

    def _outside(self, first: Bearer, others: Sequence[Bearer]) -> Verdict:
        reason = self._outside_universe(first.name, first.card)
        self._note_universe(first.card)
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
        results = [self._check(bearer, is_one_of_many=len(admitted) > 1) for bearer in admitted]
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
        self._note_bearer(first, bearers)
        self._note_others(first, bearers)
        self._note_effect()
        for bearer in self.meant.bearers:
            if bearer.name != first.name and self.meant.matched_by == "folded" and bearer.face is not None:
                what = _described(bearer)
                self.notes.append(Reason.ALSO_SPELT.says(said=self.meant.said, name=bearer.name, what=what))
        return self._end(
            legal,
            reasons,
            name=first.name,
            card=first.card,
            chosen_names=(first.name, *names) if legal else (),
            is_data_missing=is_data_missing and legal is None,
        )

    def _check(self, bearer: Bearer, *, is_one_of_many: bool) -> tuple[bool | None, list[Statement], bool]:
        """Whether this bearer meets the restriction, why, and whether data is missing."""
        restriction = self.restriction
        if restriction.is_any:
            return True, [], False
        face = self._face_with_its_text(bearer)
        holds = restriction.holds(face)
        words = {"name": bearer.name, "restriction": restriction.text}
        which = f" ({bearer.card.name})" if is_one_of_many else ""
        if holds:
            shown = _shown(restriction.term.leaves, face) + which
            return True, [Reason.RESTRICTION_MET.says(**words, shown=shown)], False
        if holds is False:
            shown = _shown(restriction.unmet(face), face) + which
            return False, [Reason.RESTRICTION_UNMET.says(**words, shown=shown)], False
        missing = restriction.unknown(face)
        if missing:
            of_face = [what if " of " in what else f"{what} of {bearer.name!r}" for what in missing]
            reason = Reason.CHARACTERISTIC_UNKNOWN.says(missing=join_names(of_face))
            return None, [reason], True
        open_terms = [term for term in restriction.term.leaves if term.holds(face) is None]
        if any(term.looks_at == "mana cost" for term in open_terms):
            return None, [Reason.COST_OPEN.says()], False
        shown = _shown(open_terms, face) + which
        return None, [Reason.NOT_SETTLED.says(**words, shown=shown)], False

    def _face_with_its_text(self, bearer: Bearer) -> Face:
        """The characteristics that count, with the types that the card's own text gives it (CR 113.6c)."""
        face = bearer.card.characteristics(bearer.face or 0)
        found = self.reader.find_text_characteristics(bearer.name)
        if found is None or face.types is None:
            return face
        printed = face.types
        left = " ".join((*printed.supertypes, *printed.types, *found[0]))
        right = " ".join((*printed.subtypes, *found[1]))
        with_text = face._replace(type_line=f"{left} \N{EM DASH} {right}")
        if self.restriction.holds(face) is not self.restriction.holds(with_text):
            types = _a(" ".join(found[0]).lower())
            self.notes.append(Reason.RULES_OPEN_TEXT.says(name=face.name, types=types))
        return with_text

    def _with_list(self, bearer: Bearer, holds: bool | None) -> tuple[bool | None, list[Statement]]:
        """Whether the name is one of those to choose from, where the effect has such a list."""
        limit = self.effect.limit if self.effect else ""
        if self.among:
            keys = {fold_name(name) for name in (bearer.name, *self.reader.find_same_names(bearer.name))}
            if keys & {fold_name(name) for name in self.among}:
                return holds, [Reason.AMONG_MET.says(name=bearer.name)]
            return False, [Reason.AMONG_UNMET.says(name=bearer.name, names=join_names(list(self.among)))]
        if limit in _OPEN_LIMITS and holds is not False:
            what = self.restriction.text + " " if not self.restriction.is_any else ""
            return None, [Reason.LIMIT_OPEN.says(limit=_OPEN_LIMITS[limit].format(what=what))]
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
            return Reason.CARD_NAME.says(name=bearer.name)
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
        related = self.reader.find_related(self.reader.get_card_id(card))
        return join_names([repr(part.name) for part in related if part.component == "meld_part"])

    # -- notes ------------------------------------------------------------------------------------

    def _note_bearer(self, bearer: Bearer, bearers: list[Bearer]) -> None:
        self._note_how_it_was_said(bearer)
        card = bearer.card
        arrangement = card.layout.arrangement
        if arrangement in _RULES_OPEN and bearer.face and not self.restriction.is_any:
            rule = _RULES_OPEN[arrangement]
            self.notes.append(
                Reason.RULES_OPEN_ALTERNATIVE.says(rule=rule, arrangement=_a(arrangement.value))
            )
        if card.universe != CARD and all(other.card.universe != CARD for other in bearers):
            self._note_universe(card)
        types = _nontraditional(card)
        if types and types not in ("Conspiracy", "Attraction"):
            self.notes.append(Reason.RULES_OPEN_NONTRADITIONAL.says(types=types.lower()))

    def _note_universe(self, card: Card) -> None:
        rule = Reason.OUTSIDE_UNIVERSE.rule if card.universe == FUNNY else Reason.OUTSIDE_DIGITAL.rule
        self.notes.append(Reason.RULES_OPEN_UNIVERSE.says(rule=rule, what=describe(card)))

    def _note_how_it_was_said(self, bearer: Bearer) -> None:
        row = _HOW_IT_WAS_SAID.get(self.meant.matched_by or "")
        if row is not None:
            self.notes.append(row.says(said=self.meant.said, name=bearer.name))
        if self.meant.is_rebalanced:
            self.notes.append(Reason.REBALANCED.says(name=bearer.name))

    def _note_others(self, first: Bearer, bearers: list[Bearer]) -> None:
        """The other things that bear the name: cards, and tokens by their names before and since 2021."""
        others = [bearer for bearer in bearers if bearer is not first] if len(bearers) > 1 else []
        for bearer in others[:_MOST_NOTED]:
            what = _described(bearer)
            self.notes.append(Reason.ALSO_NAME_OF.says(name=first.name, what=what))
        if len(others) > _MOST_NOTED:
            what = f"the name of {len(others) - _MOST_NOTED} more cards"
            self.notes.append(Reason.ALSO_NAME_OF.says(name=first.name, what=what))
        tokens = [
            row
            for row in self.reader.find_names(fold_name(first.name))
            if row.form == "part" and row.name == first.name and row.universe == NOT_A_CARD
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
            limit = self.effect.limit
            self.notes.append(Reason.LIMIT.says(rule=_LIMIT_RULES[limit], limit=LIMITS[limit]))

    # -- the document -------------------------------------------------------------------------------

    def _candidate(self, bearer: Bearer) -> Candidate:
        """One name to choose instead, and whether it is legal here: judged as a name, like any other."""
        meant = identify(bearer.name, self.reader, self.universe)
        choice = _Choice(meant, self.restriction, self.reader, self.effect, self.universe, self.among)
        card = bearer.card
        return Candidate(bearer.name, card.name, card.oracle_id, bearer.face, choice.verdict().legal)

    def _end(
        self,
        legal: bool | None,
        reasons: Sequence[Statement],
        *,
        name: str | None = None,
        card: Card | None = None,
        chosen_names: tuple[str, ...] = (),
        candidates: Sequence[Candidate] = (),
        is_data_missing: bool = False,
    ) -> Verdict:
        return Verdict(
            self.meant,
            self.effect,
            self.restriction.text,
            self.universe,
            legal,
            tuple(dict.fromkeys(reasons)),
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
    "same-mana-cost": "the card must have the same mana cost as the one the effect looks at; instead of --for"
    " ask with --restriction '{what}with the same mana cost as CARD'; or say which names with --among",
    "same-mana-value": "the card must have the same mana value as the one the effect looks at: instead of"
    " --for, ask with --restriction '{what}with mana value N'; or say which names with --among",
    "not-understood": "the card limits the choice in words that this version does not understand",
}
_HOW_IT_WAS_SAID = {
    "alternate-name": Reason.ALTERNATE_NAME,
    "digital-title": Reason.DIGITAL_TITLE,
    "former-name": Reason.FORMER_NAME,
    "foreign": Reason.FOREIGN_NAME,
}
_LIMIT_RULES = {"once-each": "707.13"}


def _token(name: str, rule: str, made_by: str = "") -> Statement:
    """The refusal of a token's name; `rule` is the one that predefines the token, if one does."""
    predefined = f"predefined (CR {rule}) " if rule else ""
    return Reason.TOKEN.says(name=name, predefined=predefined, made_by=made_by)


def _nontraditional(card: Card) -> str:
    """The type of a nontraditional card (CR 108.2a), or an empty text for a traditional one."""
    return _nontraditional_type(card.faces[0].types)


@lru_cache(maxsize=4096)
def _nontraditional_type(types: TypeLine | None) -> str:
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


def _shown(terms: Sequence[Term], face: Face) -> str:
    """What the terms look at, as it reads on the face: ": Instant"; empty if it is only the name."""
    shown = [term.shown(face) for term in terms if term.looks_at != "name"]
    return f": {join_names(list(dict.fromkeys(shown)))}" if shown else ""


def _the(role: str) -> str:
    return f"one {role}" if role == "half" else f"the {role}"


def _a(words: str) -> str:
    return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"
