#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""conversations.py TT-REPLAY TRACES: an agent's client speaks with `tt-replay mcp`, well and badly."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from client import Client, check, failures  # noqa: E402

KERNEL = "datacopy_f16b_f16b_f16b_f16b_nice.ttcap"


def begins(client):
    answer = client.ask("initialize", {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
    check(answer["result"]["protocolVersion"] == "2025-03-26", "the client's version is not taken")
    client.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    check(client.ask("ping")["result"] == {}, "ping")
    tools = client.ask("tools/list")["result"]["tools"]
    names = {tool["name"] for tool in tools}
    check({"explain", "replay", "diff", "why", "bisect", "audit", "dump", "schedules", "residue", "census", "sql", "report"} <= names,
          f"tools: {names}")
    for tool in tools:
        schema = tool["inputSchema"]
        check(schema.get("type") == "object" and "cursor" in schema["properties"] and "json" not in schema["properties"],
              f"{tool['name']}: {schema}")
        check(set(schema["required"]) <= set(schema["properties"]), f"{tool['name']}: required {schema['required']}")
        for name, value in schema["properties"].items():
            check(value["type"] in ("string", "integer", "number", "boolean", "array"), f"{tool['name']}.{name}: {value}")
    order = next(tool for tool in tools if tool["name"] == "replay")["inputSchema"]["properties"]["order"]
    check(order.get("enum") == ["executed", "program", "firmware"], f"replay.order: {order}")


def from_number_to_cause(client):
    """A device's dump differs from what its words make: which field was another one?"""
    _, text, more = client.call("explain", capture="bad.ttcap", budget=2000)
    answer = json.loads(text)["bisect"]
    check(more["exit_status"] == 1 and answer["verdict"] == "differs", f"explain: {more}")
    fields = [change.get("field") for change in answer["explanations"][0]["changes"]] if answer["explanations"] else []
    check(fields == ["STACC_RELU_ApplyRelu"], f"explain names {fields}, of cause {answer['cause']}")
    check("searched" in json.dumps(answer), "explain does not say what was searched")
    is_error, text, more = client.call("replay", capture="bad.ttcap", output="run.db", set=[])
    check(not is_error and more["exit_status"] == 1, f"replay: {text}")
    _, text, _ = client.call("diff", database="run.db", limit=20)
    differences = json.loads(text)["differences"]
    check("STACC_RELU_ApplyRelu" in differences[0]["place"], f"the field is not the first difference: {differences[0]}")
    first = next(difference for difference in differences if difference["space"] == "l1")
    text = client.whole("audit", database="run.db", insn=first["writer"]["event"])
    check(json.loads(text)["event"] == first["writer"]["event"], "audit shows another instruction")
    text = client.whole("why", arguments=["run.db", f"l1:{first['lo']:#x}"])
    check("nodes" in json.loads(text), f"why: {text[:200]}")
    is_error, text, _ = client.call("sql", database="run.db", statement="SELECT 1")
    check(is_error and "arguments, limit" in text, f"sql by other names: {text}")
    _, text, _ = client.call("sql", arguments=["run.db", "SELECT stage, bits FROM v_datum WHERE unit = 'pack' AND tile = 0 AND datum = 0"])
    check([row["stage"] for row in json.loads(text)["rows"]][0] == "read", f"sql: {text}")
    is_error, text, more = client.call("replay", capture="bad.ttcap", set=["STACC_RELU_ApplyRelu=1"])
    check(more["exit_status"] == 0, f"the cause does not explain it: {text}")


def of_a_program(client, root, tool):
    """A whole program, and one of its tiles."""
    made = subprocess.run([tool, "import", "--wire", str(pathlib.Path(traces) / "programs/grid_matmul.trace.zst"), "-o", str(root / "program")], capture_output=True, text=True, check=False)
    check(made.returncode == 0, f"import: {made.stderr}")
    _, text, _ = client.call("explain", capture="program")
    check(json.loads(text)["verdict"] == "same", f"a program: {text[:200]}")
    _, text, _ = client.call("dump", capture="program", tile="1,2", kind="push")
    check(json.loads(text)["file"] == "program/tile-1-2.ttcap", f"a tile: {text[:200]}")
    is_error, text, _ = client.call("dump", capture="program")
    check(is_error and "--tile X,Y" in text, f"no tile: {text[:200]}")


def stays_beneath(client, root, outside):
    os.symlink(outside, root / "link.ttcap")
    os.symlink(root.parent, root / "out")
    for name, arguments in (
        ("info", {"capture": str(outside)}), ("info", {"capture": "../" + outside.name}), ("info", {"capture": "link.ttcap"}),
        ("info", {"capture": "x/../../" + outside.name}), ("replay", {"capture": KERNEL, "output": "/tmp/never.db"}),
        ("replay", {"capture": KERNEL, "output": "../never.db"}),
        ("replay", {"capture": KERNEL, "output": "out/never.db"}), ("replay", {"capture": KERNEL, "output": "out/new/never.db"}), ("explain", {"capture": KERNEL, "expect": str(outside), "at": "dst:0,0"}),
        ("explain", {"capture": ".."}), ("report", {"database": "run.db", "output": "../x.html"}),
        ("explain", {"capture": KERNEL, "profile": "/etc/passwd"}), ("sql", {"arguments": [str(outside), "SELECT 1"]}),
    ):
        is_error, text, _ = client.call(name, **arguments)
        check(is_error and "beneath the server's root" in text, f"{name} {arguments}: {text[:200]}")
    check(not (root.parent / "never.db").exists() and not pathlib.Path("/tmp/never.db").exists(), "something was written outside")


def resources(client, root, outside):
    """Pages of help, and what report wrote; nothing else, and nothing elsewhere."""
    check(client.call("report", database="run.db", output="run.html")[2].get("exit_status") == 0, "report")
    uris = {one["uri"] for one in client.ask("resources/list")["result"]["resources"]}
    check(uris == {"tt-replay:help/README", "file:run.html"}, f"resources: {uris}")
    check(len(client.ask("resources/templates/list")["result"]["resourceTemplates"]) == 2, "templates")
    for uri, begins_with in (("file:run.html", "<!"), ("tt-replay:help/P-6.9", "P-6.9"), ("tt-replay:help/verdicts", "#")):
        content = client.ask("resources/read", {"uri": uri}).get("result", {}).get("contents", [{}])[0]
        check(content.get("uri") == uri and begins_with in content.get("text", "")[:200], f"{uri}: {str(content)[:200]}")
    os.symlink(outside, root / "link.html")
    (root / "wide.html").write_bytes(b" " * (9 << 20))
    for uri in ("file:link.html", "file:../x.html", "file:/etc/passwd", "file:run.db", "file:out/x.html", "file:wide.html", "file:.html",
                "tt-replay:help/--version", "tt-replay:help/../x", "tt-replay:help/absent", "tt-replay:help/", "http://x/", ""):
        check(client.ask("resources/read", {"uri": uri}).get("error", {}).get("code") == -32002, f"{uri} is read")
    check(client.ask("resources/read").get("error", {}).get("code") == -32002, "a resource without a name is read")


def hears_progress(client):
    client.ask("tools/call", {"name": "census", "_meta": {"progressToken": "t"}, "arguments": {
        "instruction": "ELWMUL", "population": "all", "second": "all", "jobs": 1, "max-time": 4}})
    seconds = [one["progress"] for one in client.progress if one["progressToken"] == "t"]
    check(len(seconds) >= 2 and seconds == sorted(set(seconds)), f"progress: {client.progress}")


def misuse(client):
    for line, code in ((b"{\n", -32700), (b'{"id": 7, "method": "ping\\u0000"}\n', -32700), (b'{"id": 7, "method": "ping"} {}\n', -32700), (b'{"id": 7}\n', -32600), (b'{"id": 7, "method": "prompts/list"}\n', -32601),
                       (b'{"id": 7, "method": "tools/call", "params": {"name": "farm"}}\n', -32602),
                       (b'{"id": 7, "method": "tools/call"}\n', -32602)):
        client.send(line)
        check(client.receive().get("error", {}).get("code") == code, f"{line}: not {code}")
    for arguments in ([KERNEL], [], KERNEL, 7):
        check(client.ask("tools/call", {"name": "explain", "arguments": arguments}).get("result", {}).get("isError") is True,
              f"arguments {arguments} are taken")
    for name, arguments in (("explain", {"file": "x"}), ("explain", {"capture": KERNEL, "budget": 1e300}), ("explain", {"capture": {"a": 1}}), ("explain", {"capture": 1.5}), ("explain", {}),
                            ("explain", {"capture": "absent.ttcap"}), ("explain", {"capture": "--version"}), ("explain", {"json": True}),
                            ("explain", {"capture": KERNEL, "cursor": "-1"}), ("dump", {"capture": KERNEL, "cursor": 5}), ("replay", {"capture": KERNEL, "no-sandbox": True}),
                            ("sql", {"arguments": ["run.db", "DELETE FROM run"]})):
        check(client.call(name, **arguments)[0] is True, f"{name} {arguments} is taken")
    check(client.ask("ping")["result"] == {}, "ping behind misuse")


def cancels(client, root):
    (root / "noise.bin").write_bytes(bytes(range(256)) * 8)
    client.number += 1
    client.send({"jsonrpc": "2.0", "id": client.number, "method": "tools/call", "params": {"name": "bisect", "arguments": {
        "capture": KERNEL, "expect": "noise.bin", "at": "l1:0x60000", "budget": 100000000, "readings": True}}})
    time.sleep(0.5)
    began = time.monotonic()
    client.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": client.number}})
    check(client.ask("ping").get("result") == {}, "ping behind a call that was cancelled")
    check(time.monotonic() - began < 10, "a call that was cancelled went on")


tool, traces = sys.argv[1:3]
with tempfile.TemporaryDirectory() as name:
    root = pathlib.Path(name).resolve() / "root"
    root.mkdir()
    outside = root.parent / "outside.ttcap"
    for path in (root / KERNEL, outside):
        shutil.copy(pathlib.Path(traces) / "kernels" / KERNEL, path)
    subprocess.run([tool, "replay", root / KERNEL, "--set", "STACC_RELU_ApplyRelu=1", "--record", root / "bad.ttcap"],
                   stdout=subprocess.DEVNULL)
    client = Client(tool, root)
    begins(client)
    from_number_to_cause(client)
    resources(client, root, outside)
    stays_beneath(client, root, outside)
    of_a_program(client, root, tool)
    misuse(client)
    hears_progress(client)
    cancels(client, root)
    check(client.end() == 0, "the server does not end with its input")
    client = Client(tool, root)
    try:
        client.process.stdin.write(b"x" * (2 << 20))
        client.process.stdin.close()
    except BrokenPipeError:
        pass
    check(client.process.wait(20) == 2, "a message without an end is taken")
print("\n".join(failures[:20]) if failures else "as agreed")
sys.exit(1 if failures else 0)
