"""The program ``gm``."""

import sys
from collections.abc import Sequence

from gm_engine.story.letters import whole


def main(words: Sequence[str] | None = None) -> int:
    """Run ``gm`` with these words (else those it was called with); its exit code.

    0: done. 1: done, and something did not hold. 2: could not run; what, where and what to do next stand on standard error.
    """
    given = list(map(whole, sys.argv[1:] if words is None else words))
    if not given or given[0] in ("-h", "--help"):
        from gm_engine.interfaces.cli.failing import told
        from gm_engine.interfaces.cli.overview import overview

        return told(overview, given)
    from gm_engine.interfaces.cli.dispatch import obey
    from gm_engine.interfaces.cli.failing import told

    if {"-h", "--help"} & set(given):
        return told(lambda: obey(given), given)
    from gm_engine.interfaces.cli.harmless import harmless

    with harmless():
        return told(lambda: obey(given), given)
