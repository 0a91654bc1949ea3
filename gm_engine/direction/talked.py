"""What people say: talk of somebody or something that is asked for (*what do folks say about him?*, *does anybody still talk of it?*)."""

from gm_engine import wordnet
from gm_engine.direction.act_sorts import singular
from gm_engine.direction.turned import LINKS, parted
from gm_engine.direction.words_typed import tokens_of

ANYBODY = frozenset(("people", "folk", "person", "anybody", "anyone", "somebody", "someone"))
PEOPLE = ANYBODY | {"they", "everybody", "everyone", "nobody", "folks", "who"}
"""Words for those who talk, whoever they are."""
LEADS = frozenset((*LINKS, "on", "regarding", "concerning"))


def talk_meant(words: str) -> str:
    """The matter of which it is asked what people say of it; empty for any other question.

    >>> talk_meant("What do folks around here say about Eben Rusk?"), talk_meant("Does anybody still talk about that night?")
    ('Eben Rusk', 'that night')
    >>> talk_meant("Who's been talking about me?"), talk_meant("do they say my name?"), talk_meant("what did the judge say about it?")
    ('me', 'my name', '')
    >>> talk_meant("What's the word on Fitch?"), talk_meant("any gossip about the bank?")
    ('Fitch', 'the bank')
    """
    parts = parted(words)
    tokens = [*parts.sought, *parts.subject, *parts.rest] if parts else words.strip(" ?!.").split()
    if behind := _behind_the_noun(tokens):
        return behind
    if parts is None:
        return ""
    rest = list(parts.rest)
    at = next((n for n, word in enumerate(rest) if _of_talk(word.lower())), -1)
    if at < 0 or not _people(list(parts.sought[:1]) if not parts.subject and at <= MOST_HELPING else [*parts.subject, *rest[:at]]):
        return ""
    matter = rest[at + 1 :]
    if not matter or (rest[at].lower().startswith(("talk", "speak")) and matter[0].lower() not in ("about", "of", "on")):
        return ""
    while matter and matter[0].lower() in LEADS:
        matter = matter[1:]
    return " ".join(matter)


MOST_HELPING = 2
"""So many words at most help a verb of which nobody but *who* is the subject: *has been talking*."""


def _behind_the_noun(tokens: list[str]) -> str:
    """The matter behind a word for talk: *the gossip about Fitch*, *what's the word on him*."""
    small = [token.lower() for token in tokens]
    at = next((n for n, token in enumerate(small[:4]) if token in OF_TALK and n), -1)
    opened = at > 0 and small[at - 1] in ("the", "any", "some", "what", "latest")
    return " ".join(tokens[at + 2 :]) if opened and at + 2 < len(tokens) and small[at + 1] in LEADS else ""


OF_TALK = frozenset(("word", "talk", "gossip", "rumor", "rumour", "rumors", "rumours", "news", *wordnet.synonyms("gossip", "n")))
"""Words for what goes round."""


def _people(said: list[str]) -> bool:
    """True where the first of whom words speak is people at large: *folks*, *anybody in this town*, *they*."""
    for word in (one.lower() for one in said):
        if word in PEOPLE:
            return True
        if kind := wordnet.category(singular(word)):
            several = kind == "group" or (kind == "person" and word != singular(word))
            return several and word not in OF_TALK
    return False


def _of_talk(word: str) -> bool:
    plain = next((word.removesuffix(end) + rest for end, rest in (("ing", ""), ("ing", "e"), ("s", ""), ("", "")) if word.endswith(end)
                  and wordnet.verb_class(word.removesuffix(end) + rest)), word)  # fmt: skip
    return plain in TALKING


TALKING = frozenset(("say", "talk", "tell", "speak", "mention", "gossip", "whisper", *wordnet.synonyms("gossip", "v")))


def of_the_asker(matter: str) -> bool:
    """True where it is talk of whoever asks: *me*, *my name*.

    >>> of_the_asker("my name"), of_the_asker("my horse"), of_the_asker("us")
    (True, False, True)
    """
    tokens = tokens_of(matter)
    return tokens in (["me"], ["us"], ["my", "name"], ["our", "names"], ["myself"])
