#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# flipped.sh FLIPPED TT_REPLAY CAPTURES: every flipped bit of a plan, of results and of a database is found, and a result
# that was changed is made again, to the byte.
set -eu
flipped=$1 tt_replay=$2
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-flipped.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
mkdir captures
cp "$3/tiny_1f16r1c_bfp4_bfp4_f16b_bfp4_nice.ttcap" "$3/datacopy_u16_rand.ttcap" captures
"$tt_replay" farm plan captures -N 1 -o farm >/dev/null
"$tt_replay" farm run farm --shard 1 >/dev/null
"$tt_replay" farm merge farm -o all.db >/dev/null
"$flipped" farm/plan.json farm/results/*.json all.db

"$tt_replay" batch captures -o one.db >/dev/null
cmp one.db all.db
for result in one.db.parts/*.json; do :; done
cp "$result" before.json
sed 's/"known_bytes": /&1/' before.json >"$result"
"$tt_replay" batch captures -o one.db --force >/dev/null 2>said.txt
grep 'is replayed again: .*changed after it was written' said.txt
cmp "$result" before.json
cmp one.db all.db
