# SPDX-License-Identifier: Apache-2.0
"$TT_REPLAY" probe
"$TT_REPLAY" probe -o q --chip grayskull
"$TT_REPLAY" probe nowhere --read a.json
"$TT_REPLAY" probe -o q --draws 1 >/dev/null
"$TT_REPLAY" probe q --read absent.json
echo '{"tt_replay_answers": 1, "chip": "wormhole_b0", "device": "x", "answers": []}' >a.json
"$TT_REPLAY" probe q --read a.json
echo '{"tt_replay_answers": 1, "chip": "blackhole", "device": "x", "answers": [{"experiment": "a", "repeats": []}]}' >a.json
"$TT_REPLAY" probe q --read a.json
echo '{"tt_replay_profile": 1, "chip": "blackhole", "readings": ["pack.bfp.round=up"]}' >p.json
"$TT_REPLAY" census ELWADD --profile p.json
"$TT_REPLAY" probe q --emulate a.json --variant nothing=here
sed 's/"step/"stop/' q/probe.json >x && mv x q/probe.json
"$TT_REPLAY" probe q --emulate a.json
"$TT_REPLAY" probe q --emulate a.json --next b
