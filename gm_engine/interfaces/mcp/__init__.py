"""``gm mcp``: the engine as tools of other programs' language models. Reads MCP requests. Gives turns, lore, conflicts and memory.

Importing this package costs nothing: the SDK is imported when a server is made (the extra ``mcp``).
"""
