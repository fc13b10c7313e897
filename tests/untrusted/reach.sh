#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Each verb, taken over by what it reads (break_out.c), tries to read and write files that its command line does not
# name, to move one away, to change who may use one, to reach the network, to signal its parent and to become another program.
#     TT_REPLAY=build/fast/src/cli/tt-replay sh tests/untrusted/reach.sh build/fast/tests/untrusted/libbreak_out.so
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
library=$1
# Not below a folder of temporary files, which all verbs may write.
case $(pwd -P)/ in /tmp/* | /var/tmp/*) cd "$HOME" ;; esac
here=$(mktemp -d "$(pwd -P)/tt-replay-reach.XXXXXX")
trap 'rm -rf "$here"' EXIT
mkdir "$here/home" "$here/in" "$here/in/many" "$here/out" "$here/tmp"
export TMPDIR="$here/tmp"
echo secret >"$here/home/secret"
echo whole >"$here/home/unnamed"
seed=$here/in/seed.ttcap
cp "$root/traces/kernels/relu_m1_t0_f16b_f16b_f32_f16_acc_nice.ttcap" "$seed"
cp "$seed" "$here/in/many"
cp -r "$root/tests/cli/fixtures/packed" "$here/in/bundle"
cp "$root/tests/cli/fixtures/program/program.elf" "$here/in"
echo '{"tt_replay_profile": 1, "chip": "blackhole", "readings": []}' >"$here/in/profile.json"
"$TT_REPLAY" probe -o "$here/in/questions" --draws=1 >"$here/said"
"$TT_REPLAY" probe "$here/in/questions" --emulate "$here/in/answers.json" --repeats=1 >"$here/said"
"$TT_REPLAY" replay "$seed" -o "$here/in/run.db" >"$here/said" || test $? -le 3

failed=0 tried=' '
wrong() {
    echo "$*"
    failed=$((failed + 1))
}

# What the taken verb says of its ways out; its own exit status is not asked for.
taken() {
    BREAK_READ="$here/home/secret" BREAK_WRITE="$here/home/new" BREAK_MOVE="$here/home/secret:$here/home/moved" \
        BREAK_CONNECT=1 BREAK_CHANGE="$here/home" BREAK_SIGNAL=1 BREAK_CALLS="$here/home/unnamed" BREAK_RUN=/bin/true LD_PRELOAD="$library" "$TT_REPLAY" "$@" >"$here/said" 2>&1 || true
    sed -n 's/^break_out: //p' "$here/said"
}

# The probe itself finds the ways out where nothing is given up, or it could not fail.
open=$(taken info "$seed" --no-sandbox | tr '\n' ' ')
test "$open" = 'read out write out move out connect out change out signal out calls out ' || wrong "without a sandbox: $open"
mv "$here/home/moved" "$here/home/secret"
rm -f "$here/home/new"

if taken verify "$seed" | grep -q 'write out'; then
    echo 'skipped: this kernel has no Landlock'
    exit 77
fi

# What a kernel lacks is said.
lacks=$(BREAK_KERNEL=1 LD_PRELOAD="$library" "$TT_REPLAY" --version | grep -c '^no ') || true
test "$lacks" = 2 || wrong "of a kernel without both --version says $lacks"
test "$("$TT_REPLAY" --version | wc -l)" = 1 || wrong "--version: $("$TT_REPLAY" --version)"

# verb's reading elsewhere, then its words
check() {
    reads=$1
    shift
    tried="$tried$1 "
    found=$(taken "$@" | tr '\n' ' ')
    test "$found" = "read $reads write held move held connect held change held signal held calls held run held " || wrong "$*: $found"
    test -s "$here/home/secret" && test ! -e "$here/home/new" && test ! -e "$here/home/moved" || wrong "$*: files changed"
}
cd "$here/in"
check held info seed.ttcap
check held dump "$seed" --unit pack
# A pipe among the words has no place that could be named, and takes nothing away from the others.
: | { check held verify "$seed" /dev/stdin && test $failed = 0; } || failed=$((failed + 1))
check held verify "$seed"
check held import bundle -o ../out/made.ttcap
check held replay "$seed" "-o$here/out/run.db"
check held replay seed.ttcap --outp ../out/again.db
check held schedules "$seed" --budget=2
check held run --arch=blackhole --elf=t0=program.elf -o "$here/out/ran.ttcap"
check held census ELWADD --profile=profile.json
check held probe questions --read=answers.json
check held replay seed.ttcap --profile=profile.json -o ../out/profiled.db
check held serve --arch=wormhole_b0 -o ../out/served.wire - </dev/null
check out debug --gdb=- "$seed" </dev/null
check out farm plan many --profile=profile.json -o "$here/out/plan"
for verb in 'diff run.db' 'audit run.db' 'why run.db l1:0x60010' 'config run.db --from 0 --to 10' \
    'report run.db -o ../out/run.html' 'report run.db --bisect --residue --precision --budget=3 -o ../out/why.html' \
    'export run.db --timeline -o ../out/t.vcd' "bisect $seed --budget=3" "residue $seed --budget=3" \
    'batch many -o ../out/all.db' 'conform seed.ttcap' 'precision run.db' \
    'explain run.db --budget=3' 'sql run.db values(1)'; do
    # shellcheck disable=SC2086
    check out $verb
done

# A new verb is tried, too, but errata, asm and disasm, which open no file, and reduce, fuzz, record and mcp, which run other programs.
for verb in $("$TT_REPLAY" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p'); do
    case "$tried errata asm disasm reduce fuzz record mcp " in *" $verb "*) ;; *) wrong "$verb: nobody tried to break out of it" ;; esac
done

# Links and folders that the command line does name are reached, and so is an output behind a link.
ln -s "$seed" "$here/home/link.ttcap"
ln -s ../out/behind.db "$here/home/link.db"
mkdir "$here/out/differ"
works() {
    "$TT_REPLAY" "$@" >"$here/said" 2>&1 || test $? -ne 2 || wrong "$*: $(cat "$here/said")"
}
works info "$here/home/link.ttcap"
works replay "$here/home/link.ttcap" -o "$here/out/linked.db"
works batch many -o "$here/out/all2.db" --report="$here/out/all2.html" --keep="$here/out/differ"
works replay seed.ttcap --record="$here/out/record.ttcap" -o "$here/out/recorded.db"
works farm plan many -N 1 -o "$here/out/farm"
works farm run "$here/out/farm" --shard=1/1
works farm merge "$here/out/farm" -o "$here/out/farm.db"
cd "$here/out"
works replay ../in/seed.ttcap -o here.db
test -s here.db || wrong 'replay into the current folder: nothing is there'
test $failed -eq 0
