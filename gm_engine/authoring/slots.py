"""The slots of word templates: what a pack's own sentences may leave open."""

import re

from gm_engine.authoring.desk import Desk
from gm_engine.authoring.margin_note import Finding, did_you_mean
from gm_engine.authoring.written import Written
from gm_engine.story.pack import Pack

SLOTS = ("name", "place", "sense", "weather", "time", "thing")
"""What the narrator can fill in; ``{name}`` is somebody present, ``{sense}`` a sense of the place."""
SLOT = re.compile(r"\{([^{}]*)\}")


def check_slots(pack: Pack, written: Written | None, desk: Desk) -> None:
    """Writes a finding for each template of ``words`` with a slot that the narrator cannot fill."""
    if written is None or written.kind != "map":
        return
    known = (*SLOTS, *pack.words)
    for name, value in written.entries.items():
        for item in value.items or (value,):
            for slot in SLOT.findall(item.text):
                if slot not in known:
                    fix = did_you_mean(slot, known, f"known: {', '.join(SLOTS)}, and the names of your own lists")
                    message = f"words.{name}: nothing can fill the slot {{{slot}}}"
                    desk.findings.append(Finding(file=item.file, line=item.line, code="E060", message=message, fix=fix))
            if item.text.count("{") != item.text.count("}"):
                desk.find("E060", item, f"words.{name}: a brace is not closed in {item.text[:60]!r}", "close it, or leave it out")
