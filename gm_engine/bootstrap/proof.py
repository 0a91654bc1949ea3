"""Proofreading with every room at hand: a pack's own findings, and where it contradicts itself."""

from collections.abc import Iterator
from pathlib import Path

from gm_engine.authoring import Finding, PackReading, proofread, read_pack
from gm_engine.bootstrap.games import trial


def proofread_pack(path: Path) -> tuple[Finding, ...]:
    """Every finding about a pack, among them where it contradicts itself."""
    reading = read_pack(path)
    return proofread(reading, self_contradictions(reading))


def self_contradictions(reading: PackReading) -> Iterator[Finding]:
    """W140: two of the pack's own tellings cannot both be true."""
    if reading.pack is None:
        return
    game = trial(reading.pack, "proof")
    for conflict in game.state.conflicts.values():
        one, two = conflict.established, conflict.incoming
        file, line = reading.place(two.where or one.where or "")
        message = f'"{two.quote}" cannot stand beside "{one.quote}" ({conflict.rule})'
        yield Finding(file=file, line=line, code="W140", message=message, fix=conflict.why)
