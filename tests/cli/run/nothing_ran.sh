# SPDX-License-Identifier: Apache-2.0
# lane: change
# A host that reads what it wrote itself, and one whose answer stands there before the tile has run: no verdict.
printf 'WRITE core=1,1 addr=0x100 size=4 data=01020304\nREAD core=1,1 addr=0x100 size=4 data=- reply=01020304\n' | sed 's/data=-/data=00000000/' >own.wire
"$TT_REPLAY" run --arch wormhole_b0 --wire own.wire | tail -2
"$TT_REPLAY" run --arch wormhole_b0 --wire own.wire >/dev/null
echo "$?"
sed '1i RESET_DEASSERT core=1,1 addr=0x0 size=4 data=00000000' own.wire >idle.wire
"$TT_REPLAY" run --arch wormhole_b0 --wire idle.wire | tail -2
# A host that waits for a core that stopped: the reason is the core's.
sed -e '1i WRITE core=1,1 addr=0x0 size=4 data=ffffffff' -e 's/reply=01020304/reply=01020305/' idle.wire >stopped.wire
{ sed '$s/reply=01020305/reply=01020304/' stopped.wire && tail -1 stopped.wire; } >waits.wire
"$TT_REPLAY" run --arch wormhole_b0 --wire waits.wire | sed -n '/hung/,$p'
