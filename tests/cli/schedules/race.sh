# SPDX-License-Identifier: Apache-2.0
# What nothing orders is named beside the orders that were tried, with what a delay of it shows: a register that WRCFG may read too soon, by
# the number of cycles and what that leaves; a load that comes too late for it, which is a difference; a bank that may have turned, which no
# replay shows; and a place in Dst whose new value is the old one's.
. "$FIXTURES/lib.sh"
ask() {
    "$TT_REPLAY" import "$1" -o "$1.ttcap" >/dev/null
    "$TT_REPLAY" schedules "$1.ttcap"
    echo "exit $?"
    "$TT_REPLAY" schedules "$1.ttcap" --json >"$1.json"
    "$SCHEMA_CHECK" "$SCHEMAS/schedules.schema.json" <"$1.json"
    grep -oE '"(code|answer|left)": "[^"]*"' "$1.json"
}
pushed lag blackhole <<'WORDS'
2 SETDMAREG reg_index16b=8 payload_sig_sel=7
2 WRCFG cfg_reg=13 gpr_address=4
2 NOP
2 SETDMAREG reg_index16b=8 payload_sig_sel=4660
2 NOP
2 NOP
2 WRCFG cfg_reg=12 gpr_address=4
WORDS
ask lag
pushed load wormhole_b0 <<'WORDS'
2 SETDMAREG reg_index16b=8 payload_sig_sel=4660
2 LOADIND addr_reg_index=8 data_reg_index=4 offset_index=40 size_sel=1
2 WRCFG cfg_reg=12 gpr_address=4
WORDS
ask load
pushed turn blackhole <<'WORDS'
0 UNPACR last=1 set_dat_valid=1
0 UNPACR last=1 set_dat_valid=1
1 MOVA2D
1 SETRWC clear_ab_vld=1
1 STALLWAIT stall_res=64 wait_res=128
1 MOVD2A
WORDS
ask turn
pushed early blackhole <<'WORDS'
0 UNPACR last=1 set_dat_valid=1
1 MOVD2A
WORDS
ask early
pushed same blackhole <<'WORDS'
2 PACR last=1
2 RMWCIB0 cfg_reg_addr=2 mask=12 data=4
WORDS
ask same
