"""The loop: one turn, top to bottom. The file to read first.

``take_turn`` yields what happened and writes nothing. Whoever drives it folds each event into the state (and the
memory) before asking for the next, so that every step sees what the one before it did.
"""

from collections.abc import Generator, Iterator
from typing import TypeVar

from gm_engine import continuity, direction, rules
from gm_engine.extraction.reading import Reading
from gm_engine.journal.recorder import record
from gm_engine.play.answering import Complete, answered
from gm_engine.play.asking import Ask
from gm_engine.play.assembling import assemble
from gm_engine.play.hearing import assumptions, hear, marked, repairs
from gm_engine.play.judgement import TODAYS, Judgement
from gm_engine.play.miscounts import COUNTED, miscounts
from gm_engine.play.second_reader import SecondReader
from gm_engine.play.tools import Tools
from gm_engine.play.understanding import Understood
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Claim
from gm_engine.story.completion import Completion
from gm_engine.story.event import Event
from gm_engine.story.gist import Gist
from gm_engine.story.provenance import Source, Voice
from gm_engine.story.sampling import Sampling
from gm_engine.story.table_rules import TableRules
from gm_engine.story.verdict import Verdict

Heard = TypeVar("Heard", Claim, Gist)
Result = TypeVar("Result")


def take_turn(
    said: str, state: StoryState, tools: Tools, complete: Complete, *, attempt: int = 0, extra: tuple[Beat, ...] = (),
    table: TableRules | None = None, judgement: Judgement = TODAYS, ask: Ask | None = None, sampling: Sampling | None = None,
) -> Iterator[Event]:  # fmt: skip
    """Play one turn and give back, in order, everything that the journal should say about it.

    ``complete`` answers the prompt: the GM, a kept answer, or a script. ``extra`` are beats that a script puts in
    (declared faults and decoys). From here on
    ``table`` holds for a language model in the chair, where it is given; ``ask`` asks one what the table's rules want to know.
    ``sampling`` is how this turn's words are to be chosen, where whoever asks for them says so.
    """
    turn = state.turn + 1
    told: list[Event] = []

    waiting = state.pending.get(direction.CHANGE, "")
    answer = direction.answered(said, state) if waiting else ""
    meant = waiting if answer == "yes" else said
    heard = hear(meant, state, table or state.table, ask)
    read = judgement.understood(meant, state, tools) if heard.intents is None else Understood(heard.intents, asked=False)
    intents = read.intents
    asked = answer != "yes" and (direction.turning(said, intents, state) if read.asked is None else read.asked)
    if asked or answer == "no":
        intents = ()
    yield happened.PlayerSpoke(turn=turn, said=said, intents=intents, attempt=attempt, ear=read.ear)
    yield from heard.asked
    if table is not None and table != state.table:
        yield happened.TableRulesChosen(turn=turn, rules=table)
    yield from tools.plug_ins.chosen(state, turn)
    yield from judgement.lorebooks(state, tools)
    if waiting:
        yield pending(turn, None, cause=answer or "passed over")
    if asked:
        yield pending(turn, said, cause="asked")
    elif way := direction.asked_about(intents, state):
        yield pending(turn, way, cause="asked")

    counts: dict[str, int] = {}
    shares: list[tuple[Event, ...]] = []
    for intent in intents:
        before = len(told)
        for event in rules.adjudicate(intent, state, state.draw(turn), counts):
            told.append(event)
            yield event
        shares.append(tuple(told[before:]))

    for intent in intents:
        if intent.verb == "declare" and any(isinstance(event, happened.StateChanged) and event.cause == "declare" for event in told):
            yield from declare(intent.about, state, tools, turn)

    if asked or answer == "no":
        plan = direction.Plan(beats=(direction.question(said, state) if asked else direction.stays(state),))
    else:
        by_model = heard.intents is not None
        plan = direction.plan(intents, tuple(told), state, state.draw(turn), tuple(shares), by_model=by_model)
    for event in plan.events:
        told.append(event)
        yield event

    yield from establish(continuity.engine_claims(tuple(told), state, turn=turn), state, tools, turn)

    for number, intent in enumerate(intents, 1):
        if intent.verb == "oracle" and (answer := continuity.oracle_says(intent.about or intent.words, told)):
            yield from answer_of_the_oracle(answer, state, tools, turn, number)
    for number, answer in enumerate(plan.decided, len(intents) + 1):
        yield from answer_of_the_oracle(answer, state, tools, turn, number)

    second, noter = judgement.second(ask, state, tools), judgement.noter(ask, state, tools)
    yield from second.chapter()

    doubted = judgement.premises(said, state, tools) if state.table.premises and heard.intents is None else ()
    beats = (*repairs(state), *plan.beats, *doubted, *assumptions(heard.assumes, state, tools), *extra)
    brought = yield from tools.plug_ins.brought(said, state, turn)
    assembled = assemble(said, intents, beats, state, tools, brought=brought, sampling=sampling)
    yield assembled

    reply = answered(assembled.prompt, state, tools, complete, counts, judgement, second, noter, tuple(told))
    completion, prompt = yield from noted(reply, told)
    yield happened.CompletionReceived(turn=turn, completion=completion, prompt_hash=prompt.hash)

    if completion.claims is not None:
        yield from handed_over(completion, state, tools, turn)
    elif completion.given_by != "engine":
        yield from noter.question(completion.text, told, said)
        if noter.noted(completion.text):
            for event in noter.records(completion.text, tuple(told), said):
                told.append(event)
                yield event
            yield from miscounted(completion, state, tools, turn)
        else:
            yield from read_reply(completion, state, tools, turn, second)
    if state.table.guard == "after":
        yield from marked(completion, prompt, state, tools, judgement, turn)

    yield from record(
        told,
        scene=state.scene,
        minute=state.minute,
        pc=state.pc,
        name=state.name,
        earlier=tuple(state.story_points.values())[-40:],
    )
    yield happened.TurnClosed(turn=turn, digest=state.digest)


def noted(events: Generator[Event, None, Result], told: list[Event]) -> Generator[Event, None, Result]:
    """The same events, what the rules made of the GM's calls noted among what happened."""
    try:
        while True:
            event = next(events)
            if not isinstance(event, happened.DraftReceived | happened.ToolCalled | happened.ModelAsked):
                told.append(event)
            yield event
    except StopIteration as end:
        result: Result = end.value
        return result


def pending(turn: int, words: str | None, *, cause: str) -> Event:
    """A change of everything waits for a yes or a no; where ``words`` is None, it waits no longer."""
    new = None if words is None else 1
    return happened.StateChanged(turn=turn, what="pending", key=direction.CHANGE, detail=words or "", new=new, cause=cause)


def declare(detail: str, state: StoryState, tools: Tools, turn: int) -> Iterator[Event]:
    """A small true detail that the player has paid a chip for: the only way in which a player's words become canon.

    A thing of which it tells is there from now on, and can be taken.
    """
    things = direction.things_declared(tools.parse(detail, state), state)
    heard = yield from _hear(detail, "player", "chip", state, tools, turn)
    for thing in things:
        named = next((entity.id for entity in heard.entities if thing.about.lower().endswith(entity.name.lower().removeprefix("the "))), "")
        yield from rules.come_in(state, thing.about, state.pc if thing.carried else "", known_as=named)
    claims = tuple(claim.model_copy(update={"id": f"{turn}.chip.{n}"}) for n, claim in enumerate(heard.claims, 1))
    yield from establish(claims, state, tools, turn)


def answer_of_the_oracle(answer: str, state: StoryState, tools: Tools, turn: int, number: int) -> Iterator[Event]:
    """What the dice said there is, or is not: told like anything else, so that the opposite clashes with it later."""
    heard = yield from _hear(answer, "oracle", "engine", state, tools, turn)
    claims = tuple(claim.model_copy(update={"id": f"{turn}.o{number}.{n}"}) for n, claim in enumerate(heard.claims, 1))
    yield from establish(claims, state, tools, turn)


def handed_over(completion: Completion, state: StoryState, tools: Tools, turn: int) -> Iterator[Event]:
    """The claims that the GM handed over with its words. Only what a script injected is read: it stands for a GM who errs."""
    claims = tuple(claim for claim in completion.claims or () if claim.sim == "none")
    if completion.sims:
        heard = yield from _hear(completion.text, "narrator", "extracted", state, tools, turn)
        marked = (mark(claim, claim.provenance.span, completion) for claim in heard.claims)
        erring = (claim for claim in marked if claim.sim != "none")
        claims += tuple(claim.model_copy(update={"id": f"{turn}.{n}"}) for n, claim in enumerate(erring, len(completion.claims or ()) + 1))
    yield from establish(claims, state, tools, turn)
    yield from tools.plug_ins.judged(claims, state, turn)


def read_reply(completion: Completion, state: StoryState, tools: Tools, turn: int, second: SecondReader) -> Iterator[Event]:
    """What the GM's words said: new names, claims, facts, conflicts."""
    heard = yield from _hear(completion.text, "narrator", "extracted", state, tools, turn)
    read = yield from second.claims(completion.text, heard)
    claims = tuple(mark(claim, claim.provenance.span, completion) for claim in read)
    gists = tuple(mark(gist, gist.span, completion) for gist in heard.gists)
    yield from establish(claims, state, tools, turn, gists, second)
    yield from found(miscounts(completion, claims, state, Verdict(), tools.rules), turn)
    yield from tools.plug_ins.judged(claims, state, turn)


def miscounted(completion: Completion, state: StoryState, tools: Tools, turn: int) -> Iterator[Event]:
    """Where words that somebody else has noted tell another number than the engine has."""
    read = (claim for claim in tools.read(completion.text, state).claims if claim.relation in COUNTED)
    claims = tuple(claim.model_copy(update={"id": f"{turn}.n{n}"}) for n, claim in enumerate(read, 1))
    counts = miscounts(completion, claims, state, Verdict(), tools.rules)
    for claim in counts.claims:
        yield happened.ClaimHeard(turn=turn, claim=mark(claim, claim.provenance.span, completion))
    yield from found(counts, turn)


def _hear(text: str, voice: Voice, source: Source, state: StoryState, tools: Tools, turn: int) -> Generator[Event, None, Reading]:
    """Reads a text as told here and now. Yields who is new in it, and gives what it says."""
    reading = tools.read(text, state, voice, source)
    for entity in reading.entities:
        yield happened.EntityIntroduced(turn=turn, entity=entity)
    return reading


def establish(
    claims: tuple[Claim, ...], state: StoryState, tools: Tools, turn: int, gists: tuple[Gist, ...] = (),
    second: SecondReader | None = None,
) -> Iterator[Event]:  # fmt: skip
    """What the lore makes of claims: heard, then held, or found to clash. ``gists`` are those of the same text, which
    ``second`` reads, too.
    """
    for claim in claims:
        yield happened.ClaimHeard(turn=turn, claim=claim)
    verdict = continuity.check(claims, state, turn=turn, rules=tools.rules)
    yield from found(verdict, turn)
    if gists:
        seen = continuity.judged(gists, state, verdict, turn=turn, rules=tools.rules, find=tools.find)
        for claim in seen.claims:
            yield happened.ClaimHeard(turn=turn, claim=claim)
        yield from found(seen, turn)
        if second is not None:
            yield from second.conflicts(gists, verdict.with_more(seen))
        yield happened.GistsHeard(turn=turn, gists=gists)


def found(verdict: Verdict, turn: int) -> Iterator[Event]:
    """What a verdict adds to the record."""
    for fact in verdict.facts:
        yield happened.FactEstablished(turn=turn, fact=fact)
    for conflict in verdict.conflicts:
        yield happened.ConflictFound(turn=turn, conflict=conflict)


def mark(heard: Heard, span: tuple[int, int], completion: Completion) -> Heard:
    """The claim or gist, marked for good where its sentence was injected."""
    start, end = span
    for since, until, kind in completion.sims:
        if start < until and since < end:
            return heard.model_copy(update={"sim": "fault" if kind.startswith("fault") else "decoy"})
    return heard
