#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""page_lines.py PAGE: what the page of a run has as the source of each word, "SEQ|THREAD|LINE", as its script reads it
(src/show/html/data.js, unpackSources). Standard input: SEQ|THREAD of each word."""

import base64
import json
import re
import sys
import zlib


def numbers(packed):
    value, shift = 0, 0
    for byte in zlib.decompress(base64.b64decode(packed), -15):
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield value
            value, shift = 0, 0


def main():
    with open(sys.argv[1], encoding="utf-8") as page:
        text = re.search(r'<script[^>]*id="data"[^>]*>(.*?)</script>', page.read(), re.S).group(1)
    timeline = json.loads(text)["timeline"]
    lines = zlib.decompress(base64.b64decode(timeline["lines"]), -15).decode().split("\n")
    reader, runs = numbers(timeline["sources"]), []
    line, first, thread = 0, 0, -1
    for _ in range(timeline["source_count"]):
        of = next(reader)
        first = (first if of == thread else 0) + next(reader)
        last, thread = first + next(reader), of
        line += next(reader)
        runs.append((thread, first, last, lines[line]))
    for word in sys.stdin:
        seq, of = map(int, word.split("|"))
        for thread, first, last, said in runs:
            if thread == of and first <= seq <= last:
                print(f"{seq}|{of}|{said}")


if __name__ == "__main__":
    main()
