#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What a shell offers after `tt-replay`, and after each verb, against what --help lists: every verb, every option, files
# elsewhere. $1 is the shell, $TT_REPLAY the program.
set -u
shell=$1
here=$(cd "$(dirname "$0")" && pwd)
folder=$here/../../completions
command -v "$shell" >/dev/null || { echo "$shell is not installed"; exit 77; }
bin=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-shell.XXXXXX") || exit 2
trap 'rm -rf "$bin"' EXIT
ln -s "$TT_REPLAY" "$bin/tt-replay"
PATH=$bin:$PATH
HOME=$bin
export PATH HOME
unset XDG_CONFIG_HOME XDG_DATA_HOME ZDOTDIR

# offered WORD...: what the shell offers for the last of the words after tt-replay, one a line.
offered() {
    case $shell in
    bash) bash --norc -c '
            source "$1"; shift
            COMP_WORDS=(tt-replay "$@"); COMP_CWORD=$#
            _tt_replay; printf "%s\n" "${COMPREPLY[@]}"' bash "$folder/tt-replay.bash" "$@" ;;
    # The functions that offer, taken by themselves: what _describe would show.
    zsh) zsh -f -c '
            source "$1"; shift
            typeset -ga seen
            _describe() {
                local name
                for name in "$@"; do
                    [[ $name == [a-z]* && $name != option && $name != verb && $name != action ]] && seen+=(${(P)name%%:*})
                done
            }
            _files() { }
            compset() { PREFIX=${PREFIX#*=}; }
            compadd() { seen+=(${(P)@[-1]}); }
            words=(tt-replay "$@"); CURRENT=$#words; PREFIX=$words[-1]
            _tt_replay; print -rl -- ${(M)seen:#$PREFIX*}' zsh "$folder/_tt-replay" "$@" ;;
    fish) fish --no-config -c '
            source $argv[1]
            complete -C "tt-replay $argv[2..-1]"' "$folder/tt-replay.fish" "$@" | sed 's/\t.*//' ;;
    esac
}

# listed VERB [ACTION]: the options of its help, sorted; those that need a value end in "=".
listed() {
    "$TT_REPLAY" "$@" --help | grep -E '^ {2,6}-' |
        sed 's/^ *//; s/^-[a-zA-Z?], //; s/[[ ].*//; s/=.*/=/' | grep -- '^--[a-z]' | sort -u
}

failed=0
same() {
    [ "$2" = "$3" ] && return
    echo "$shell: $1: listed:"; echo "$2"; echo "offered:"; echo "$3"
    failed=1
}

verbs=$("$TT_REPLAY" --help | grep -oE '^  [a-z]+  ' | tr -d ' ' | sort)
[ "$(echo "$verbs" | wc -l)" -gt 8 ] || { echo "the help lists too few verbs"; exit 1; }
same "no verb yet" "$verbs" "$(offered '' | grep -v '^-' | sort)"
same "a verb begun" verify "$(offered ver)"
for verb in $verbs; do
    same "$verb" "$(listed "$verb")" "$(offered "$verb" -- | sort -u)"
done
actions=$("$TT_REPLAY" farm --help | grep -oE '^  [a-z]+  ' | tr -d ' ' | sort)
same "no action yet" "$actions" "$(offered farm '' | sort)"
for action in $actions; do
    same "farm $action" "$(listed farm "$action")" "$(offered farm "$action" -- | sort -u)"
done
orders="executed
firmware
program"
same "an order" "$orders" "$(offered replay --order '' | sort)"
same "a unit begun" pack "$(offered replay --unit pac)"
same "a field begun" STACC_RELU_ApplyRelu= "$(offered bisect --set STACC_RELU_App)"
same "a stage begun" "pack.late_convert" "$(offered diff --stage pack.late)"
same "a format begun" fp8_e4m3 "$(offered export --format fp8_e4)"
same "an option begun" --override "$(offered import --overr)"
cp "$here/../../traces/kernels/datacopy_u16_rand.ttcap" "$bin/run.ttcap"
cd "$bin" || exit 2
"$TT_REPLAY" replay run.ttcap --set STACC_RELU_ApplyRelu=1 -o run.db >/dev/null
places=$(offered why run.db '' | sort)
for place in tile0: l1:0x60000 cfg:ALU_FORMAT_SPEC_REG_SrcA_val; do
    same "a place of the run" "$place" "$(echo "$places" | grep -x -F "$place")"
done
same "a stage of the run" "pack.relu" "$(offered diff run.db --stage pack.rel)"
for file in run.db run.ttcap; do
    same "a field that $file wrote" "ALU_FORMAT_SPEC_REG_SrcA_val=" "$(offered bisect $file --set ALU_FORMAT_SPEC_REG_SrcA_v)"
    same "with what $file wrote it" 0 "$(offered bisect $file --set ALU_FORMAT_SPEC_REG_SrcA_val= | sed 's/.*=//')"
    same "a field that $file did not write" "THCON_SEC1_REG7_Offset_address=" "$(offered bisect $file --set THCON_SEC1_REG7_Offset_a)"
    same "a unit of $file" "unpack0
unpack1" "$(offered replay $file --unit unp | sort)"
    same "a unit that $file has not" vector "$(offered replay $file --unit vec)"
done
same "a stage that the run has not" "" "$(offered diff run.db --stage unpack0.zzz)"
exit $failed
