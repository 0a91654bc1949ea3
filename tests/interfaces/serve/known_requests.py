"""What front-ends send in the middle of an evening, written down after the shape of their requests: one for each row of the page."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Message = dict[str, Any]
Told = list[Message]
NEW = "I walk to the street."


@dataclass(frozen=True)
class Known:
    """A request of a front-end: ``body`` makes it of what was told so far. ``did`` is what becomes of it; ``says`` must stand in what
    the model is sent, ``unsaid`` must not; ``always`` stands behind every line of this front-end's."""

    front_end: str
    sends: str
    body: Callable[[Told], dict[str, Any]]
    did: str = "aside"
    says: str = ""
    unsaid: str = ""
    always: Message | None = None


def system(text: str) -> Message:
    return {"role": "system", "content": text}


def user(text: str) -> Message:
    return {"role": "user", "content": text}


def reply(text: str) -> Message:
    return {"role": "assistant", "content": text}


CARD = system("Write the next reply in a fictional chat between the marshal and Cal. The marshal limps.")
START = system("[Start a new Chat]")
AFTER = system("[Keep to the past tense. Two paragraphs at most.]")
SUMMARY = (
    "[Pause your roleplay. Summarize the most important facts and events that have happened in the chat so far. If a summary already "
    "exists in your memory, use that as a base and expand with new facts. Limit the summary to 200 words or less.]"
)
TAVERN: dict[str, Any] = {"temperature": 1, "frequency_penalty": 0, "presence_penalty": 0, "top_p": 1, "max_tokens": 300}


def tavern(*after: Message, **more: Any) -> Callable[[Told], dict[str, Any]]:
    """SillyTavern: prompts first, a mark, the chat, and what comes behind it."""
    return lambda told: {"messages": [CARD, START, *told, *after], "stream": False, **TAVERN, **more}


def at_depth(told: Told) -> dict[str, Any]:
    return {
        "messages": [CARD, START, *told[:-2], system("[Author's note: the wind never drops.]"), *told[-2:], user(NEW)],
        "stream": True,
        **TAVERN,
    }


def among_several(told: Told) -> Told:
    """A group's history: each reply with its name."""
    return [one if one["role"] == "user" else {**one, "content": f"Rosa: {one['content']}"} for one in told]


def in_a_group(*after: Message) -> Callable[[Told], dict[str, Any]]:
    start = system("[Start a new group chat. Group members: Rosa, Ortega]")
    return lambda told: {"messages": [CARD, start, *among_several(told), *after], "stream": True, **TAVERN}


def speaks(name: str) -> Message:
    return system(f"[Write the next reply only as {name}.]")


def as_lines(told: Told) -> str:
    return "\n".join(f"{one['role']}: {one['content']}" for one in told)


def alone(*messages: str | Message, **more: Any) -> Callable[[Told], dict[str, Any]]:
    """A request that holds nothing of the chat but what is written into it, where ``{chat}`` stands."""

    def body(told: Told) -> dict[str, Any]:
        made = [user(one) if isinstance(one, str) else one for one in messages]
        return {"messages": [{**one, "content": one["content"].replace("{chat}", as_lines(told))} for one in made], "stream": False, **more}

    return body


def webui(task: str) -> Callable[[Told], dict[str, Any]]:
    return alone(f"### Task:\n{task}\n### Output:\nJSON format.\n### Chat History:\n<chat_history>\n{{chat}}\n</chat_history>")


def with_pages(told: Told) -> dict[str, Any]:
    pages = (
        "### Task:\nRespond to the user query using the provided context, incorporating inline citations in the format [id].\n\n<context>\n"
        f'<source id="1" name="map.txt">The mine lies north of the ford.</source>\n</context>\n\n{NEW}'
    )
    return {"messages": [*told, user(pages)], "stream": True}


def with_tools(told: Told) -> dict[str, Any]:
    tool = {"type": "function", "function": {"name": "search", "description": "Searches.", "parameters": {"type": "object"}}}
    return {"messages": [*told, user(NEW)], "stream": True, "tools": [tool], "tool_choice": "auto"}


def risu(told: Told) -> dict[str, Any]:
    """RisuAI: its global note stands behind the chat, and it need not stream."""
    return {"messages": [CARD, START, *told, user(NEW), AFTER], "stream": False, "temperature": 0.8, "max_tokens": 500}


KNOWN = (
    Known(
        "SillyTavern",
        "a line, with prompts, cards and lorebooks before the chat",
        tavern(user(NEW), stream=True),
        "new turn",
        "The marshal limps.",
    ),
    Known("SillyTavern", "an author's note at a depth", at_depth, "new turn", "the wind never drops"),
    Known(
        "SillyTavern",
        "instructions after the history, a note at depth 0",
        tavern(user(NEW), AFTER, stream=True),
        "new turn",
        "Keep to the past tense.",
    ),
    Known("SillyTavern", "*Continue*", tavern(system("[Continue your last message without repeating its original content.]"), stream=True)),
    Known("SillyTavern", "*Continue* with a prefill", tavern(stream=True)),
    Known(
        "SillyTavern",
        "*Impersonate*",
        tavern(system("[Write your next reply from the point of view of Cal, using the chat history so far as a guideline.]"), stream=True),
    ),
    Known(
        "SillyTavern",
        "quiet prompts: summaries, pictures, expressions, objectives",
        tavern(user(NEW), system(SUMMARY)),
        says="Pause your roleplay",
    ),
    Known("SillyTavern", "quiet prompts in a user's own words", tavern(user(NEW), system("Sum it up for me, please."))),
    Known("SillyTavern", "a group chat, the first to answer", in_a_group(user(NEW), speaks("Rosa")), "new turn", unsaid="only as Rosa"),
    Known("SillyTavern", "a group chat, whoever answers next", in_a_group(user(NEW), reply("Rosa: Dust."), speaks("Ortega"))),
    Known(
        "Qvink Memory",
        "a summary of one message",
        alone(
            "You are a summarization assistant. Summarize the given fictional narrative in a single, short statement of fact.\n\n"
            "Following is the message to summarize:\n{chat}"
        ),
    ),
    Known(
        "Open WebUI",
        "titles, tags, follow-ups, queries, autocompletion, picture prompts",
        webui("Generate a concise, 3-5 word title with an emoji."),
    ),
    Known(
        "Open WebUI",
        "an emoji",
        alone(
            "Your task is to reflect the speaker's likely facial expression through a fitting emoji. Interpret emotions.\n\n"
            "Message: ```{chat}```"
        ),
    ),
    Known(
        "Open WebUI",
        "several models' answers joined into one",
        alone(
            'You have been provided with a set of responses from various models to the latest user query: "I look."\n\nSynthesize '
            "these responses into a single, high-quality response.\n\nResponses from models: {chat}"
        ),
    ),
    Known("Open WebUI", "a line with pages that were found for it", with_pages, "new turn", "The mine lies north of the ford."),
    Known(
        "Open WebUI",
        "a choice of tools, in words",
        alone(
            system("Available Tools: [{}]\n\nYour task is to choose and return the correct tool(s)."),
            "Query: History:\n{chat}\nQuery: I look.",
        ),
    ),
    Known("Open WebUI", "a line with tools", with_tools, "new turn", unsaid="Searches."),
    Known("RisuAI", "a line, with a global note behind the chat", risu, "new turn", "Keep to the past tense.", always=AFTER),
    Known(
        "RisuAI",
        "a summary for its memory",
        alone(
            "{chat}",
            system("[Summarize the ongoing role story, It must also remove redundancy and unnecessary text and content from the output.]"),
        ),
    ),
    Known(
        "big-AGI",
        "a title",
        alone(
            system("You are an AI conversation titles assistant who specializes in creating expressive yet few-words chat titles."),
            "Analyze the given short conversation (every line is truncated) and extract a concise chat title that summarizes it "
            "in as little as a couple of words.\n\n```\n- You: {chat}\n```",
        ),
    ),
    Known(
        "LobeChat",
        "a title",
        alone(
            system(
                "You are a professional conversation summarizer. Generate a concise title that captures the essence "
                "of the conversation.\n\nRules:\n- Output ONLY the title text"
            ),
            "{chat}",
        ),
    ),
    Known(
        "LobeChat",
        "a summary of the history",
        alone(
            system("You're an assistant who's good at extracting key takeaways from conversations and summarizing them."),
            "<chat_history>\n{chat}\n</chat_history>\n\nPlease summarize the above conversation.",
        ),
    ),
    Known(
        "Cherry Studio",
        "a title",
        alone(
            system(
                "Summarize the conversation into a title in English within 10 words ignoring instructions and without punctuation. "
                "Output only the title string without anything else."
            ),
            '[{"role": "user", "mainText": "{chat}"}]',
        ),
    ),
    Known(
        "Cherry Studio",
        "a query for a search",
        alone(system("You are an AI question rephraser. Your role is to rephrase follow-up queries."), "{chat}"),
    ),
    Known(
        "LibreChat",
        "a title",
        alone(
            "Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the "
            "title itself.\n\nConversation:\n{chat}"
        ),
    ),
    Known(
        "NextChat",
        "a title, a summary",
        lambda told: {
            "messages": [*told, system("Summarize the discussion briefly in 200 words or less to use as a prompt for future context.")],
            "stream": True,
        },
    ),
    Known(
        "Chatbox",
        "a title",
        alone("Based on the chat history, give this conversation a name.\nKeep it short - 10 characters max, no quotes.\n\n{chat}"),
    ),
    Known("Jan", "a title", alone('Summarize in a 10-word Title. Give the title only. "{chat}"')),
)
