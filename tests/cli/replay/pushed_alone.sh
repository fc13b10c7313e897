# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# What was only pushed has no executed order; the other order replays it.
printf "02000000\n" >nop.txt
"$TT_REPLAY" import --arch blackhole --stream 0=nop.txt -o nop.ttcap
says replay nop.ttcap --order executed -o run.db
says bisect nop.ttcap
"$TT_REPLAY" replay nop.ttcap --order program -o run.db
# Without --order the capture's own events say in which it can be run: pushed words; cores that boot.
"$TT_REPLAY" replay nop.ttcap -o plain.db
cp "$TRACES/firmware/core_amo_share.ttcap" boots.ttcap
"$TT_REPLAY" replay boots.ttcap | grep -E 'cores|verdict'
