"""What questions beside the telling cost: those of a whole play, in tokens with the form of their answers, by what they ask for.

    python benchmarks/second_reader.py [PLAY] [--hears]

PLAY (else redemption/the_long_summer) is played by the embedded GM. Its replies are then told again, turn by turn, by a scripted model that
is asked all that a second reader can be asked, and finds nothing; with ``--hears``, what a model in the chair is asked by default: to hear
the player's line and to note the reply. *Prompt* is what the GM's own prompt costs in the same turns, *late* the mean from turn 91 to 110.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import mean, quantiles

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from gm_engine import tokens
from gm_engine.bootstrap import find_play, pack_for_play, trial
from gm_engine.bootstrap.table_settings import FOR_MODELS
from gm_engine.story.completion import Completion
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question
from gm_engine.story.table_rules import TableRules
from gm_engine.testing import run_play

EVERYTHING = TableRules(reads=("claims", "conflicts", "summaries"), asks=3)
LATE = (91, 110)


class Teller:
    """Says what was said before, and has nothing to add."""

    name, version, repeatable = "teller", "teller/1", False

    def __init__(self) -> None:
        self.reply = ""
        self.prompts: list[int] = []
        self.asked: dict[str, list[tuple[int, int]]] = {}
        self.turn = 0

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:  # noqa: ARG002
        """The reply that was set down."""
        self.prompts.append(prompt.tokens)
        return Completion(text=self.reply, model="teller")

    def ask(self, question: Question) -> Completion:
        """Nothing; what the question costs is noted."""
        price = tokens.count(question.system) + tokens.count(question.user) + tokens.count(question.form)
        self.asked.setdefault(question.purpose, []).append((self.turn, price))
        return Completion(text="Quiet." if question.purpose == "summary" else "{}", model="teller")


def main(name: str, *, hears: bool) -> None:
    """Play, and print a row for each purpose."""
    script = find_play(name)
    pack, path = pack_for_play(script)
    told = trial(pack, "told", pack_path=path, seed=script.seed)
    run_play(script, told)
    teller = Teller()
    game = trial(pack, "asked", pack_path=path, seed=script.seed, provider=teller)
    game.tools.table = FOR_MODELS if hears else EVERYTHING
    for turn in told.state.turns.values():
        if turn.number and turn.reply and not game.state.ended:
            if turn.session > game.state.session:
                game.open_session()
            teller.reply, teller.turn = turn.reply, turn.number
            game.play(turn.said)
    turns = len(teller.prompts)
    print(f"{turns} turns of {name}\n{'':<12}{'asked':>7}{'mean':>8}{'p95':>8}{'late':>8}{'a turn':>8}")
    for purpose, asked in [("prompt", list(enumerate(teller.prompts, 1))), *sorted(teller.asked.items())]:
        prices = [price for _, price in asked]
        late = [price for turn, price in asked if LATE[0] <= turn <= LATE[1]] or [0]
        high = quantiles(prices, n=20)[-1] if len(prices) > 1 else prices[0]
        print(f"{purpose:<12}{len(prices):>7}{mean(prices):>8.0f}{high:>8.0f}{mean(late):>8.0f}{sum(prices) / turns:>8.0f}")


if __name__ == "__main__":
    named = [word for word in sys.argv[1:] if not word.startswith("--")]
    main(named[0] if named else "redemption/the_long_summer", hears="--hears" in sys.argv)
