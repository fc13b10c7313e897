#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every cell of table.txt on the real binary.
#
#     TT_REPLAY=build/fast/src/cli/tt-replay sh tests/verdict/table.sh
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
FIXTURES=$root/tests/cli/fixtures
. "$FIXTURES/lib.sh"
command -v zstd >/dev/null || { echo "zstd is not here"; exit 77; }
failed=0

# A new verb has its row, or stands among those that have no outcome.
others=$(sed -n 's/^# Judge no capture[^:]*: //p' "$here/table.txt")
for verb in $("$TT_REPLAY" --help | sed -n 's/^  \([a-z][a-z-]*\)  .*/\1/p'); do
    grep -q "^$verb[ |]" "$here/table.txt" || case " $others " in *" $verb "*) ;; *)
        echo "$verb: a verb without a row in tests/verdict/table.txt"
        failed=1
        ;;
    esac
done

rows() { grep -v '^#' "$here/table.txt"; }

scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-verdict.XXXXXX") || exit 2
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2

# word OUTCOME FROM TO: one word of the program becomes another, where it was pushed and where it ran.
word() {
    zstd -dcq "$1/bundle/events.jsonl.zst" | sed "s/\"w\":$2}/\"w\":$3}/" >"$1/bundle/events.jsonl"
    rm "$1/bundle/events.jsonl.zst"
    edit "$1/bundle/bundle.json" 's/events.jsonl.zst/events.jsonl/'
}

capture() { # capture OUTCOME: of its bundle
    mkdir "$1/captures"
    "$TT_REPLAY" import "$1/bundle" -o "$1/captures/case.ttcap" >/dev/null || exit 2
}

order_of() { case $1 in hung) echo "--order program" ;; esac }

make() { # make OUTCOME
    mkdir "$1"
    packed "$1/bundle"
    case $1 in
    differs) poke "$1/bundle/end/l1_05ffc0.bin" 0x52 101 ;;
    hung) word hung 2751463432 33554432 ;;             # SEMPOST: a NOP, so that pack waits for ever
    none) edit "$1/bundle/bundle.json" 's/"simulator"/"silicon"/' ;; # what the start leaves out is unknown
    unsupported) word unsupported 2717976592 1140850688 ;; # a STALLWAIT: RSTDMA
    esac
    tail -c +81 "$1/bundle/end/l1_05ffc0.bin" | head -c 64 >"$1/reference.bin"
    capture "$1"
    if [ "$1" = damaged ]; then
        size=$(wc -c <damaged/captures/case.ttcap)
        head -c $((size - 10)) damaged/captures/case.ttcap >cut && mv cut damaged/captures/case.ttcap
    fi
    "$TT_REPLAY" replay "$1/captures/case.ttcap" $(order_of "$1") -o "$1/run.db" >/dev/null
    "$TT_REPLAY" farm plan "$1/captures" $(order_of "$1") -o "$1/farm" >/dev/null || exit 2
    "$TT_REPLAY" farm run "$1/farm" --shard 1/1 >/dev/null || exit 2
    "$TT_REPLAY" farm plan "$1/captures" $(order_of "$1") -o "$1/against" --expect "$1/reference.bin" --at l1:0x60010 \
        >/dev/null || exit 2
    "$TT_REPLAY" farm run "$1/against" --shard 1/1 >/dev/null || exit 2
}

# run OUTCOME COMMAND: its exit status.
run() {
    c=$1/captures/case.ttcap d=$1/captures r=$1/run.db f=$1/farm g=$1/against b=$1/bundle o=$(order_of "$1") n=new/x
    x="$1/reference.bin --at l1:0x60010"
    rm -rf new && mkdir new
    eval "\"\$TT_REPLAY\" $2" >said 2>&1 </dev/null
    echo $?
}

cell() { # cell VERB OUTCOME STATUS COMMAND
    status=$(run "$2" "$4")
    [ "$status" = "$3" ] && return
    echo "$1, $2: exit $status, not $3:"
    sed 's/^/    /' said | tail -8
    failed=1
}

# Every status that the help names has its cell, and every cell is named.
held_against_help() { # VERB STATUSES...
    verb=$1
    shift
    named=$("$TT_REPLAY" $verb --help | tr '\n' ' ' | sed -n 's/.*Exit status: \([^.]*\)\..*/\1/p' |
        grep -oE '(^|[,;] |or )[0-9]+ ' | grep -oE '[0-9]+' | sort -un | tr '\n' ' ')
    wanted=$(printf '%s\n' "$@" | sort -un | tr '\n' ' ')
    [ "$named" = "$wanted" ] && return
    echo "$verb --help names the exit statuses $named, the table has $wanted"
    failed=1
}

for outcome in same differs hung none unsupported damaged; do make $outcome; done
rows >rows
while IFS='|' read -r verb statuses trouble command; do
    verb=$(echo $verb)
    set -- $statuses
    for outcome in same differs hung none unsupported damaged; do
        cell "$verb" $outcome "$1" "$command"
        shift
    done
    cell "$verb" no-such-folder $(echo $trouble) "$command"
done <rows
grep -v -- ' --' rows >plain
while IFS='|' read -r verb statuses trouble _; do
    more=
    case $verb in
    audit*) more=1 ;;       # its --lint
    residue*) more=3 ;;     # a budget that is spent, or unsupported work and nothing found
    "farm resume"*) more=1 ;; # before its shards are run
    esac
    held_against_help "$(echo $verb)" $statuses $trouble $more
done <plain
exit $failed
