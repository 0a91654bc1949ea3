"""The judge of pairs: which sentences are laid beside each other, and what becomes of a clash that no rule reads.

What judges two sentences is a stand-in here: whoever hums has not whistled, and a red kite is not blue.
"""

from collections.abc import Iterable, Iterator
from typing import cast, get_args

import pytest

from gm_engine.bootstrap import import_lines, new_game, resume_game, verify_game
from gm_engine.continuity import judged
from gm_engine.continuity.judged import WHY, Beside, Judged, found_by, found_nothing
from gm_engine.continuity.report import report_of
from gm_engine.journal import MemoryJournal
from gm_engine.play.game import Game
from gm_engine.play.loop import mark
from gm_engine.play.snapshot import read_snapshot, write_snapshot
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Conflict, ConflictClass, Resolution, Settlement
from gm_engine.story.relation import TOLD
from gm_engine.story.rule import Rule
from gm_engine.story.transcript_line import TranscriptLine
from gm_engine.story.verdict import Verdict
from tests.packs import LIVERY

WHISTLES = "Jesse Coyle whistles a hymn by the pump."
HUMS = "Jesse Coyle hums a hymn by the pump."
SURE = {"slow": 91, "old": 97, "maybe": 60}
"""Words in the later sentence that say how sure the stand-in is; 93 without one."""


def stand_in(one: Beside) -> Judged:
    assert one.common.turns > 0
    for old, new, kind in (
        ("whistle", "hum", "event_outcome"), ("hum", "whistle", "event_outcome"), ("red", "blue", "physical_trait"),
    ):  # fmt: skip
        if old in one.earlier.lemmas and new in one.later.lemmas and one.common.ids:
            return Judged(next((sure for word, sure in SURE.items() if word in one.later.lemmas), 93) / 100, cast("ConflictClass", kind))
    return Judged(0.0, "event_outcome")


FIND = found_by(stand_in)


@pytest.fixture(autouse=True)
def judging(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.bootstrap.games.finder", lambda: FIND)


def story(*texts: str) -> Game:
    return import_lines(MemoryJournal("told"), [TranscriptLine(turn=n, role="gm", text=text) for n, text in enumerate(texts, 1)])


def found(*texts: str) -> list[Conflict]:
    return list(story(*texts).state.conflicts.values())


def pairs(conflicts: list[Conflict]) -> list[tuple[int, int]]:
    return [(conflict.established.turn, conflict.incoming.turn) for conflict in conflicts]


def played(*replies: str) -> Game:
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    for reply in replies:
        game.reply_next(reply)
        game.play("I wait.")
    return game


def test_a_clash_has_both_sentences_and_everything_that_a_conflict_has() -> None:
    [conflict] = found(WHISTLES, "Rain falls.", HUMS)
    assert (conflict.kind, conflict.subject, conflict.relation, conflict.rule) == ("event_outcome", "jesse_coyle", TOLD, "judged")
    assert (conflict.established.quote, conflict.established.turn) == (WHISTLES, 1)
    assert (conflict.incoming.quote, conflict.incoming.turn) == (HUMS, 3)
    assert (conflict.confidence, conflict.severity, conflict.id) == (93, "major", "3.1")
    assert conflict.why == f"two sentences do not go together: {WHY}"


def test_its_claim_and_fact_are_on_record_and_nowhere_listed() -> None:
    state = story(WHISTLES, HUMS).state
    [conflict] = state.conflicts.values()
    claim, fact = state.lore.claim(conflict.claim), state.lore.fact(conflict.fact)
    assert claim is not None
    assert fact is not None
    assert (claim.value.text, fact.value.text) == (HUMS, WHISTLES)
    assert fact.told_by == (conflict.established,)
    assert TOLD not in {fact.relation for fact in state.lore.facts("jesse_coyle", status=None)}
    assert state.lore.facts("jesse_coyle", TOLD) == (fact,)
    assert not [node for node in state.lore.graph if str(node).startswith(("fact f1.s", "claim 2.s"))]


def test_neither_the_memory_nor_the_next_prompt_brings_them_up_but_as_a_conflict() -> None:
    game = played(WHISTLES, HUMS)
    [conflict] = game.state.conflicts.values()
    prompt = game.play("I ask Jesse Coyle about the hymn.").prompt
    assert prompt is not None
    elements = {element.id for section in prompt.sections for element in section.elements}
    assert f"conflict:{conflict.id}" in elements
    assert not [id for id in elements if id.startswith("fact:") and ".s" in id]
    assert game.tools.memory.record(f"fact:{conflict.fact}") is None


def test_the_look_alikes_of_the_report_do_not_know_of_them() -> None:
    report = report_of(story(WHISTLES, HUMS).state, near=True)
    assert [matter.rule for matter in report.conflicts] == ["judged"]
    assert report.near == ()


@pytest.mark.parametrize(
    "texts",
    [
        (f"{WHISTLES} {HUMS}",),
        (WHISTLES, "Wren Hobb hums a psalm by the gate."),
        (WHISTLES, '"Jesse Coyle hums a hymn by the pump," says Wren Hobb.'),
        (WHISTLES, "They say that Jesse Coyle hums a hymn."),
        (WHISTLES, "Maybe Jesse Coyle hums a hymn."),
    ],
)
def test_no_clash(texts: tuple[str, ...]) -> None:
    assert found(*texts) == []


def test_what_is_told_again_in_the_same_words_contradicts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_engine.bootstrap.games.finder", lambda: found_by(lambda _: Judged(0.9, "possession")))
    assert found(WHISTLES, WHISTLES.replace(" a hymn", "\na hymn"), "The rain falls.") == []
    assert len(found(WHISTLES, HUMS)) == 1


def test_what_is_less_sure_than_the_rule_asks_is_not_raised() -> None:
    assert found(WHISTLES, "Jesse Coyle hums a maybe hymn.") == []


def test_a_sentence_raises_one_conflict_and_so_does_a_pair_of_turns() -> None:
    twice = f"{WHISTLES} Jesse Coyle has a red kite."
    assert len(found(WHISTLES, "Jesse Coyle whistles a psalm.", HUMS)) == 1
    [surest] = found(twice, "Jesse Coyle hums a slow hymn. Jesse Coyle has a blue kite.")
    assert surest.kind == "physical_trait"
    [surest] = found(twice, "Jesse Coyle hums an old hymn. Jesse Coyle has a blue kite.")
    assert surest.kind == "event_outcome"


def test_what_was_raised_is_not_raised_again() -> None:
    assert pairs(found(WHISTLES, HUMS, "Jesse Coyle hums a psalm.")) == [(1, 2)]
    assert pairs(found(WHISTLES, HUMS, "Jesse Coyle whistles a psalm.")) == [(1, 2)]


def test_another_class_is_another_matter() -> None:
    assert pairs(found("Jesse Coyle whistles under a red kite.", HUMS, "Jesse Coyle has a blue kite.")) == [(1, 2), (1, 3)]


def test_nothing_where_a_rule_joins_the_turns_in_the_class() -> None:
    """Both sentences are about the eyes; the rule has said so already."""
    conflicts = found("Jesse Coyle has green eyes. Jesse Coyle has a red kite.", "Jesse Coyle has brown eyes. Jesse Coyle has a blue kite.")
    assert [conflict.rule for conflict in conflicts] == ["trait-differs"]


def test_nothing_where_a_rule_joins_the_two_sentences_in_any_class() -> None:
    conflicts = found("Jesse Coyle, who whistles, has green eyes.", "Jesse Coyle, who hums, has brown eyes.")
    assert [conflict.rule for conflict in conflicts] == ["trait-differs"]


@pytest.mark.parametrize("resolution", get_args(Resolution))
def test_it_can_be_settled_in_every_way_and_taken_back(resolution: Resolution) -> None:
    game = played(WHISTLES, HUMS)
    before = game.state.lore.facts("jesse_coyle", TOLD, status=None)
    extra = {"lie": {"by": "ortega"}, "retcon": {"turn": 1}}.get(resolution, {})
    settled = game.settle("last", Settlement.model_validate({"resolution": resolution, **extra}))
    assert settled.settlement is not None
    assert resume_game(game.journal).state.digest == game.state.digest
    game.reopen("last")
    after = [fact for fact in game.state.lore.facts("jesse_coyle", TOLD, status=None) if fact.status != "retired"]
    assert [fact.value for fact in after] == [fact.value for fact in before]


@pytest.mark.parametrize(
    ("resolution", "then", "raised"),
    [
        ("keep", "Jesse Coyle hums a psalm.", 0),
        ("keep", "Jesse Coyle whistles a psalm.", 0),
        ("accept", "Jesse Coyle hums a psalm.", 0),
        ("accept", "Jesse Coyle whistles a psalm.", 1),
        ("mystery", "Jesse Coyle whistles a psalm.", 0),
        ("mystery", "Jesse Coyle hums a psalm.", 0),
        ("not_a_conflict", "Jesse Coyle hums a psalm.", 0),
    ],
)
def test_what_is_settled_stays_settled(resolution: Resolution, then: str, raised: int) -> None:
    game = played(WHISTLES, HUMS)
    game.settle("last", Settlement(resolution=resolution))
    game.reply_next(then)
    assert len(game.play("I wait.").conflicts) == raised


def test_the_story_verifies_resumes_and_is_read_from_a_snapshot_alike() -> None:
    game = played(WHISTLES, "Nothing stirs.", HUMS)
    assert verify_game(game.journal).turns == 3
    imported = story(WHISTLES, HUMS)
    assert verify_game(imported.journal).turns == 2
    for one in (game, imported):
        assert len(one.state.conflicts) == 1
        again = resume_game(one.journal).state
        assert (again.digest, again.gists) == (one.state.digest, one.state.gists)
        assert read_snapshot(write_snapshot(one.state)).digest == one.state.digest


def test_an_undone_turn_is_beside_nothing() -> None:
    game = played(WHISTLES)
    game.undo()
    game.reply_next(HUMS)
    assert game.play("I wait.").conflicts == ()


def test_a_branch_knows_what_was_told_before_it() -> None:
    game = played(WHISTLES, "Nothing stirs.")
    game.branch("other", turn=1)
    game.reply_next(HUMS)
    assert pairs(list(game.play("I wait.").conflicts)) == [(1, 2)]


def test_a_redacted_sentence_is_beside_nothing_and_goes_from_the_conflict() -> None:
    game = played(WHISTLES)
    game.redact(1)
    game.reply_next(HUMS)
    assert game.play("I wait.").conflicts == ()
    game = played(WHISTLES, HUMS)
    game.redact(1)
    [conflict] = game.state.conflicts.values()
    assert (conflict.established.quote, conflict.established_value.text) == ("", "")
    assert "whistle" not in "".join(entry.event.model_dump_json() for entry in game.journal.entries())
    assert verify_game(game.journal).digests


def test_a_campaign_may_turn_it_off() -> None:
    state = story(WHISTLES).state
    rules = state.lore.rules()
    later = story("Rain falls.", HUMS).journal
    [gists] = [entry.event.gists for entry in later.entries() if isinstance(entry.event, happened.GistsHeard) and entry.turn == 2]
    assert len(judged(gists, state, Verdict(), turn=2, rules=rules, find=FIND).conflicts) == 1
    off = [rule.model_copy(update={"when": {"least": ("101",)}}) if rule.id == "judged" else rule for rule in rules]
    assert judged(gists, state, Verdict(), turn=2, rules=off, find=FIND) == Verdict()
    none = [rule for rule in rules if rule.id != "judged"]
    assert judged(gists, state, Verdict(), turn=2, rules=none, find=FIND) == Verdict()
    few = [rule.model_copy(update={"when": {"most": ("0",)}}) if rule.id == "judged" else rule for rule in rules]
    assert judged(gists, state, Verdict(), turn=2, rules=few, find=FIND) == Verdict()


def test_sentences_that_share_no_more_than_whom_all_speak_of_are_not_judged() -> None:
    shown: list[int] = []

    def noting(one: Beside) -> Judged:
        shown.append(one.earlier.turn)
        return Judged(0.0, "event_outcome")

    game = story(WHISTLES, *(f"Jesse Coyle counts to {n}." for n in range(30)), HUMS)
    [gists] = [
        event.gists for entry in game.journal.entries() if isinstance(event := entry.event, happened.GistsHeard) and entry.turn == 32
    ]
    rules = game.state.lore.rules()
    judged(gists, game.state, Verdict(), turn=32, rules=rules, find=found_by(noting))
    assert shown == [1]
    shown.clear()
    judged(gists, game.state, Verdict(), turn=32, rules=without_near(rules), find=found_by(noting))
    assert shown == list(range(1, 13))  # a story that began with the rule of an earlier version keeps it


def without_near(rules: Iterable[Rule]) -> list[Rule]:
    """The rules, with the judge's as it was in an earlier version."""
    return [rule.model_copy(update={"when": {"most": ("12",)}}) if rule.id == "judged" else rule for rule in rules]


def test_an_injected_sentence_is_marked() -> None:
    state, later = story(WHISTLES).state, story("Rain falls.", HUMS).journal
    [gist] = [gist for entry in later.turn(2) if isinstance(event := entry.event, happened.GistsHeard) for gist in event.gists]
    completion = Completion(text=HUMS, model="script", sims=((0, len(HUMS), "fault:event_outcome"),))
    [conflict] = judged([mark(gist, gist.span, completion)], state, Verdict(), turn=2, rules=state.lore.rules(), find=FIND).conflicts
    assert conflict.sim == "fault"


def test_it_costs_no_more_in_a_long_story() -> None:
    asked: list[int] = []

    def counting(one: Beside) -> Judged:
        asked.append(one.later.turn)
        return Judged(0.0, "event_outcome")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gm_engine.bootstrap.games.finder", lambda: found_by(counting))
        story(*(f"Jesse Coyle counts barrel number {n} by the pump." for n in range(60)))
    assert max(asked.count(turn) for turn in set(asked)) <= 12
    assert asked.count(60) == asked.count(40)


def test_a_better_reader_adds_what_was_never_looked_at() -> None:
    game = played(WHISTLES, HUMS)
    journal = MemoryJournal("evening")
    for event in (entry.event for entry in game.journal.entries()):
        ours = isinstance(event, happened.ConflictFound | happened.GistsHeard) or TOLD in _relations(event)
        if not ours:
            journal.append([event])
    bare = resume_game(journal)
    assert (len(bare.state.gists), len(bare.state.conflicts)) == (0, 0)
    found = bare.reread()
    assert (found.conflicts, found.unread) == (1, 0)
    assert pairs(list(bare.state.conflicts.values())) == [(1, 2)]
    assert bare.reread().conflicts == 0


def _relations(event: object) -> Iterator[str]:
    if isinstance(event, happened.ClaimHeard):
        yield event.claim.relation
    if isinstance(event, happened.FactEstablished):
        yield event.fact.relation


def test_the_state_is_only_read() -> None:
    state: StoryState = story(WHISTLES).state
    digest, gists = state.digest, state.gists.written()
    judged((), state, Verdict(), turn=2, rules=state.lore.rules(), find=FIND)
    assert (state.digest, state.gists.written()) == (digest, gists)


def test_what_is_judged_knows_the_sentence_before_it_also_after_a_snapshot() -> None:
    seen: list[tuple[str, str]] = []

    def noting(one: Beside) -> Judged:
        seen.append((one.before_earlier, one.before_later))
        return Judged(0.0, "event_outcome")

    state = story("Mist hangs over the yard. Jesse Coyle wakes.", *(f"Jesse Coyle counts to {n}." for n in range(30))).state
    state = read_snapshot(write_snapshot(state))
    [gists] = [
        event.gists
        for entry in story("Rain.", "The horses stir. Jesse Coyle looks up.").journal.entries()
        if isinstance(event := entry.event, happened.GistsHeard) and event.turn == 2
    ]
    later = [gist.model_copy(update={"turn": 40}) for gist in gists]
    judged(later, state, Verdict(), turn=40, rules=without_near(state.lore.rules()), find=found_by(noting))
    assert seen[0] == ("Mist hangs over the yard.", "The horses stir.")
    assert {earlier for earlier, _ in seen[1:]} == {""}


def test_a_long_reply_has_its_pairs_shared_out() -> None:
    asked: list[int] = []

    def counting(one: Beside) -> Judged:
        asked.append(one.later.n)
        return Judged(0.0, "event_outcome")

    state = story(*(f"Jesse Coyle counts barrel number {n} by the pump." for n in range(30))).state
    [gists] = [
        event.gists
        for entry in story("Rain.", " ".join(f"Jesse Coyle counts sack number {n} by the pump." for n in range(40))).journal.entries()
        if isinstance(event := entry.event, happened.GistsHeard) and event.turn == 2
    ]
    later = [gist.model_copy(update={"turn": 40}) for gist in gists]
    judged(later, state, Verdict(), turn=40, rules=state.lore.rules(), find=found_by(counting))
    assert {asked.count(gist.n) for gist in later} == {3}


def test_a_replay_needs_no_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(WHISTLES, HUMS)
    monkeypatch.setattr("gm_engine.bootstrap.games.finder", lambda: found_nothing)
    done = verify_game(game.journal)
    assert (done.turns, done.unlike, done.notes) == (2, 0, [])
    [conflict] = resume_game(game.journal).state.conflicts.values()
    assert conflict.rule == "judged"
