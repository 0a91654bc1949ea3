"""Currency: what a campaign's money is called. Every sum is kept in its small unit, a hundred of which make the large one."""

import re

from gm_engine.story.noun import Noun
from gm_engine.story.number_words import number

FIGURE = re.compile(r"(\d{1,9}|\d{1,3}(?:,\d{3})+)(?:\.(\d\d))?", re.ASCII)


class Currency(Noun):
    """``sign`` stands before figures; where it is empty, sums are always said in words."""

    sign: str = "$"
    unit: str = "dollar"
    units: str = "dollars"
    minor: str = "cent"
    minors: str = "cents"

    def say(self, amount: int) -> str:
        """A sum as it is spoken of.

        >>> Currency().say(250), Currency().say(100), Currency().say(75), Currency().say(0)
        ('2 dollars and 50 cents', '1 dollar', '75 cents', '0 cents')
        """
        whole, rest = divmod(amount, 100)
        said = [f"{whole} {self.unit if whole == 1 else self.units}"] if whole else []
        if rest or not whole:
            said.append(f"{rest} {self.minor if rest == 1 else self.minors}")
        return " and ".join(said)

    def figure(self, amount: int) -> str:
        """A sum as it is written.

        >>> Currency().figure(2350), Currency().figure(25), Currency().figure(300)
        ('$23.50', '25 cents', '$3')
        >>> Currency(sign="", unit="mark", units="marks", minor="penny", minors="pence").figure(2350)
        '23 marks and 50 pence'
        """
        if not self.sign or amount < 100:
            return self.say(amount)
        return f"{self.sign}{amount // 100}" + (f".{amount % 100:02d}" if amount % 100 else "")

    def read(self, text: str) -> int | None:
        """A sum as people write it, in the small unit; None where it cannot be read as one.

        >>> Currency().read("1 dollar"), Currency().read("$1.50"), Currency().read("1.50"), Currency().read("12 cents")
        (100, 150, 150, 12)
        >>> Currency().read("two dollars and fifty cents"), Currency().read("5 bits"), Currency().read("lots")
        (250, 62, None)
        >>> Currency(sign="", unit="mark", units="marks", minor="penny", minors="pence").read("3 marks 20")
        320
        """
        text = text.strip()
        below = text.startswith("-")
        text = text.removeprefix("-").strip()
        if self.sign:
            text = text.removeprefix(self.sign).removesuffix(self.sign).strip()
        if figure := FIGURE.fullmatch(text):
            total: int | None = int(figure[1].replace(",", "")) * 100 + int(figure[2] or 0)
        else:
            total = self._in_parts(text)
        return -total if below and total is not None else total

    def _in_parts(self, text: str) -> int | None:
        """A sum whose units are said: *two dollars and ten cents*, *3 marks 20*, *half a dollar*."""
        known: dict[str, float] = {**dict.fromkeys((self.unit, self.units), 100), **dict.fromkeys((self.minor, self.minors), 1)}
        if self == Currency():
            known |= {"c": 1, "bit": 12.5, "bits": 12.5, "buck": 100, "bucks": 100}
        worth = {name.casefold(): each for name, each in known.items()}
        names = "|".join(sorted(map(re.escape, worth), key=len, reverse=True))
        total, rest = 0.0, text.casefold()
        while rest:
            said = re.match(rf"(?P<count>\d[\d,]*(?:\.\d\d?)?|[a-z][a-z -]*?)\s*(?P<unit>{names})(?![^\W\d_])[\s,]*(?:and\s+)?", rest)
            if said is None:
                last = re.fullmatch(r"\d\d?", rest)
                return int(total) + int(rest) if last and total >= 100 else None
            count = _count(said["count"])
            if count is None:
                return None
            total += count * worth[said["unit"]]
            rest = rest[said.end() :]
        return int(total) if total else None


def _count(text: str) -> float | None:
    """How many: figures, words, or a half."""
    if text.strip() in ("half a", "half", "a half"):
        return 0.5
    if re.fullmatch(r"[\d,]+\.\d\d?", text):
        return float(text.replace(",", ""))
    return number(text)
