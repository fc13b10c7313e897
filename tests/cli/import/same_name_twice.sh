. "$FIXTURES/lib.sh"
mkdir a b out
bundle a/case
bundle b/case
"$TT_REPLAY" import a/case b/case -o out/
code=$?
ls -A out
exit $code
