. "$FIXTURES/lib.sh"
bundle case7
edit case7/end/state.json -e 's/lane_config/lane_confih/'
"$TT_REPLAY" import case7 -o case7.ttcap
code=$?
ls -A
exit $code
