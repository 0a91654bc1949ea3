"""A small clean campaign to damage, and what the proofreader says of it."""

from pathlib import Path

from gm_engine.authoring import Finding, PackReading, proofread, read_pack

PAGE = """\
format: 1
id: dry_fork
title: Dry Fork
calendar: {start: "1878-05-07 17:30", weekday: Tuesday}
safety: {lines: [harm to children], veils: [torture]}
start: {at: depot, pc: ann}
characters:
  ann: {name: Ann Corliss, pronouns: she, items: {revolver: 1, letter: 1}, money: 23.50}
locations:
  depot: {name: the depot, exits: {street: 1 min}}
  street: {name: Cutler Street, exits: {mine: {miles: 9, dir: north}}}
  mine: {name: the Bonanza mine, kind: mine}
npcs:
  sam: {name: Samuel Orde, aliases: [Marshal Orde], at: street, role: marshal, faction: ring, knows: [ledger], attitude: -1}
factions:
  ring: {name: the assay ring, members: [sam]}
items:
  letter: {name: a sealed letter, reveals: ledger}
secrets:
  ledger: {truth: Orde weighs the ore with a hollow thumb on the scale, clues: [a filed weight, a warm stove in May, two sets of books]}
lore:
  - {id: founding, text: "Dry Fork was laid out by a surveyor who could not swim.", about: street}
clocks:
  audit: {name: The audit, size: 4, advance: {each_day: 1, events: [failure]}, full: The assayer burns his books.}
scenes:
  arrival: {when: start, at: depot, beat: The train leaves faster than it came.,
    choices: {wait: "wait for the marshal", go: {text: walk on, effects: flag.early}}}
  end: {when: "at == mine and clock.audit >= 2 and flag.early", beat: The cage comes up empty., ends: true}
tables:
  weather: {roll: d3, rows: [dust, {w: 2, text: more dust}]}
words:
  greeting: ["{name} nods.", "A nod, in {place}."]
"""


def write(folder: Path, text: str = PAGE) -> Path:
    """A folder with that campaign.yaml."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "campaign.yaml").write_text(text, encoding="utf-8")
    return folder


def reading(folder: Path, old: str = "", new: str = "") -> PackReading:
    """The clean campaign with one piece replaced, read."""
    assert old in PAGE
    return read_pack(write(folder, PAGE.replace(old, new, 1) if old else PAGE))


def margin(folder: Path, old: str = "", new: str = "") -> tuple[Finding, ...]:
    """All that the proofreader says of it."""
    return proofread(reading(folder, old, new))
