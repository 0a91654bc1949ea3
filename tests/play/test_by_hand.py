"""What is remembered, edited by hand: what each edit does to prompts, recall and checks, that it sticks, and that it can be taken back."""

import pytest

from gm_engine.authoring import find_pack, load_pack
from gm_engine.bootstrap import new_game, resume_game, verify_game
from gm_engine.errors import GameError, UnknownName
from gm_engine.interfaces.cli.looks import lore_json, lore_text
from gm_engine.interfaces.cli.reasons import why_text
from gm_engine.journal import MemoryJournal
from gm_engine.memory.memory import Memory
from gm_engine.memory.recap import recap
from gm_engine.play.commands import command
from gm_engine.play.game import Game
from gm_engine.play.snapshot import read_snapshot, write_snapshot
from gm_engine.state import rebuild
from gm_engine.story import event as happened
from gm_engine.story.claim import TOLD, Fact, Value
from gm_engine.story.consequence import Consequence
from gm_engine.story.provenance import Provenance
from gm_engine.story.story_point import StoryPoint
from tests.mesa import SECRET_ALIAS
from tests.packs import LIVERY
from tests.play.heard import MESA, Table

LIMP = "Jesse Coyle limps on the left leg."
RAIN = "The purple heron stands on the marsh."


@pytest.fixture
def game() -> Game:
    """Two turns: one that tells things, and one more."""
    game = new_game(MemoryJournal("evening"), LIVERY, seed=5)
    game.reply_next(f"{RAIN} {LIMP} The clock strikes.")
    game.play("I look around.")
    game.play("I wait an hour.")
    return game


def prompt(game: Game, said: str = "I look at Jesse Coyle and the heron on the marsh.") -> str:
    """All words of the next prompt."""
    game.play(said)
    return "\n".join(section.text for section in game.prompt_of(game.state.turn).prompt.sections if section.name != "said")


def recalled(game: Game, query: str) -> str:
    return "\n".join(element.text for element in game.recall(query, 2000))


def limps(game: Game) -> list[Fact]:
    return [fact for fact in game.state.lore.facts() if any(telling.quote == LIMP for telling in fact.told_by)]


def holds(game: Game) -> None:
    """The story is the same however it is come by, and plays again to the same bytes."""
    state = game.state
    assert rebuild(entry.event for entry in game.journal.entries()).digest == state.digest
    kept = read_snapshot(write_snapshot(state))
    assert kept.digest == state.digest
    assert kept.marks.forgotten == state.marks.forgotten
    assert [one.id for one in kept.lore.entities()] == [one.id for one in state.lore.entities()]
    again = resume_game(game.journal)
    assert again.state.digest == state.digest
    anew = Memory.of(state)
    for words in ("purple heron marsh", "limps leg Coyle", "Jesse Coyle", "ledger"):
        assert anew.found_turns(words, 9) == game.tools.memory.found_turns(words, 9)
        assert anew.names.named(words) == game.tools.memory.names.named(words)
        records = {"purple": 1, "heron": 1, "limp": 1, "ledger": 1}
        assert sorted(anew.found_records(records, 30)) == sorted(game.tools.memory.found_records(records, 30))
    assert verify_game(game.journal).digests > 0


def test_what_is_forgotten_is_in_no_prompt_no_recall_and_no_check(game: Game) -> None:
    assert limps(game)
    assert LIMP in prompt(game)
    game.by_hand.forget("limps on the left leg")
    assert not limps(game)
    said = prompt(game)
    assert "limp" not in said
    assert RAIN in said
    assert "limp" not in recalled(game, "Who limps on the left leg?")
    game.reply_next("Jesse Coyle limps on the right leg.")
    game.play("I wait.")
    assert not game.state.conflicts
    assert LIMP in "".join(entry.event.model_dump_json() for entry in game.journal.entries())
    holds(game)


def test_what_is_forgotten_is_not_brought_back_by_a_later_telling_or_a_second_reading(game: Game) -> None:
    game.by_hand.forget("limps on the left leg")
    game.reply_next(LIMP)
    game.play("I wait.")
    assert not [fact for fact in game.state.lore.facts() if "limp" in fact.relation]
    game.reread()
    assert not [fact for fact in game.state.lore.facts() if "limp" in fact.relation]
    holds(game)


def test_a_single_fact_is_forgotten_by_its_id(game: Game) -> None:
    fact = limps(game)[0]
    edit = game.by_hand.forget(fact.id)
    assert f"fact:{fact.id}" in edit.what
    held = game.state.lore.fact(fact.id)
    assert held
    assert held.status == "retired"


def test_a_remembered_sentence_is_told_in_its_own_words_and_checked(game: Game) -> None:
    edit = game.by_hand.remember("Jesse Coyle's eyes are gray, and he never lends a horse.")
    assert edit.id == "e2.1"
    assert "never lends a horse" in prompt(game)
    page = lore_text(game.state, "jesse_coyle")
    assert "never lends a horse" in page
    assert "remembered by the player, by hand, in turn 2 (e2.1)" in " ".join(page.split())
    game.reply_next("Jesse Coyle's eyes are green.")
    game.play("I look at Jesse Coyle.")
    assert [conflict.kind for conflict in game.state.conflicts.values()] == ["physical_trait"]
    holds(game)


def test_a_pinned_thing_is_always_in_the_prompt_and_says_who_pinned_it(game: Game) -> None:
    game.by_hand.remember("The mill burnt in the spring of the flood.")
    for _ in range(3):
        game.play("I wait an hour.")
    assert "mill burnt" not in prompt(game, "I count my money.")
    game.by_hand.pin("the mill burnt", "author")
    assert "mill burnt" in prompt(game, "I count my money.")
    [why] = [one.element for one in game.why(game.state.turn) if "mill burnt" in one.element.text]
    assert (why.pinned, why.reasons["by hand"]) == (True, 1000)
    assert "pinned by the author, by hand, in turn 6" in " ".join(why_text(game, game.state.turn).split())
    game.by_hand.unpin("the mill burnt")
    assert "mill burnt" not in prompt(game, "I count my money.")
    with pytest.raises(GameError, match="is not pinned"):
        game.by_hand.unpin("the mill burnt")
    holds(game)


def test_a_bare_sentence_is_put_on_record_to_be_pinned(game: Game) -> None:
    edit = game.by_hand.pin("purple heron")
    [made] = edit.made
    fact = game.state.lore.fact(made.partition(":")[2])
    assert fact
    assert (fact.value.text, [telling.turn for telling in fact.told_by]) == (RAIN, [2, 1])
    assert f"- {RAIN}" in prompt(game)


def test_pins_that_are_too_many_for_the_budget_stay_out_and_the_turn_is_played(game: Game) -> None:
    for number in range(40):
        game.by_hand.remember(f"Barrel number {number} holds {'salt and ' * 20}flour.")
        game.by_hand.pin(f"fe2.{2 * number + 1}")
    game.choose_budget(game.budget.model_copy(update={"total": 1900 + game.budget.reply}))
    game.play("I wait.")
    event = game.prompt_of(3)
    told = [one for section in event.prompt.sections for one in section.elements if "by hand" in one.reasons]
    left = [one for one in event.left_out if one.id.startswith("fact:fe2.")]
    assert told
    assert left
    assert event.prompt.tokens <= game.budget.room


def test_what_is_hidden_is_in_no_prompt_and_stays_on_record(game: Game) -> None:
    game.by_hand.hide("limps on the left leg")
    said = prompt(game)
    assert "limp" not in said
    assert RAIN in said
    assert "limp" in recalled(game, "Who limps on the left leg?")
    assert "hidden by the player" in " ".join(lore_text(game.state, "jesse_coyle").split())
    assert '"act": "hide"' in lore_json(game.state, "jesse_coyle")
    game.reply_next(LIMP)
    game.play("I wait.")
    assert all(fact.audience == "gm" for fact in limps(game))
    holds(game)


def test_a_correction_stands_in_the_place_of_the_old_words(game: Game) -> None:
    old = limps(game)[0]
    edit = game.by_hand.correct("limps on the left leg", "Jesse Coyle drags his right foot.")
    assert edit.before == LIMP
    new = game.state.lore.fact(f"f{edit.id}")
    assert new
    assert (new.supersedes, new.subject) == (old.id, "jesse_coyle")
    said = prompt(game)
    assert "left leg" not in said
    assert f"{RAIN} Jesse Coyle drags his right foot. The clock strikes." in said
    assert "drags his right foot" in recalled(game, "Jesse Coyle foot")
    game.reread()
    assert not limps(game)
    holds(game)


def test_conflicts_with_the_old_wording_are_settled_by_a_correction(game: Game) -> None:
    for reply in ("Jesse Coyle's eyes are gray.", "Jesse Coyle's eyes are green."):
        game.reply_next(reply)
        game.play("I look at Jesse Coyle.")
    [conflict] = game.state.conflicts.values()
    game.by_hand.correct("Jesse Coyle's eyes are gray", "Jesse Coyle's eyes are black.")
    settled = game.state.conflicts[conflict.id].settlement
    assert settled
    assert (settled.resolution, "corrected by the player" in settled.because) == ("retcon", True)
    game.reply_next("Jesse Coyle's eyes are gray.")
    game.play("I look at Jesse Coyle.")
    assert len(game.state.conflicts) == 2
    assert not [fact for fact in game.state.lore.facts("jesse_coyle", "eyes") if fact.value.text in ("gray", "grey")]
    game.by_hand.undo(game.by_hand.edits[0].id)
    assert game.state.conflicts[conflict.id].status == "open"
    holds(game)


@pytest.mark.parametrize("act", ["forget", "hide", "pin"])
def test_each_edit_is_taken_back_by_itself(act: str, game: Game) -> None:
    before, said = game.state.lore.digest, recalled(game, "Who limps on the left leg?")
    getattr(game.by_hand, act)(limps(game)[0].id)
    game.by_hand.undo()
    assert game.state.lore.digest == before
    assert recalled(game, "Who limps on the left leg?") == said
    assert LIMP in prompt(game)
    holds(game)


def test_a_correction_that_is_taken_back_leaves_the_old_words(game: Game) -> None:
    game.by_hand.correct("limps on the left leg", "Jesse Coyle drags his right foot.")
    game.by_hand.undo("e2.1")
    assert limps(game)
    said = prompt(game)
    assert LIMP in said
    assert "right foot" not in said
    with pytest.raises(UnknownName, match=r'no edit "e2\.1" stands'):
        game.by_hand.undo("e2.1")
    holds(game)


def test_an_edit_under_another_is_not_taken_back_first(game: Game) -> None:
    game.by_hand.remember("The mill burnt in the spring.")
    game.by_hand.pin("fe2.1")
    with pytest.raises(GameError, match=r"e2\.2 .pin. was made on top of it"):
        game.by_hand.undo("e2.1")


def test_going_back_takes_edits_along_and_says_so(game: Game) -> None:
    game.by_hand.forget("limps on the left leg")
    game.play("I wait.")
    game.by_hand.remember("The mill burnt.")
    assert "e3.1" in (command(game, "/undo") or "")
    assert [edit.id for edit in game.by_hand.edits] == ["e2.1"]
    assert "limp" not in recalled(game, "Who limps on the left leg?")
    game.undo(1)
    assert not game.by_hand.edits
    assert LIMP in recalled(game, "Who limps on the left leg?")


def test_a_branch_has_its_own_edits(game: Game) -> None:
    game.branch("other")
    game.by_hand.forget("limps on the left leg")
    game.switch("main")
    assert limps(game)
    game.switch("other")
    assert not limps(game)
    holds(game)


def test_two_that_are_close_are_asked_back_with_their_ids(game: Game) -> None:
    game.by_hand.remember("The red barrel leaks oil.")
    game.by_hand.remember("The blue barrel leaks oil.")
    with pytest.raises(UnknownName, match=r"fe2\.1: .*red barrel") as caught:
        game.by_hand.forget("barrel leaks oil")
    assert caught.value.slug == "which-one"
    assert "fe2.2" in caught.value.what
    game.by_hand.forget("blue barrel leaks oil")
    assert [edit.before for edit in game.by_hand.edits][-1] == "The blue barrel leaks oil."


@pytest.mark.parametrize("what", ["zeppelins over Vienna", "f99.9", ""])
def test_what_nobody_remembers_is_said(what: str, game: Game) -> None:
    with pytest.raises(GameError) as caught:
        game.by_hand.forget(what)
    assert caught.value.slug == "nothing-meant"


def noted(game: Game) -> None:
    """What a language model's note puts on record: a newcomer, a free fact, a story point, a promise."""
    turn, scene = game.state.turn, game.state.scene.id
    game.take_in(
        (
            happened.ConsequenceDue(
                turn=turn,
                consequence=Consequence(
                    id="c2.9", kind="promise", text="bring the ledger by Friday", debtor="jesse_coyle", creditor=game.state.pc,
                    turn=turn, scene=scene, minute=game.state.minute,
                ),
            ),
            happened.StoryPointReached(
                turn=turn,
                story_point=StoryPoint(id="p2.9", kind="action", title="The ledger was burnt in the stove.", significance="major",
                                       turn=turn, scene=scene, minute=game.state.minute),
            ),
            happened.FactEstablished(
                turn=turn,
                fact=Fact(
                    id="f2.9", subject="jesse_coyle", relation=TOLD, value=Value(kind="text", text="keeps two sets of books"),
                    told_by=(Provenance(source="extracted", turn=1, voice="narrator", quote="The clock strikes.", span=(73, 91),
                                        reader="model:test"),),
                ),
            ),
        )
    )  # fmt: skip


@pytest.mark.parametrize(("what", "words"), [("c2.9", "bring the ledger"), ("p2.9", "burnt in the stove"), ("f2.9", "clock strikes")])
def test_promises_story_points_and_noted_facts_are_edited_like_anything_else(what: str, words: str, game: Game) -> None:
    noted(game)
    game.by_hand.pin(what)
    game.by_hand.undo()
    corrected = "Nobody saw the barber leave for Tucson."
    game.by_hand.correct(what, corrected)
    said = prompt(game, "I ask about the ledger, the stove, the barber and Tucson.")
    assert words not in said
    assert corrected.rstrip(".") in said
    game.by_hand.undo()
    game.by_hand.hide(what)
    assert words not in prompt(game, "I ask about the ledger and the stove.")
    game.by_hand.undo()
    game.by_hand.forget(what)
    assert words not in prompt(game, "I ask about the ledger and the stove.")
    assert words not in "\n".join(line.text for line in recap(game.state))
    assert not [owed for owed in game.state.owed() if what == owed.id]
    holds(game)


def test_what_the_campaign_wrote_of_a_person_is_hidden_and_not_forgotten(game: Game) -> None:
    with pytest.raises(GameError, match="campaign's own files") as caught:
        game.by_hand.forget("Ortega")
    assert caught.value.slug == "cannot-edit"
    assert "PERSON: " in prompt(game, "I ask Ortega about the wagon.")
    game.by_hand.hide("ortega")
    said = prompt(game, "I ask Ortega about the wagon.")
    assert "Ortega" not in "\n".join(line for line in said.splitlines() if "PERSON: " in line)


def test_somebody_who_was_made_up_is_forgotten_with_their_name(game: Game) -> None:
    game.reply_next("A drummer named Abel Finch sits down. Abel Finch is fifty years old.")
    game.play("I look around.")
    [finch] = game.state.lore.named("Abel Finch")
    game.by_hand.forget("Abel Finch")
    assert not game.state.lore.named("Abel Finch")
    assert finch.id not in [one.id for one in game.state.lore.entities()]
    game.reply_next("Abel Finch is fifty years old.")
    game.play("I wait.")
    assert not game.state.lore.facts(finch.id)
    game.by_hand.undo()
    assert game.state.lore.named("Abel Finch")
    holds(game)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("/remember The mill burnt.", 'Remembered: "The mill burnt."'),
        ("/forget limps on the left leg", f'Forgotten: "{LIMP}"'),
        ("/pin purple heron", f'Pinned: "{RAIN}"'),
        ("/hide purple heron", f'Hidden: "{RAIN}"'),
        ("/correct purple heron: The heron is gray.", f'Corrected: "The heron is gray." stands in the place of "{RAIN}"'),
        ("/edits", "Nothing was edited by hand."),
    ],
)
def test_the_table_says_what_an_edit_did(line: str, said: str, game: Game) -> None:
    told = command(game, line) or ""
    assert told.startswith(said)
    if game.by_hand.edits:
        assert "Take it back: /edits undo e2.1" in told
        assert said.partition(".")[0] in (command(game, "/edits") or "")
        assert (command(game, "/edits undo e2.1") or "").startswith("Taken back: e2.1")


@pytest.mark.parametrize("line", ["/correct the heron", "/edits all", "/remember"])
def test_an_edit_that_lacks_something_says_how_to_write_it(line: str, game: Game) -> None:
    with pytest.raises(GameError, match=r"such as|/correct|/edits"):
        command(game, line)


@pytest.mark.parametrize("name", [SECRET_ALIAS, f"the {SECRET_ALIAS.lower()}"])
def test_nobody_is_named_by_hand_who_is_still_secret(name: str) -> None:
    """An edit answers with whom it is about: who bears a name in secret was given away by it."""
    game = Table().game
    with pytest.raises(UnknownName) as hid:
        game.by_hand.hide(name)
    with pytest.raises(UnknownName) as merged:
        game.by_hand.merge("Luis Ortega", name)
    assert not [error for error in (hid, merged) if "boone" in str(error.value).casefold()]


def test_who_is_hidden_is_not_named_by_an_id_either() -> None:
    boone = MESA.npcs["boone"].model_copy(update={"visibility": "gm"})
    game = Table(MESA.model_copy(update={"npcs": {**MESA.npcs, "boone": boone}})).game
    for what in ("boone", "entity:boone", "Temperance Boone"):
        with pytest.raises(UnknownName):
            game.by_hand.hide(what)


def test_what_names_somebody_unmet_is_not_brought_up_by_other_words_of_it() -> None:
    """The author's sentence gave the name away where what it says is open: that somebody long dead is dead."""
    game = new_game(MemoryJournal("redemption"), load_pack(find_pack("redemption")), seed=3)
    for what in ("pruitt", "f0.lum_ten_years.1"):
        with pytest.raises(UnknownName) as refused:
            game.by_hand.pin(what)
        assert "Lum Hing" not in str(refused.value)
