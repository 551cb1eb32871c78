"""Restrictions on the names a player may choose: "a noncreature, nonland card name".

Rules: CR 201.4a (the characteristics of the card decide), 105.2, 110.4a, 202, 205, 700.6.
`words` is the table of words, `terms` what each says of a face, `logic` what joins them, `parser` the
grammar, `joining` its ambiguities.
"""

from __future__ import annotations

from oracle_names.restrictions.logic import ANY, Restriction
from oracle_names.restrictions.parser import LONGEST_RESTRICTION, parse_restriction
from oracle_names.restrictions.terms import Resolver, Term

__all__ = ["ANY", "LONGEST_RESTRICTION", "Resolver", "Restriction", "Term", "parse_restriction"]
