#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# killed.sh TT_REPLAY TRACES BUNDLE COUNT [SEED]: the verbs that write, each killed (kill -9) after a random time, COUNT times
# in all. Nothing hidden is left, nothing in TMPDIR, no child runs on, and what has a name is whole.
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
cp "$(dirname "$bundle")/program/two_tiles.wire" .
"$tt_replay" replay captures/$capture -o run.db >/dev/null
"$tt_replay" farm plan captures -o farm >/dev/null
TMPDIR=$scratch/temporary
export TMPDIR
printf 'SFPLOAD lreg_ind=0 instr_mod0=2\nSFPSTORE lreg_ind=0 instr_mod0=2\n' >words
printf '0x3F80\n' >inputs
"$tt_replay" farm plan captures -o merged >/dev/null
"$tt_replay" farm run merged --shard 1/1 -j 2 >/dev/null || [ $? = 1 ] || [ $? = 3 ]
"$tt_replay" probe -o experiments --draws 1 >/dev/null
VERBS=29
verb() { # NUMBER
    case $(($1 % VERBS)) in
    0) set -- replay captures/$capture -o out/x.db --force ;;
    1) set -- replay captures/$capture --record out/x.ttcap --force ;;
    2) set -- import captures/bundle -o out/x.ttcap --force ;;
    3) set -- import captures/$capture --name other -o out/x.ttcap --force ;;
    4) set -- report run.db -o out/x.html --force ;;
    5) set -- batch captures -o out/all.db --force --fresh -j 2 --variant pack.bfp.round=truncate --causes none ;;
    6) set -- farm run farm --shard 1/1 --fresh -j 2 ;;
    7) set -- export run.db --region l1:0x60000-0x60400 --format int8 -o out/x.npy --force ;;
    8) set -- farm plan captures -o farm --force ;;
    9) set -- import --wire two_tiles.wire -o out/program ;;
    10) set -- replay captures/$capture --plain -o out/x.db --force ;;
    11) set -- export run.db --sqlite out/plain.db --force ;;
    12) set -- run --arch wormhole_b0 --wire two_tiles.wire -o out/ran ;;
    13) set -- probe -o out/probe --draws 1 ;;
    14) set -- reduce captures/$capture --check 'sleep 0.0173 # {}' --budget 30 -o out/small.ttcap --force ;;
    15) set -- fuzz --against variant:pack.bfp.round=truncate --unit pack --count 20 --budget 20 -o out/found.ttcap --force ;;
    16) set -- explain captures/$capture --set STACC_RELU_ApplyRelu=1 --budget 40 ;;
    17) set -- fuzz --against "exe:$tt_replay" --unit pack --count 20 ;;
    18) set -- precision captures/$capture --expect exact:gelu ;;
    19) set -- export run.db --timeline -o out/x.vcd --force ;;
    20) set -- export run.db --stage pack.read -o out/x.csv --force ;;
    21) set -- explain captures/$capture --set STACC_RELU_ApplyRelu=1 --budget 4 --report out/y.html --force ;;
    22) set -- batch captures -o out/all.db --force -j 2 --causes none --report out/z.html --junit out/x.xml --keep out/stored ;;
    23) set -- farm merge merged -o out/all.db --report out/z.html --junit out/x.xml --force ;;
    24) set -- census --kernel words --function exp --inputs inputs --plot out/x.svg ;;
    25) set -- schedules captures/$capture --budget 9 --delays out/x.jsonl --force ;;
    26) set -- conform captures --junit out/x.xml ;;
    27) set -- probe experiments --emulate out/answers.json --repeats 1 ;;
    28) set -- report run.db --bisect -o out/x.html --force ;;
    esac
    exec "$tt_replay" "$@" >said 2>&1
}
# Hashes of files whose end nothing else checks.
made() {
    find out -type f ! -path 'out/stored/*' \( -name '*.html' -o -name '*.xml' -o -name '*.svg' -o -name '*.jsonl' -o -name '*.vcd' -o -name '*.csv' -o -name '*.npy' -o -name answers.json \) -exec sha256sum {} + | cut -d ' ' -f 1
}
# Each once to its end: how long it takes, and that it is a command that works.
mkdir out
for i in $(seq 0 $((VERBS - 1))); do
    begun=$(date +%s%N)
    status=0
    (verb $i) || status=$?
    [ $status -lt 2 ] || [ $status = 3 ] || { echo "verb $i: $(cat said)"; exit 1; }
    eval "took$i=$((($(date +%s%N) - begun) / 1000))"
    made >>whole
    rm -rf out/*
done
killed=0
for i in $(seq "$count"); do
    [ $((i % 2)) = 0 ] || rm -rf out # half of them replace what is there
    mkdir -p out
    seed=$(((seed * 1103515245 + 12345) % 2147483648))
    eval "most=\$took$((i % VERBS))"
    (verb "$i") &
    child=$!
    sleep "$(awk "BEGIN { printf \"%.6f\", $seed / 2147483648 * $most / 1000000 }")"
    kill -9 $child 2>/dev/null && killed=$((killed + 1))
    wait $child 2>/dev/null || true
    tries=0
    while left=$(ps -eo pid,args | grep -e '[s]leep 0.0173' -e "[f]uzz --serve") && [ $tries -lt 100 ]; do
        tries=$((tries + 1))
        sleep 0.1 # a child hears of its parent's end when it runs next
    done
    [ $tries -lt 100 ] || { echo "kill $i: children go on: $left"; exit 1; }
    # Folders have a name at once: docs/formats/files.md.
    rm -rf out/.program.* out/.ran.*
    case $((i % VERBS)) in
    9 | 12 | 1[4-8]) rm -rf temporary/tt-replay-* ;;
    esac
    left=$(find . -name '.?*' -o -path './temporary/*')
    [ -z "$left" ] || { echo "kill $i left $left"; exit 1; }
    made | grep -v -x -F -f whole && { echo "kill $i: not whole, one of: $(ls out)"; exit 1; }
    for made in out/*.db; do
        [ ! -e "$made" ] || sqlite3 "$made" 'PRAGMA integrity_check' | grep -q '^ok$' || { echo "kill $i: $made"; exit 1; }
    done
    for made in out/*.ttcap out/all.db out/program farm/plan.json farm/results/*.json; do
        [ ! -e "$made" ] || "$tt_replay" verify "$made" >said 2>&1 || { echo "kill $i: $(cat said)"; exit 1; }
    done
done
echo "$count runs, $killed killed before their end: nothing hidden left, and what has a name is whole"
