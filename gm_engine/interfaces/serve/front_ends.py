"""What front-ends put into messages by themselves: what they ask for beside the story, marks of a new chat, pages around a line."""

import re

LOOKED_AT = 700
"""Letters of a message that say whether it is anybody's line; what comes after them is not looked at."""
TALK = r"(?:conversation|chat|discussion|dialogue)"
TASKS = tuple(
    re.compile(rf"\A\s*{pattern}", re.IGNORECASE)
    for pattern in (
        r"###\s*Task:",
        r"<task>",
        r"\[?(?:system|ooc) note: (?:generate|summari[sz]e)",
        # SillyTavern, where its own notes come as the player's: continue, impersonate, what extensions ask
        r"\[continue (?:the following|your last) message\b",
        r"\[write your next reply from the point of view of\b",
        r"\[?pause your roleplay\b",
        r"ignore (?:all )?previous instructions\. (?:summari[sz]e|classify)\b",
        # titles and summaries as LibreChat, NextChat, Chatbox, Jan and their like ask for them
        r"(?:please )?(?:provide|generate|create|write|suggest|come up with)\b[^.\n]{0,80}\b(?:title|name|tags|summary)\b"
        rf"(?: \([^)\n]{{0,40}}\))? (?:for|of|summari[sz]ing|describing)\b[^.\n]{{0,40}}\b{TALK}\b",
        rf"(?:based on (?:the|this|our)[^.,\n]{{0,40}}, )?(?:give|name) (?:this|our|the) {TALK}\b",
        rf"analy[sz]e this {TALK} and provide\b",
        rf"what would be an? [^.?\n]{{0,60}}\btitle for this {TALK}\b",
        rf"summari[sz]e (?:this|our|the) {TALK}\b",
        r"summari[sz]e\b[^.\n]{0,60}\btitle\b",
    )
)
"""How front-ends begin what they ask for themselves: a title, tags, follow-up questions, a query, more of the last reply."""
ORDERS = tuple(
    re.compile(rf"\A\s*{pattern}", re.IGNORECASE)
    for pattern in (
        r"available tools:",
        rf"you are an? [^.\n]{{0,80}}\b(?:{TALK}|titling|title|summari[sz]\w+)\b[^\n]{{0,300}}\btitle\b",
    )
)
"""How a system message begins that makes of a single line no story: tools are to be chosen, or a title is to be found."""
WRAPPED = re.compile(r"\A\s*###\s*Task:\s*Respond to the user query using the provided\b", re.IGNORECASE)
"""Open WebUI, where pages were found for a line: they stand before it."""
QUERY = re.compile(r"<user_query>(.*?)</user_query>", re.DOTALL)
MARKER = re.compile(r"\A\s*\[[^\]\n]*\bchat\b[^\]\n]*\]\s*\Z", re.IGNORECASE)
"""``[Start a new Chat]`` and the like: they say nothing."""
OPENINGS = ("let's get started.",)
"""What SillyTavern puts in the player's mouth where a conversation must not begin with a reply."""
LONGEST_MARKER = 200
"""Letters of the longest: what is longer is not looked at, for that would take the longer the more of it there is."""


def is_task(said: str) -> bool:
    """True for what a front-end asks for itself.

    >>> is_task("### Task: Generate a title."), is_task("I ask Rosa for a title of the conversation.")
    (True, False)
    """
    return not WRAPPED.match(said) and any(pattern.match(said[:LOOKED_AT]) for pattern in TASKS)


def orders(note: str) -> bool:
    """True for a system message that asks for something of the front-end's own."""
    return any(pattern.match(note[:LOOKED_AT]) for pattern in ORDERS)


def says_nothing(text: str) -> bool:
    """True for a mark of a new chat."""
    return len(text) <= LONGEST_MARKER and bool(MARKER.match(text))


def opens(text: str) -> bool:
    """True for what stands in the player's place where a conversation begins, and is nobody's words."""
    return says_nothing(text) or text.strip().casefold().replace("’", "'") in OPENINGS


def unwrapped(said: str) -> tuple[str, str]:
    """The player's own words, and the pages that a front-end has put before them; what is not wrapped stays as it is.

    >>> unwrapped("### Task:\\nRespond to the user query using the provided context.\\n<context>A page.</context>\\n\\nI look.")
    ('I look.', '<context>A page.</context>')
    """
    if not WRAPPED.match(said) or "<context>" not in said:
        return said, ""
    before, closing, after = said.rpartition("</context>")
    query = QUERY.search(after) or QUERY.search(said)
    words = (query[1] if query else after).strip()
    pages = f"<context>{before.partition('<context>')[2]}{closing}" if closing else ""
    return (words, pages) if words else (said, "")
