# SPDX-License-Identifier: Apache-2.0
"""`serve` from the other side of its socket: a host that speaks as UMD does says a recorded conversation, hears each answer
as recorded, in messages that are byte for byte those expected; a host that says what is no message gets an end, exit 2, within
bounds of memory.

    python3 tests/device/served.py TT-REPLAY CONVERSATION... [--mutants N]

A CONVERSATION may be a folder of them. Exit 77 (skipped) where there is none, or no program zstd for those that are compressed."""
import argparse
import os
import pathlib
import random
import shutil
import socket
import struct
import subprocess
import sys
import tempfile

HELLO = b"\0SP\0\0\x11\0\0"
WRITE, READ, RELEASE, HOLD, EXIT = 0, 1, 2, 3, 5
TIMEOUT = 280
TRIES = 200
failed = 0


def complain(sentence):
    global failed
    failed += 1
    print(sentence)


def answer(command, data, x, y, addr, size):
    """A message as the device writes it, its fields at fixed places."""
    slots = struct.pack("<HHHHHHH", 14, 40, 4, 8, 16, 32, 12)
    body = struct.pack("<IH", 24, 0) + slots + bytes(4)
    table = struct.pack("<ib3xIIQQQ", 18, command, 32, size, x, y, addr)
    return body + table + struct.pack("<I", len(data) // 4) + data


def request(command, data, x, y, addr, size):
    """A message as UMD's library writes it: fields of value 0 are left out, and those that are there stand backwards."""
    fields, at = [], 4
    for slot, form, value in ((2, "<QQ", (x, y)), (3, "<Q", (addr,)), (4, "<I", (size,)), (1, "<I", (0,)), (0, "<b", (command,))):
        if any(value) or slot == 1:
            raw = struct.pack(form, *value)
            at += -at % min(len(raw), 8)
            fields.append((slot, at, raw))
            at += len(raw)
    length = at + -at % 4
    slots = [next((place for slot, place, _ in fields if slot == wanted), 0) for wanted in range(5)]
    head = struct.pack("<HH5H", 14, length, *slots)
    table_at = 4 + len(head) + -(4 + len(head)) % 8
    table = bytearray(length)
    struct.pack_into("<i", table, 0, table_at - 4)
    for slot, place, raw in fields:
        table[place:place + len(raw)] = raw if slot != 1 else struct.pack("<I", length - place)
    return struct.pack("<I", table_at) + head.ljust(table_at - 4, b"\0") + bytes(table) + struct.pack("<I", len(data) // 4) + data


def frame(body):
    return struct.pack(">QI", len(body) + 4, 1) + body


class Host:
    def __init__(self, record, *words):
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        listening.listen(1)
        environment = os.environ | {"NNG_SOCKET_ADDR": f"tcp://127.0.0.1:{listening.getsockname()[1]}"}
        self.device = subprocess.Popen([options.tool, "serve", "--arch", "wormhole_b0", "-o", str(record), *words], env=environment,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        listening.settimeout(TIMEOUT)
        self.link = listening.accept()[0]
        listening.close()
        self.link.settimeout(TIMEOUT)

    def take(self, count):
        taken = b""
        while len(taken) < count:
            piece = self.link.recv(count - len(taken))
            if not piece:
                raise ConnectionError("the device closed the connection")
            taken += piece
        return taken

    def hear(self):
        length, hops = struct.unpack(">QI", self.take(12))
        if hops != 1:
            complain(f"a message with {hops} hops")
        return self.take(length - 4)

    def begin(self):
        self.link.sendall(HELLO)
        if self.take(8) != HELLO or self.hear() != answer(EXIT, b"", 0, 0, 0, 0):
            complain("the device does not say who it is as UMD wants it")

    def say(self, *message):
        self.link.sendall(frame(request(*message)))

    def read(self, x, y, addr, size):
        self.say(READ, bytes(4), x, y, addr, size)
        heard = self.hear()
        data = heard[68:]
        if heard != answer(READ, data, x, y, addr, size) or len(data) != size + -size % 4:
            complain(f"{x},{y} {addr:#x}: an answer that is not as expected: {heard[:80].hex()}")
        return data[:size]

    def end(self):
        self.link.close()
        said = self.device.communicate(timeout=TIMEOUT)[1].decode(errors="replace")
        return self.device.returncode, said


def lines(path):
    """(operation, x, y, address, size, data, reply or None)"""
    for line in path.read_text().split("\n"):
        if line and not line.startswith("#"):
            words = dict(word.partition("=")[::2] for word in line.split()[1:])
            x, y = map(int, words["core"].split(","))
            data = b"" if words["data"] == "-" else bytes.fromhex(words["data"])
            reply = words.get("reply")
            yield line.split()[0], x, y, int(words["addr"], 16), int(words["size"]), data, reply and bytes.fromhex(reply)


def hold(path):
    record = scratch / f"{path.stem}.wire"
    host, operations, answers = Host(record), list(lines(path)), 0
    host.begin()
    for i, (what, x, y, addr, size, data, reply) in enumerate(operations):
        if what == "WRITE":
            host.say(WRITE, data + bytes(-size % 4), x, y, addr, size)
        elif what.startswith("RESET"):
            host.say(RELEASE if what.endswith("DEASSERT") else HOLD, bytes(4), x, y, 0, 4)
        elif what == "READ":
            rest = next((k for k in range(i, len(operations)) if operations[k][0] != "READ"), len(operations))
            if any(operations[k][1:5] == (x, y, addr, size) for k in range(i + 1, rest)):
                continue
            answers += 1
            if not any(host.read(x, y, addr, size) == reply for _ in range(TRIES)):
                complain(f"{path.name}: {x},{y} {addr:#x}: not as it was recorded")
    host.say(EXIT, b"", 0, 0, 0, 0)
    code, said = host.end()
    if code or "refused" in said:
        complain(f"{path.name}: exit {code}: {said[-400:]}")
    again = subprocess.run([options.tool, "run", "--wire", str(record)], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    if again.returncode:
        complain(f"{path.name}: its record: exit {again.returncode}: {again.stdout[-300:]}{again.stderr}")
    print(f"{path.name}: {len(operations)} operations, {answers} answers")


def refuse(name, sent, wanted, begins=True):
    """A host that says these bytes and leaves: exit 2, with a sentence."""
    host = Host(scratch / f"{name}.wire")
    try:
        if begins:
            host.begin()
        host.link.sendall(sent)
        host.link.shutdown(socket.SHUT_WR)
        while host.link.recv(1 << 16):
            pass
    except (ConnectionError, BrokenPipeError, OSError):
        pass
    code, said = host.end()
    if code != 2 or wanted not in said:
        complain(f"{name}: exit {code}: {said[-300:]}")


def hold_refusals():
    good = frame(request(WRITE, bytes(4), 1, 1, 0x100, 4))
    refuse("speaks_http", b"GET / HTTP/1.1\r\n\r\n", "pair1", begins=False)
    refuse("leaves", b"", "closed the connection, expected EXIT before")
    refuse("leaves_within", good[:-3], "closed the connection")
    refuse("empty", frame(b""), "a message of 0 bytes")
    refuse("huge", struct.pack(">QI", 1 << 60, 1), "a message of 1152921504606846976 bytes")
    refuse("claims", struct.pack(">QI", (256 << 20) - 1, 1), "closed the connection")
    refuse("root", frame(struct.pack("<I", 0xFFFFFFF0) + bytes(40)), "whole table")
    refuse("many_words", good.replace(struct.pack("<I", 1) + bytes(4), struct.pack("<I", 1 << 30) + bytes(4)), "whole table")
    refuse("reads_much", frame(request(READ, bytes(4), 1, 1, 0, 0xFFFFFFFF)), "a read of 4294967295 bytes")
    refuse("quasar", frame(request(12, bytes(4), 1, 1, 0, 4)), "command 12")
    refuse("negative", frame(request(-1, bytes(4), 1, 1, 0, 4)), "command -1")
    record = scratch / "refused.wire"
    host = Host(record)
    host.begin()
    host.say(WRITE, bytes(4), 1, 1, 0x16DFFE, 4)
    host.say(WRITE, bytes(4), 1, 1, 0x100, 7)
    host.say(HOLD, bytes(4), 1 << 40, 1, 0, 4)
    if host.read(40, 50, 0, 6) != bytes(6) or host.read(1, 1 << 33, 0, 4) != bytes(4):
        complain("a read of no place gives something")
    host.say(EXIT, b"", 0, 0, 0, 0)
    code, said = host.end()
    record_text = record.read_text()
    if code or said.count("refused: ") != 5 or record_text.count("# refused ") != 5 or "its last 3 did not come" not in said:
        complain(f"refusals: exit {code}: {said}{record_text}")


def hold_mutants(path, count):
    """Messages of a conversation, of which some bytes are others."""
    drawing = random.Random(44)
    messages = [frame(request({"WRITE": WRITE, "READ": READ}.get(what, HOLD), data[:4000] or bytes(4), x, y, addr, min(size, 4000)))
                for what, x, y, addr, size, data, _ in lines(path)]
    ends = {0: 0, 2: 0}
    for i in range(count):
        sent = bytearray(b"".join(drawing.choices(messages, k=4)))
        for _ in range(drawing.randint(1, 8)):
            sent[drawing.randrange(len(sent))] = drawing.choice((0, 1, 5, 0x7F, 0x80, 0xFF, drawing.randrange(256)))
        done = subprocess.run([options.tool, "serve", "--arch", "wormhole_b0", "-o", str(scratch / f"m{i}.wire"), "--max-memory=600", "-"],
                              input=HELLO + bytes(sent), capture_output=True, timeout=TIMEOUT, check=False)
        if done.returncode not in ends or (done.returncode and not done.stderr):
            complain(f"mutant {i}: exit {done.returncode}: {done.stderr[-300:]}: {bytes(sent).hex()}")
            continue
        ends[done.returncode] += 1
        (scratch / f"m{i}.wire").unlink()
    print(f"{count} mutants: {ends}")


parser = argparse.ArgumentParser()
parser.add_argument("tool")
parser.add_argument("conversations", type=pathlib.Path, nargs="+")
parser.add_argument("--mutants", type=int, default=0)
options = parser.parse_args()
found = [path for given in options.conversations for path in (sorted(given.glob("*.trace.zst")) if given.is_dir() else [given])
         if path.exists()]
if not found or (any(path.suffix == ".zst" for path in found) and not shutil.which("zstd")):
    print("skipped: the conversations (../shared/programs) are not here, or no zstd is")
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    scratch = pathlib.Path(folder)
    for given in found:
        text = given
        if given.suffix == ".zst":
            text = scratch / given.name.removesuffix(".trace.zst")
            subprocess.run(["zstd", "-dq", str(given), "-o", str(text)], check=True)
        hold(text)
        if given is found[0] and options.mutants:
            hold_refusals()
            hold_mutants(text, options.mutants)
sys.exit(failed > 0)
