"""Currency: what a campaign's money is called. Every sum is kept in its small unit, a hundred of which make the large one."""

from gm_engine.story.noun import Noun


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
