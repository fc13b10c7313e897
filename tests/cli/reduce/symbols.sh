# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Symbols of programs stay, although nothing else is needed; one of a thing is one.
packed a
"$TT_REPLAY" import a --elf t0="$FIXTURES/program/program.elf" -o a.ttcap
"$TT_REPLAY" reduce a.ttcap --check 'true {}' -o b.ttcap
"$TT_REPLAY" verify b.ttcap
