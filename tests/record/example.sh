#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# example.sh RECORD_KERNEL TT_REPLAY: the recorded bundle imports, replays in both orders, and differs in nothing; a
# wrong word in it is found.
set -eu
example=$1 tt_replay=$2
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-record.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

"$example" sum
"$tt_replay" import sum -o sum.ttcap
for order in executed program; do
    "$tt_replay" replay sum.ttcap -o $order.db --order=$order >/dev/null
    "$tt_replay" diff $order.db | grep '^SAME  all 832 known bytes are what the device held'
done

# 78 instead of 77 into R3: R3, R4 and R5 differ.
mkdir wrong && cp -r sum/* wrong
sed 's/"v":77}/"v":78}/' sum/events.jsonl >wrong/events.jsonl
"$tt_replay" import wrong -o wrong.ttcap
"$tt_replay" replay wrong.ttcap -o wrong.db >/dev/null || true
! "$tt_replay" diff wrong.db >wrong.txt
grep '^DIFFERS' wrong.txt

# A second run does not write over the first.
! "$example" sum 2>again.txt
grep 'there is a bundle already' again.txt
