# SPDX-License-Identifier: Apache-2.0
# Two kernels in one capture: what the first leaves otherwise than it found it, and the second reads. The leaks that tt-metal's
# san_contract_gaps.md confirms: strides of SrcA, both orders of Dst's rows, the packer's offset in Dst and the register that it
# is read from, the zero flag; on Wormhole the datums of a row of unpacker 0's context. (The seventh is of another chip.)
. "$FIXTURES/lib.sh"
# kernels NAME SINCE FROM [CHIP]: the words of standard input; Dst is held at the end. With CHIP L1 has bytes at the start.
kernels() {
    pushed "$1" "${4:-blackhole}" exec
    mkdir -p "$1/end"
    head -c 32768 /dev/zero >"$1/end/dst.bin"
    last=$(($(wc -l <"$1/events.jsonl") - 1))
    end='{"id": "end", "after_event": '$last', "regions": [{"name": "dst", "file": "end/dst.bin"}]}'
    seq 1 64 >"$1/l1.bin"
    l1=${4:+'{"name": "l1", "addr": 16, "file": "l1.bin"}'}
    edit "$1/bundle.json" "s|\"regions\": \[\]}|\"regions\": [$l1]}, $end|"
    "$TT_REPLAY" import "$1" -o "$1.ttcap" >/dev/null
    "$TT_REPLAY" residue "$1.ttcap" ${2:+--since "$2"} --from "$3"
    echo "exit $?"
}
# Formats of packer and Dst, no compression, no edge masked; then other numbers in rows 0 and 64 of Dst.
setup() {
    cat <<'WORDS'
2 RMWCIB1 cfg_reg_addr=70 mask=15 data=5
2 RMWCIB0 cfg_reg_addr=70 mask=241 data=81
2 RMWCIB3 cfg_reg_addr=1 mask=30 data=10
2 RMWCIB0 cfg_reg_addr=24 mask=255 data=255
2 RMWCIB1 cfg_reg_addr=24 mask=255 data=255
2 RMWCIB0 cfg_reg_addr=180 mask=255 data=0
2 RMWCIB0 cfg_reg_addr=220 mask=3 data=0
2 RMWCIB0 cfg_reg_addr=2 mask=1 data=0
2 RMWCIB2 cfg_reg_addr=56 mask=255 data=32
2 RMWCIB3 cfg_reg_addr=56 mask=255 data=0
1 SFPENCC imm12_math=3 instr_mod1=10
1 SFPLOADI imm16=16256
1 SFPSTORE instr_mod0=2
1 SFPLOADI imm16=16512
1 SFPSTORE instr_mod0=2 dest_reg_addr=64
2 SETDMAREG reg_index16b=8
WORDS
}
pack='2 SETADCXX x_end2=15 cnt_set_mask=4
2 PACR last=1'
{ setup; echo '2 RMWCIB0 cfg_reg_addr=180 mask=255 data=64'; echo "$pack"; } | kernels offset 16 17
{ setup; echo '2 SETDMAREG reg_index16b=8 payload_sig_sel=64'; echo '2 WRCFG cfg_reg=180 gpr_address=4'; echo '2 NOP'; echo "$pack"; } |
    kernels offset_register 16 17
{ setup; echo '1 RMWCIB0 cfg_reg_addr=220 mask=2 data=2'; echo '1 SFPSTORE instr_mod0=2 dest_reg_addr=8'; } | kernels row_order 16 17
{
    setup
    echo '1 RMWCIB0 cfg_reg_addr=2 mask=1 data=1'
    printf '%s\n' '0 SETDVALID setvalid=3' '1 SFPLOADI imm16=0x5500 instr_mod0=2' '1 SFPSTORE instr_mod0=6' '1 MOVD2A instr_mod=2' \
        '1 MOVA2D instr_mod=2 dst=128'
} | kernels zero_flag 16 17
{
    setup
    echo "$pack"
    printf '%s\n' '0 RMWCIB0 cfg_reg_addr=64 mask=255 data=21' '0 RMWCIB0 cfg_reg_addr=72 mask=15 data=5' '1 RMWCIB2 cfg_reg_addr=1 mask=30 data=10' \
        '0 RMWCIB2 cfg_reg_addr=56 mask=255 data=0' '0 RMWCIB3 cfg_reg_addr=56 mask=255 data=2' '0 SETADCXX x_end2=15 cnt_set_mask=1' \
        '0 SETADC cnt_set_mask=1 channel_index=1 dimension_index=1 value=1' '0 UNPACR last=1 set_dat_valid=1' \
        '1 MOVA2D instr_mod=2 dst=128' '1 MOVA2D instr_mod=2 dst=136 src=8' '1 MOVA2D instr_mod=2 dst=144 src=16'
} | kernels stride 21 23
printf '%s\n' '1 SFPENCC imm12_math=3 instr_mod1=10' '1 SFPLOADI imm16=16256' '1 RMWCIB0 cfg_reg_addr=220 mask=3 data=3' \
    '1 SFPSTORE instr_mod0=3 dest_reg_addr=12' | kernels wide_row_order 2 3
printf '%s\n' '0 SETDMAREG reg_index16b=8 payload_sig_sel=16' '0 REG2FLOP size_sel=1 flop_index=22 reg_index=4' \
    '0 RMWCIB0 cfg_reg_addr=52 mask=255 data=21' '0 RMWCIB0 cfg_reg_addr=60 mask=15 data=5' \
    '0 RMWCIB0 cfg_reg_addr=61 mask=15 data=15' '0 RMWCIB2 cfg_reg_addr=1 mask=30 data=10' \
    '0 RMWCIB0 cfg_reg_addr=53 mask=255 data=4' '0 RMWCIB0 cfg_reg_addr=72 mask=255 data=64' \
    '0 SETADCXX x_end2=15 cnt_set_mask=1' '0 SETADC cnt_set_mask=1 dimension_index=1 value=1' \
    '0 UNPACR last=1 set_dat_valid=1 ovrd_thread_id=1' '1 MOVA2D instr_mod=2 dst=128' | kernels row_datums '' 2 wormhole_b0
# A counter's carry copy, which ADDRCRXY takes over; SETADC sets both of them (docs/semantics/adc.md), so that nothing is left.
step='2 ADDRCRXY cnt_set_mask=4 ch0_y=4 bit_mask=2'
rows='2 RMWCIB3 cfg_reg_addr=12 mask=255 data=0
2 RMWCIB2 cfg_reg_addr=12 mask=255 data=32'
{ setup; echo "$rows"; echo "$step"; echo '2 ADDRCRXY cnt_set_mask=4 bit_mask=2'; echo "$pack"; } | kernels carry 18 19
{ setup; echo "$rows"; echo "$step"; echo '2 SETADC cnt_set_mask=4 dimension_index=1'; echo '2 ADDRCRXY cnt_set_mask=4 bit_mask=2'; echo "$pack"; } |
    kernels carry_set 18 20
# What it reads as it was found is not named; and the two ways to name a run before exclude each other.
{ setup; echo '2 NOP'; echo "$pack"; } | kernels clean 16 17
"$TT_REPLAY" residue offset.ttcap --from 17 --json >from.json
"$SCHEMA_CHECK" "$SCHEMAS/residue.schema.json" <from.json
"$TT_REPLAY" residue offset.ttcap --from 17 --after clean.ttcap 2>&1
"$TT_REPLAY" residue offset.ttcap --order program --from 17 2>&1
"$TT_REPLAY" residue offset.ttcap --from 500 2>&1
"$TT_REPLAY" residue offset.ttcap --from 5 --since 5 2>&1
