# The state that the low-level-kernel tests write, given without an option: known by its beginning, its chip by its packers.
"$TT_REPLAY" import "$FIXTURES/tools/llk_wormhole.json" -o state.ttcap && "$TT_REPLAY" info state.ttcap | sed "s|$FIXTURES/||; s|, hash.*||; s|  *[0-9,]* bytes|  N bytes|"
"$TT_REPLAY" dump state.ttcap --registers | grep -c THCON
