# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A headless Chromium, controlled by its debugging protocol over two pipes."""
import json
import os
import select
import shutil
import subprocess
import tempfile


class Browser:
    """Use: with Browser() as browser: browser.open(path); browser.evaluate("document.title")"""

    def __init__(self, width=1400, height=1000):
        self.size = (width, height)
        self.number = 0
        self.said = []  # exceptions, console messages, and requests to a network
        self.events = []  # names of the protocol events since the last open()

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="browser-")
        to_read, self.to = os.pipe()
        self.back, from_write = os.pipe()
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                   "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self.folder}",
                   f"--window-size={self.size[0]},{self.size[1]}", "--remote-debugging-pipe", "about:blank"]
        # Chromium expects its ends of the pipes as file descriptors 3 and 4.
        shell = f"exec 3<&{to_read} 4>&{from_write}; exec \"$@\""
        self.process = subprocess.Popen(["bash", "-c", shell, "bash"] + command, pass_fds=(to_read, from_write),
                                        stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.pending = b""
        self.session = None
        target = next(each for each in self.call("Target.getTargets")["targetInfos"] if each["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.call("Browser.close")
        except (OSError, RuntimeError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def message(self):
        while b"\0" not in self.pending:
            if not select.select([self.back], [], [], 120)[0]:
                raise RuntimeError("the browser says nothing")
            more = os.read(self.back, 1 << 20)
            if not more:
                raise RuntimeError("the browser has ended")
            self.pending += more
        one, self.pending = self.pending.split(b"\0", 1)
        return json.loads(one)

    def take(self, wanted):
        """Reads messages until `wanted` is true for one, and returns that one; collects the page's errors in `said`."""
        while True:
            found = self.message()
            if "method" in found:
                self.events.append(found["method"])
            if found.get("method") == "Runtime.exceptionThrown":
                self.said.append(found["params"]["exceptionDetails"].get("exception", {}).get("description", "an exception"))
            elif found.get("method") == "Log.entryAdded":
                self.said.append(found["params"]["entry"]["text"])
            elif found.get("method") == "Network.requestWillBeSent":
                url = found["params"]["request"]["url"]
                if not url.startswith(("file:", "data:")):
                    self.said.append(f"the page asks for {url}")
            if wanted(found):
                return found

    def call(self, method, **parameters):
        self.number += 1
        number = self.number
        message = {"id": number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        answer = self.take(lambda found: found.get("id") == number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def open(self, path):
        self.events.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        if "Page.loadEventFired" not in self.events:  # a small page may have loaded before the answer came
            self.take(lambda found: found.get("method") == "Page.loadEventFired")
        self.settle()

    def evaluate(self, expression):
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def settle(self):
        """Waits until the browser has drawn two frames, so that the page shows all changes."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y, count=1):
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.mouse(kind, x, y, button="left", clickCount=number)
        self.settle()

    def key(self, key, **more):
        text = {"text": key} if len(key) == 1 else {}
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, **text, **more)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key)
        self.settle()

    def type(self, text):
        self.call("Input.insertText", text=text)
        self.settle()

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")

    def screenshot(self, path, whole=False):
        import base64
        found = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(found["data"]))

    def pdf(self):
        """The bytes of the PDF file that printing the page gives."""
        import base64
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])
