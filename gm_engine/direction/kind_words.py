"""Kind words and unkind ones that are told of, and not spelled out: *I flatter the cook*, *I tease him about his hat*."""

from gm_engine import wordnet
from gm_engine.story.intent import Intent

SEEDS = {
    "compliment": ("compliment", "praise", "flatter", "flirt", "admire"),
    "joke": ("tease", "joke", "banter", "kid"),
    "insult": ("insult", "mock", "jeer", "ridicule", "sneer"),
}
SORTS = {manner: frozenset((*seeds, *(one for seed in seeds for one in wordnet.synonyms(seed, "v")))) for manner, seeds in SEEDS.items()}


def kind_words(act: Intent, verb: str) -> Intent:
    """The act; where its verb says that somebody is praised, teased or mocked, that is said to them."""
    manner = next((manner for manner, verbs in SORTS.items() if verb in verbs), "")
    if act.verb != "free" or not act.target or act.skill or act.mode or not manner:
        return act
    return Intent(verb="tell", words=act.words, target=act.target, about=act.about, manner=manner, told=act.told)
