"""How answers look: as a JSON document, or as text for a person."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from oracle_names.effects import CHOOSERS, LIMITS, TIMINGS, USES, Effect
from oracle_names.reasons import RULES_EDITION
from oracle_names.record import CardRecord, Status
from oracle_names.store.reader import Source
from oracle_names.store.schema import SCHEMA_VERSION
from oracle_names.text import join_names
from oracle_names.verdict import Verdict

_MOST_SHOWN = 12


def to_json(document: dict[str, Any], indent: int | None = 2) -> str:
    """A document as JSON text; one line with `indent=None`."""
    return json.dumps(document, ensure_ascii=False, indent=indent, allow_nan=False)


def verdict_text(verdict: Verdict, source: Source) -> str:
    """A verdict for a person: the answer, its reasons and notes with their rules."""
    said = verdict.name or (verdict.card.name if verdict.card else verdict.identification.said)
    if verdict.legal is None:
        answer = "UNKNOWN (not in the data)" if verdict.is_data_missing else "UNDECIDED"
    else:
        answer = "LEGAL" if verdict.legal else "NOT LEGAL"
    asked = f"{verdict.effect.card}: " if verdict.effect is not None else ""
    asked += f"choose {_asks_for(verdict.restriction)} (universe: {verdict.universe})"
    lines = [f"{said or repr(said)}: {answer}", f"  asked   {asked}"]
    if verdict.card is not None and verdict.card.name != said:
        lines.append(f"  card    {verdict.card.name}")
    if len(verdict.chosen_names) > 1:
        lines.append(f"  chosen  {join_names(list(verdict.chosen_names))}")
    for reason in verdict.reasons:
        lines.append(f"  {_rule(reason.rule)}  {reason.text}")
    for note in verdict.notes:
        lines.append(f"  note    {note.text} ({_rule(note.rule)})")
    for candidate in verdict.candidates:
        legal = {True: "legal", False: "not legal", None: "undecided"}[candidate.legal]
        lines.append(f"  choose  {candidate.name} ({legal} here)")
    for effect in verdict.effects:
        lines.append(f"  effect  {effect.card}: {_asks_for(effect.restriction)}")
    lines.append(f"  data    {source.name} of {source.date}; Comprehensive Rules of {RULES_EDITION}")
    return "\n".join(lines)


def card_text(record: CardRecord, source: Source) -> str:
    """A card's record for a person."""
    meant = record.identification
    card = record.card
    if card is None:
        lines = [
            f"{meant.words}: {meant.status.replace('_', ' ')}" + (f" ({meant.kind})" if meant.kind else "")
        ]
        lines += [f"  {bearer.name}  ({bearer.card.name})" for bearer in meant.candidates]
        lines += [f"  {_rule(reason.rule)}  {reason.text}" for reason in record.reasons]
        lines += [f"  {meant.question}"] if meant.question else []
        return "\n".join(lines)
    lines = [card.name, f"  layout     {card.layout.name} ({card.layout.arrangement.value}), {card.universe}"]
    for name in record.names:
        face = name.characteristics
        lines.append(f"  {name.role}: {name.name} (CR {', '.join(name.rules)})")
        size = None if face.power is None else f"{face.power}/{face.toughness}"
        shown = [face.mana_cost, face.type_line, size, face.loyalty, face.defense]
        lines.append(f"    {'  '.join(word for word in shown if word) or 'characteristics not in this data'}")
        lines += [f"    has this name {zone} (CR {rule})" for zone, rule in name.zones]
        if name.interchangeable:
            lines.append(f"    the same name as {join_names(list(name.interchangeable))} (CR 201.3)")
    for title, values in (
        ("alternate", [f"{name} ({kind})" for name, kind in record.alternate_names]),
        ("printed", [f"{lang}: {name}" for lang, name in record.printed_names]),
        ("keywords", list(card.keywords)),
        ("related", [name for component, name in record.related if component != "combo_piece"]),
        ("chooses", [f"{effect.card}: {_asks_for(effect.restriction)}" for effect in record.effects]),
    ):
        if values:
            lines.append(f"  {title:<10} {_few(values)}")
    lines += [f"  {_rule(reason.rule)}  {reason.text}" for reason in record.reasons]
    rivals = [bearer.card.name for bearer in meant.rivals]
    if rivals:
        lines.append(f"  also       the name is also on {_few(rivals)}")
    legal = [name for name, status in card.legalities if status in ("legal", "restricted")]
    lines.append(f"  legal in   {', '.join(legal) or 'no format that the data knows'}")
    lines.append(f"  data       {source.name} of {source.date}; Comprehensive Rules of {RULES_EDITION}")
    return "\n".join(lines)


def effects_text(effects: Sequence[Effect]) -> str:
    """Effects for a person: a table, or everything about one."""
    if len(effects) == 1:
        return _one_effect(effects[0])
    rows = [("card", "the player chooses", "who", "when")]
    rows += [
        (
            effect.card,
            _asks_briefly(effect.restriction),
            CHOOSERS.get(effect.chooser, effect.chooser),
            TIMINGS.get(effect.timing, effect.timing),
        )
        for effect in effects
    ]
    return _table(rows)


def _one_effect(effect: Effect) -> str:
    lines = [effect.card if effect.card == effect.whole_card else f"{effect.card} ({effect.whole_card})"]
    lines.append(f"  chooses  {_asks_for(effect.restriction)}")
    if effect.limit:
        lines.append(f"  limit    {LIMITS.get(effect.limit, effect.limit)}")
    lines.append(f"  who      {CHOOSERS.get(effect.chooser, effect.chooser)}")
    lines.append(f"  when     {TIMINGS.get(effect.timing, effect.timing)}")
    lines += [f"  use      {USES.get(use, use)}" for use in effect.uses]
    if effect.note:
        lines.append(f"  note     {effect.note}")
    lines.append(f"  source   {effect.origin}" + (f": {effect.source}" if effect.source else ""))
    return "\n".join(lines)


def status_text(status: Status) -> str:
    """What is loaded, for a person."""
    age = "of unknown age" if status.age_days is None else f"{status.age_days} days old"
    lines = [
        f"database    {status.path}",
        f"source      {status.source.name} ({status.source.kind})",
        f"date        {status.source.date}, {age}",
        f"imported    {status.source.imported_at}, schema version {SCHEMA_VERSION}",
        f"rules       Comprehensive Rules of {RULES_EDITION}",
        f"objects     {status.source.objects:,} read; {status.cards:,} entries in all (cards, tokens ...)",
        f"effects     {status.effects:,} that make a player choose a name",
        f"printed     {status.printed_names:,} names in other languages",
        "",
        *counts_text("by universe", status.by_universe),
        "",
        *counts_text("by layout", status.by_layout),
        "",
        *counts_text("choosable names in paper play, by layout", status.choosable_names),
    ]
    if status.problems:
        lines += ["", "noted at the import"]
        lines += [f"  {count:>7,}  {what}: {_few(examples)}" for what, examples, count in status.problems]
    return "\n".join(lines)


def counts_text(title: str, counts: dict[str, int]) -> list[str]:
    """A titled list of counts, one a line."""
    return [title, *(f"  {count:>7,}  {name}" for name, count in counts.items())]


def _asks_for(restriction: str) -> str:
    if restriction in ("", "any"):
        return "any card name" if restriction else "a card name"
    if restriction.startswith("other than"):
        return f"a card name {restriction} card name"
    if restriction.startswith(("from among", "with ")):
        return f"a card name {restriction}"
    word = " from among " if " from among " in restriction else " with "
    head, space, rest = restriction.partition(word)
    return f"{'an' if head[:1] in 'aeiou' else 'a'} {head} card name{space}{rest}"


def _asks_briefly(restriction: str) -> str:
    if restriction.startswith("from among "):
        return f"one of {restriction.count(';') + 1} listed card names"
    return _asks_for(restriction)


def _rule(rule: str) -> str:
    return f"CR {rule}" if rule[:1].isdigit() else rule


def _few(values: Sequence[str]) -> str:
    more = f" and {len(values) - _MOST_SHOWN} more" if len(values) > _MOST_SHOWN else ""
    return "; ".join(values[:_MOST_SHOWN]) + more


def _table(rows: Iterable[tuple[str, ...]]) -> str:
    rows = list(rows)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]])
        for row in rows
    )
