#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""port.py TT_REPLAY CAPTURE: the server on a port listens on the loopback alone, takes one connection, and has no socket but
that; an interrupt ends a run; a client that goes away ends the program."""
import os
import re
import socket
import subprocess
import sys
import time


def packet(text):
    data = text.encode()
    return b"$" + data + b"#%02x" % (sum(data) & 255)


class Client:
    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.rest = b""

    def receive(self):
        while True:
            found = re.search(rb"\$([^#]*)#[0-9a-f]{2}", self.rest, re.S)
            if found:
                self.rest = self.rest[found.end():]
                self.socket.sendall(b"+")
                return found[1].decode("latin-1")
            more = self.socket.recv(65536)
            if not more:
                return None
            self.rest += more

    def ask(self, text):
        self.socket.sendall(packet(text))
        return self.receive()


def serve(tool, capture, *options):
    server = subprocess.Popen([tool, "debug", "--gdb", ":0", *options, capture], stderr=subprocess.PIPE, text=True)
    port = int(re.search(r"127\.0\.0\.1:(\d+)", server.stderr.readline())[1])
    return server, port


def listeners(pid):
    """Addresses of the process's listening sockets."""
    inodes = {os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")}
    found = []
    for table in ("tcp", "tcp6"):
        for line in open(f"/proc/net/{table}").readlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in inodes:
                found.append(words[1].split(":")[0])
    return found


def main():
    tool, capture = sys.argv[1:]
    server, port = serve(tool, capture)
    assert listeners(server.pid) == ["0100007F"], listeners(server.pid)
    client = Client(port)
    assert client.ask("?").startswith("T05thread:")
    assert listeners(server.pid) == [], "still listening"
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5)
        raise SystemExit("a second connection was taken")
    except ConnectionRefusedError:
        pass
    assert "ReverseStep+" in client.ask("qSupported")
    # What comes in pieces, twice, or not at all.
    for byte in packet("qC"):
        client.socket.sendall(bytes([byte]))
        time.sleep(0.001)
    assert client.receive().startswith("QC")
    assert "replaylog:end" in client.ask("c") and "replaylog:begin" in client.ask("bc")
    client.socket.sendall(packet("c") + b"\x03")
    assert client.receive().startswith("T0")
    client.socket.close()
    assert server.wait(timeout=60) == 0, server.returncode
    server, port = serve(tool, capture, "--at", "end")
    client = Client(port)
    assert client.ask("k") is None
    assert server.wait(timeout=60) == 0
    print("the loopback alone, one connection, and then no socket that listens")


main()
