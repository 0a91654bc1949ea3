"""Wondering: what a player asks of their own character's eyes, purse and memory. The GM answers that; nobody in the story is asked."""

import re

PATTERNS = r"""
time: (what|which) (time|day|date|hour|month|year) (is it|of (the )?day is it|is today|it is)
time: (what|which) (time|day|date|hour|month|year)
time: what's the (time|date|day|hour)
time: how late (is it|it is)
money: how much (money |cash |coin )?(do|have) (i|we) (have|got|own)( got)?( left| on me)?
money: how many (dollars|cents|marks|coins) (do|have) (i|we) (have|got|own)( left| on me)?
money: (i )?(count|check) my (money|purse|cash|coins?)
money: what( is|'s) in my (purse|wallet)
money: am i (broke|rich|poor)
things: how many [a-z]+ (do|have) (i|we) (have|got|own)( left| on me)?
things: what (do|am|have) (i|we) (have|carry|carrying|got|hold|holding|own|wear|wearing)( got| with me| on me)?
things: what( is|'s) in my (pockets?|bags?|saddlebags?|pack|hands?)
things: what( is|'s) on me
things: (i )?(check|look at|look in|look through|go through|search|list) my (inventory|pockets?|gear|things|belongings|saddlebags?|stuff)
things: (my )?inventory|inv
people: who( is|'s)( all| else)?( else)? (here|around|there|with me|in (the (room|place|house)|this \w+)|present|nearby|about)
people: (is|are) (there )?(anyone|anybody|someone|somebody|people)( else)?( here| around| about| there| nearby| home)?
people: who (do|can) i (see|talk to|speak to|talk with)
people: who are (these|those) people
people: where( is|'s) (everybody|everyone)
people: am i alone
place: where (am i|are we)
place: where( is|'s) this( place)?
place: what( is|'s) this place
place: what (kind of )?(place|town|building|room) is this
ways: where (can|could|do|should|might) (i|we|one) go
ways: (what|which|where) are the (exits|ways|ways out|roads).*
ways: (the )?(exits|ways)
ways: how do i (leave|get out).*
ways: which way( out| now)?
ways: what( is|'s) nearby
ways: (i )?((look|glance) (at|over)|check|consult|study|read|unfold|open|see|view|get out|take out|pull out|show me) (the|my|a|our) map
ways: (the |my )?map
way: (which|what) (way|direction) (is|to|leads to|does) .*
way: how do i (get|go) (to|back) .*
way: how far .*
way: how long (is the way|does it take|would it take) .*
self: who (am i|are we)
self: what( is|'s) my name
self: how am i( doing| feeling)?|how do i (feel|look)|what do i look like
self: am i (hurt|wounded|bleeding|dying|dead|all right|ok|okay)
self: how badly am i .*
self: (i )?(check|look at) (myself|my wounds?)
options: what (can|could|should|must|shall|do) (i|we) do( now| here| next| about (it|this))*
goal: what( is|'s) my (goal|quest|mission|aim|objective|purpose|drive)
goal: (what|why) (am|was) i (doing here|here|after|looking for)
wares: what (do|does) (you|he|she|they|this place|the store) (sell|stock|have( for sale| to sell| on offer| in stock))
wares: what( is|'s) (for sale|on offer)( here)?|what can (i|we) buy( here)?
wares: (i )?(look at|see|show me)( the| your| his| her)? (goods|wares|stock|prices)
options: what am i supposed to do( now| here)?
options: what now|now what|what next|hint|help
options: what are my (options|choices)
options: (i )?(don't|do not) know what to do
owed: what (do|have|did) i (owe|promise|promised|owed).*|who do i owe.*
weather: (what|how)( is|'s) the (weather|sky).*
weather: is it (raining|hot|cold|windy|snowing|dark|light|day|night)( out| outside| yet)*
know: what (do|did) (i|we) (already )?(know|remember|recall|learn) .*
know: what have (i|we) (heard|learned|learnt|found out|seen) .*
know: do i (know|remember|recognize|recognise) .*
know: have i (heard|met|seen) .*
know: (i )?(try to )?(remember|recall|think back|think about|think of) .*
"""
OPENING = r"(and |so |but |ok(ay)?,? |wait,? |hey,? |gm,? |um,? )*"
CLOSING = r"( right now| exactly| anyway| then| again| at the moment| please| now)?"
LINES = tuple(line.partition(": ") for line in PATTERNS.strip().splitlines())
KINDS = tuple((kind, re.compile(f"{OPENING}({pattern}){CLOSING}")) for kind, _, pattern in LINES)


def wondered(text: str) -> str:
    """Which of a player's own questions a text is: time, money, things, people, place, ways, way, self, options, owed, weather, know.

    Empty where it is none of them.

    >>> wondered("What time is it?"), wondered("who's here"), wondered("What do I know about the spring?"), wondered("who is the mayor?")
    ('time', 'people', 'know', '')
    """
    plain = re.sub(r"\s+", " ", text.replace("’", "'").strip().rstrip(" ?!.")).lower()
    return next((kind for kind, pattern in KINDS if pattern.fullmatch(plain)), "")
