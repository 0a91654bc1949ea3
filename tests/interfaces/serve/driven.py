"""A real browser that is driven: it opens a page, is asked what stands in it, is given files, and shows how it looks."""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
HIGH = 50
"""File descriptors from here on are in nobody's way."""


class Driven:
    """A page in a browser, spoken to by Chrome's own protocol over two pipes."""

    def __init__(self, said: int, heard: int) -> None:
        self._said, self._heard = os.fdopen(said, "wb"), os.fdopen(heard, "rb")
        self._number, self._rest = 0, b""
        self._session = ""
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "DOM"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **params: Any) -> Any:
        """What the browser answers; what happens meanwhile is passed over."""
        self._number += 1
        words = {"id": self._number, "method": method, "params": params} | ({"sessionId": self._session} if self._session else {})
        self._said.write(json.dumps(words).encode() + b"\0")
        self._said.flush()
        while True:
            while b"\0" not in self._rest:
                more = os.read(self._heard.fileno(), 2**20)
                assert more, "the browser is gone"
                self._rest += more
            line, _, self._rest = self._rest.partition(b"\0")
            told = json.loads(line)
            if told.get("id") == self._number:
                assert "error" not in told, told
                return told["result"]

    def open(self, url: str, width: int = 1280, height: int = 900) -> None:
        """Goes to a page, in a window of that size."""
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.ask("Page.navigate", url=url)

    def run(self, script: str) -> Any:
        """What a script finds in the page."""
        found = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, script: str, seconds: float = 40.0) -> Any:
        """What it finds, as soon as that is something."""
        end = time.monotonic() + seconds
        while not (found := self.run(f"(() => {{ try {{ return {script}; }} catch {{ return null; }} }})()")):
            assert time.monotonic() < end, f"it never held: {script}\n{self.run('document.body.innerText')}"
            time.sleep(0.05)
        return found

    def choose(self, selector: str, files: Sequence[Path]) -> None:
        """Chooses files in a field, as the window for that does."""
        root = self.ask("DOM.getDocument")["root"]["nodeId"]
        node = self.ask("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.ask("DOM.setFileInputFiles", nodeId=node, files=[str(file) for file in files])

    def drag(self, kind: str, files: Sequence[Path], at: int = 150) -> None:
        """Moves files over the page: ``dragEnter``, ``dragOver``, ``drop``, ``dragCancel``."""
        data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
        self.ask("Input.dispatchDragEvent", type=kind, x=at, y=at, data=data)

    def press(self, key: str) -> None:
        """Presses a key."""
        for kind in ("keyDown", "keyUp"):
            more = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode={"Enter": 13, "Tab": 9}[key], **more)

    def picture(self, file: Path) -> None:
        """Writes down how it looks."""
        file.write_bytes(base64.b64decode(self.ask("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        """Hangs up."""
        self._said.close()
        self._heard.close()


@contextmanager
def driven(folder: Path) -> Iterator[Driven]:
    """A browser for as long as the block lasts; what it keeps is in that folder."""
    theirs_in, ours_out = os.pipe()
    ours_in, theirs_out = os.pipe()
    high = [fcntl.fcntl(one, fcntl.F_DUPFD, HIGH) for one in (theirs_in, theirs_out)]

    def joined() -> None:
        os.dup2(high[0], 3)
        os.dup2(high[1], 4)

    options = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", f"--user-data-dir={folder}", "about:blank"]
    process = subprocess.Popen(
        [str(BROWSER), *options], preexec_fn=joined, pass_fds=(3, 4), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )  # fmt: skip
    for one in (theirs_in, theirs_out, *high):
        os.close(one)
    page = None
    try:
        page = Driven(ours_out, ours_in)
        yield page
    finally:
        if page:
            page.close()
        process.kill()
        process.wait(30)
