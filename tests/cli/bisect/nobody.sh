# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# The packer is sent elsewhere: where the device wrote, the replay writes nothing, and the first PACR is named.
packed a
cp "$FIXTURES/packed_l1_alone.json" a/bundle.json
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" bisect a.ttcap --set THCON_SEC0_REG1_L1_Dest_addr=0x70000 --budget 200
