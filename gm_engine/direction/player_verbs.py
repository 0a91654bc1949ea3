"""The verbs that players use, in the forms in which they use them."""

from functools import cache

from gm_engine.rules.rulebook import Rulebook
from gm_engine.story.made_once import MadeOnce

PHRASES = """
look: look, look around, look at, look over, examine, inspect, observe, study, watch, gaze, glance, survey, eye, peer, size up, check out,
    stare, scan, take in, take a look, have a look, take stock, describe, where am i, what do i see, what can i see, who is here, who's
    here, look out, listen, smell, case
greet: greet, hello, hi, howdy, hey, wave, wave to, nod, nod to, nod at, tip my hat, tip his hat, tip her hat, introduce myself, say
    hello, say howdy, say hi, say good morning, say good evening, good morning, good evening, good day, good afternoon, shake hands,
    thank, thanks, thank you, talk to, talk with, speak to, speak with, chat with, have a word with, approach, call on, sit down with,
    bid, meet, salute, say goodbye, goodbye
ask: ask, ask about, question, inquire, enquire, query, interview, press, quiz, interrogate, find out, talk about, tell me, what do you
    know, ask around, grill, pump, want to know, wonder aloud, consult
tell: show, show off, demand, tell, say, explain, inform, reply, answer, mention, admit, confess, warn, whisper, shout, report, yell,
    mutter, call out, respond, remark, add, announce, let know, apologize, apologise, joke, state, murmur
persuade: persuade, convince, talk into, flirt, flirt with, court, plead, beg, coax, charm, flatter, bribe, seduce, cajole, urge, haggle,
    bargain, negotiate, sweet talk, calm, reason with, appeal, win over, talk down, recruit, implore
travel: run, go, walk, ride, travel, head, enter, leave, return, step, stroll, march, cross, go back, head back, set out, journey, hike,
    mosey, wander, visit, make my way, trot, make for, proceed, drift, amble, saunter, go to, exit, follow, follow the trail, take the
    stage, take the train, drive, climb the stairs, come back, light out, hurry, go see, go find, go outside, go inside, set off, trek,
    cut across, ride out, take me, move
search: find, track down, hunt down, search, look for, hunt for, rummage, go through, look through, look under, look behind, look inside,
    look into, dig, frisk, ransack, comb, check under, check behind, check the, scour, poke around, poke about, nose around, investigate,
    root through, toss, pat down, seek, feel for, sift, snoop
take: take, grab, pick up, pocket, steal, snatch, collect, gather, seize, lift, get, scoop up, swipe, retrieve
give: hand in, turn over, turn in my gun, give, hand, hand over, offer, pass, return the, drop, leave behind, slip, donate, tip, pay, toss
    him, lay down, put down, deliver, lend, present, set down
buy: buy, purchase, order, rent, hire, employ, pay for, ask for a drink, get a drink, get a room, get a meal, have a drink, drink
sell: sell, pawn, trade in, hawk
use: surrender, give up, give myself up, holster, holster my gun, lower my gun, raise my hands, insult, mock, taunt, jeer, sneer, burn,
    destroy, tear up, tear, rip up, rip, shred, make coffee, make tea, make breakfast, make supper, knock, bury, write, see to, look
    after, unsaddle, rub down, feed, water, brush, groom, stable, use, open, unlock, light, eat, put on, wear, apply, ring,
    dance, sing, laugh, cry, weep, pray, whistle, hum, spit, grin, smile, frown, shrug, bow, yawn, stretch, sigh, wink, kneel, kiss, hug,
    embrace, pet, pat, stroke, clap, cheer, curse, undress, dress, wash, think, scratch, dance with, blow a kiss, play, stand on my head,
    stand on one leg, do a handstand, do a cartwheel, turn a somersault, juggle, howl, bark, recite, take off my, pull off my,
    kick off my, put on my, make a cup of, make a pot of, make a fire, make a sandwich, close, shut, turn off, turn
    on, push, pull, push open, pull open
read: read, open the letter, read over, leaf through
wait: sit, sit down, sit on, smoke, roll a cigarette, keep to myself, lean, lean on the bar, warm my hands, stand, wait, dawdle, linger,
    loiter, rest, stay, kill time, pass the time, do nothing, idle, bide my time, hang around, sit tight, stand by, loaf, wait around,
    keep watch, stay put, wait for, catch my breath
sleep: sleep, go to bed, turn in, nap, bed down, get some sleep, go to sleep, make camp, camp, doze, hit the hay, lie down
draw: draw, draw on, draw my gun, draw my revolver, draw my pistol, draw my weapon, pull my gun, pull my revolver, pull my pistol, draw
    iron, skin my iron, reach for my gun, go for my gun, clear leather, pull iron, unholster, slap leather
shoot: shoot, shoot at, fire, fire at, fire on, open fire, gun down, pull the trigger, put a bullet in, plug, shoot back, return fire,
    kill, murder, slay, execute, assassinate, finish off, kill off, blast, fan the hammer, fan my revolver, fan, snap off a shot,
    let fly, squeeze the trigger, take a shot, draw and shoot, draw and fire
aim: aim, take aim, aim at, take careful aim, level my gun, level my rifle, draw a bead, steady my aim, sight on, train my gun on, point
    my gun
cover: take cover, duck, duck behind, get down, hide behind, dive behind, dive for cover, get behind, find cover, crouch behind, drop
    behind, hit the dirt, dive, shelter behind
reload: reload, load my gun, load my revolver, load my rifle, load the gun, reload my revolver, thumb in cartridges, thumb fresh
    cartridges
close: close in, charge, rush, close the distance, close with, run at, advance on, move in on
flee: flee, run away, run for it, escape, get out of here, retreat, bolt, make a run for it, run for my life, withdraw, scram, skedaddle,
    back out, run off
strike: strike, punch, hit, kick, stab, tackle, slap, wrestle, pistol whip, slug, attack, fight, grapple, slash, clout, club, brain, knock
    out, strangle, throttle, choke, beat, beat up, thrash, knife
heal: heal, bind, bandage, treat, patch up, doctor, tend, stitch, dress the wound, stop the bleeding, tend to, bind up, nurse
promise: promise, swear, give my word, vow, pledge, give him my word, give her my word
keep: keep my promise, keep my word, keep a promise, make good my promise, make good on my promise, make good my word, honor my promise,
    honour my promise, honor my word, do as i promised, do what i promised, fulfil my promise, fulfill my promise
threaten: threaten, intimidate, menace, bully, scare, stare down, lean on, frighten
borrow: borrow, ask for a loan, ask to borrow, take a loan
repay: repay, pay back, pay off, settle my debt, settle up, pay what i owe, pay my debt, square my debt
decide: decide, choose, opt, choose to, decide to
accuse: accuse, denounce, blame, confront
gamble: gamble, bet, wager, ante, play cards, play poker, play faro, sit in on the game, play a hand, join the game, ante up, deal me in
roll: roll
rob: rob, hold up, stick up, mug, steal from, pick the pocket of, pick his pocket, pick her pocket, pick their pocket
burn: burn down, set fire to, torch, set alight, set ablaze
"""
"""Built-in verbs and the phrases that call for them, in their plain form; a line that is set in goes on."""

VERBS: dict[str, tuple[str, ...]] = {
    verb: tuple(phrase.strip() for phrase in phrases.split(","))
    for verb, _, phrases in (line.partition(":") for line in PHRASES.replace("\n    ", " ").strip().splitlines())
}

TALK = frozenset(("ask", "tell", "persuade", "promise", "threaten", "accuse", "greet"))
IRREGULAR_FORMS = """
go goes went going gone; ride rides rode riding; take takes took taking; give gives gave giving; buy buys bought buying; sell sells sold
selling; tell tells told telling; say says said saying; sleep sleeps slept sleeping; shoot shoots shot shooting; draw draws drew drawing;
run runs ran running; hide hides hid hiding; swear swears swore swearing; speak speaks spoke speaking; hit hits hitting; get gets got
getting; leave leaves left leaving; find finds found finding; make makes made making; lie lies lay lying; pay pays paid paying; fight
fights fought fighting; bet bets betting; flee flees fled fleeing; bind binds bound binding; choose chooses chose choosing; drive drives
drove driving; stay stays stayed staying; dig digs dug digging; sit sits sat sitting; meet meets met meeting; seek seeks sought seeking;
drink drinks drank drinking; eat eats ate eating; put puts putting; come comes came coming; beg begs begged begging; slip slips slipped
slipping; have has had having; set sets setting; keep keeps kept keeping; read reads reading; stand stands stood standing; feed feeds fed
feeding; show shows showed shown showing; steal steals stole stealing; ring rings rang ringing; rub rubs rubbed rubbing; think thinks
thought thinking; catch catches caught catching; light lights lit lighting; lend lends lent lending; hang hangs hung hanging; throw throws
threw throwing; creep creeps crept creeping; swim swims swam swimming; wear wears wore wearing; break breaks broke breaking;
know knows knew known knowing; hear hears heard hearing; see sees saw seen seeing; burn burns burned burning; build builds built building;
lose loses lost losing; slay slays slew slain slaying; beat beats beaten beating; grow grows grew grown growing;
write writes wrote written writing; hold holds held holding; fall falls fell fallen
falling; rise rises rose risen rising; win wins won winning; send sends sent sending; bring brings brought bringing; mean means meant
meaning; begin begins began begun beginning; lead leads led leading; spend spends spent spending; teach teaches taught teaching; feel
feels felt feeling; understand understands understood understanding; forget forgets forgot forgotten forgetting; do does did done doing
"""
IRREGULAR: dict[str, tuple[str, ...]] = {words[0]: tuple(words[1:]) for words in (line.split() for line in IRREGULAR_FORMS.split(";"))}
DOUBLED_WORDS = """
bid chat club drop fan grab jog nap nod opt pat pin plan plug quiz rob scan skin slap slug snap stab step stop swap swig tap tip trot
wrap
"""
DOUBLED = frozenset(DOUBLED_WORDS.split())
"""Verbs that double their last letter."""
VOWELS = "aeiou"


def forms(verb: str) -> tuple[str, ...]:
    """A verb as it may be typed.

    >>> forms("grab"), forms("try"), forms("gaze")
    (('grab', 'grabs', 'grabbed', 'grabbing'), ('try', 'tries', 'tried', 'trying'), ('gaze', 'gazes', 'gazed', 'gazing'))
    """
    if verb in IRREGULAR:
        return (verb, *IRREGULAR[verb])
    if verb in DOUBLED:
        return (verb, verb + "s", verb + verb[-1] + "ed", verb + verb[-1] + "ing")
    if verb.endswith("y") and verb[-2:-1] not in VOWELS:
        return (verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing")
    if verb.endswith("e"):
        return (verb, verb + "s", verb + "d", verb[:-1] + "ing")
    return (verb, verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s"), verb + "ed", verb + "ing")


@cache
def built_in() -> dict[str, str]:
    """Every built-in phrase in every form, and its verb."""
    return {form: verb for verb, phrases in VERBS.items() for phrase in phrases for form in phrase_forms(phrase)}


def phrase_forms(phrase: str) -> tuple[str, ...]:
    """A phrase with its first word in each form."""
    head, _, rest = phrase.partition(" ")
    return tuple(f"{form} {rest}".strip() for form in forms(head))


def _lexicon(book: Rulebook) -> dict[str, tuple[str, str]]:
    found: dict[str, tuple[str, str]] = {phrase: (verb, "") for phrase, verb in built_in().items()}
    for verb, phrases in book.verbs.items():
        for phrase in phrases:
            found.update((form, (verb, "")) for form in phrase_forms(phrase))
    for name, skill in book.skills.items():
        for phrase in (*skill.verbs, name, f"{name} check"):
            for form in phrase_forms(phrase.lower()):
                found.setdefault(form, ("check", name))
    return found


lexicon: MadeOnce[Rulebook, dict[str, tuple[str, str]]] = MadeOnce(_lexicon)
"""Phrase to (verb, skill): the built-in verbs, the rulebook's further words, and its skills' own verbs.

A skill's verb that is also a built-in one keeps the built-in meaning.
"""
