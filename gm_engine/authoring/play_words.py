"""The words that a play may use: what an expectation can ask, and what a directive can do."""

EXPECTATIONS: dict[str, tuple[int, str]] = {
    "at": (1, "at PLACE"),
    "said": (1, 'said "text", or said /regex/i'),
    "fact": (1, "fact ENTITY.RELATION == VALUE, or known, or unknown"),
    "knows": (2, "knows WHO SECRET"),
    "secret": (2, "secret ID hidden|hinted|revealed"),
    "clock": (1, "clock ID >= 2"),
    "item": (1, "item ID == 1"),
    "attitude": (1, "attitude WHO == -1"),
    "flag": (1, "flag ID"),
    "met": (1, "met WHO"),
    "party": (1, "party WHO"),
    "tag": (1, "tag NAME >= 1"),
    "condition": (1, "condition WHO == dead"),
    "owed": (1, "owed promise|debt|threat|consequence [to|by WHO]"),
    "wound": (1, "wound >= 1 (boxes)"),
    "money": (1, "money >= 2350 (cents)"),
    "loaded": (1, "loaded == 6"),
    "date": (1, "date 1878-05-08"),
    "weekday": (1, "weekday Wednesday"),
    "time": (1, "time >= 18:00"),
    "session": (1, "session == 2"),
    "roll": (1, "roll [SKILL] in BAND, BAND"),
    "scene": (1, "scene ID"),
    "decision": (1, "decision ID [== OPTION]"),
    "conflict": (1, "conflict CLASS [about ENTITY] [severity >= S]"),
    "conflicts": (1, "conflicts == 1"),
    "prompt": (2, 'prompt has "text"'),
    "remembered": (1, "remembered ID [because keys|vector|recency|pin]"),
    "recap": (2, 'recap has "text"'),
    "no": (1, "no conflict, or no leak"),
    "leak": (0, "no leak"),
    "agency": (1, "agency ok"),
    "same": (3, "same state as LABEL"),
    "words": (1, "words <= 140"),
    "intent": (1, "intent VERB [WHOM|WHAT …]"),
    "intents": (1, "intents == 2"),
}
"""Each verb with the fewest words that must follow it, and how it is written."""

DIRECTIVES: dict[str, tuple[int, str]] = {
    "save": (1, "save NAME"),
    "load": (1, "load NAME"),
    "fork": (2, "fork A | B"),
    "fault": (1, "fault CLASS [ENTITY RELATION VALUE]"),
    "decoy": (1, "decoy rumour|lie|dream [ENTITY RELATION VALUE]"),
    "settle": (1, "settle [last|ID] RESOLUTION"),
    "advance": (1, "advance 2 days"),
    "tell": (2, "tell WHO SECRET"),
    "gm": (1, "gm embedded|openai|recorded"),
    "seed": (1, "seed N"),
    "endpoint": (1, "endpoint down|slow|garbage"),
    "reply": (1, 'reply "text"'),
    "hears": (1, 'hears {"verb": "give", "whom": "NAME", …}'),
    "notes": (1, 'notes {"kind": "person", "quote": "…", …}'),
    "checks": (1, 'checks {"new": "…", "old": "…", "kind": "physical_trait", "sure": 95}'),
    "session": (0, "session [TITLE]"),
    "ask": (1, "ask first|nothing"),
}
"""Each directive likewise."""

IN_JSON = ("hears", "notes", "checks")
"""Directives that are followed by a JSON object or list, on the same line."""
COMPARED = ("clock", "wound", "money", "loaded", "words", "conflicts", "session", "intents")
"""Verbs that a number follows: a comparison sign, or a bare number, must be among their words."""
SIGNS = ("==", "!=", "<", "<=", ">", ">=")
