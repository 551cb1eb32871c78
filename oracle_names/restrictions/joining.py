"""What joins what in a phrase: the one reading it has, or a refusal that offers both.

Rule: CR 201.4a. No answer may be silently wrong, so a phrase that can be read in two ways is refused.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple, NoReturn

from oracle_names.errors import RestrictionError
from oracle_names.restrictions.logic import AnyOf, Not, all_of, any_of, negate
from oracle_names.restrictions.terms import Term, Word
from oracle_names.restrictions.words import Category
from oracle_names.text import shorten


class Item(NamedTuple):
    """One part of a phrase, before it is known what joins what.

    `kind` is word, group, qualifier or exception; `lead` is what stands before it: nothing, ",",
    "and" or "or". `typed_not` marks "not land", which is weaker than "nonland" in what follows.
    """

    term: Term
    kind: str
    lead: str = ""
    category: Category | None = None
    typed_not: bool = False

    @property
    def denies(self) -> bool:
        """Whether it says what a card is not."""
        return isinstance(self.term, Not) or (isinstance(self.term, Word) and self.term.negated)


def joined(items: list[Item], text: str) -> Term:
    """One term of the items, where there is one way to read them."""
    for one, two in pairwise(items):
        _check_pair(one, two, text)
    close = tight(items)
    if all(item.lead != "or" for item in items):
        for one, two in pairwise(items):
            # "instant, sorcery": both, or the start of a list whose "or" was left out?
            same_category = one.category is not None and one.category == two.category
            if two.lead == "," and same_category and one.term != two.term and not (one.denies or two.denies):
                two_ways(text, all_of([one.term, two.term]), any_of([one.term, two.term]))
        return close
    as_on_cards = _as_on_cards(items)
    if as_on_cards is not None:
        return as_on_cards
    loose = _loose(items)
    if close != loose:
        two_ways(text, close, loose)
    words_only = all(item.kind == "word" for item in items)
    if words_only and items[0].denies and not all(item.denies for item in items):
        # "noncreature or land" may be meant as non-(creature or land).
        positive = [negate(item.term) if item.denies else item.term for item in items]
        two_ways(text, loose, negate(any_of(positive)))
    return loose


def _check_pair(one: Item, two: Item, text: str) -> None:
    """Refuses two neighbours that can be joined in two ways, whatever stands around them."""
    join = any_of if two.lead == "or" else all_of
    if one.typed_not or one.kind == "exception":
        # How far does the "not" reach? A comma or another "not" ends it.
        ends = two.lead == "," and (two.denies or two.kind != "word" or one.kind == "exception")
        if not (ends or (two.lead == "and" and two.denies) or (two.lead == "or" and two.typed_not)):
            reach = any_of if two.lead == "," else join
            two_ways(text, join([one.term, two.term]), negate(reach([negate(one.term), two.term])))
    if two.lead == "or" and two.kind == "exception" and isinstance(two.term, Not):
        excepted = two.term.parts[0]
        if any(isinstance(part, AnyOf) for part in (excepted, *getattr(excepted, "parts", ()))):
            # "artifact or not a creature or land"
            raise RestrictionError(
                f"{shorten(text)!r} can be read in two ways; put what belongs together in parentheses"
            )
    if (
        two.lead == "and"
        and one.category is not None
        and one.category == two.category
        and one.term != two.term
        and not (one.denies or two.denies)
    ):
        two_ways(text, all_of([one.term, two.term]), any_of([one.term, two.term]))


def tight(items: list[Item]) -> Term:
    """The reading in which "or" joins only its two neighbours."""
    groups: list[list[Term]] = []
    for item in items:
        if item.lead == "or":
            groups[-1].append(item.term)
        else:
            groups.append([item.term])
    return all_of(any_of(group) for group in groups)


def _loose(items: list[Item]) -> Term:
    """The reading in which "or" parts the whole phrase, and commas are its list."""
    branches: list[list[Term]] = [[]]
    for item in items:
        if item.lead in (",", "or"):
            branches.append([])
        branches[-1].append(item.term)
    return any_of(all_of(branch) for branch in branches)


def _as_on_cards(items: list[Item]) -> Term | None:
    """The reading of a phrase built as cards build it; None for any other phrase.

    Lists with "or", each of words of one category and sign; with them, words of other categories;
    qualifiers and exceptions last. CR 201.4a needs no more: "red instant or sorcery".
    """
    count = next((k for k, item in enumerate(items) if item.kind != "word"), len(items))
    words, behind = items[:count], items[count:]
    if any(item.kind not in ("qualifier", "exception") or item.lead == "or" for item in behind):
        return None
    if any(item.lead == "and" for item in [*words, *behind[:1]]):
        return None
    lists = _lists(words)
    inside = {k for first, last in lists for k in range(first, last + 1)}
    categories = [words[first].category for first, _ in lists]
    for first, last in lists:
        if len({(item.category, item.denies) for item in words[first : last + 1]}) > 1:
            return None
        # Behind a list of types, a word would belong to the last of them alone.
        if words[first].category is Category.CARD_TYPE and last < count - 1:
            return None
    for k, item in enumerate(words):
        # "artifact creature or planeswalker"; "noncreature, red instant or sorcery"
        early_comma = item.lead == "," and k < lists[-1][1]
        if k not in inside and (item.category in categories or early_comma):
            return None
    if len(set(categories)) < len(categories):
        return None
    joined = [any_of(item.term for item in words[first : last + 1]) for first, last in lists]
    return all_of([*joined, *(item.term for k, item in enumerate(items) if k not in inside)])


def _lists(words: list[Item]) -> list[tuple[int, int]]:
    """First and last place of each list that ends in "or" and its last word."""
    lists: list[tuple[int, int]] = []
    for k, item in enumerate(words):
        if item.lead != "or":
            continue
        if lists and lists[-1][1] == k - 1:
            lists[-1] = (lists[-1][0], k)
            continue
        first = k - 1
        while words[first].lead == ",":
            first -= 1
        lists.append((first, k))
    return lists


def two_ways(text: str, one: Term, other: Term) -> NoReturn:
    """Refuses the text, and says how to write each of its readings."""
    ways = f"{one.phrase!r} or {other.phrase!r}"
    raise RestrictionError(f"{shorten(text)!r} can be read in two ways; write {ways} for the part in doubt")
