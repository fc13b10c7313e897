# A block that was cut, a chip that nobody says, a value that is none: file, line and column.
sed -e '/^0x00020020/d' "$FIXTURES/tools/exalens_blackhole.txt" >cut.txt
"$TT_REPLAY" import --arch blackhole cut.txt -o out.ttcap
"$TT_REPLAY" import cut.txt -o out.ttcap
sed -e 's/True/Maybe/' "$FIXTURES/tools/exalens_blackhole.txt" >value.txt
"$TT_REPLAY" import --arch blackhole value.txt -o out.ttcap
"$TT_REPLAY" import --arch blackhole --exalens none.txt -o out.ttcap
status=$?
ls
exit $status
