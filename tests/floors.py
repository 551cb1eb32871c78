"""The floors of the house: which module stands on which, for the layer test and for coverage.

Run as a script with floor numbers, it prints the files of those floors for `coverage report`.
"""

from __future__ import annotations

import sys

FLOORS: dict[str, int] = {
    "errors": 0,
    "text": 0,
    "layouts": 0,
    "cards": 0,
    "universe": 1,
    "tokens": 1,
    "reasons": 1,
    "restrictions": 1,
    "effects": 1,
    "effect_text": 1,
    "tables": 2,
    "store": 2,
    "scryfall": 3,
    "bulkfile": 3,
    "snapshot": 3,
    "build": 3,
    "identify": 4,
    "verdict": 4,
    "choose": 4,
    "resolver": 4,
    "record": 4,
    "documents": 4,
    "oracle": 4,
    "views": 5,
    "cli": 5,
    "__main__": 5,
    "__init__": 5,
}
"""Imports point down or stay on a floor. `identify` comes before `choose`, both before `oracle`."""

if __name__ == "__main__":
    wanted = {int(word) for word in sys.argv[1:]}
    names = [name for name, floor in FLOORS.items() if floor in wanted]
    print(",".join(f"oracle_names/{name}.py,oracle_names/{name}/*" for name in names))
