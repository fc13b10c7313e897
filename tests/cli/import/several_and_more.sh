. "$FIXTURES/lib.sh"
bundle a
bundle b
mkdir out
"$TT_REPLAY" import a b --name x -o out
