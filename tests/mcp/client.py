# SPDX-License-Identifier: Apache-2.0
"""A client of `tt-replay mcp` for its tests, and what they find."""
import json
import subprocess

failures = []


def check(is_good, text):
    if not is_good:
        failures.append(text)


class Client:
    def __init__(self, tool, root):
        self.process = subprocess.Popen([tool, "mcp", "--root", str(root)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.number, self.progress = 0, []

    def send(self, line):
        self.process.stdin.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def receive(self):
        line = self.process.stdout.readline()
        check(line.endswith(b"\n"), "the server ended where an answer was due")
        return json.loads(line) if line else {}

    def ask(self, method, params=None):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params or {}})
        answer = self.receive()
        while "id" not in answer and answer.get("method") == "notifications/progress":
            self.progress.append(answer["params"])
            answer = self.receive()
        check(answer.get("id") == self.number and answer.get("jsonrpc") == "2.0", f"{method}: answer {answer}")
        return answer

    def call(self, name, **arguments):
        answer = self.ask("tools/call", {"name": name, "arguments": arguments})
        result = answer.get("result", {})
        text = result.get("content", [{"text": ""}])[0]["text"]
        return result.get("isError"), text, result.get("structuredContent", {})

    def whole(self, name, **arguments):
        """The pages of an answer, put together."""
        _, text, more = self.call(name, **arguments)
        while more.get("cursor"):
            check(len(text.encode()) <= 1 << 20, "a page without an end")
            _, page, more = self.call(name, cursor=more["cursor"], **arguments)
            check(page and len(page.encode()) <= 40000, "a page is empty, or larger than its limit")
            text += page
        return text

    def end(self):
        self.process.stdin.close()
        status = self.process.wait(20)
        check(self.process.stderr.read() == b"", "the server wrote to standard error")
        return status
