#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Inputs are never outputs: every verb that writes, each of its outputs, each file that it reads, by its own path, by a
# hard link and by a symbolic link, always with --force. Each must be refused with exit 2, and every file that was there
# is afterwards what it was.
#
#     TT_REPLAY=build/fast/src/cli/tt-replay sh tests/untrusted/inputs.sh
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
FIXTURES=$root/tests/cli/fixtures
TRACES=$root/traces
. "$FIXTURES/lib.sh"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-inputs.XXXXXX") || exit 2
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
cd "$scratch" || exit 2

# What is read: captures alone and in folders, bundles, runs, lists, a farm.
mkdir captures folder
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" captures/only.ttcap
bundle folder/bundle
bundle alone
"$TT_REPLAY" replay captures/only.ttcap -o run.db >/dev/null || exit 2
"$TT_REPLAY" replay captures/only.ttcap -o other.db >/dev/null || exit 2
echo '# nothing is waived' >waivers
echo 0-3 >events
head -c 64 /dev/zero >l1.bin
echo 'pack: 0x02000000' >words
"$TT_REPLAY" farm plan captures -N 1 -o farm >/dev/null || exit 2
"$TT_REPLAY" farm run farm --shard 1/1 >/dev/null 2>&1 || exit 2

state() { find . -type f ! -path './link*' -exec sha256sum {} + | sort -k 2; }
state >../"$(basename "$scratch")".before 2>/dev/null || exit 2
before=../$(basename "$scratch").before
tried=0 failed=0

# row INPUT COMMAND...: OUT in the command is the input under each of its names.
row() {
    input=$1
    shift
    for way in path hard soft; do
        rm -f link_hard link_soft
        case $way in
        path) out=$input ;;
        hard) out=link_hard && ln "$input" "$out" ;;
        soft) out=link_soft && ln -s "$input" "$out" ;;
        esac
        set -- "$@" END
        while [ "$1" != END ]; do
            case $1 in OUT) set -- "$@" "$out" ;; *) set -- "$@" "$1" ;; esac
            shift
        done
        shift
        "$TT_REPLAY" "$@" --force >/dev/null 2>link_said </dev/null
        code=$?
        tried=$((tried + 1))
        if [ $code != 2 ] || ! grep -q 'this is the input' link_said; then
            echo "exit $code, not refused: tt-replay $* --force"
            sed 's/^/    /' link_said
            failed=$((failed + 1))
        fi
        # The same with the next name.
        set -- "$@" END
        while [ "$1" != END ]; do
            if [ "$1" = "$out" ]; then set -- "$@" OUT; else set -- "$@" "$1"; fi
            shift
        done
        shift
    done
}

CAPTURE=captures/only.ttcap
row $CAPTURE replay ./$CAPTURE -o OUT
row $CAPTURE replay ./$CAPTURE -o new.db --record OUT
row $CAPTURE reduce ./$CAPTURE --check true -o OUT
for file in bundle.json begin/l1.bin end/l1.bin; do
    [ -e alone/$file ] && row alone/$file import ./alone -o OUT
done
for file in alone/events.jsonl alone/events.jsonl.zst; do
    [ -e $file ] && row $file import ./alone -o OUT
done
row l1.bin import --arch blackhole --source simulator --l1 0x1000=./l1.bin -o OUT
row $CAPTURE import --override ./$CAPTURE --l1 0x1000=l1.bin -o OUT
row l1.bin import --override $CAPTURE --l1 0x1000=./l1.bin -o OUT
row run.db report ./run.db -o OUT
row $CAPTURE report run.db -o OUT
row run.db export ./run.db --timeline -o OUT
row $CAPTURE batch ./captures -o OUT
row $CAPTURE batch ./captures -o all.db --report OUT
for file in folder/bundle/bundle.json folder/bundle/events.jsonl; do
    [ -e $file ] && row $file batch ./folder -o OUT
    [ -e $file ] && row $file batch ./folder -o all.db --report OUT
done
row farm/plan.json farm merge ./farm -o OUT
row farm/plan.json farm merge ./farm -o all.db --report OUT
for file in farm/results/*.json; do
    row "$file" farm merge ./farm -o OUT
    row "$file" farm merge ./farm -o all.db --report OUT
done
rm -rf link_* all.db all.db.parts ./*.parts captures/*.parts folder/bundle/*.parts farm/*.parts farm/results/*.parts new.db
state | diff "$before" - || failed=$((failed + 1))
rm -f "$before"
echo "$tried outputs that are inputs, $failed wrong"
[ $failed = 0 ] && [ $tried -ge 45 ]
