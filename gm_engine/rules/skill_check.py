"""Checks: a target in a hundred with its reasons, a d100, five bands."""

from gm_engine.rules.rulebook import PARTS, Rulebook
from gm_engine.story.roll import Band, Modifier, Roll

BANDS: tuple[Band, ...] = ("disaster", "failure", "cost", "success", "triumph")


def band_of(face: int, target: int, book: Rulebook) -> Band:
    """The band of a d100 face against a target.

    >>> band_of(4, 40, Rulebook()), band_of(25, 40, Rulebook()), band_of(40, 40, Rulebook()), band_of(95, 40, Rulebook())
    ('triumph', 'success', 'cost', 'disaster')
    """
    if face <= max(1, target // PARTS[book.bands.triumph]):
        return "triumph"
    if face <= target - book.bands.cost:
        return "success"
    if face <= target:
        return "cost"
    return "disaster" if face > 100 - (100 - target) // PARTS[book.bands.disaster] else "failure"


def target_of(base: int, modifiers: tuple[Modifier, ...], book: Rulebook) -> int:
    """The base with its modifiers, within what a target may be."""
    return max(book.limits.lowest, min(book.limits.highest, base + sum(modifier.value for modifier in modifiers)))


def worked(band: Band) -> bool:
    """True for triumph, success and cost."""
    return band in ("triumph", "success", "cost")


def better(one: Roll, other: Roll) -> Roll | None:
    """The winner of two opposed checks: the better band, then the larger margin; None where the status quo holds."""
    ours, theirs = (BANDS.index(roll.band) for roll in (one, other))
    if ours != theirs:
        return one if ours > theirs else other
    margin, against = ((roll.target or 0) - roll.total for roll in (one, other))
    if margin == against:
        return None
    return one if margin > against else other
