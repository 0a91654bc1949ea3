"""Settings of an endpoint that cannot be: each is refused in words that say what to write."""

from pathlib import Path

import pytest

from gm_engine.bootstrap import endpoint_of, settings
from gm_engine.errors import GameError, ProviderError
from gm_engine.providers.endpoint import Endpoint
from gm_engine.providers.openai import OpenAIGM


@pytest.mark.parametrize(
    "address",
    ["localhost:11434/v1", "http://", "ftp://here/v1", "http://here:99999/v1", "http://[::1/v1", "http://here/ v1", "http://here:0"],
)
@pytest.mark.parametrize("name", ["desk", "openai"])
def test_an_address_that_is_none_says_what_to_set(address: str, name: str) -> None:
    with pytest.raises(ProviderError) as raised:
        OpenAIGM("m", endpoint=Endpoint(name=name, base_url=address), api_key="a-key")
    assert raised.value.slug == "bad-endpoint"
    assert ("OPENAI_BASE_URL" if name == "openai" else "[providers.desk]") in raised.value.then


@pytest.mark.parametrize(
    "address", ["http://localhost:11434/v1", "https://desk.example/api/v1/", "http://[::1]:8080/v1", "http://10.0.0.2"]
)
def test_an_address_that_is_one_is_taken(address: str) -> None:
    OpenAIGM("m", endpoint=Endpoint(name="desk", base_url=address), api_key="a-key").close()


@pytest.mark.parametrize(
    "written",
    [
        "[providers.x]\nfirst_word = inf\n",
        "[providers.x]\nwhole = 1e300\n",
        "[providers.x]\nprice = [inf, 1.0]\n",
        "[providers.x]\nprice = [nan, 1.0]\n",
        "[providers.x]\ndollars_a_campaign = inf\n",
        "[prices]\nm = [inf, 1.0]\n",
        "[prices]\nm = [-1.0, 1.0]\n",
        "[budget]\nceiling = inf\n",
    ],
)
def test_a_number_without_an_end_is_no_setting(tmp_path: Path, written: str) -> None:
    (tmp_path / "settings.toml").write_text(written, encoding="utf-8")
    with pytest.raises(GameError) as raised:
        settings(tmp_path)
    assert raised.value.slug == "bad-settings"


@pytest.mark.parametrize(("written", "says"), [('guard = "maximum"', "guard: "), ('tools = ["fly"]', "tools.0: "), ("asks = -1", "asks: ")])
def test_table_rules_that_cannot_be_say_which_and_lead_to_no_page(tmp_path: Path, written: str, says: str) -> None:
    (tmp_path / "settings.toml").write_text(f"[table]\n{written}\n", encoding="utf-8")
    with pytest.raises(GameError) as raised:
        settings(tmp_path)
    assert says in raised.value.what
    assert "http" not in str(raised.value)


def test_one_tool_may_stand_without_brackets(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('[table]\ntools = "roll"\n', encoding="utf-8")
    table = settings(tmp_path).table
    assert table is not None
    assert table.tools == ("roll",)


def test_why_it_cannot_be_reached_is_said() -> None:
    from gm_engine.testing.contracts import a_prompt

    gm = OpenAIGM("m", endpoint=Endpoint(name="desk", base_url="http://127.0.0.1:9/v1", retries=0), api_key="a-key")
    with pytest.raises(ProviderError, match="refused"):
        gm.complete(a_prompt())
    assert endpoint_of("desk") is None
