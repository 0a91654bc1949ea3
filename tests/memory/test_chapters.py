"""Summaries: each sentence a record with its turns, each level within its size, always made of the records themselves."""

from gm_engine.context.chapter_standing import standing, still_so
from gm_engine.memory import Memory, Summary, chapters
from gm_engine.memory.annals import LONG, Annals
from gm_engine.memory.chapters import SIZES, lines_of
from gm_engine.memory.summary_book import CHAPTERS, SCENES, SESSIONS
from gm_engine.story import event as happened
from gm_engine.story.budget import Budget
from gm_engine.story.pack import AuthoredScene
from gm_engine.story.provenance import Provenance
from gm_engine.story.scene import Scene
from gm_engine.tokens import count
from tests.memory.tale import PACK, Tale

PLACES = ("street", "saloon", "school", "livery")


def open_scene(tale: Tale, place: str, authored: str = "") -> None:
    turn = tale.state.turn + 1
    id = f"s{len(tale.state.scenes) + 1}"
    scene = Scene(id=id, title=place, place=place, opened=tale.state.minute, session=tale.state.session, turn=turn, authored=authored)
    tale.feed(happened.SceneOpened(turn=tale.state.turn, scene=scene))


def eventful(turns: int = LONG + 4, evening: int = 0) -> Tale:
    """A scene every four turns, something in every turn, and a new evening after so many turns."""
    tale = Tale()
    for turn in range(1, turns + 1):
        if evening and turn > 1 and turn % evening == 1:
            tale.feed(happened.SessionOpened(turn=tale.state.turn, number=tale.state.session + 1))
        if turn > 1 and turn % 4 == 1:
            open_scene(tale, PLACES[turn // 4 % 4])
        tale.play(f"I try number {turn}.", f"It goes as it goes, for the {turn}th time.")
        significance = ("minor", "minor", "character", "major", "milestone")[turn % 5]
        tale.mark(f"p{turn}.1", f"Deed number {turn} was done", significance=significance, participants=("ortega",))
        if turn % 7 == 3:
            tale.decide(f"d{turn}", "Well?", f"do the {turn}th thing", f"leave the {turn}th thing", participants=("thorne",))
        if turn % 9 == 5:
            tale.owe(f"c{turn}", f"bring horse {turn} back", debtor="cal", creditor="ortega")
    return tale


AMPLE = Budget(total=20_000)


def summaries(tale: Tale, before: int = 0, room: int = 2000) -> tuple[Summary, ...]:
    """The story before the scene that is being played, or before a turn."""
    return tale.memory.story.so_far(tale.state, before or tale.state.scene.turn, room)


def test_nothing_is_summed_up_before_a_scene_is_over() -> None:
    tale = Tale()
    assert summaries(tale) == chapters(tale.state) == ()
    tale.play("I wait.", "Nothing stirs.")
    tale.mark("p1.1", "The marshal shot Pete Lund")
    assert summaries(tale) == ()
    open_scene(tale, "street")
    [scene] = summaries(tale)
    assert (scene.id, scene.sentences, scene.turns) == ("scene:1-1", ("The marshal shot Pete Lund.",), (1,))


def test_every_sentence_is_what_its_records_say_and_names_their_turns() -> None:
    tale = eventful(90, evening=30)
    for summary in (*summaries(tale), *chapters(tale.state)):
        for line in summary.lines:
            said = {
                (own.text, own.turns)
                for id in line.sources
                for key in (id, id.replace("consequence:", "paid:"))
                for own in lines_of(key, tale.state)
            }
            assert {text for text, _ in said} == {line.text}
            assert set(line.turns) == {turn for _, turns in said for turn in turns}
            assert all(summary.first <= turn <= summary.last for turn in line.turns)


def test_every_level_keeps_to_its_size() -> None:
    tale = eventful(120, evening=30)
    found = summaries(tale)
    assert {summary.level for summary in found} == {"campaign", "session", "chapter", "scene"}
    assert all(count(summary.text) <= SIZES[summary.level] for summary in found)
    assert any(summary.left for summary in found)


def test_what_cannot_be_undone_is_kept_before_what_is_small() -> None:
    tale = Tale()
    for number in range(1, 13):
        tale.play("I go on.", "You go on.")
        tale.mark(f"p{number}.1", f"A small thing of the kind that happens, number {number}", significance="minor")
        if number == 2:
            tale.decide("d1", "Do you spare him?", "spare the man who shot your brother", "shoot him", weight="critical")
        if number == 3:
            tale.mark("p3.2", "Pete Lund died", significance="milestone")
        if number == 4:
            tale.owe("c1", "bury Pete Lund beside the well", debtor="cal", creditor="ortega")
    open_scene(tale, "street")
    [scene] = summaries(tale)
    assert "You chose to spare the man who shot your brother, and did not shoot him." in scene.sentences
    assert "Pete Lund died." in scene.sentences


def test_the_same_said_again_is_one_sentence_with_all_its_turns() -> None:
    tale = Tale()
    for number in (1, 2, 3):
        tale.play("I promise.", "He nods.")
        tale.owe(f"c{number}", "be back within the week", debtor="cal", creditor="ortega")
    open_scene(tale, "street")
    [scene] = summaries(tale)
    assert [(line.text, line.turns) for line in scene.lines] == [('You promised Luis Ortega: "be back within the week".', (1, 2, 3))]


def test_what_waits_unknown_to_the_table_is_in_no_summary() -> None:
    tale = Tale()
    tale.play("I sit in.", "Cards fall.")
    due = tale.owe("c1", "the dealer comes with two brothers", kind="consequence")
    open_scene(tale, "street")
    assert summaries(tale) == ()
    tale.play("I walk.", "You walk.")
    paid = due.model_copy(update={"paid": 2, "outcome": "The dealer took the horse."})
    tale.feed(happened.ConsequencePaid(turn=2, consequence=paid))
    open_scene(tale, "saloon")
    assert [summary.sentences for summary in summaries(tale)] == [("The dealer took the horse.",)]


def test_a_fact_is_told_in_the_sentence_that_told_it_while_it_stands() -> None:
    tale = Tale()
    tale.play("I ask.", "Thorne's father died at Glorieta.")
    told = Provenance(source="extracted", turn=1, voice="narrator", quote="Thorne's father died at Glorieta.")
    fact = tale.hold("f1", "thorne", "father", "dead", importance=4).model_copy(update={"told_by": (told,)})
    tale.feed(happened.FactEstablished(turn=1, fact=fact))
    open_scene(tale, "street")
    assert [summary.text for summary in summaries(tale)] == ["Thorne's father died at Glorieta."]
    tale.feed(happened.FactEstablished(turn=1, fact=fact.model_copy(update={"status": "retired"})))
    assert summaries(tale) == ()


def test_it_keeps_to_its_room_and_what_counts_most_stays() -> None:
    tale = eventful(130, evening=30)
    for room in (0, 12, 60, 230, 600):
        found = summaries(tale, room=room)
        assert sum(count(f"- {summary.title}: {summary.text}\n") for summary in found) <= room
        assert bool(found) == (room > 12)
    whole, few = summaries(tale), summaries(tale, room=100)
    worst = max(line.rank for summary in few for line in summary.lines)
    assert worst < max(line.rank for summary in whole for line in summary.lines)
    assert {line for summary in few for line in summary.lines} < {line for summary in whole for line in summary.lines}


def test_it_does_not_grow_with_the_story() -> None:
    short, long = eventful(130, evening=20), eventful(610, evening=20)
    assert len(summaries(long)) <= 1 + SESSIONS + 1 + CHAPTERS + 1 + SCENES
    costs = [sum(made.tokens for made in standing(tale.state, tale.memory, tale.state.turn, AMPLE)) for tale in (short, long)]
    assert costs[1] <= 1.1 * costs[0]


def test_the_story_so_far_has_no_gap_and_tells_nothing_twice() -> None:
    tale = eventful(200, evening=45)
    for before in (1, 2, 5, 46, 90, 91, 137, 180, 201):
        plan = tale.memory.story.plan(before)
        turns = [turn for stretch in plan for turn in range(stretch.first, stretch.last + 1)]
        assert turns == list(range(1, before))


def test_it_stands_until_a_record_in_it_changes() -> None:
    tale = eventful(40)
    told = standing(tale.state, tale.memory, 38, AMPLE)
    assert len(told) > 3
    assert all(still_so(made.id, made.text, tale.state, tale.memory) for made in told)
    [point] = [point for point in tale.state.story_points.values() if point.turn == 4]
    tale.feed(happened.StoryPointReached(turn=40, story_point=point.model_copy(update={"title": "Nothing of the kind"})))
    assert [made.id for made in told if not still_so(made.id, made.text, tale.state, tale.memory)] == [
        made.id for made in told if "Deed number 4 was" in made.text
    ]


def test_rebuilt_from_the_state_they_are_the_same() -> None:
    for turns in (3, 17, 40, 130):
        tale = eventful(turns, evening=25)
        rebuilt = Memory.of(tale.state)
        assert rebuilt.story.so_far(tale.state, tale.state.turn, 2000) == summaries(tale, tale.state.turn)
        assert Annals.of(tale.state).chapters() == tale.memory.story.annals.chapters()


def test_a_page_is_written_anew_when_its_record_changes_late() -> None:
    tale = eventful(12)
    [first, *_] = summaries(tale)
    assert "Deed number 4 was done." in first.sentences
    [point] = [point for point in tale.state.story_points.values() if point.turn == 4]
    tale.feed(happened.StoryPointReached(turn=12, story_point=point.model_copy(update={"title": "Deed number 4 was undone"})))
    assert "Deed number 4 was undone." in summaries(tale)[0].sentences
    assert summaries(tale) == Memory.of(tale.state).story.so_far(tale.state, tale.state.scene.turn, 2000)


def test_an_authored_chapter_has_its_own_title() -> None:
    scenes = {"raid": AuthoredScene(id="raid", beat="They come.", chapter="II. The Raid"), "lull": AuthoredScene(id="lull", beat="Rest.")}
    tale = Tale(PACK.model_copy(update={"scenes": scenes}))
    for authored in ("lull", "raid", ""):
        tale.play("I wait.", "You wait.")
        tale.mark(f"p{tale.state.turn}.1", f"Deed {tale.state.turn} was done")
        open_scene(tale, "street", authored)
    for _ in range(LONG):
        tale.play("I wait.", "You wait.")
        tale.mark(f"p{tale.state.turn}.1", f"Deed {tale.state.turn} was done")
    open_scene(tale, "saloon")
    assert [chapter.title for chapter in chapters(tale.state)] == ["Ortega's Livery", "II. The Raid"]


def test_words_that_were_taken_out_are_in_no_summary() -> None:
    tale = Tale()
    tale.play("I wait.", "Nothing stirs.")
    tale.mark("p1.1", "")
    tale.decide("d1", "", "", "")
    tale.owe("c1", "")
    open_scene(tale, "street")
    assert summaries(tale) == ()
