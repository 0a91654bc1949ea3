"""``gm new --from FILE…``: a campaign's folder made of other programs' cards and lorebooks."""

from collections.abc import Sequence
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from gm_engine.authoring import format_pack, fresh_id
from gm_engine.bootstrap.assembled import title_of, world_of
from gm_engine.bootstrap.games import reader
from gm_engine.bootstrap.reader_faults import as_fault_of
from gm_engine.bootstrap.taking_in import Part, part_of
from gm_engine.bootstrap.unpacked import files_in
from gm_engine.bootstrap.world_pages import pages_of, written_to
from gm_engine.errors import GameError, PackError, TranscriptError
from gm_engine.exchange.formats.brought import Brought, Loss


class Made(NamedTuple):
    """What of the files could not be taken over, and what a person should know of how they were read (whole sentences)."""

    losses: tuple[Loss, ...]
    remarks: tuple[str, ...]


def campaign_of_files(folder: Path, files: Sequence[Path], title: str = "") -> Made:
    """Write the campaign. Raises GameError for what cannot be read, and writes nothing then."""
    id = fresh_id(folder)
    brought: list[Brought] = []
    losses: list[Loss] = []
    remarks: list[str] = []
    left: list[GameError] = []
    named = {str(file) for file in files if not file.is_dir()}
    for part in map(part_of, files_in(files)):
        fault = part.error or _no_part_of_a_campaign(part)
        if fault is not None:
            if part.file in named:
                raise fault
            left.append(fault)
            continue
        assert part.brought is not None
        brought.append(part.brought)
        losses += part.losses
        remarks += part.remarks
    if left and not brought:
        raise left[0]
    remarks += [f"{fault.where} is left out: {fault.what}" for fault in left]
    with as_fault_of(", ".join(file.name for file in files)):
        world = world_of(title or title_of(brought) or id.replace("_", " ").title(), brought, reader())
        pages = pages_of(world, id)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        written_to(pages, folder)
    except OSError as error:
        raise PackError(str(folder), f"the campaign cannot be written ({error.strerror})", "Choose another place, or make room.") from error
    format_pack(folder)
    return Made(tuple(losses), (*remarks, *world.remarks))


def _no_part_of_a_campaign(part: Part) -> TranscriptError | None:
    """Why a campaign is not made of this; None where it is."""
    if part.brought is not None and not part.brought.chats:
        return None
    what = f"it is {part.kind or 'no card'}, and a campaign is made of cards and lorebooks."
    return TranscriptError(part.file, what, f"Take it in as a story: gm import {quote(part.file)}", "not-a-card")
