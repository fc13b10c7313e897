# SPDX-License-Identifier: Apache-2.0
# Of a field that explains all: nothing had written it; a word of the recording did; a word did in another state of the configuration, which
# says nothing of the one that is read.
. "$FIXTURES/lib.sh"
# ask NAME WORD...: numbers stored to Dst behind these words, held against what one field at another value would leave.
ask() {
    name=$1
    shift
    {
        [ $# = 0 ] || printf '1 %s\n' "$@"
        for row in 1 2 3 4; do
            printf '1 %s\n' "SFPLOADI instr_mod0=8 imm16=0x412$row" "SFPLOADI instr_mod0=10 imm16=0x78${row}1" \
                "SFPSTORE dest_reg_addr=$((4 * row))"
        done
    } | pushed "$name" blackhole exec
    "$TT_REPLAY" import "$name" -o "$name.ttcap" >/dev/null
    "$TT_REPLAY" replay "$name.ttcap" --set ALU_ACC_CTRL_SFPU_Fp32_enabled=1 -o "$name.db" >/dev/null
    "$TT_REPLAY" export --region dst "$name.db" -o "$name.npy" >/dev/null
    "$TT_REPLAY" bisect "$name.ttcap" --expect "$name.npy" --at dst:0,0 --budget 150 | sed -n '/^  perhaps/,/the field held/p'
}
ask never
ask written 'RMWCIB3 cfg_reg_addr=1 mask=64'
ask other 'SETC16 setc16_reg=0 setc16_value=1' 'RMWCIB3 cfg_reg_addr=1 mask=64' 'SETC16 setc16_reg=0'
