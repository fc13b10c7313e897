# SPDX-License-Identifier: Apache-2.0
# A replay as a capture: what another reading makes of a kernel is what that reading replays, and no other does.
kernel=$TRACES/kernels/datacopy_bfp8_bfp8_bfp8_bfp4_hostile.ttcap
other=pack.bfp.round=truncate
"$TT_REPLAY" replay "$kernel" --record same.ttcap
"$TT_REPLAY" replay same.ttcap -o same.db | tail -1
"$TT_REPLAY" replay "$kernel" --order program --record program.ttcap | tail -1
"$TT_REPLAY" replay program.ttcap -o executed.db | tail -1
"$TT_REPLAY" replay program.ttcap --order program -o program.db | tail -1
"$TT_REPLAY" replay "$kernel" --variant $other --record other.ttcap | tail -1
"$TT_REPLAY" info other.ttcap | grep '^tags' -A 1
"$TT_REPLAY" replay other.ttcap --variant $other -o other.db | tail -1
"$TT_REPLAY" replay other.ttcap --json -o device.db >device.json
"$SCHEMA_CHECK" "$SCHEMAS/replay.schema.json" <device.json
grep -E 'verdict|recorded' device.json
"$TT_REPLAY" verify other.ttcap | sed 's/;.*//'
"$TT_REPLAY" replay "$kernel" --record other.ttcap
