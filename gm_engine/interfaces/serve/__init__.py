"""``gm serve``: the engine for other programs, over HTTP. Reads requests. Gives turns, lore, reasons, and an OpenAI-compatible chat.

Importing this package costs nothing: FastAPI and uvicorn are imported when a server is made (the extra ``serve``).
"""
