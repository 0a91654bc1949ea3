"""A transcript as Markdown."""

from collections.abc import Iterator

from gm_engine.exchange.chronicle import Chronicle, TurnTold
from gm_engine.exchange.conflict_markdown import md


def chronicle_markdown(told: Chronicle) -> Iterator[str]:
    """The transcript, piece by piece."""
    yield f"# {md(told.title)}\n"
    if told.summary:
        yield f"\n*{md(told.summary)}*\n"
    session, place = 0, ""
    for turn in told.turns:
        if turn.session != session:
            session, place = turn.session, ""
            yield f"\n## Session {session}\n"
        if turn.place and turn.place != place:
            place = turn.place
            yield f"\n### {md(place)}\n\n{md(turn.time)}\n"
        yield from _turn(turn)


def _turn(turn: TurnTold) -> Iterator[str]:
    yield f"\n**{turn.number}**"
    if turn.redacted:
        yield " *(these words were taken out)*"
    if turn.said:
        yield f" > {md(turn.speaker + ': ' if turn.speaker else '')}{md(turn.said)}"
    elif turn.speaker:
        yield f" {md(turn.speaker)}:"
    yield "\n"
    for dice in turn.dice:
        who = f"{dice.who}, " if dice.who else ""
        yield f"\n- ⚄ {md(who + dice.what)} {dice.fell}{f': {dice.band}' if dice.band else ''}"
    if turn.dice:
        yield "\n"
    for paragraph in turn.reply.split("\n"):
        if paragraph.strip():
            yield f"\n{md(paragraph)}\n"
    if turn.given_by == "script":
        yield "\n*(this reply was given by the script)*\n"
    for _, _, kind in turn.simulated:
        yield f"\n*(simulated {md(kind.replace(':', ': ').replace('_', ' '))})*\n"
    for mark in turn.conflicts:
        told = f"turn {mark.old_turn}" if mark.old_turn else "before play"
        yield f'\n> Conflict {mark.id} ({mark.severity}, {mark.kind}): "{md(mark.new)}" stands against {told}: "{md(mark.old)}"\n'
