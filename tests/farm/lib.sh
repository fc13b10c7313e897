# SPDX-License-Identifier: Apache-2.0
# What the tests of farms share: . tests/farm/lib.sh
#
# Wants TT_REPLAY, FARM_CAPTURES and FAULTS, full paths. Makes a scratch folder, goes there, and removes it in the end.
set -u
: "${TT_REPLAY:?names the binary to test}" "${FARM_CAPTURES:?names farm_captures of the same build}"
: "${FAULTS:?names the shim of tests/faults of the same build}"
export FAULTS
here=$(cd "$(dirname "$0")" && pwd)
traces=$here/../../traces
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-farm.XXXXXX") || exit 2
cd "$scratch" || exit 2

skip() {
    echo "skipped: $*"
    exit 77
}

fail() {
    echo "FAILED: $*"
    exit 1
}

# want WHAT STATUS COMMAND...: its output stands in "out".
want() {
    what=$1 wanted=$2
    shift 2
    "$@" >out 2>&1
    code=$?
    [ $code = "$wanted" ] || { cat out; fail "$what: exit $code, wanted $wanted"; }
}

# The lines of a plan call it tt-replay: in "whole" the program, in "half" one that stops half-way (half.sh).
mkdir half whole
ln -s "$TT_REPLAY" whole/tt-replay
printf '#!/bin/sh\nexec sh "%s/half.sh" "$@"\n' "$here" >half/tt-replay
chmod +x half/tt-replay

# captures COUNT: that many, in the folder "captures", and what one thread makes of them: all.db, all.html.
captures() {
    mkdir captures
    "$FARM_CAPTURES" captures "$1" "$traces"/kernels/*_nice.ttcap || fail "no captures could be made"
    want "batch" 1 "$TT_REPLAY" batch -j1 captures -o all.db --report all.html
}

# line COMMAND FILE: the line with it that a plan, or farm resume, printed to FILE; what is continued in one.
line() {
    awk -v name="$1" '
        { sub(/^ +/, "") }
        more || $0 ~ "(^|[|] )" name " " {
            more = sub(/ \\$/, "")
            text = text (text ? " " : "") $0
            if (!more) { print text; exit }
        }' "$2"
}

# wait_for TENTHS COMMAND...
wait_for() {
    left=$1
    shift
    until "$@" >wait.out 2>&1; do
        left=$((left - 1))
        [ $left -gt 0 ] || return 1
        sleep 0.1
    done
}

is_gone() {
    ! kill -0 "$1"
}

# missing FARM: the shards that miss something, as farm resume names them, which "out" then holds.
missing() {
    want "resume" 1 "$TT_REPLAY" farm resume "$1" --limit 1000
    sed -n 's/^ *\([0-9]*\)  .*\.ttcap$/\1/p' out | sort -nu | tr '\n' ' '
}

# What is there of results, each with its inode and time.
results() {
    find "$1/results" -name '*.json' -printf '%f %i %T@\n' | sort
}

# unchanged FARM FILE: all that results() put into FILE is there as it was.
unchanged() {
    results "$1" | comm -23 "$2" - >changed
    [ ! -s changed ] || { cat changed; fail "results that were there were made again"; }
}

# merged FARM: its database and page are those of one thread.
merged() {
    want "merge" 1 "$TT_REPLAY" farm merge "$1" -o "$1.db" --report "$1.html"
    cmp "$1.db" all.db || fail "$1: another database than batch -j1 makes"
    cmp "$1.html" all.html || fail "$1: another page than batch -j1 makes"
}
