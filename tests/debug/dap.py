#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""dap.py TT_REPLAY TRACES [FIVE [BUSY]]: sessions of an editor by the Debug Adapter Protocol; captures of five.c and busy.c with lines."""
import base64
import json
import struct
import subprocess
import sys


class Editor:
    def __init__(self, tool, *arguments):
        self.server = subprocess.Popen([tool, "debug", "--dap", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.seq = 0
        self.events = []

    def send(self, message):
        data = json.dumps(message).encode()
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.server.stdin.flush()

    def receive(self):
        length = None
        while True:
            line = self.server.stdout.readline().strip()
            if not line:
                break
            name, value = line.split(b":")
            assert name == b"Content-Length", line
            length = int(value)
        return json.loads(self.server.stdout.read(length))

    def ask(self, command, expected=True, **arguments):
        """The body of the answer; what comes in between are events."""
        self.seq += 1
        self.send({"seq": self.seq, "type": "request", "command": command, "arguments": arguments})
        while True:
            message = self.receive()
            if message["type"] == "event":
                self.events.append(message)
                continue
            assert message["request_seq"] == self.seq and message["command"] == command, message
            assert message["success"] is expected, message
            return message.get("body", {}) if expected else message["message"]

    def event(self, name):
        while True:
            for at, message in enumerate(self.events):
                if message["event"] == name:
                    del self.events[: at + 1]
                    return message.get("body", {})
            self.events.append(self.receive())

    def go(self, command, **arguments):
        self.events.clear()
        self.ask(command, **arguments)
        return self.event("stopped")

    def variables(self, reference):
        return self.ask("variables", variablesReference=reference)["variables"]

    def child(self, items, name):
        found = [item for item in items if item["name"] == name]
        assert found, (name, [item["name"] for item in items])
        return self.variables(found[0]["variablesReference"])

    def leave(self):
        self.ask("disconnect")
        assert self.server.wait(timeout=60) == 0


def begin(tool, *arguments, **launch):
    editor = Editor(tool, *arguments)
    can = editor.ask("initialize", adapterID="tt-replay", linesStartAt1=True)
    assert can["supportsStepBack"] and can["supportsDataBreakpoints"] and can["supportsDisassembleRequest"]
    editor.ask("launch", **launch)
    editor.event("initialized")
    return editor


def pipes(tool, traces):
    """A capture without cores: words forwards and backwards, data, trees, places."""
    editor = Editor(tool)
    assert "no capture" in editor.ask("threads", expected=False)
    editor.ask("initialize", supportsInvalidatedEvent=True)
    assert "no capture named" in editor.ask("launch", expected=False)
    assert "cannot be opened" in editor.ask("launch", expected=False, program="nowhere.ttcap")
    editor.ask("launch", program=f"{traces}/kernels/matmul_transp_bfp8_bfp8_bfp8_bfp8_nice.ttcap")
    assert editor.go("configurationDone")["reason"] == "entry"
    assert [thread["name"] for thread in editor.ask("threads")["threads"]] == ["pipe 0", "pipe 1", "pipe 2"]
    math = 7
    frame = editor.ask("stackTrace", threadId=math)["stackFrames"][0]
    assert frame["name"].startswith("SETC16") and frame["instructionPointerReference"] == "0x40000304", frame
    # A datum of Dst, both ways, and by instruction.
    info = editor.ask("dataBreakpointInfo", name="dst:0,0")
    assert info["dataId"] == "dst:0,0"
    assert editor.ask("dataBreakpointInfo", name="no place")["dataId"] is None
    assert editor.ask("setDataBreakpoints", breakpoints=[{"dataId": "dst:0,0", "accessType": "write"}])["breakpoints"][0]["verified"]
    stopped = [editor.go("continue", threadId=math)]
    while stopped[-1]["reason"] == "data breakpoint":
        stopped.append(editor.go("continue", threadId=math))
    assert len(stopped) > 4 and "the end: all has run" in stopped[-1]["text"], stopped
    at_end = editor.ask("evaluate", expression="dst:0,0", context="watch")["result"]
    back = editor.go("reverseContinue", threadId=math)
    assert back["reason"] == "data breakpoint" and "step 570: write to dst:0,0 by unit matrix, MVMUL" in back["text"], back
    before = editor.ask("evaluate", expression="dst:0,0", context="hover")["result"]
    assert before != at_end, before
    assert editor.go("stepIn", threadId=math, granularity="instruction")["reason"] == "data breakpoint"
    assert editor.ask("evaluate", expression="dst:0,0", context="watch")["result"] == at_end
    editor.ask("setDataBreakpoints", breakpoints=[])
    editor.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": "0x40000000", "offset": 4 * 569}])
    assert editor.go("reverseContinue", threadId=math)["reason"] == "breakpoint"
    editor.ask("setInstructionBreakpoints", breakpoints=[])
    back = editor.go("stepBack", threadId=math)
    assert "step 568" in back["text"], back
    # Trees.
    frame = editor.ask("stackTrace", threadId=math)["stackFrames"][0]
    scopes = editor.ask("scopes", frameId=frame["id"])["scopes"]
    face = editor.child(editor.child(editor.child(scopes, "Dst"), "data tile 0"), "face 0")
    cell = int(editor.ask("evaluate", expression="dst:0,0", context="watch")["result"], 16)
    assert len(face) == 16 and face[0]["value"].split()[0] == f"{cell:04x}", face[0]
    # A watch in a format: Dst holds BF16 as sign, mantissa, exponent (F-3).
    bf16 = cell & 0x8000 | (cell & 0xFF) << 7 | cell >> 8 & 0x7F
    value = struct.unpack("<f", struct.pack("<I", bf16 << 16))[0]
    watched = editor.ask("evaluate", expression="dst:0,0 as bf16", context="watch")["result"]
    assert watched.split()[0] == f"0x{bf16:04x}" and float(watched.split("(")[1].rstrip(")")) == value, (watched, value)
    two = editor.ask("evaluate", expression="l1:0x60000:8 as fp32", context="watch")["result"]
    assert len(two.split()) == 4, two
    for words, said in (("dst:0,0 as bf17", "no format"), ("dst:0,0 as bfp8", "exponents lie elsewhere"),
                        ("dst:8,0 as fp32", "not where a datum"), ("cfg:STACC_RELU_ApplyRelu as bf16", "holds no BF16")):
        assert said in editor.ask("evaluate", expression=words, context="watch", expected=False), words
    assert watched + "\n" == editor.ask("evaluate", expression="print dst:0,0 as bf16", context="repl")["result"]
    lanes = editor.child(editor.child(scopes, "Vector registers"), "register 0")
    assert len(lanes) == 32 and lanes[31]["evaluateName"] == "lreg:0.31"
    fields = editor.child(editor.child(scopes, "Configuration"), "state 0")
    relu = [field for field in fields if field["name"] == "STACC_RELU_ApplyRelu"][0]
    assert relu["value"] == "0 (0x0)" and relu["evaluateName"] == "cfg:0:STACC_RELU_ApplyRelu", relu
    assert len(editor.child(scopes, "Scalar registers")) == 64
    assert any(item["name"] == "rwc_dst" for item in editor.child(scopes, "Counters"))
    assert len(editor.child(scopes, "SrcA bank 0")) == 64 and editor.child(scopes, "Small state")
    # Words with the stages that they go through; bytes.
    words = editor.ask("disassemble", memoryReference="0x40000000", offset=4 * 598, instructionOffset=-1, instructionCount=2)["instructions"]
    assert words[1]["instruction"].startswith("PACR | pack: ") and words[1]["address"] == "0x40000958", words
    memory = editor.ask("readMemory", memoryReference="0x40000000", offset=4 * 598, count=4)
    assert base64.b64decode(memory["data"]) == bytes.fromhex("00000041"), memory
    assert editor.ask("readMemory", memoryReference="0x90000000", count=4)["unreadableBytes"] == 4
    # What may be typed.
    offered = lambda text, **more: [item["text"] for item in editor.ask("completions", text=text, column=len(text) + 1, **more)["targets"]]
    assert offered("reverse-") == ["reverse-watch"] and "dst:" in offered("why d"), offered("why d")
    assert "cfg:STACC_RELU_ApplyRelu" in offered("why cfg:STACC_RELU") and "$rwc_dst" in offered("$rwc_d")
    assert "state:adc.0.pack.ch0.x" in offered("state:adc.0.pack") and not offered("nothing")
    # Stores, by the tree, by an expression, by bytes: each is another run from here on, and `recording` goes back.
    row = editor.child(editor.child(editor.child(editor.child(scopes, "Dst"), "data tile 0"), "face 0"), "row 0")
    assert row[0]["evaluateName"] == "dst:0,0" and row[0]["memoryReference"] == "0xa4000000", row[0]
    reference = [item for item in face if item["name"] == "row 0"][0]["variablesReference"]
    assert editor.ask("dataBreakpointInfo", name="column 0", variablesReference=reference)["dataId"] == "dst:0,0"
    assert editor.ask("setVariable", variablesReference=reference, name="column 0", value="0x3f80")["value"] == "0x3f80"
    assert editor.event("invalidated")["areas"] == ["all"]
    assert editor.ask("evaluate", expression="dst:0,0", context="watch")["result"] == "0x3f80"
    assert editor.ask("setExpression", expression="cfg:1:STACC_RELU_ApplyRelu", value="2")["value"] == "2 (0x2)"
    assert editor.ask("evaluate", expression="cfg:0:STACC_RELU_ApplyRelu", context="watch")["result"] == "0 (0x0)"
    counters = [scope for scope in scopes if scope["name"] == "Counters"][0]["variablesReference"]
    assert editor.ask("setVariable", variablesReference=counters, name="rwc_dst", value="5")["value"] == "0x00000005"
    assert editor.ask("evaluate", expression="$rwc_dst", frameId=frame["id"])["result"] == "0x00000005"
    assert editor.ask("writeMemory", memoryReference="0x60000", data="AQIDBA==")["bytesWritten"] == 4
    assert editor.ask("readMemory", memoryReference="0x60000", count=5)["data"].startswith("AQIDB")
    for command, arguments in [("setVariable", {"variablesReference": reference, "name": "column 99", "value": "1"}),
                               ("setVariable", {"variablesReference": reference, "name": "column 0", "value": "0x10000"}),
                               ("setExpression", {"expression": "$pc", "value": "1"}), ("setExpression", {"expression": "x", "value": "1"}),
                               ("writeMemory", {"memoryReference": "0x60000", "data": "A"}), ("writeMemory", {"data": "AAAA"}),
                               ("writeMemory", {"memoryReference": "0x40000000", "data": "AAAA"}), ("exceptionInfo", {"threadId": math})]:
        editor.ask(command, expected=False, **arguments)
    assert "another run" in editor.ask("evaluate", expression="where", context="repl")["result"]
    editor.ask("evaluate", expression="recording", context="repl")
    assert editor.ask("evaluate", expression="dst:0,0", context="watch")["result"] == f"0x{cell:04x}"
    # The words of the verbs, and another run.
    editor.events.clear()
    said = editor.ask("evaluate", expression="set STACC_RELU_ApplyRelu=1", context="repl")["result"]
    assert "another run" in said
    assert editor.event("stopped")["reason"] == "goto"
    editor.ask("evaluate", expression="goto end", context="repl")
    assert "258 of 53906 known bytes differ" in editor.ask("evaluate", expression="diff", context="repl")["result"]
    assert "no place" in editor.ask("evaluate", expression="x + 1", context="watch", expected=False)
    for command, arguments in [("variables", {"variablesReference": 1 << 40}), ("scopes", {"frameId": -3}), ("stackTrace", {}),
                               ("disassemble", {"memoryReference": "0", "instructionCount": 1 << 40}), ("readMemory", {}),
                               ("nonsense", {}), ("next", {"threadId": 99}), ("setBreakpoints", {"source": {}})]:
        editor.ask(command, expected=False, **arguments)
    editor.leave()


def lines(tool, capture):
    """Five cores with lines: breaks by line, inlined frames, steps by line."""
    editor = begin(tool, capture)
    assert len(editor.ask("threads")["threads"]) == 8
    source = {"path": "/elsewhere/five.c"}
    points = editor.ask("setBreakpoints", source=source, breakpoints=[{"line": 12}, {"line": 999}])["breakpoints"]
    assert points[0]["verified"] and points[0]["line"] == 13 and not points[1]["verified"], points
    editor.go("configurationDone")
    seen = []
    for _ in range(5):
        stopped = editor.go("continue", threadId=1)
        assert stopped["reason"] == "breakpoint", stopped
        frames = editor.ask("stackTrace", threadId=stopped["threadId"])["stackFrames"]
        assert [(frame["name"], frame["line"]) for frame in frames] == [("twice", 13), ("leave", 18), ("main", 23)], frames
        assert frames[0]["source"]["name"] == "five.c"
        seen.append(stopped["threadId"])
    assert seen == [1, 2, 3, 4, 5], seen
    for thread in reversed(seen[:-1]):
        assert editor.go("reverseContinue", threadId=1)["threadId"] == thread
    editor.ask("setBreakpoints", source=source, breakpoints=[])
    before = editor.ask("stackTrace", threadId=1)["stackFrames"][0]
    editor.go("next", threadId=1)
    after = editor.ask("stackTrace", threadId=1)["stackFrames"][0]
    assert (before["name"], before["line"]) != (after["name"], after["line"])
    editor.go("stepBack", threadId=1)
    assert editor.ask("stackTrace", threadId=1)["stackFrames"][0]["line"] == before["line"]
    editor.go("stepOut", threadId=1)
    assert editor.ask("stackTrace", threadId=1)["stackFrames"][0]["name"] == "main"
    registers = editor.child(editor.ask("scopes", frameId=editor.ask("stackTrace", threadId=1)["stackFrames"][0]["id"])["scopes"],
                             "Registers")
    assert [item for item in registers if item["name"] == "x2 (sp)"][0]["value"].startswith("0xffb0"), registers
    editor.leave()


def hang(tool, traces):
    """A hang is an exception that says who waits for what; then a look from behind; restart, terminate."""
    editor = begin(tool, program=f"{traces}/firmware/hang_deadlock.ttcap", at="end")
    assert editor.go("configurationDone")["reason"] == "entry"
    stopped = editor.go("continue", threadId=2)
    assert stopped["reason"] == "exception" and "nothing can go on" in stopped["text"], stopped
    info = editor.ask("exceptionInfo", threadId=2)
    assert info["exceptionId"] == "hang" and "pipe 0 waits for semaphore 2" in info["description"], info
    assert "core t1 waits for its own pipe to be empty" in info["description"], info
    assert "step 114" in editor.go("stepBack", threadId=2)["text"]
    assert "nothing is wrong" in editor.ask("exceptionInfo", threadId=2, expected=False)
    registers = editor.child(editor.ask("scopes", frameId=1)["scopes"], "Registers")
    assert editor.ask("setVariable", variablesReference=1 << 20 | 1, name="x10 (a0)", value="4660")["value"] == "0x00001234", registers
    assert editor.go("restart")["reason"] == "entry"
    editor.ask("terminate")
    editor.event("terminated")
    editor.leave()


def local(tool, traces):
    """Loads and stores of a core's local RAM, by address: a half word that steps 1333, 1339 and 1345 load."""
    editor = begin(tool, program=f"{traces}/firmware/core_random_c_t2.ttcap")
    editor.go("configurationDone")
    t2 = 4
    info = editor.ask("dataBreakpointInfo", name="0xffb0086e:2", frameId=editor.ask("stackTrace", threadId=t2)["stackFrames"][0]["id"])
    assert info["dataId"] == "0xffb0086e:2@4" and "read" in info["accessTypes"], info
    for wrong in ["0xffb0086e:0", "0xffb0086e:2@9", "0xffb0086e:2x", "0x", "0xffb0086e:999", "0x40000000:4"]:
        assert editor.ask("dataBreakpointInfo", name=wrong)["dataId"] is None, wrong

    def set_point(data, kind):
        return editor.ask("setDataBreakpoints", breakpoints=[{"dataId": data, "accessType": kind}])["breakpoints"][0]["verified"]

    assert set_point(info["dataId"], "read")
    for step in [1334, 1340, 1346]:
        stopped = editor.go("continue", threadId=t2)
        assert stopped["reason"] == "data breakpoint" and f"step {step}" in stopped["text"], stopped
    for step in [1345, 1339, 1333]:
        stopped = editor.go("reverseContinue", threadId=t2)
        assert stopped["reason"] == "data breakpoint" and f"step {step}" in stopped["text"], stopped
    # The same address of another core is another memory: nobody loads from it.
    assert set_point("0xffb0086e:2@2", "readWrite")
    assert editor.go("continue", threadId=t2)["reason"] != "data breakpoint"
    assert set_point("0xffb00830:4@4", "write")
    stopped = editor.go("reverseContinue", threadId=t2)
    assert stopped["reason"] == "data breakpoint", stopped
    editor.leave()


def busy(tool, capture):
    """A run of 900,000 steps: a line over a call and back; what is asked meanwhile; a pause."""
    editor = begin(tool, program=capture)
    t0 = 2
    line = lambda: [(frame["name"], frame["line"]) for frame in editor.ask("stackTrace", threadId=t0)["stackFrames"]][0]
    source = {"path": "busy.c"}
    assert editor.ask("setBreakpoints", source=source, breakpoints=[{"line": 19}])["breakpoints"][0]["verified"]
    editor.go("configurationDone")
    editor.go("continue", threadId=t0)
    editor.ask("setBreakpoints", source=source, breakpoints=[])
    lines = [line()]
    for command in ["next", "stepBack", "next", "next", "stepBack", "stepBack", "stepIn", "stepOut"]:
        editor.go(command, threadId=t0)
        lines.append(line())
    main = lambda number: ("main", number)
    assert lines[:7] == [main(19), main(20), main(19), main(20), main(22), main(20), main(19)], lines
    assert lines[7][0] == "count" and lines[8][0] == "main", lines
    editor.go("restart")
    editor.events.clear()
    editor.ask("continue", threadId=t0)
    assert editor.ask("threads")["threads"]
    assert editor.ask("stackTrace", threadId=t0, expected=False) == "notStopped"
    editor.ask("pause", threadId=t0)
    stopped = editor.event("stopped")
    assert stopped["reason"] == "pause" and "interrupted" in stopped["text"], stopped
    at = editor.ask("evaluate", expression="$step", context="watch", frameId=1)["result"]
    assert int(at, 16) < 900000, at
    # Meanwhile a break is set, and met; a store of the loop, looked for backwards from the end.
    editor.ask("continue", threadId=t0)
    assert editor.ask("setBreakpoints", source=source, breakpoints=[{"line": 20}])["breakpoints"][0]["verified"]
    assert editor.event("stopped")["reason"] == "breakpoint" and line() == main(20)
    editor.ask("continue", threadId=t0)
    editor.ask("disconnect")
    assert editor.server.wait(timeout=60) == 0


def hostile(tool, traces):
    """What is no message ends the program with a sentence, or is answered; it never crashes."""
    capture = f"{traces}/firmware/hang_deadlock.ttcap"
    for data, status in [(b"", 0), (b"\r\n\r\n", 2), (b"Content-Length: -1\r\n\r\n", 2), (b"Content-Length: 99999999\r\n\r\n", 2),
                         (b"Content-Length: 5\r\n\r\n{", 0), (b"Content-Length: 2\r\n\r\n{}", 0), (b"x" * 5000, 2),
                         (b"Content-Length: 4\r\n\r\nnullContent-Length: 2\r\n\r\n[]", 0)]:
        done = subprocess.run([tool, "debug", "--dap", capture], input=data, capture_output=True, timeout=60)
        assert done.returncode == status, (data[:40], done)
        assert (status == 0) == (not done.stderr), done


def main():
    tool, traces = sys.argv[1:3]
    pipes(tool, traces)
    hang(tool, traces)
    local(tool, traces)
    hostile(tool, traces)
    if len(sys.argv) > 4:
        busy(tool, sys.argv[4])
    if len(sys.argv) > 3:
        lines(tool, sys.argv[3])
    print("the editor's sessions are as they should be")


main()
