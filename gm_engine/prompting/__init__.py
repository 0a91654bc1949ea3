"""Reads elements and prompts/. Gives a Prompt, stable parts first. (jinja2)"""

from gm_engine.prompting.going_on import REPAIR, can_repair, sent_back, with_answers
from gm_engine.prompting.prompt_book import PromptBook, prompts_text
from gm_engine.prompting.render import fixed_costs, render

__all__ = ["REPAIR", "PromptBook", "can_repair", "fixed_costs", "prompts_text", "render", "sent_back", "with_answers"]
