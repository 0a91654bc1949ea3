"""One command killed at one step: what must hold afterwards."""

import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.endpoint import PIECES, Answers, Endpoint
from tests.killing.commands import COMMANDS_THAT_WRITE, Case
from tests.killing.dying import Ended, Fatal
from tests.killing.shelf import OUT, Found, Place, damaged
from tests.play.clerk import note

SAID = re.compile(r"^ *(\d+) > ", re.MULTILINE)
"""A line of the player's, with the number of the turn that it begins: all turns before it were told whole."""
PLAYED = {"play": "evening", "run": "third"}
PAUSES = 0.006
ENDS_OF_DATABASES = (".db", ".damaged1", ".damaged2")


class Whole(NamedTuple):
    """A case that nobody killed: what was there before and after, and how it came out."""

    case: Case
    before: Found
    after: Found
    ended: Ended


class Lost(NamedTuple):
    """What was wrong after a kill, and where it was."""

    words: tuple[str, ...]
    fatal: Fatal
    what: str


def told(body: dict[str, Any]) -> Answers:
    """What the scripted model says: a note where a reply is to be noted, else prose."""
    return Answers((note(),) if "The reply" in str(body["messages"][-1]["content"]) else PIECES)


class Killer:
    """Kills cases in copies of one home."""

    def __init__(self, base: Place, folder: Path, endpoint: Endpoint | None = None) -> None:
        self.base, self.folder = base, folder
        if endpoint:
            endpoint.answer = told
        self.environment = {"OPENAI_BASE_URL": endpoint.url, "OPENAI_API_KEY": "none"} if endpoint else {}
        self._whole: dict[Case, Whole] = {}

    def whole(self, case: Case) -> Whole:
        """The case as it comes out where nobody kills it."""
        if case not in self._whole:
            with self.base.copy(self.folder / "whole") as place:
                if case.home:
                    damaged(place)
                before = place.look(whole=False) if not case.home else self._undamaged()
                ended = self._run(place, case)
                if ended.code or case.done not in ended.out:
                    raise AssertionError(f"{case.words}: {ended.code}\n{ended.out[-500:]}\n{ended.err[-500:]}")
                self._whole[case] = Whole(case, before, place.look(), ended)
        return self._whole[case]

    def _undamaged(self) -> Found:
        with self.base.copy(self.folder / "undamaged") as place:
            return place.look()

    def _run(self, place: Place, case: Case, fatal: Fatal | None = None) -> Ended:
        return place.gm(*case.words, typed=case.typed, fatal=fatal, environment=self.environment if case.model else None)

    def fatal(self, case: Case, dice: random.Random) -> Fatal:
        """When to kill it: at one of its steps, or a moment after it."""
        step = dice.randint(1, max(self.whole(case).ended.steps, 1))
        return Fatal(step, dice.choice((0.0, 0.0, dice.random() * PAUSES + 1e-6)))

    def kill(self, case: Case, fatal: Fatal) -> tuple[bool, list[Lost]]:
        """Kill it, look at what is left, and say the same again: whether it was at work until then, and what was wrong."""
        whole = self.whole(case)
        with self.base.copy(self.folder / "case") as place:
            if case.home:
                damaged(place)
            ended = self._run(place, case, fatal)
            wrong = []
            try:
                for what in self._wrong(place, whole, ended):
                    wrong.append(what)  # noqa: PERF402  (what was found before an error counts, too)
            except Exception as error:
                wrong.append(f"{type(error).__name__}: {error}")
            return ended.killed, [Lost(case.words, fatal, what) for what in wrong]

    def _wrong(self, place: Place, whole: Whole, ended: Ended) -> Iterator[str]:
        case = whole.case
        found = None
        if not (case.home and place.home.joinpath("campaigns.db").exists() and self._is_damaged(place)):
            found = place.look()
            yield from differences(whole, ended, found)
        if found is not None:
            yield from self._said_again(place, whole, found)
        again = self._run(place, case)
        if "[fault]" in again.err or "Traceback" in again.err or again.code < 0:
            yield f"said again, it ends in {again.code}: {again.err[-300:]}"
        elif again.code and (found is None or found.shapes == whole.before.shapes != whole.after.shapes):
            yield f"said again, it is not done: {again.err[-300:]}"
        at_last = place.look()
        yield from left_over(whole, at_last)
        if case.words[0] == "redact":
            gone = OUT.encode()
            yield from (f"the words are still in {name}" for name, held in at_last.files.items() if gone in held)

    def _said_again(self, place: Place, whole: Whole, found: Found) -> Iterator[str]:
        """A line that waits to be said again is said then, and none is said twice."""
        case, name = whole.case, played_by(whole.case)
        if case.words[0] != "play" or name not in found.campaigns or "/undo" in case.typed:
            return
        place.gm("play", name, "--again", environment=self.environment if case.model else None)
        before = whole.before.campaigns[name].said if name in whole.before.campaigns else ()
        said, meant = place.look().campaigns[name].said, whole.after.campaigns[name].said
        if said != meant[: len(said)] or len(said) < len(before):
            yield f"with gm play --again {said[len(before) :]} was said in place of {meant[len(before) :]}"

    def _is_damaged(self, place: Place) -> bool:
        try:
            place.look()
        except Exception:
            return True
        return False


def differences(whole: Whole, ended: Ended, found: Found) -> Iterator[str]:
    """What is lost, or half done."""
    case, before, after = whole.case, whole.before, whole.after
    is_done = bool(case.done) and case.done in ended.out
    for name in sorted(before.campaigns.keys() | after.campaigns.keys()):
        old, new, now = before.campaigns.get(name), after.campaigns.get(name), found.campaigns.get(name)
        if old and new and not now:
            yield f"{name} is gone"
        elif now and old and new and case.home != "damaged" and set(old.hashes) - set(now.hashes):
            yield f"{name} has lost entries that it had before"
        elif is_done and (now and now.shape) != (new and new.shape):
            yield f'"{case.done}" was shown, and {name} is {_said(now)} in place of {_said(new)}'
        elif case.steps:
            if now and new and now.kinds[: len(new.kinds)] != new.kinds[: len(now.kinds)] and not old:
                yield f"{name} is another story: {now.kinds[-1]}"
        elif (now and now.shape) not in ((old and old.shape), (new and new.shape)):
            yield f"{name} is half done: {_said(now)}, and neither {_said(old)} nor {_said(new)}"
    yield from lost_turns(case, ended, found)
    for name, old_bytes in before.files.items():
        if _is_story(name):
            continue
        if name not in found.files and name in after.files:
            yield f"the file {name} is gone"
        elif name in found.files and found.files[name] not in (old_bytes, after.files.get(name)):
            yield f"the file {name} is half written"
    for name, new_bytes in after.files.items():
        if name in before.files or _is_story(name):
            continue
        if is_done and name not in found.files:
            yield f'"{case.done}" was shown, and there is no {name}'
        if name in found.files and len(found.files[name]) < 0.9 * len(new_bytes):
            yield f"the file {name} is half written"
    if case.words[0] == "new" and 0 < sum(name.startswith("work/fresh/") for name in found.files) < sum(
        name.startswith("work/fresh/") for name in after.files
    ):
        yield "a campaign is half written"


def played_by(case: Case) -> str:
    """The campaign that a case plays."""
    return "new" if "new" in case.words else PLAYED.get(case.words[0], "")


def lost_turns(case: Case, ended: Ended, found: Found) -> Iterator[str]:
    """Turns that were shown as done and are not on record."""
    if case.words[0] in PLAYED:
        name = played_by(case)
        shown = max((int(number) for number in SAID.findall(ended.out)), default=1) - 1
        last = found.campaigns[name].turns() if name in found.campaigns else 0
        if last < shown:
            yield f"turn {shown} of {name} was shown as done, and the record ends at {last}"


def left_over(whole: Whole, found: Found) -> Iterator[str]:
    """Files that nobody takes away any more."""
    known = whole.before.files.keys() | whole.after.files.keys()
    for name in sorted(found.files.keys() - known):
        if ".damaged" in name and not name.endswith(("-wal", "-shm")):
            continue  # a damaged file is kept on purpose, each time it is put aside
        if name.endswith(".unsaid") and whole.case.words[0] == "play":
            continue  # the line waits until it is said again: gm play --again
        yield f"{name} is left over"


def _is_story(name: str) -> bool:
    return name.startswith("home/campaigns.db") or name.endswith(ENDS_OF_DATABASES)


def _said(campaign: object) -> str:
    return "nothing" if not campaign else f"{len(campaign.kinds)} entries, on {campaign.branch}, {campaign.heads}"  # type: ignore[attr-defined]


def drawn(killer: Killer, seed: int, many: int, on: Mapping[str, tuple[Case, ...]] | None = None) -> Iterator[tuple[Case, Fatal]]:
    """So many kills, over all cases in turn, each at a step that is drawn."""
    everything = [case for each in (on or COMMANDS_THAT_WRITE).values() for case in each]
    for number in range(many):
        case = everything[number % len(everything)]
        yield case, killer.fatal(case, random.Random(f"{seed}|{number}"))
