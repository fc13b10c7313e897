# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# What was only pushed has no executed order; the other order replays it.
printf "02000000\n" >nop.txt
"$TT_REPLAY" import --arch blackhole --stream 0=nop.txt -o nop.ttcap
says replay nop.ttcap -o run.db
says bisect nop.ttcap
"$TT_REPLAY" replay nop.ttcap --order program -o run.db
