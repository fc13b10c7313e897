# Lines of source of words and of stores; with --source the lines themselves, where the files are there.
. "$FIXTURES/lib.sh"
lines_run --lines-prefix /home/me/kernel/=
"$TT_REPLAY" why lines.db l1:0x60010 --source; echo
cp "$FIXTURES/lines/pack.cpp" .
"$TT_REPLAY" why lines.db l1:0x60010 --source; echo
"$TT_REPLAY" why lines.db cfg:THCON_SEC0_REG1_Out_data_format --source; echo
# A file of another kind, one that is shorter, and one that would act on the terminal.
printf 'one\n' >pack.cpp && "$TT_REPLAY" why lines.db l1:0x60010 --source | grep cpp:16
rm pack.cpp && mkfifo pack.cpp && "$TT_REPLAY" why lines.db l1:0x60010 --source | grep cpp:16
rm pack.cpp && { yes '' | head -15; printf '\033[2J\302\2332J\n'; } >pack.cpp
"$TT_REPLAY" why lines.db l1:0x60010 --source | grep cpp:16
"$TT_REPLAY" why lines.db l1:0x60010 --json | "$SCHEMA_CHECK" "$SCHEMAS/why.schema.json"
"$TT_REPLAY" why lines.db cfg:THCON_SEC0_REG1_Out_data_format --json | "$SCHEMA_CHECK" "$SCHEMAS/why.schema.json"
