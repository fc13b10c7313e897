# SPDX-License-Identifier: Apache-2.0
# lane: commit
. "$FIXTURES/lib.sh"
# A tile descriptor is a structure: dump, config and why show its parts, and one part can be set alone.
kernel=$TRACES/kernels/relu_m1_t0_f16b_f16b_f32_f16_acc_nice.ttcap
"$TT_REPLAY" dump "$kernel" --registers --at end | grep -A1 TileDescriptor
"$TT_REPLAY" dump "$kernel" --registers --at end --json | grep -o '"YDim.*'
"$TT_REPLAY" replay "$kernel" -o run.db >/dev/null
"$TT_REPLAY" config run.db --from 0 --to 400 | grep -A2 TileDescriptor
"$TT_REPLAY" why run.db cfg:THCON_SEC1_REG0_TileDescriptor
"$TT_REPLAY" replay "$kernel" --set THCON_SEC0_REG0_TileDescriptor.InDataFormat=6 | sed -n '/verdict/,$p'
says replay "$kernel" --set THCON_SEC0_REG0_TileDescriptor.InDataFormt=6
says replay "$kernel" --set THCON_SEC0_REG0_TileDescriptor.XDim=70000
says replay "$kernel" --set ALU_ACC_CTRL_Fp32_enabled.XDim=0
