#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Places and surroundings that a system can offer a program: full, read-only, closed, limited, odd. What is promised
# stands in docs/formats/files.md.
#
#     places.sh NAME TT_REPLAY FIXTURES TRACES SHIM
set -u
name=$1 tt_replay=$2 fixtures=$3 traces=$4 shim=$5
case $name in
full | media) # of mounts of their own, which vanish with this process
    if [ "${TTR_PLACES_MOUNTS:-}" != 1 ]; then
        unshare --mount true 2>/dev/null || { echo "no mounts of one's own are allowed here: skipped"; exit 77; }
        TTR_PLACES_MOUNTS=1 exec unshare --mount sh "$0" "$@"
    fi
    ;;
esac
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-places.XXXXXX") || exit 2
trap 'cd /; for m in small media; do umount "$scratch/$m" 2>/dev/null; done; rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
cd "$scratch" || exit 2
unset LC_ALL LANG
cp -R "$fixtures/packed" bundle && cp -R "$fixtures/bundle" plain && chmod -R u+w bundle plain
cp "$traces/kernels/tiny_1f16r1c_bfp4_bfp4_f16b_bfp4_nice.ttcap" case.ttcap
"$tt_replay" import bundle -o packed.ttcap && "$tt_replay" replay packed.ttcap -o run.db >/dev/null || exit 2
mkdir out

fail() {
    echo "places.sh: $name: $*"
    exit 1
}

# expect STATUS TEXT COMMAND...: exit status and a line of standard error that holds TEXT ("" for silence).
expect() {
    status=$1 text=$2
    shift 2
    "$@" >said.out 2>said.err
    code=$?
    [ $code = "$status" ] || fail "$*: exit status $code, not $status: $(cat said.err)"
    if [ -z "$text" ]; then
        [ ! -s said.err ] || fail "$*: it says: $(cat said.err)"
    else
        grep -qF -- "$text" said.err || fail "$*: no '$text' in: $(cat said.err)"
    fi
}

# Nothing stands in a folder, hidden or not, but what is named.
holds() {
    folder=$1
    shift
    [ "$(ls -A "$folder" | tr '\n' ' ')" = "$*${*:+ }" ] || fail "$folder holds: $(ls -A "$folder")"
}

# A file system of so many KiB: every verb that writes, with less and less room, until nothing fits.
full() {
    mkdir small
    for size in 4 16 40 100 300 700; do
        mount -t tmpfs -o size=${size}k tmpfs small || exit 77
        for what in "import bundle -o small/x" "replay case.ttcap -o small/x" "replay case.ttcap --record small/x" \
            "report run.db -o small/x" "export run.db --stage pack -o small/x.csv" \
            "reduce packed.ttcap --budget 2 --check true;#{} -o small/x"; do
            # shellcheck disable=SC2086
            "$tt_replay" $what >said.out 2>said.err
            code=$?
            if [ $code = 2 ]; then
                grep -q "small/x.*No space left on device" said.err || fail "$what: $(cat said.err)"
                holds small
            elif [ $code != 0 ]; then
                fail "$what: exit status $code: $(cat said.err)"
            fi
            rm -f small/*
        done
        umount small
    done
    # A scratch folder without room: a bundle becomes a capture there.
    mount -t tmpfs -o size=4k,nr_inodes=1 tmpfs small
    TMPDIR=small expect 2 "No space left on device" "$tt_replay" diff run.db --against bundle
    holds small
}

# Nothing can be written where the inputs are: what reads works as ever, what writes says so.
media() {
    mkdir media
    mount -t tmpfs tmpfs media && cp -R bundle packed.ttcap run.db media/ && mount -o remount,ro media || exit 77
    for what in "info %" "dump %" "verify %" "bisect % --budget 2" "schedules % --budget 2" "replay % -o out/x.db" \
        "import % -o out/x.ttcap" "reduce % --budget 2 --check true;#{} -o out/min.ttcap"; do
        expect 0 "" "$tt_replay" $(echo "$what" | sed 's,%,media/packed.ttcap,')
    done
    for what in "diff %" "diff % --against media/bundle" "audit % --insn /pacr" "audit % --lint" "why % l1:0x60010" "config %" "precision %" \
        "report % -o out/x.html" "export % --stage pack -o out/x.csv"; do
        expect 0 "" "$tt_replay" $(echo "$what" | sed 's,%,media/run.db,')
    done
    for what in "replay case.ttcap -o media/x" "import bundle -o media/x" "report run.db -o media/x" \
        "export run.db --timeline -o media/x.vcd"; do
        # shellcheck disable=SC2086
        expect 2 "media/x" "$tt_replay" $what
        grep -q "Read-only file system" said.err || fail "$what: $(cat said.err)"
    done
    holds media bundle packed.ttcap run.db
}

# Standard streams that are closed or full. A file never becomes one of them.
streams() {
    expect 2 "standard output cannot be written" sh -c "exec '$tt_replay' info case.ttcap >/dev/full"
    expect 2 "standard output cannot be written" sh -c "exec '$tt_replay' diff run.db --json >/dev/full"
    expect 2 "standard output cannot be written" sh -c "exec '$tt_replay' info case.ttcap >&-"
    "$tt_replay" replay packed.ttcap -o out/usual.db >/dev/null
    sh -c "exec '$tt_replay' replay packed.ttcap -o out/x.db <&- >&- 2>&-"
    [ $? = 2 ] || fail "closed streams: standard output could be written?"
    cmp out/usual.db out/x.db || fail "closed streams: another file"
    sh -c "exec '$tt_replay' import no-such -o out/y <&- >&- 2>&-"
    [ $? = 2 ] || fail "closed streams: nothing to import, and no trouble"
    holds out usual.db x.db
    "$tt_replay" info case.ttcap >/dev/stdout | grep -q blackhole || fail "/dev/stdout"
    rm -f out/*
}

# Outputs that can be no file, and inputs that are the output.
outputs() {
    long=$(printf '%0300d' 0)
    deep=$(printf '/%0200d' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21)
    expect 2 "not a regular file" "$tt_replay" replay case.ttcap -o out --force
    expect 2 "the file exists" "$tt_replay" replay case.ttcap -o /dev/full
    expect 2 "not a regular file" "$tt_replay" replay case.ttcap -o /dev/full --force
    expect 2 "File name too long" "$tt_replay" replay case.ttcap -o "out/$long"
    expect 2 "File name too long" "$tt_replay" replay case.ttcap -o "out$deep"
    expect 2 "File name too long" "$tt_replay" info "out$deep"
    expect 2 "its folder does not exist" "$tt_replay" import bundle -o out/none/x
    expect 2 "Not a directory" "$tt_replay" import bundle -o case.ttcap/x
    ln -s nowhere out/link
    expect 2 "the file exists" "$tt_replay" replay case.ttcap -o out/link
    expect 2 "a symbolic link to nothing" "$tt_replay" replay case.ttcap -o out/link --force
    holds out link
    echo old >out/nowhere
    expect 0 "" "$tt_replay" replay packed.ttcap -o out/link --force
    [ -L out/link ] && cmp -s out/nowhere run.db || fail "a symbolic link: the file behind it is to be replaced"
    ln packed.ttcap other-name
    cp packed.ttcap packed.copy
    expect 2 "this is the input" "$tt_replay" replay packed.ttcap -o other-name --force
    expect 2 "this is the input" "$tt_replay" replay packed.ttcap --record packed.ttcap --force
    expect 2 "this is the input" "$tt_replay" reduce packed.ttcap --check "true {}" -o packed.ttcap --force
    expect 2 "this is the input" "$tt_replay" report run.db -o run.db --force
    expect 2 "one file" "$tt_replay" replay packed.ttcap -o out/one --record out/one
    cmp packed.ttcap packed.copy || fail "an input has changed"
    expect 0 "" "$tt_replay" replay packed.ttcap -o "out/$(printf '%0250d' 0)"
    # A mask of rights, as everywhere.
    (umask 077 && "$tt_replay" replay packed.ttcap -o out/private >/dev/null) || fail umask
    (umask 022 && "$tt_replay" replay packed.ttcap -o out/public >/dev/null) || fail umask
    [ "$(stat -c %a out/private out/public | tr '\n' ' ')" = "600 644 " ] || fail "modes: $(stat -c %a out/private out/public)"
    rm -rf out && mkdir out
}

# Limits of the system on one process.
limits() {
    for blocks in 0 1 8 64 600; do
        expect_limited "ulimit -f $blocks" "File too large" "replay case.ttcap -o out/x"
        expect_limited "ulimit -f $blocks" "File too large" "import bundle -o out/x"
        expect_limited "ulimit -f $blocks" "File too large" "report run.db -o out/x"
    done
    # From where the program itself starts; how many there are already is the caller's.
    least=3
    while ! sh -c "ulimit -n $least; exec '$tt_replay' --version" >/dev/null 2>&1; do least=$((least + 1)); done
    for files in $least $((least + 1)) $((least + 2)) $((least + 3)) $((least + 4)); do
        expect_limited "ulimit -n $files" "Too many open files" "replay case.ttcap -o out/x"
        expect_limited "ulimit -n $files" "Too many open files" "import bundle -o out/x"
        expect_limited "ulimit -n $files" "Too many open files" "audit run.db --lint"
        expect_limited "ulimit -n $files" "Too many open files" "conform bundle"
    done
    least=4000
    while ! sh -c "ulimit -v $least; exec '$tt_replay' --version" >/dev/null 2>&1; do least=$((least + 1000)); done
    for more in 0 300 700 1000 1500 2000 3000 4000 6000 8000 12000; do
        expect_limited "ulimit -v $((least + more))" "memory" "replay case.ttcap -o out/x"
        expect_limited "ulimit -v $((least + more))" "memory" "import bundle -o out/x"
        expect_limited "ulimit -v $((least + more))" "memory" "diff run.db"
        expect_limited "ulimit -v $((least + more))" "memory" "schedules packed.ttcap --budget 2"
    done
}

# Done, or trouble reported with this text; and nothing left of it.
expect_limited() {
    # By a pipe: a limit on files holds for what is said as well.
    code=$({ sh -c "$1; exec '$tt_replay' $3" 2>&1 >/dev/null; echo "exit $?"; } | tee said.err | sed -n 's/^exit //p')
    case $code in
    0) rm -f out/x ;;
    2) grep -q "$2\|attempt to write a readonly" said.err || fail "$1: $3: $(cat said.err)" ;;
    *) fail "$1: $3: exit status $code: $(cat said.err)" ;;
    esac
    holds out
}

# Languages with other decimals and letters, and an environment without anything.
settings() {
    "$tt_replay" audit run.db --insn /pacr --json >usual.json
    "$tt_replay" export run.db --stage pack -o usual.csv >/dev/null
    # Turkish has both: a decimal comma, and an i that is no I when it is small.
    if ! localedef -i tr_TR -f UTF-8 ./tr_TR.UTF-8 2>/dev/null && [ ! -d tr_TR.UTF-8 ]; then
        echo "the language cannot be made here; its name alone is set"
    fi
    export LOCPATH="$scratch" LC_ALL=tr_TR.UTF-8
    expect 0 "" "$tt_replay" replay packed.ttcap -o turkish.db
    cmp turkish.db run.db || fail "another database"
    "$tt_replay" audit run.db --insn /pacr --json | cmp - usual.json || fail "other JSON"
    expect 0 "" "$tt_replay" export run.db --stage pack -o turkish.csv
    cmp turkish.csv usual.csv || fail "another table"
    unset LOCPATH LC_ALL
    expect 0 "" env -i "$tt_replay" diff run.db --against bundle
    TMPDIR=/no/such/folder expect 2 "/no/such/folder" "$tt_replay" diff run.db --against bundle
    TMPDIR=/no/such/folder HOME=/no/such/folder expect 0 "" "$tt_replay" replay packed.ttcap -o out/x
    cmp out/x run.db || fail "another database without TMPDIR"
    rm out/x
}

# Clocks that stand still or jump: the same bytes, and no hanging.
clocks() {
    "$tt_replay" report run.db -o usual.html >/dev/null
    for clock in constant back years zero 2038 9999 wild; do
        export LD_PRELOAD="$shim" TTR_CLOCK=$clock ASAN_OPTIONS="verify_asan_link_order=0:${ASAN_OPTIONS:-}"
        expect 0 "" timeout 60 "$tt_replay" replay packed.ttcap -o out/x
        expect 0 "" timeout 60 "$tt_replay" import bundle -o out/y
        expect 0 "" timeout 60 "$tt_replay" report run.db -o out/z
        expect 0 "" timeout 60 "$tt_replay" bisect packed.ttcap --budget 2
        unset LD_PRELOAD TTR_CLOCK
        cmp out/x run.db && cmp out/y packed.ttcap && cmp out/z usual.html || fail "$clock: other bytes"
        rm out/*
    done
}

# Two writers on one file, and a reader meanwhile: one of them whole, never a mix.
writers() {
    "$tt_replay" replay packed.ttcap --set STACC_RELU_ApplyRelu=1 -o other.db >/dev/null
    cp run.db out/x
    for i in 1 2 3 4 5 6 7 8 9 10; do
        "$tt_replay" replay packed.ttcap -o out/x --force >/dev/null 2>&1 &
        one=$!
        "$tt_replay" replay packed.ttcap --set STACC_RELU_ApplyRelu=1 -o out/x --force >/dev/null 2>&1 &
        two=$!
        cp out/x seen && "$tt_replay" diff out/x >/dev/null
        [ $? -lt 2 ] || fail "a reader meanwhile"
        cmp -s seen run.db || cmp -s seen other.db || fail "a reader saw neither"
        { wait $one; wait $two || [ $? = 1 ]; } || fail "one of two writers with --force"
        cmp -s out/x run.db || cmp -s out/x other.db || fail "two writers: neither's file"
        holds out x
        rm out/x
        "$tt_replay" replay packed.ttcap -o out/x >/dev/null 2>&1 &
        one=$!
        "$tt_replay" replay packed.ttcap -o out/x >/dev/null 2>two.err
        two=$?
        wait $one
        one=$?
        [ $((one + two)) = 2 ] || fail "two writers without --force: exit status $one and $two"
        cmp -s out/x run.db || fail "two writers without --force: not one's file"
        holds out x
    done
}

# A signal while several threads make files and folders: none is left, and what is finished stays.
ended() {
    mkdir captures tmp
    cp "$traces"/kernels/*.ttcap captures/
    i=0
    while [ $i -lt 20 ]; do
        for signal in TERM HUP; do
            TMPDIR=tmp "$tt_replay" batch captures -j 3 --set STACC_RELU_ApplyRelu=1 -o out/all.db >/dev/null 2>&1 &
            sleep "0.$(printf '%02d' $((i * 2)))"
            kill -$signal $! 2>/dev/null
            wait $!
            code=$?
            # 129 and 143: by the signal; 1: it was done by then.
            [ $code = 129 ] || [ $code = 143 ] || [ $code = 1 ] || fail "SIG$signal: exit status $code"
            holds tmp
            [ -z "$(find out -name '.*.????????')" ] || fail "SIG$signal: left behind: $(find out -name '.*.????????')"
            rm -rf out/*
        done
        i=$((i + 2))
    done
}

case $name in
full | media | streams | outputs | limits | settings | clocks | writers | ended) $name ;;
*) fail "no such test" ;;
esac
echo "$name: as it is to be"
