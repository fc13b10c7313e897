# Laid over a bundle: what both know is the same, or is said to differ.
. "$FIXTURES/lib.sh"
bundle small
cp "$FIXTURES/program/program.elf" .
"$TT_REPLAY" import small --elf t1=program.elf -o both.ttcap && "$TT_REPLAY" info both.ttcap
