# SPDX-License-Identifier: Apache-2.0
"""ttcap_reader.py PROJECT TOOL [EVERY]: examples/read_capture.py, which knows of a capture what docs/formats/ttcap.md says and
nothing more, reads of the shipped captures what the tool reads: all events and symbols, and every space at a checkpoint, the
next one in the next capture. EVERY 5 takes each fifth capture."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

project, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(project / "examples"))
sys.dont_write_bytecode = True
import read_capture  # noqa: E402

failures = []


def tool_says(*words):
    return json.loads(subprocess.run([tool, *map(str, words), "--json"], check=True, stdout=subprocess.PIPE).stdout)


def same_event(ours, theirs):
    """An event of ours by the names that `dump --json` has for it."""
    listed = {"seq": ours["seq"], "kind": ours["kind"]}
    listed |= {"thread": ours["thread"]} if ours["thread"] is not None else {}
    listed |= {"core": ours["core"], "pc": ours["pc"]} if "pc" in ours else {}
    names = {"i": "state", "a": "addr", "v": "word" if ours["kind"] in ("push", "exec") else "value"}
    listed |= {names[key]: ours[key] for key in names if key in ours}
    if ours["kind"] == "semw":
        listed["op"] = ("post", "get")[listed.pop("value")]
    if "bytes" in ours:
        listed["bytes"] = ours["bytes"].hex()
    return listed == {key: value for key, value in theirs.items() if key not in ("unit", "mnemonic", "fields", "place")}


def check_places(capture, events, path):
    """The symbol that a program counter lies in is the one that the tool names."""
    for event in events:
        name = event.get("place", "0x").partition("+")[0]
        starts = [(at, symbol) for core, _, at, size, symbol in capture.symbols
                  if core == event.get("core") and at <= event["pc"] and (size == 0 or event["pc"] < at + size)]
        if not name.startswith("0x") and name not in [symbol for at, symbol in starts if at == max(starts)[0]]:
            failures.append(f"{path.name}: event {event['seq']} is in {name}, not one of {starts}")


def words_of(text):
    """Words of the state, none where one is not wholly known."""
    pieces = [text[at:at + 8] for at in range(0, len(text), 8)]
    return [None if "." in piece else int.from_bytes(bytes.fromhex(piece), "little") for piece in pieces]


def check(path, turn):
    capture = read_capture.Capture(path)
    events = tool_says("dump", path)["events"]
    check_places(capture, events, path)
    wrong = [a["seq"] for a, b in zip(capture.events, events) if not same_event(a, b)]
    if wrong or len(events) != len(capture.events):
        failures.append(f"{path.name}: {len(capture.events)} events of {len(events)}, others: {wrong[:5]}")
    info = tool_says("info", path)
    if len(capture.symbols) != info["symbol_count"]:
        failures.append(f"{path.name}: {len(capture.symbols)} symbols of {info['symbol_count']}")
    if len(capture.lines) != info["line_count"]:
        failures.append(f"{path.name}: {len(capture.lines)} lines of {info['line_count']}")
    if [name for name, _, _ in capture.checkpoints] != [each["id"] for each in info["checkpoints"]]:
        failures.append(f"{path.name}: other checkpoints than {info['checkpoints']}")
    checkpoint = capture.checkpoints[turn % len(capture.checkpoints)][0]
    for space in read_capture.SPACES:
        ours = "".join(capture.space(checkpoint, space))
        if space == "state":
            theirs = list(tool_says("dump", path, "--at", checkpoint, "--space", space, "--all")["state"]["words"].values())
            ours = words_of(ours)
        else:
            theirs = tool_says("dump", path, "--at", checkpoint, "--space", space)["space"]["bytes"]
        if ours != theirs:
            failures.append(f"{path.name}: {space} at {checkpoint} is not what the tool reads")


def with_counters(folder):
    """No shipped capture has symbols and program counters: one that has, by its program and a replay."""
    program, capture = folder / "program.ttcap", folder / "counters.ttcap"
    subprocess.run([tool, "import", "--arch", "blackhole", "--source", "simulator", "--elf",
                    f"t0={project}/tests/cli/fixtures/program/program.elf", "-o", program], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([tool, "replay", program, "--order", "firmware", "--record", capture, "-o", folder / "run.db"],
                   stdout=subprocess.DEVNULL)
    info = tool_says("info", capture)
    if not info["symbol_count"] or not info["pc_count"]:
        failures.append("the capture that should have symbols and program counters has none")
    return capture


def main():
    if not shutil.which("zstd"):
        print("skipped: there is no zstd")
        return 77
    paths = sorted(project.glob("traces/kernels/*.ttcap")) + sorted(project.glob("traces/firmware/*.ttcap"))
    paths = paths[::int(sys.argv[3]) if len(sys.argv) > 3 else 1]
    if len(paths) < 4:
        failures.append(f"only {len(paths)} captures")
    with tempfile.TemporaryDirectory(prefix="tt-replay-docs.") as folder:
        for turn, path in enumerate([with_counters(pathlib.Path(folder)), *paths]):
            check(path, turn)
    for failure in failures:
        print(failure)
    print(f"{len(paths) + 1} captures")
    return 1 if failures else 0


sys.exit(main())
