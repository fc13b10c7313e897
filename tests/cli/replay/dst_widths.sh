# SPDX-License-Identifier: Apache-2.0
# lane: commit
. "$FIXTURES/lib.sh"
# A row of Dst written in 16 bits and read in 32, and the other way round: a finding. In one width, and behind a
# ZEROACC, which leaves rows that read as zero, none.
findings() {
    "$TT_REPLAY" import "$1" -o "$1.ttcap" --force >/dev/null
    "$TT_REPLAY" replay "$1.ttcap" --order program -o "$1.db" --force >/dev/null
    echo "$1"
    "$TT_REPLAY" audit --lint "$1.db" | grep -A 4 dst-widths || echo none
}
store() {
    printf '1 %s\n' 'SFPENCC imm12_math=3 instr_mod1=10' 'SFPLOADI imm16=16256' "SFPSTORE instr_mod0=$1 dest_reg_addr=$3" \
        "$4" "SFPLOAD instr_mod0=$2 lreg_ind=1 dest_reg_addr=$3" | pushed "$5"
    findings "$5"
}
fp32=3 bf16=2
store $bf16 $fp32 0 NOP narrow_then_wide
store $fp32 $bf16 0 NOP wide_then_narrow
store $fp32 $bf16 0 'SFPSTORE instr_mod0=2' rewritten
store $fp32 $fp32 0 NOP wide
store $bf16 $bf16 0 NOP narrow
store $bf16 $fp32 0 'ZEROACC clear_mode=3' cleared
