"""What can go wrong, as one tree.

A "no" is a value, not an exception: these are raised only when a question could not be answered.

    OracleNamesError
    |-- InvalidName          the text cannot be a name at all
    |-- UnknownName          no card of that name (holds suggestions)
    |-- AmbiguousName        several cards of that name (holds candidates)
    |-- NotChoosable         the name may not be chosen (holds the rule)
    |-- UnknownEffect        no effect of that card makes a player choose a name
    |-- RestrictionError     the words of a restriction are not understood
    `-- DataError            the data is missing, damaged or unreadable
        |-- OtherSchemaError a database of another version of this program
        `-- BulkFileError    a file to import is bad (holds the place)
"""

from __future__ import annotations

from collections.abc import Sequence


class OracleNamesError(Exception):
    """Any question this package could not answer."""


class InvalidName(OracleNamesError):
    """The text cannot be the name of anything (empty, or far too long)."""


class UnknownName(OracleNamesError):
    """No card bears the name; `suggestions` holds names that are near, best first."""

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


class AmbiguousName(OracleNamesError):
    """Several cards fit the words; `candidates` holds their names, sorted."""

    def __init__(self, message: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.candidates = tuple(candidates)


class NotChoosable(OracleNamesError):
    """The name may not be chosen; `rule` is the Comprehensive Rules number that says so."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


class UnknownEffect(OracleNamesError):
    """No such card, or the card makes nobody choose a name."""


class RestrictionError(OracleNamesError):
    """The words of a restriction are not understood."""


class DataError(OracleNamesError):
    """The card data is missing, damaged or unreadable."""


class OtherSchemaError(DataError):
    """A database that another version of this program wrote, in other tables."""


class BulkFileError(DataError):
    """A bulk file is bad; `place` says where ("object 17", "line 3", "the file")."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place = place
        self.problem = problem
