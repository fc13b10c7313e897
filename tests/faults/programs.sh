#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# import, replay and its recording as whole programs: a disk that fills up at any write, and kill -9 at random moments.
# Never a half file under the final name, and where nobody was killed nothing beside it either.
#
#     programs.sh full|kill TT_REPLAY FIXTURES SHIM
set -u
what=$1 tt_replay=$2 fixtures=$3 shim=$4
KILLS=100
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-faults.XXXXXX") || exit 2
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
cd "$scratch" || exit 2
cp -R "$fixtures/packed" bundle && chmod -R u+w bundle
"$tt_replay" import bundle -o good.ttcap || exit 1
mkdir out

fail() {
    echo "programs.sh: $*"
    exit 1
}

# Becomes the verb $1, writing into the folder out; for a subshell, whose number then is the program's.
run() {
    case $1 in
    import) exec "$tt_replay" import bundle -o out/x ;;
    replay) exec "$tt_replay" replay --unit pack good.ttcap -o out/x ;;
    record) exec "$tt_replay" replay good.ttcap --record out/x ;;
    esac
}

# Whether what the verb $1 left under the final name is whole.
is_whole() {
    case $1 in
    import | record) "$tt_replay" verify out/x >/dev/null ;;
    replay) "$tt_replay" diff out/x >/dev/null ;;
    esac
}

# The n-th write and all after it fail, for growing n until none is left to fail.
fill_disk() {
    n=0
    failed=0
    while :; do
        (
            export TTR_FAULT="write:$n:ENOSPC:lasting" LD_PRELOAD="$shim"
            export ASAN_OPTIONS="verify_asan_link_order=0:${ASAN_OPTIONS:-}"
            run "$1"
        ) >said 2>&1
        code=$?
        [ $code = 0 ] && break
        [ $code = 2 ] || fail "$1, write $n: exit status $code: $(cat said)"
        # What stands on standard output comes after the file, which then is whole.
        if grep -q "standard output" said; then
            is_whole "$1" || fail "$1, write $n: the file is not whole"
            rm -f out/x
        else
            grep -q "out/x" said || fail "$1, write $n: the message names no file: $(cat said)"
        fi
        [ -z "$(ls -A out)" ] || fail "$1, write $n: left behind: $(ls -A out)"
        failed=$((failed + 1))
        n=$((n + 1 + n / 4))
        [ $n -lt 100000 ] || fail "$1 has no end of writes"
    done
    [ $failed -gt 2 ] || fail "$1: only $failed writes failed; is the shim there?"
    is_whole "$1" || fail "$1: the file written at last is not whole"
    rm -rf out && mkdir out
    echo "$1: a disk full at $failed different writes"
}

# A whole number below $1.
random_below() {
    echo $(($(od -An -N4 -tu4 /dev/urandom) % $1))
}

kill_often() {
    start=$(date +%s%N)
    (run "$1") >/dev/null || fail "$1 does not run"
    whole=$((($(date +%s%N) - start) / 1000))
    rm -rf out && mkdir out
    done=0
    i=0
    while [ $i -lt $KILLS ]; do
        run "$1" >/dev/null 2>&1 &
        sleep "$(printf '%d.%06d' 0 "$(random_below $((whole < 900000 ? whole : 900000)))")"
        kill -9 $! 2>/dev/null
        wait $! 2>/dev/null
        if [ -e out/x ]; then
            is_whole "$1" || fail "$1: killed, and a half file is left"
            done=$((done + 1))
        fi
        rm -rf out && mkdir out
        i=$((i + 1))
    done
    echo "$1: killed $KILLS times, $done of them too late"
}

case $what in
full) fill_disk import && fill_disk replay && fill_disk record ;;
kill) kill_often import && kill_often replay ;;
*) fail "full or kill, not $what" ;;
esac
