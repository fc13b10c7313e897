# SPDX-License-Identifier: Apache-2.0
# Undefined behaviour is a fault where its result is compared, and a note where the run is the same nevertheless: tt-metal's cleanup behind a
# copy to Dst unpacks 32 bits to SrcA, as zeros (TEN-3868).
. "$FIXTURES/lib.sh"
try() {
    pushed "$1" wormhole_b0 <<WORDS
0 RMWCIB0 cfg_reg_addr=52 mask=255 data=16
0 RMWCIB0 cfg_reg_addr=61 mask=255 data=1
0 RMWCIB0 cfg_reg_addr=74 mask=255 data=16
0 UNPACR last=1 zero_write2=1 ovrd_thread_id=1 set_dat_valid=$2
WORDS
    "$TT_REPLAY" import "$1" -o "$1.ttcap" >/dev/null
    "$TT_REPLAY" replay "$1.ttcap" --order program --record "$1.end.ttcap" >/dev/null
    "$TT_REPLAY" replay "$1.end.ttcap" --order program -o "$1.db" | grep -A 3 verdict
    "$TT_REPLAY" audit --lint "$1.db" | grep -A 6 -E 'faults|unpack-target'
}
try dead 0
try valid 1
