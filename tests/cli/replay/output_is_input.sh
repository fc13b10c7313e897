# What is read is not written over, even with --force, and two outputs need two names.
. "$FIXTURES/lib.sh"
bundle a
"$TT_REPLAY" import a -o a.ttcap
cp a.ttcap before
ln a.ttcap other-name
"$TT_REPLAY" replay a.ttcap -o other-name --force
"$TT_REPLAY" replay a.ttcap --record a.ttcap --force
"$TT_REPLAY" replay a.ttcap -o one --record one
cmp a.ttcap before
