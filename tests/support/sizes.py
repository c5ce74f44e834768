"""How much does a test of a law try? A little in every run, and all that a release asks for when told to.

`LAGZERO_PROPERTIES=full` is for a run by hand, of minutes; `./dev help` names it.
"""

import os

_FULL = 100_000


def examples(small: int) -> int:
    """So many examples of a property, or 100,000 in a full run."""
    return chosen(small, _FULL)


def chosen(small: int, full: int) -> int:
    """The one or, in a full run, the other."""
    return full if os.environ.get("LAGZERO_PROPERTIES") == "full" else small
