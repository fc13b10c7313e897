# Several bundles go into a folder, each under its own folder's name.
. "$FIXTURES/lib.sh"
bundle one
bundle two
mkdir out
"$TT_REPLAY" import one two/ -o out/ && ls -A out
