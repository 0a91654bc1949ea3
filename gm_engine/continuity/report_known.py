"""The report as the table may read it: what a telling gives away of those whom the table does not know is left out."""

from gm_engine.continuity.report import Look, Matter, Report, Side, Witness
from gm_engine.state.table_lore import TableLore
from gm_engine.story.provenance import Provenance

UNKNOWN = "(what the table does not know yet)"
NOBODY_KNOWN = "somebody"


def quote_known(telling: Provenance, table: TableLore) -> str:
    """The words of a telling; of the campaign's own, which name others or hold a secret, that the table does not know them yet."""
    return telling.quote if telling.turn or _open(telling.quote, telling.where or "", table) else UNKNOWN


def report_known(report: Report, table: TableLore) -> Report:
    """The same report, as far as the table knows what is in it."""
    return report.model_copy(
        update={
            "conflicts": tuple(matter_known(one, table) for one in report.conflicts),
            "simulated": tuple(matter_known(one, table) for one in report.simulated),
            "near": tuple(look_known(one, table) for one in report.near),
            "testimony": tuple(witness_known(one, table) for one in report.testimony),
        }
    )


def matter_known(matter: Matter, table: TableLore) -> Matter:
    """One conflict, as far as the table knows what is in it."""
    return matter.model_copy(update={**_common(matter, table), "where": matter.where if table.places(matter.where) else ""})


def look_known(look: Look, table: TableLore) -> Look:
    """A look-alike, as far as the table knows what is in it."""
    return look.model_copy(update=_common(look, table))


def witness_known(witness: Witness, table: TableLore) -> Witness:
    """What somebody said, as far as the table knows what is in it."""
    return witness.model_copy(update={**_common(witness, table), "who": witness.who if table.opens(witness.who) else NOBODY_KNOWN})


def _common(one: Matter | Look | Witness, table: TableLore) -> dict[str, object]:
    known = table.knows(one.subject)
    return {
        "a": side_known(one.a, table),
        "b": side_known(one.b, table),
        "subject": one.subject if known else "",
        "name": one.name if known and table.opens(one.name) else NOBODY_KNOWN,
        "why": one.why if table.opens(one.why) else UNKNOWN,
    }


def side_known(side: Side, table: TableLore) -> Side:
    """One of two tellings, as far as the table knows it. What was told in a turn was told to it."""
    changed: dict[str, object] = {}
    if not side.turn and not _open(side.quote, side.where, table):
        changed |= {"quote": UNKNOWN, "span": (0, 0)}
    if not _open(side.value, side.where, table):
        changed |= {"value": UNKNOWN}
    if not table.opens(side.speaker):
        changed |= {"speaker": side.voice}
    if not table.places(side.where):
        changed |= {"where": "", "page": ""}
    elif not table.opens(side.page):
        changed |= {"page": ""}
    return side.model_copy(update=changed) if changed else side


def _open(words: str, where: str, table: TableLore) -> bool:
    return table.gm_notes or (table.opens(words) and table.places(where))
