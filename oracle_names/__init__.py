"""oracle-names: Magic: The Gathering card names, and the rules that decide about them.

import oracle_names
oracle = oracle_names.open()
oracle.choose("Stomp", effect="Meddling Mage").legal
"""

from oracle_names.errors import (
    AmbiguousName,
    BulkFileError,
    DataError,
    InvalidName,
    NotChoosable,
    OracleNamesError,
    RestrictionError,
    UnknownEffect,
    UnknownName,
)
from oracle_names.identify import Identification
from oracle_names.oracle import Oracle, import_bulk_file
from oracle_names.oracle import open_oracle as open  # noqa: A004
from oracle_names.reasons import RULES_EDITION
from oracle_names.tables import PROGRAM_VERSION
from oracle_names.verdict import Verdict

__all__ = [
    "RULES_EDITION",
    "AmbiguousName",
    "BulkFileError",
    "DataError",
    "Identification",
    "InvalidName",
    "NotChoosable",
    "Oracle",
    "OracleNamesError",
    "RestrictionError",
    "UnknownEffect",
    "UnknownName",
    "Verdict",
    "import_bulk_file",
    "open",
]
__version__ = PROGRAM_VERSION
