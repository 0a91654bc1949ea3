"""The world's own moves: weather, omens, what falls due, talk that goes round, what comes back from long ago, and the pace."""

import re

from gm_engine.direction.notebook import BARE, Notebook
from gm_engine.direction.scenes import scenes_told
from gm_engine.direction.speaking_with import ASKING, SMALL, fitness, words
from gm_engine.direction.weather import weather
from gm_engine.rules.journey import mounted
from gm_engine.rules.owing import due, pay
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.sayings import words_sent
from gm_engine.rules.tables import read_row
from gm_engine.state.hearsay import shuns, talked_of, tellers
from gm_engine.story.consequence import Consequence
from gm_engine.story.event import ConsequencePaid
from gm_engine.story.intent import ABOUT_THE_GAME
from gm_engine.story.numbers import sum_in_words
from gm_engine.story.wrong import Wrong

DAY = 24 * 60
ANSWERED = ("answer", "ignorance", "refusal", "lie")
"""Behind an answer nobody brings up something else."""
IDLE = ("travel", "look", "wait", "sleep", "buy", "gamble", "search")
"""Acts beside which talk is overheard: behind anything else it would be about something else."""
RUMOURS_REST = 4
"""So many turns lie between one piece of talk and the next."""
LONG_REST, TRUST = 6 * 60, 2
CALLBACK_EVERY, CALLBACK_AGE, CALLBACK_REST = 5, 10, 30
TENSION = {"gunfight": 5, "scene": 3, "omen": 3, "consequence": 3, "reveal": 4, "lie": 2, "refusal": 2, "clue": 2, "check": 2, "choice": 3}


def tell_clocks(book: Notebook) -> None:
    """The omens that clocks have reached, one a turn and never in the middle of a scene; what a full clock brings goes first, and waits

    only for a scene of the story's own: its time does not stand still for the law.
    """
    state = book.state
    scenes = scenes_told(book)
    ending = any(scene.ends for scene in scenes)
    apart = all(scene.on for scene in scenes)
    crowded = book.has("scene") or len(book.beats) > 3
    for id, clock in state.pack.clocks.items():
        now = state.clock(id)
        if now >= clock.size and clock.full and (ending or apart) and not state.used.get(f"omen:{id}:full", 0):
            _omen(book, id, "full", clock.full)
            if not ending:
                return
            continue
        reached = [segment for segment in sorted(clock.at) if clock.filled < segment <= now]
        if reached and not crowded and not state.used.get(f"omen:{id}:{reached[-1]}", 0):
            _omen(book, id, str(reached[-1]), clock.at[reached[-1]])
            return


def _omen(book: Notebook, clock: str, segment: str, text: str) -> None:
    flags = {"flags": "full"} if segment == "full" else {}
    book.add("omen", topic=clock, text=text, slots={"topic_name": book.state.pack.clocks[clock].name} | flags)
    book.change("used", f"omen:{clock}:{segment}", book.turn, cause="omen")


def pay_due(book: Notebook) -> None:
    """What was owed and has now come: one a turn, the oldest first.

    What an author has prepared waits where a scene or an omen is told already; a promise or a debt is late when it is late.
    """
    paid = {event.consequence.id for event in (*book.happened, *book.events) if isinstance(event, ConsequencePaid)}
    crowded = book.has("scene") or book.has("omen")
    for consequence in due(book.state):
        waits = consequence.kind not in ("promise", "debt") and consequence.creditor != book.state.pc
        if consequence.id in paid or (crowded and waits):
            continue
        book.happen(pay(consequence, book.state))
        if consequence.kind in ("promise", "debt") and consequence.debtor == book.state.pc:
            _late(book, consequence)
        elif matter := words_sent(consequence):
            slots = {
                "telling": "word_arrived",
                "name": book.name(consequence.debtor),
                "matter": matter,
                "topic_name": book.name(consequence.creditor),
            }
            book.add("consequence", topic=consequence.creditor, slots=slots)
        else:
            book.add("consequence", topic=consequence.cause, text=consequence.text, slots={"topic_name": ""})
        return


def _late(book: Notebook, owed: Consequence) -> None:
    """A promise that was not kept, or a debt that was not paid, when its day has passed."""
    slots = {"telling": "late", "flags": owed.kind, "words": owed.text.strip().rstrip("."), "topic_name": ""}
    if owed.amount:
        slots["price"] = sum_in_words(book.state.pack.currency.say(owed.amount))
    book.add("consequence", target=owed.creditor, topic=owed.cause, text=owed.text, slots=slots)


def tell_finds(book: Notebook) -> None:
    """Clues that were found and secrets that came out, by what the rules say."""
    for change in book.changes("secret"):
        secret = book.state.pack.secrets.get(change.key)
        if secret is None:
            continue
        speaker = next((intent.target for intent in book.intents if intent.target in book.present()), "")
        if change.cause.startswith("decision:"):
            speaker = next((id for id in (speaker, *book.present()) if id in secret.says), speaker)
        if change.new == "revealed" and change.old != "revealed":
            if speaker in secret.says:
                book.add("reveal", target=speaker, text=secret.says[speaker], slots={"flags": "own"})
            elif change.detail:
                book.add("clue", text=change.detail)
                book.add("reveal", text=secret.truth)
            else:
                book.add("reveal", text=secret.truth)
        elif change.detail:
            found = next((clue for clue in secret.clues if clue.text == change.detail), None)
            teller = found.who if found and found.who in book.present() else ""
            asked = next((intent.target for intent in book.intents if intent.verb in ASKING and intent.target in book.present()), "")
            book.add("clue", target=teller or asked, text=change.detail, slots={"verb": "ask"} if asked and teller in ("", asked) else {})


def hear_rumour(book: Notebook) -> None:
    """Talk that goes round: now and then, where one comes to people, looks round or idles among them; each rumour once."""
    state = book.state
    idle = (
        state.table.hears or not book.intents or any(intent.verb in IDLE and intent.mode not in ABOUT_THE_GAME for intent in book.intents)
    )
    lately = book.turn - int(state.used.get("rumour:told", -RUMOURS_REST)) < RUMOURS_REST
    if lately or not (idle or state.table.hears):
        return
    talking = [id for id in book.present() if not shuns(state, id)]
    if not talking or len(book.beats) > 2 or any(book.has(kind) for kind in ANSWERED) or not book.draws.one_in(2):
        return
    fresh = [
        id
        for id, rumour in state.pack.rumours.items()
        if not state.rumours.get(id, 0) and rumour.heard_at in ("", state.here) and not set(rumour.about) & set(book.present())
    ]
    if state.table.hears:
        fresh = [id for id in fresh if _to_the_point(book, id)]
    here = [id for id in fresh if state.pack.rumours[id].heard_at == state.here] or fresh
    if here:
        id = book.draws.pick(here)
        teller = book.draws.pick(talking)
        book.add("rumour", target=teller, topic="", elements=(f"rumour:{id}",), text=state.pack.rumours[id].text)
        book.change("rumour", id, 1, 0, cause="heard")
        book.change("used", "rumour:told", book.turn, cause="heard")
    elif not state.table.hears and book.draws.one_in(2):
        _gossip(book)


def _to_the_point(book: Notebook, rumour: str) -> bool:
    """True for talk about what the player speaks of: a language model is not told to bring up something out of the blue."""
    one = book.state.pack.rumours[rumour]
    spoken = " ".join(f"{intent.about} {intent.words} {intent.speech}" for intent in book.intents)
    asked = frozenset(word for word in words(spoken) if len(word) > 2) - SMALL
    topics = {intent.topic for intent in book.intents} | {intent.place for intent in book.intents}
    return any(fitness(book, topic, asked, one.about, (), one.text) for topic in ("", *sorted(topics - {""})))


def _gossip(book: Notebook) -> None:
    """A row of the campaign's gossip, each once, and never from the one it is about."""
    table = book.state.pack.tables.get("town_gossip")
    rows = table.rows if table else ()
    left = [number for number, row in enumerate(rows) if not book.state.used.get(f"gossip:{number}", 0) for _ in range(row.w)]
    if not left:
        return
    number, teller = book.draws.pick(left), book.draws.pick([id for id in book.present() if not shuns(book.state, id)])
    text, npc = read_row(rows[number], book.state.pack.tables, book.draws).strip().rstrip("."), book.state.pack.npcs[teller]
    if any(name.lower().removeprefix("the ") in text.lower() for name in (npc.name, *npc.aliases)):
        return
    book.add("rumour", target=teller, text=f"Word is {text}." if text.startswith("that ") else f"{text}.")
    book.change("used", f"gossip:{number}", book.turn, cause="heard")
    book.change("used", "rumour:told", book.turn, cause="heard")
    if rows[number].set:
        book.change("flag", rows[number].set, 1, int(book.state.flags.get(rows[number].set, 0)), cause="heard")


def those_left_alone(book: Notebook) -> None:
    """People whom nobody has troubled do what they would do: after a long rest, one step of one of them, as news."""
    state = book.state
    passed = sum(int(change.new or 0) - int(change.old or 0) for change in book.changes("time"))
    if passed < LONG_REST or len(book.beats) > 2:
        return
    steps = [
        (n, id)
        for id, npc in state.pack.npcs.items()
        if npc.visibility == "table" and state.where(id) != state.here and state.alive(id) and state.attitude(id) < TRUST
        for n in range(len(npc.if_ignored))
        if not state.used.get(f"ignored:{id}:{n}", 0)
    ]
    first = [id for n, id in steps if n == min(steps)[0]]
    if first:
        id = book.draws.pick(first)
        n = min(n for n, other in steps if other == id)
        text = re.sub(r"^(She|He|They|It)\b(?! is\b.*\bthat\b)", state.pack.npcs[id].name, state.pack.npcs[id].if_ignored[n])
        book.add("omen", target=id, text=text, slots={"flags": "news"})
        book.change("used", f"ignored:{id}:{n}", book.turn, cause="ignored")


def call_back(book: Notebook) -> None:
    """Every fifth turn, one promise or grave wrong older than ten turns comes back: a promise no oftener than every thirty, a wrong once at

    a place where somebody has heard of it who did not see it. A language model is reminded of what is between those who are here, and of
    nothing else.
    """
    state = book.state
    if book.turn % CALLBACK_EVERY or len(book.beats) > 3:
        return
    told = [(wrong.turn, f"wrong:{wrong.id}@{state.here}", "news", _as_news(book, wrong), "") for wrong in talked_of(state)]
    told = [one for one in told if f"callback:{one[1]}" not in state.used]
    owed = [
        (one.turn, f"consequence:{one.id}", one.kind, one.text, one.creditor if one.creditor != state.pc else one.debtor)
        for one in state.owed()
        if one.kind in ("promise", "debt", "threat")
    ]
    old = [one for one in (*owed, *told) if book.turn - one[0] > CALLBACK_AGE]
    if state.table.hears:
        old = [one for one in old if one[4] in book.present()]
    rested = [one for one in old if book.turn - int(state.used.get(f"callback:{one[1]}", -99)) > CALLBACK_REST]
    if rested:
        _, id, kind, words, who = min(rested, key=lambda one: (int(state.used.get(f"callback:{one[1]}", 0)), one[0], one[1]))
        elements = () if kind == "news" else (id,)
        book.add("callback", target=who, slots={"flags": kind, "words": words.strip().rstrip(".")}, elements=elements)
        book.change("used", f"callback:{id}", book.turn, cause="callback")


def _as_news(book: Notebook, wrong: Wrong) -> str:
    """What was done and who saw it, as it goes round: *you shot Pete, and Ruth Cade saw it*."""
    place = f" at {book.name(wrong.place)}" if wrong.place in book.state.pack.locations and wrong.place != book.state.here else ""
    saw = next((book.name(id) for id in tellers(book.state, wrong) if id != wrong.victim), "")
    return f"you {wrong.done}{place}{f', and that {saw} saw it' if saw else ''}"


def setting(book: Notebook) -> dict[str, str]:
    """What the scenery may speak of: the weather, who is here, one's horse, whether the light has changed since the last turn."""
    state = book.state
    last = [turn for turn in state.recent_turns(2) if turn.number < book.turn][-1:]
    calendar = state.pack.calendar
    changed = not last or calendar.part_of_day(last[0].minute) != calendar.part_of_day(state.minute)
    flags = "changed" if changed else "same"
    if book.has("gunfight"):
        flags += " fight"
    if mounted(state, rulebook_of(state.pack)):
        flags += " mounted"
    if book.told_alone:
        return {"present": ",".join(book.present()), "flags": f"{flags} {BARE}"}
    return {"weather": weather(state), "present": ",".join(book.present()), "flags": flags}


def pace(book: Notebook) -> None:
    """How tense this turn was, 0 to 5."""
    scene = max((scene.tension for scene in scenes_told(book)), default=0)
    level = min(5, max([scene, *(TENSION.get(beat.kind, 1) for beat in book.beats)], default=0))
    old = book.state.tension[-1] if book.state.tension else 0
    book.change("tension", "", level, old, cause="pace")
