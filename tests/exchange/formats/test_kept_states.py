"""Which scene is told for a state of a story that has no scene of its own."""

from gm_engine.exchange.formats.kept_states import Kept, KeptStates


def test_which_state_is_nearest_does_not_hang_on_the_order_in_which_differences_are_added() -> None:
    for number in range(40):
        one, two, three, four = (f"{name}{number}" for name in ("rope", "coins", "luck", "debt"))
        kept: KeptStates[str] = KeptStates()
        kept.put("yard", ((one, "float", 0.1), (two, "float", 0.2), (three, "float", 0.3)), "yard")
        kept.put("yard", ((four, "float", 0.6),), "yard_2")
        kept.tired = True
        assert kept.find("yard", ()) == Kept("yard", False)
        assert kept.find("yard", ((four, "float", 0.5),)) == Kept("yard_2", False)
