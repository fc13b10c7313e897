#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# gdb.sh [--update] NAME.gdb: a session of gdb with the capture that its first line names; what it prints behind "= " and what
# `monitor` answers against NAME.out. Its second line may have options. Exit 77 (skipped) without a gdb that knows RISC-V.
set -u
: "${TT_REPLAY:?names the binary to test}"
update=
[ "$1" = --update ] && update=1 && shift
script=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
gdb=${GDB:-gdb-multiarch}
command -v "$gdb" >/dev/null || { echo "skipped: there is no $gdb"; exit 77; }
here=$(dirname "$script")
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-debug.XXXXXX") || exit 2
trap 'rm -rf "$scratch"' EXIT
capture=$here/../../traces/$(sed -n '1s/^# //p' "$script")
{
    printf 'set pagination off\nset confirm off\nset debuginfod enabled off\n'
    printf 'target remote | "%s" debug %s --gdb - "%s"\n' "$TT_REPLAY" "$(sed -n '2s/^# --/--/p' "$script")" "$capture"
    cat "$script"
} >"$scratch/script"
HOME=$scratch "$gdb" -nx -q -batch -x "$scratch/script" </dev/null >"$scratch/all" 2>&1
# gdb's own words change from version to version.
grep -E '^(= |step |core |pipe |l1:|dst:|cfg:|nothing |the run |no checkpoint|stored |tt-replay|[0-9]+ of [0-9]+ known|0x[0-9a-f]{8}, |event |tried )' "$scratch/all" >"$scratch/out"
if [ -n "$update" ]; then
    cp "$scratch/out" "${script%.gdb}.out"
    exit 0
fi
diff -u "${script%.gdb}.out" "$scratch/out" && exit 0
echo "--- all that gdb said:"
cat "$scratch/all"
exit 1
