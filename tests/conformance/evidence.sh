#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Nothing that a recording shows rests on less than documents, and each run that is asked for more says where it stops:
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/conformance/evidence.sh CAPTURE...
set -u
: "${TT_REPLAY:?names the binary to test}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0 runs=0

# The verdict of a replay, by level.
verdict() {
    "$TT_REPLAY" replay "$1" -o "$scratch/run.db" --force --evidence "$2" | sed -n 's/^  verdict  *//p' | head -n 1
}

for capture in "$@"; do
    runs=$((runs + 1))
    said=$(verdict "$capture" documented)
    case $said in
    same:*) ;;
    *) echo "$capture: rests on less than documents: $said" && failed=1 ;;
    esac
    said=$(verdict "$capture" maker)
    case $said in
    "no verdict: all "*" are equal, but rest on weaker"*) ;;
    *) echo "$capture: every word rests on silicon or the maker's word: $said" && failed=1 ;;
    esac
done
[ "$runs" -gt 0 ] || { echo "no captures"; exit 1; }
echo "$runs captures rest on documents or better"
exit $failed
