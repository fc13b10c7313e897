#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The man page $1/tt-replay.1 is what $1/man/make.py makes of --help, and mandoc has neither warning nor error.
python3 -B "$1/man/make.py" "$TT_REPLAY" /dev/stdout | diff -u "$1/tt-replay.1" - ||
    { echo "docs/tt-replay.1: not what --help says (build the target man_page)"; exit 1; }
command -v mandoc >/dev/null || { echo "mandoc is not installed"; exit 77; }
exec mandoc -T lint -W warning "$1/tt-replay.1"
