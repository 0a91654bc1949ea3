"""The files that a character card carries: how the card names them, and where they lie in a PNG or in a CHARX."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

INSIDE = ("embeded://", "embedded://", "__asset:")
"""What an address begins with that means a file in the same archive or picture. The first is spelled so by the format itself."""
IN_ARCHIVE, IN_PICTURE = "embeded://", "__asset:"
TYPES = ("icon", "background", "user_icon", "emotion")
FOLDERS = {
    "images": ("png", "apng", "jpg", "jpeg", "jfif", "webp", "gif", "avif", "bmp", "svg"),
    "audio": ("mp3", "ogg", "wav", "flac", "m4a", "aac", "opus"),
    "video": ("mp4", "webm", "mkv", "mov", "avi"),
    "l2d": ("moc3", "model3"),
    "3d": ("mmd", "obj", "glb", "gltf", "fbx", "vrm", "pmx"),
    "ai": ("safetensors", "ckpt", "onnx", "gguf"),
    "fonts": ("otf", "ttf", "woff", "woff2"),
    "code": ("lua", "js", "py", "ts"),
}
UNFIT = re.compile(r"[^a-z0-9]+")


def path_in(address: str) -> str | None:
    """The path of a file that came with the card; None for every other address.

    >>> path_in("embeded://assets/icon/images/main.png"), path_in("__asset:3"), path_in("https://example.org/a.png")
    ('assets/icon/images/main.png', '3', None)
    """
    trimmed = address.strip()
    start = next((start for start in INSIDE if trimmed.lower().startswith(start)), None)
    return trimmed[len(start) :] if start and len(trimmed) > len(start) else None


def is_safe(path: str) -> bool:
    """True for a path that leads nowhere but into its own archive.

    >>> is_safe("assets/icon/images/main.png"), is_safe("../../etc/passwd"), is_safe("C:/x"), is_safe("a/\\x00")
    (True, False, False, False)
    """
    parts = path.split("/")
    return not {"", ".", ".."} & set(parts) and ":" not in parts[0] and "\\" not in path and not any(letter < " " for letter in path)


def named_files(value: Any) -> Iterator[tuple[str, str]]:
    """Each address inside of a card that means a file with it, and its path."""
    if isinstance(value, str):
        path = path_in(value)
        if path is not None:
            yield value, path
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from named_files(inner)


def readdressed(value: Any, addresses: Mapping[str, str]) -> Any:
    """The value with other addresses in the place of these; a new one as far as it differs."""
    if isinstance(value, str):
        return addresses.get(value, value)
    if isinstance(value, list):
        return [readdressed(inner, addresses) for inner in value]
    if isinstance(value, dict):
        return {key: readdressed(inner, addresses) for key, inner in value.items()}
    return value


def place_in_archive(path: str, kind: Any, ending: Any) -> str:
    """Where a file is to lie in a CHARX: by what it is for, and by what it holds. ASCII only.

    >>> place_in_archive("3", "emotion", "PNG"), place_in_archive("Lied für Sal.mp3", "x_song", None)
    ('assets/emotion/images/3.png', 'assets/other/audio/lied_f_r_sal.mp3')
    """
    stem, _, last = path.rpartition("/")[2].rpartition(".")
    if not stem:
        stem, last = last, ""
    end = UNFIT.sub("", (ending if isinstance(ending, str) and ending else last).lower()) or "bin"
    folder = next((folder for folder, endings in FOLDERS.items() if end in endings), "other")
    name = UNFIT.sub("_", stem.lower()).strip("_") or "file"
    return f"assets/{kind if kind in TYPES else 'other'}/{folder}/{name}.{end}"
