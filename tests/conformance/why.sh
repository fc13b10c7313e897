#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `why` on random output bytes of the kernels that travel with the project.
#     TT_REPLAY=... sh tests/conformance/why.sh WHY_DATUMS FOLDER COUNT [PATTERN [ORDER]]
set -u
: "${TT_REPLAY:?names the binary to test}"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-why.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
for capture in "$2"/${4:-*}.ttcap; do
    "$TT_REPLAY" replay "$capture" --order "${5:-executed}" -o "$scratch/$(basename "$capture" .ttcap).db" >"$scratch/out" 2>&1 || {
        cat "$scratch/out"
        exit 2
    }
done
"$1" "$3" 20260601 "$scratch"/*.db
