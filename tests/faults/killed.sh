#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# killed.sh TT_REPLAY TRACES BUNDLE COUNT [SEED]: the verbs that write, each killed (kill -9) after a random time, COUNT times
# in all. Nothing hidden is left, nothing in TMPDIR, and what has a name is whole.
set -eu
tt_replay=$1 traces=$(realpath "$2") bundle=$(realpath "$3") count=$4 seed=${5:-$$}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-killed.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
if ! python3 -c "import os; os.open('.', os.O_TMPFILE | os.O_RDWR)" 2>/dev/null; then
    echo "no files without a name here"
    exit 77
fi
mkdir captures temporary
capture=datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap
cp "$traces/$capture" "$traces/datacopy_u16_rand.ttcap" captures
cp -r "$bundle" captures/bundle
"$tt_replay" replay captures/$capture -o run.db >/dev/null
"$tt_replay" farm plan captures -o farm >/dev/null
TMPDIR=$scratch/temporary
export TMPDIR
verb() { # NUMBER
    case $(($1 % 9)) in
    0) set -- replay captures/$capture -o out/x.db --force ;;
    1) set -- replay captures/$capture --record out/x.ttcap --force ;;
    2) set -- import captures/bundle -o out/x.ttcap --force ;;
    3) set -- import captures/$capture --name other -o out/x.ttcap --force ;;
    4) set -- report run.db -o out/x.html --force ;;
    5) set -- batch captures -o out/all.db --force --fresh -j 2 --variant pack.bfp.round=truncate --causes none ;;
    6) set -- farm run farm --shard 1/1 --fresh -j 2 ;;
    7) set -- export run.db --region l1:0x60000-0x60400 --format int8 -o out/x.npy --force ;;
    8) set -- farm plan captures -o farm --force ;;
    esac
    exec "$tt_replay" "$@" >said 2>&1
}
# Each once to its end: how long it takes, and that it is a command that works.
mkdir out
for i in 0 1 2 3 4 5 6 7 8; do
    begun=$(date +%s%N)
    status=0
    (verb $i) || status=$?
    [ $status -lt 2 ] || [ $status = 3 ] || { echo "verb $i: $(cat said)"; exit 1; }
    eval "took$i=$((($(date +%s%N) - begun) / 1000))"
done
killed=0
for i in $(seq "$count"); do
    [ $((i % 2)) = 0 ] || rm -rf out # half of them replace what is there
    mkdir -p out
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    eval "most=\$took$((i % 9))"
    (verb "$i") &
    child=$!
    sleep "$(awk "BEGIN { printf \"%.6f\", $seed / 2147483648 * $most / 1000000 }")"
    kill -9 $child 2>/dev/null && killed=$((killed + 1))
    wait $child 2>/dev/null || true
    left=$(find . -name '.?*' -o -path './temporary/*')
    [ -z "$left" ] || { echo "kill $i left $left"; exit 1; }
    for made in out/*.db; do
        [ ! -e "$made" ] || sqlite3 "$made" 'PRAGMA integrity_check' | grep -q '^ok$' || { echo "kill $i: $made"; exit 1; }
    done
    for made in out/*.ttcap out/all.db farm/plan.json farm/results/*.json; do
        [ ! -e "$made" ] || "$tt_replay" verify "$made" >said 2>&1 || { echo "kill $i: $(cat said)"; exit 1; }
    done
done
echo "$count runs, $killed killed before their end: nothing hidden left, and what has a name is whole"
