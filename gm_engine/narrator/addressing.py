"""A text told to whoever it is about: their name becomes "you", where it is their name, and the verbs agree."""

import re

from gm_engine.narrator.morphology import ABBREVIATION, agree, capital, sentences
from gm_engine.story.pack import UNNAMED

YOU = "\ue000"
"""What stands for the hero until all is told of them."""
ARTICLES = frozenset(("a", "an", "the", "every", "each", "another", "any", "no", "some", "many"))
DETERMINERS = ARTICLES | {"this", "these", "those", "my", "your", "our", "his", "her", "its", "their", "one", "two", "which", "whose"}
SMALL_WORDS = """
when while until till because if that before after where wherever whenever as since though although unless whether and but or so nor yet
for to of in on at by with from into onto over under about against among around between behind below beside besides beyond near off out
past toward towards through upon without within like than is are was were be been being has have had do does did will would shall should
can could may might must who whom what why how then now here there once soon later today tonight tomorrow yesterday perhaps maybe also
still even only just never always often sometimes both either neither not i you he she it we they me him us them all
"""
SMALL = frozenset(SMALL_WORDS.split())
"""Words that are part of no name, though a sentence that begins with one makes its first letter large."""
OF_A_VERB = ("ly", "ing")
BETWEEN = r"(?:\w+ly|not|never|always|often|also|still|now|once|already|just|only|alone|too|sometimes|seldom|ever|then|perhaps|later)"
"""What may stand between a subject and its verb."""
OPENS = (
    r"(?:^|\n|[.!?…;:,]['\"”’)]* |[\"“(]|\b(?i:and|but|or|when|while|until|because|if|whether|that|before|after|where|as|since|though"
    r"|although|unless|so|then|now|here|there|perhaps|maybe|once|soon|later|today|tomorrow|yesterday|[a-z]+ly)(?:,)? )"
)
"""Behind what a clause begins, with its subject."""
NO_VERB = ("as", "its", "his", "hers", "theirs", "yours", "this", "less", "across", "perhaps", "besides", "towards", "afterwards", "always")
VERB = r"[a-z]+"
AUXILIARY = r"(?i:is|was|has|does)"
ASKED = re.compile(
    rf"(?P<before>(?:^|\n|[.!?…;:,]['\"”’)]* |[\"“(]|\b(?i:where|how|why|when|what|who|whom|and|but|or|so|nor|neither|than) ))"
    rf"(?P<verb>{AUXILIARY})(?P<you> {YOU})(?![\w'’-])"
)
"""A question, or an answer that has its subject behind the verb."""
ACTS = re.compile(rf"(?P<before>{OPENS})(?P<you>{YOU})(?P<gap> (?:{BETWEEN} )*)(?P<verb>{VERB})\b")
WHO = re.compile(rf"(?P<before>{YOU}, who )(?P<gap>(?:{BETWEEN} )*)(?P<verb>{VERB})\b")
BEYOND = re.compile(
    rf"(?P<before>{OPENS}{YOU}, (?:who|whose|once|now|an?|the) [^,.;:!?{YOU}]{{1,80}}, )(?P<gap>(?:{BETWEEN} )*)(?P<verb>{VERB})\b"
)
"""What the hero does, behind what is said of them between commas."""
TOO = re.compile(
    rf"(?P<before>{OPENS}{YOU} (?:(?!\b(?:and|but|or|who|that|which|when|while|if|as|because|where)\b)[^.!?;:,{YOU}]){{1,120}}"
    rf"(?<= )(?:and|but) )(?P<gap>(?:{BETWEEN} )*)(?P<verb>is|was|has|does)\b"
)
"""A second verb of the same subject, where it can be nothing else."""
LOOKED_BACK, LOOKED_ON = 120, 40
"""Letters before and behind a name that tell whose it is."""


def addressed(text: str, name: str) -> str:
    """The text with "you" for whoever bears the name, and the verb of which they are the subject made to agree. A name that is part of a
    longer one, or stands behind an article, is not theirs.

    >>> addressed("Sam Reed is late. Mara owes Sam Reed coins, and Sam Reed's mule knows it.", "Sam Reed")
    'You are late. Mara owes you coins, and your mule knows it.'
    >>> addressed("The mill stood when Sam Reed still limped, and Sam Reed never limps now.", "Sam Reed")
    'The mill stood when you still limped, and you never limp now.'
    >>> addressed("Sam Hill lies north. Does Sam know? Sam has gone to Sam's Rest.", "Sam")
    "Sam Hill lies north. Do you know? You have gone to Sam's Rest."
    """
    if not name or name not in text:
        return text
    common = name == UNNAMED or re.search(rf"\b{re.escape(name.lower())}s?\b", text) is not None
    parts, done = list[str](), 0
    for found in re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text):
        if _is_theirs(text, found.start(), found.end(), common):
            parts += (text[done : found.start()], YOU)
            done = found.end()
    if not parts:
        return text
    told = "".join((*parts, text[done:]))
    told = ASKED.sub(lambda found: f"{found['before']}{_like(found['verb'], agree(found['verb'].lower(), 'you'))}{found['you']}", told)
    for pattern in (WHO, BEYOND, TOO, ACTS):
        told = pattern.sub(_agreeing, told)
    owns = rf"{YOU}['’](?:s\b|(?= [a-z]))" if name.endswith("s") else rf"{YOU}['’]s\b"
    told = re.sub(rf"(?:{owns})(?P<owned> [a-z])?", _owning, told)
    words, begins = list[str](), 0
    for found in re.finditer(f"{YOU}(r?s?)", told):
        said = f"you{found[1]}"
        words += (told[begins : found.start()], capital(said) if _begins(told, found.start()) else said)
        begins = found.end()
    return " ".join(map(capital, sentences("".join((*words, told[begins:])))))


def _agreeing(found: "re.Match[str]") -> str:
    verb = found["verb"]
    third = verb.endswith("s") and not verb.endswith("ss") and verb not in NO_VERB
    you = found["you"] if "you" in found.re.groupindex else ""
    return f"{found['before']}{you}{found['gap']}{agree(verb, 'you') if third else verb}"


def _owning(found: "re.Match[str]") -> str:
    return f"{YOU}r{found['owned']}" if found["owned"] else f"{YOU}rs"


def _like(was: str, verb: str) -> str:
    return capital(verb) if was[:1].isupper() else verb


def _is_theirs(text: str, start: int, end: int, common: bool) -> bool:
    """True where a name that stands there is the hero's own, and no word of a longer name; with ``common`` it may be a common word, too."""
    behind = text[end : end + LOOKED_ON]
    longer = re.match(r"(?:['’]s?)?[ \t]+(?:& )?([^\W\d_]+)|[ \t]*&", behind)
    if longer and (longer[1] is None or (longer[1][0].isupper() and longer[1] != "I")):
        return False
    back = max(0, start - LOOKED_BACK)
    run = re.search(r"(?:[\w'’.-]+[ \t]+)+\Z", text[back:start])
    if not run:
        return True
    words = run[0].split()
    last = words[-1]
    if last.lower() in DETERMINERS if common else last.lower() in ARTICLES:
        return False
    if last.endswith("."):
        return ABBREVIATION.search(last) is None
    if last[0].isupper() and last != "I":
        first = _begins(text, start - len(run[0]) + run[0].rindex(last))
        if not first or not (last.lower() in SMALL or last.lower().endswith(OF_A_VERB)):
            return False
    if not common or last.lower() in SMALL or (last.endswith("s") and not last.endswith("ss") and len(words) > 2):
        return True
    for word in reversed(words[-4:-1]):
        if word.lower() in DETERMINERS:
            return False
        if word.lower() in SMALL or word.endswith((".", "!", "?")):
            break
    return True


def _begins(text: str, at: int) -> bool:
    """True where a sentence begins there."""
    before = text[max(0, at - LOOKED_ON) : at]
    head = before.rstrip("\"“‘'([*_ \t")
    if not head:
        return at <= LOOKED_ON
    if head.endswith("\n") or (before.endswith(('"', "“")) and before[-2:-1] in (" ", "\n")):
        return True
    ended = head.rstrip("\"”’')]*_")
    return ended.endswith((".", "!", "?", "…")) and before != head and not ABBREVIATION.search(ended)
