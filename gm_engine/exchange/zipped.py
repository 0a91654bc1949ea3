"""Files in one archive, the same bytes on every machine."""

from collections.abc import Mapping
from io import BytesIO
from zipfile import ZIP_STORED, ZipFile, ZipInfo

MOMENT = (1980, 1, 1, 0, 0, 0)
"""The first moment that a zip can hold: the files of a book have no time of their own."""


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The archive, its members in the order given. Nothing is compressed: compressors differ from machine to machine.

    >>> zipped({"a.txt": b"one"}) == zipped({"a.txt": b"one"})
    True
    """
    out = BytesIO()
    with ZipFile(out, "w", ZIP_STORED) as archive:
        for name, content in files.items():
            member = ZipInfo(name, MOMENT)
            member.create_system, member.external_attr = 3, 0o644 << 16
            archive.writestr(member, content)
    return out.getvalue()
