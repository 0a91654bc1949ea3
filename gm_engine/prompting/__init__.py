"""Reads elements and prompts/. Gives a Prompt, stable parts first. (jinja2)"""

from gm_engine.prompting.prompt_book import PromptBook, prompts_text
from gm_engine.prompting.render import fixed_costs, render

__all__ = ["PromptBook", "fixed_costs", "prompts_text", "render"]
