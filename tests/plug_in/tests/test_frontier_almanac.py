"""The contracts of gm_engine, kept by the almanac."""

from frontier_almanac import Almanac, Telegraph, Weather

from gm_engine.testing.contracts import ContextSourceContract, ProviderContract, RuleContract, a_pack


class TestTelegraph(ProviderContract):
    """The game master."""

    def provider(self) -> Telegraph:
        return Telegraph(a_pack())


class TestWeather(RuleContract):
    """The rule."""

    def rule(self) -> Weather:
        return Weather()

    def cases(self) -> tuple[tuple[tuple[str, ...], int], ...]:
        return (
            (("The sky is cloudless.", "Rain falls on the roof."), 1),
            (("Rain drums on the roof.", "Ortega yawns.", "There is not a cloud to be seen."), 1),
            (("Rain falls.", "Rain falls still."), 0),
            (("The sky is cloudless.", "Ortega hopes for rain."), 0),
        )


class TestAlmanac(ContextSourceContract):
    """The source."""

    def source(self) -> Almanac:
        return Almanac()

    def lines(self) -> tuple[tuple[str, bool], ...]:
        return (("I wait for the moon.", True), ("I ask about moon and frost.", True), ("I wait.", False))
