# What is there stays, unless --force says otherwise.
. "$FIXTURES/lib.sh"
bundle small
echo precious >small.ttcap
"$TT_REPLAY" import small -o small.ttcap
code=$?
cat small.ttcap
"$TT_REPLAY" import small -o small.ttcap --force && grep -c precious small.ttcap
exit $code
