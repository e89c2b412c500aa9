"""A headless Chromium, spoken to through a pipe in its own protocol (DevTools): messages are JSON, ended by a zero byte."""

import base64
import json
import os
import subprocess
import tempfile


class Chrome:
    """One browser with one page."""

    def __init__(self, program, width=1440, height=900):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_us, self.out = os.pipe()
        self.into, to_it = os.pipe()
        options = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
                   "--remote-debugging-pipe", f"--user-data-dir={self.folder.name}", f"--window-size={width},{height}"]

        def pipes():
            # The browser reads from 3 and writes to 4. First out of the way, in case one of them is one of these.
            read, write = os.dup2(to_us, 200), os.dup2(to_it, 201)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen([program, *options, "about:blank"], preexec_fn=pipes, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_us)
        os.close(to_it)
        self.number = 0
        self.rest = b""
        self.session = None
        self.complaints = []
        page = next(t for t in self.ask("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        self.ask("Runtime.enable")
        self.ask("Page.enable")
        self.ask("Log.enable")
        self.ask("Performance.enable", timeDomain="threadTicks")
        self.resize(width, height)

    def resize(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def before_each_page(self, script):
        """What every page runs before its own scripts."""
        self.ask("Page.addScriptToEvaluateOnNewDocument", source=script)

    def message(self):
        while b"\0" not in self.rest:
            part = os.read(self.into, 1 << 20)
            if not part:
                raise RuntimeError("the browser has closed its pipe")
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(text)
        if message.get("method") == "Runtime.exceptionThrown":
            self.complaints.append(message["params"]["exceptionDetails"].get("exception", {}).get("description", "?"))
        if message.get("method") == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
            self.complaints.append(message["params"]["entry"]["text"])
        return message

    def ask(self, method, **params):
        self.number += 1
        question = {"id": self.number, "method": method, "params": params}
        if self.session:
            question["sessionId"] = self.session
        os.write(self.out, json.dumps(question).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def open(self, url):
        self.complaints = []
        self.ask("Page.navigate", url=url)
        while self.message().get("method") != "Page.loadEventFired":
            pass

    def run(self, script):
        """The value of an expression in the page; a promise is waited for."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{script}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def busy(self):
        """How long the page's own thread has worked, s: what else runs on the machine is not in it."""
        return next(m["value"] for m in self.ask("Performance.getMetrics")["metrics"] if m["name"] == "TaskDuration")

    def press(self, x, y, x_end=None):
        """A real click, or a drag along x."""
        mouse = {"button": "left", "clickCount": 1}
        self.ask("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, **mouse)
        if x_end is not None:
            for k in range(1, 9):
                self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x + (x_end - x) * k / 8, y=y, buttons=1, button="left")
        self.ask("Input.dispatchMouseEvent", type="mouseReleased", x=x if x_end is None else x_end, y=y, **mouse)

    def box(self, selector):
        return self.run(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                        "return {x: b.x, y: b.y, width: b.width, height: b.height}; })()")

    def click(self, selector):
        box = self.box(selector)
        self.press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def picture(self, path):
        data = self.ask("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def close(self):
        try:
            self.ask("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait(timeout=20)
        self.folder.cleanup()
