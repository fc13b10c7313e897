# The state that the low-level-kernel tests write, given without an option: known by its beginning, its chip by its packers.
cp "$FIXTURES/tools/llk_wormhole.json" state.json
"$TT_REPLAY" import state.json -o state.ttcap && "$TT_REPLAY" info state.ttcap | sed '/bytes, hash/d'
"$TT_REPLAY" dump state.ttcap --registers | grep -c THCON
