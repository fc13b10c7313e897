#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs command-line cases: tests/cli/VERB/NAME.sh, with what it must say beside it.
#
#     TT_REPLAY=build/dev/src/cli/tt-replay sh tests/cli/run.sh [--update] [CASE.sh...]
#
# Without a case: all of them. A case is a few lines of sh, run with -u in an empty scratch folder of its own:
#   "$TT_REPLAY"    the binary under test
#   "$SCHEMA_CHECK" schema_check of the same build: `... --json | "$SCHEMA_CHECK" "$SCHEMAS/info.schema.json"`
#   "$FAULTS"       the shim of tests/faults, of the same build; disturbed() of fixtures/lib.sh wants it
#   "$FIXTURES"     tests/cli/fixtures: small inputs, and lib.sh with functions that make some
#   "$TRACES"       traces/, the captures shipped with the project
#   "$ORACLE"       ../shared/oracle beside the project; a case that needs it starts with
#                       . "$FIXTURES/lib.sh"; need_oracle
#                   and is skipped (exit 77) where it is absent
# NAME.out, NAME.err and NAME.exit hold its standard output, standard error and exit status, to the byte. A file that is
# not there means nothing printed, or exit 0. No output may name the scratch folder or the project's own, and no line of
# standard output be over 80 columns, unless it is JSON. --update rewrites the three files from what the case does now:
# read the difference before it is committed.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
update=
[ "${1:-}" = --update ] && { update=1; shift; }
: "${TT_REPLAY:?names the binary to test}"
case $TT_REPLAY in /*) ;; *) TT_REPLAY=$PWD/$TT_REPLAY ;; esac
SCHEMA_CHECK=${SCHEMA_CHECK:-$(dirname "$TT_REPLAY")/../../tests/cli/schema_check}
FAULTS=${FAULTS:-$(dirname "$TT_REPLAY")/../../tests/faults/libttr_faults.so}
SCHEMAS=$root/schemas
FIXTURES=$here/fixtures
TRACES=$root/traces
ORACLE=$root/../shared/oracle
LC_ALL=C.UTF-8
NO_COLOR=1
export TT_REPLAY SCHEMA_CHECK FAULTS SCHEMAS FIXTURES TRACES ORACLE LC_ALL NO_COLOR
unset COLUMNS SLURM_ARRAY_TASK_ID LSB_JOBINDEX SGE_TASK_ID PARALLEL_SEQ

scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-cli.XXXXXX") || exit 2
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP

# same WHAT WANTED GOT: says the difference and fails, or rewrites WANTED.
same() {
    if [ -e "$2" ]; then wanted=$2; else wanted=/dev/null; fi
    cmp -s "$wanted" "$3" && return 0
    if [ -n "$update" ]; then
        if [ -s "$3" ]; then cp "$3" "$2"; else rm -f "$2"; fi
        return 0
    fi
    echo "$name: $1 differs (- wanted, + got)"
    diff -u "$wanted" "$3" | tail -n +3
    return 1
}

run_case() {
    base=${1%.sh}
    name=${base#"$here"/}
    [ -f "$1" ] || { echo "$name: there is no such case"; return 1; }
    rm -rf "$scratch/work"
    mkdir "$scratch/work"
    (cd "$scratch/work" && exec sh -u "$1") >"$scratch/out" 2>"$scratch/err" </dev/null
    code=$?
    if [ $code = 77 ]; then
        echo "$name: skipped: $(cat "$scratch/out" "$scratch/err")"
        return 77
    fi
    if [ $code = 0 ]; then : >"$scratch/exit"; else echo $code >"$scratch/exit"; fi
    bad=0
    sed -i '/^  "sandbox_lacks": /d' "$scratch/out" # of an older kernel than this one
    same "standard output" "$base.out" "$scratch/out" || bad=1
    same "standard error" "$base.err" "$scratch/err" || bad=1
    same "exit status" "$base.exit" "$scratch/exit" || bad=1
    if grep -nF -e "$scratch" -e "$root" "$scratch/out" "$scratch/err"; then
        echo "$name: the output names a folder of this machine"
        bad=1
    fi
    # JSON is not for reading as it is, and ends a member where it ends.
    if ! head -c 1 "$scratch/out" | grep -q '{' && grep -n -E '^.{81,}' "$scratch/out"; then
        echo "$name: the output is over 80 columns wide"
        bad=1
    fi
    return $bad
}

if [ $# -eq 0 ]; then
    set -- "$here"/*/*.sh
fi
failed=0 skipped=0 ran=0
for case in "$@"; do
    case $case in
    "$here"/fixtures/*) continue ;;
    /*) ;;
    *) case=$PWD/$case ;;
    esac
    run_case "$case"
    code=$?
    ran=$((ran + 1))
    if [ $code = 77 ]; then skipped=$((skipped + 1)); elif [ $code != 0 ]; then failed=$((failed + 1)); fi
done
[ $ran = 1 ] || echo "$ran cases, $failed failed, $skipped skipped"
[ $failed = 0 ] || exit 1
[ $skipped != $ran ] || exit 77
