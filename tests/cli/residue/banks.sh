# SPDX-License-Identifier: Apache-2.0
# A run that gives back one bank of SrcA leaves both pointers at the other. Behind itself it works there, and its data lie in the
# other bank at the end: that changes nothing but where they lie. One pointer alone would be out of step.
. "$FIXTURES/lib.sh"
printf '0 UNPACR_NOP unpack_pop=1 set_dvalid=1\n1 MOVA2D instr_mod=2\n1 SETRWC clear_ab_vld=1\n' | pushed a blackhole exec
mkdir a/begin a/end
i=0
while [ $i -lt 2048 ]; do printf '.\000\000\000' && i=$((i + 1)); done >a/begin/srca.bin
{ head -c 4096 /dev/zero; head -c 4096 a/begin/srca.bin; } >a/end/srca.bin
printf '{"src_bank": {"unp_a": 0, "math_a": 0}, "src_valid": {"a": [0, 0]}}' >a/begin/state.json
printf '{"src_bank": {"unp_a": 1, "math_a": 1}, "src_valid": {"a": [0, 0]}}' >a/end/state.json
regions() { printf '"regions": [{"name": "srca", "file": "%s/srca.bin"}, {"name": "state", "file": "%s/state.json"}]' "$1" "$1"; }
edit a/bundle.json "s|\"regions\": \[\]}|$(regions begin)}, {\"id\": \"end\", \"after_event\": 2, $(regions end)}|"
"$TT_REPLAY" import a -o a.ttcap >/dev/null
"$TT_REPLAY" replay a.ttcap | tail -1
"$TT_REPLAY" residue a.ttcap --after a.ttcap
