"""What the macros of Twine's story formats are called, what comes of each kind, and which format a story is in."""

import re
from collections.abc import Iterable

DIALECTS = ("harlowe", "sugarcube", "chapbook", "snowman", "sugarcane", "jonah")
HARLOWE_WORDS = """
current-date current-time monthday weekday transition-depart transition-arrive saved-games link-replace elseif lowerfirst
set put move print display if unless else-if elseif else for loop either random cond link link-goto link-reveal link-repeat link-undo
link-reveal-goto link-show link-rerun link-fullscreen click click-goto click-replace mouseover mouseout goto go-to undo redirect show
hide rerun live stop event after after-error alert prompt confirm cycling-link seq-link dropdown checkbox input force-input input-box
replace append prepend enchant change text-style text-colour text-color colour color font align transition t8n t8n-time box css
background bg hook verbatim nth visits visited history passage a array dm datamap ds dataset macro output border size str string num
save-game load-game meter dialog storylet link-storylet open-storylets enchant-in char-style line-style collapse nobr opacity rotate
hover-style putmap v6m upperfirst lowercase uppercase click-append click-prepend mouseover-replace mouseover-goto show-if transition-time
 t8n-depart t8n-arrive linkreveal more restart reload goto-url open-url page-url text-rotate hidden shuffled sorted range round
floor ceil abs min max sqrt joined reversed count scroll forget-visits forget-undos metadata source lambda button rotate-z textcolor
typed simple-dropdown
"""
HARLOWE = frozenset(HARLOWE_WORDS.split())
"""Harlowe's macros, where a story does not say which format it is in."""
OF_CHAPBOOK = re.compile(
    r"^\[(?:if \S.*|unless \S.*|else|cont|continue|continued|after \d.*|align .*|JavaScript|CSS)\][ \t]*$"
    r"|\{(?:embed passage|reveal link|back link|restart link|cycling link|dropdown menu|text input|link to)\b[^{}\n]*\}"
    r"|\{passage\.visits\}",
    re.MULTILINE,
)
"""What only Chapbook has."""
NOT_RUN = "What it does is not done here; the words inside of it stay."
ONLY_LOOKS = "How words look or come up is not taken over; they stay."
LATER = "It would come after a while; here it comes at once."
ASKED_FOR = "The reader would be asked for it; here the first value is taken."
NO_CODE = "It is a program of the author's, which is not run."
LOOKS_WORDS = """
text-style textstyle text-colour text-color textcolour textcolor colour color font align transition t8n t8n-time t8n-depart t8n-arrive
transition-time box css background bg border border-style border-color size text-size text-rotate rotate hover-style char-style line-
style collapse nobr opacity text-indent enchant change enchant-in button meter nth float-box link-style background-image mouseover
mouseout
"""
LOOKS = frozenset(LOOKS_WORDS.split())
LATER_MACROS = frozenset({"live", "after", "event", "timed", "repeat", "next", "delay"})
SET_MACROS = frozenset({"set", "put", "move", "run", "remember", "unpack"})
REVEALS = frozenset({"link", "link-replace", "link-reveal", "link-repeat", "link-rerun", "link-append", "link-prepend", "link-show"})
CLICKS = frozenset({"click", "click-replace", "click-append", "click-prepend", "click-rerun"})
PICKS = frozenset({"cycling-link", "seq-link", "dropdown", "simple-dropdown"})
FIELDS = frozenset({"input", "input-box", "force-input", "force-input-box", "checkbox", "checkbox-fullscreen", "force-checkbox", "prompt"})
VALUES_WORDS = """
print either cond random num number str string text uppercase lowercase upperfirst lowerfirst round floor ceil abs min max joined count
visited range sorted shuffled a array nth v verbatim-print
"""
VALUES = frozenset(VALUES_WORDS.split())
REPLACES = frozenset({"replace", "append", "prepend", "replace-with"})
OPEN_ENDED_WORDS = """
if switch link button click linkreplace linkappend linkprepend for widget nobr silently silent replace append prepend timed repeat
capture done script cycle listbox type mouseover mouseout
"""
OPEN_ENDED = frozenset(OPEN_ENDED_WORDS.split())
"""SugarCube's macros that have an inside."""
PARTS = {"elseif": "if", "else": "if", "case": "switch", "default": "switch", "option": "cycle", "optionsfrom": "cycle", "next": "timed"}
"""Those that part the inside of another."""


def dialect_of(name: str) -> str:
    """The story format that is meant; empty where it is none of those that are known.

    >>> dialect_of("Harlowe 3"), dialect_of("paperthin")
    ('harlowe', '')
    """
    return next((one for one in DIALECTS if name.casefold().startswith(one)), "")


def dialect_seen(sources: Iterable[str]) -> str:
    """The story format whose macros stand in a story that does not say which it is in; empty where none do.

    >>> dialect_seen(["It rains.", "(if: $wet)[You are wet.]"]), dialect_seen(["It rains."])
    ('harlowe', '')
    """
    counts = {"sugarcube": 0, "harlowe": 0, "snowman": 0, "chapbook": 0}
    for source in sources:
        counts["chapbook"] += len(OF_CHAPBOOK.findall(source)) + (source.partition("\n--\n")[2] != "")
        counts["sugarcube"] += source.count("<<")
        counts["snowman"] += source.count("<%")
        counts["harlowe"] += sum(found[1].lower() in HARLOWE for found in re.finditer(r"\(([A-Za-z][\w-]*):", source))
    most = max(counts.values())
    return next(name for name in counts if counts[name] == most) if most else ""
