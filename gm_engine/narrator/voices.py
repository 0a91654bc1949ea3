"""How somebody speaks: the author's words for a voice, as the few manners that the grammar has lines for."""

import re
from collections.abc import Iterable

MANNERS: dict[str, str] = {
    "terse": r"few words|sparing|economical|clipped|says a thing once|understated|grunts|direct|plain",
    "long": r"long (balanced )?sentences|long sentences|balanced|whole sentences|cadence|hypotheticals|jargon",
    "dry": r"dry|wry|funny|jokes?|laughs|headlines",
    "formal": r"formal|courte\w+|legal|exact|precise|tidy|quotes article|weighs|clinical|careful",
    "slow": r"slow|pauses?|silences?|measures|soft|tired|short of breath",
    "quick": r"quick|eager|brisk|loud|headlines|imperative",
    "warm": r"warm|fond|kind|generous|cheerful|easy",
    "humble": r"apologi[sz]es|earnest|thinks aloud|corrects herself|corrects himself",
    "counting": r"figures|tally|counts|account|distances|lists|military time|marks|to the tenth",
    "asking": r"with a question|turns every question",
}


def manners(voice: Iterable[str]) -> list[str]:
    """The manners that a voice comes to.

    >>> manners(["dry, economical", "quotes his account book"])
    ['terse', 'dry', 'counting']
    """
    said = "; ".join(voice).lower()
    return [manner for manner, words in MANNERS.items() if re.search(rf"\b({words})\b", said)]
