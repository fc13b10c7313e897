# SPDX-License-Identifier: Apache-2.0
# Against a function of the datum that each output comes of: max(0, 1.25 x - 0.5) is a poor relu, a copy is exact.
case=$TRACES/kernels/sfpu_v0_bfp8_bfp8_bfp8_bfp8_hostile.ttcap
cp "$case" case.ttcap
"$TT_REPLAY" precision case.ttcap --expect exact:relu | sed -n '/^Squared/,/^$/p;/^Not/,$p'
"$TT_REPLAY" precision case.ttcap --expect exact:relu --json | "$SCHEMA_CHECK" "$SCHEMAS/precision.schema.json"
"$TT_REPLAY" precision "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" --expect exact:identity | sed -n '2,4p'
# A sum of two tensors is no function of one datum.
"$TT_REPLAY" precision "$TRACES/kernels/binary_ADD_COL_LoFi_f16b_f16b_f16b_f16b_nice.ttcap" --expect exact:identity | sed -n '2p;/^Not/,$p'
"$TT_REPLAY" precision case.ttcap --expect exact:no || echo "exit $?"
"$TT_REPLAY" precision case.ttcap --expect case.npy || echo "exit $?"
# Arrays: what the device itself made, in blocks, from which nothing lies away; and floats that the outputs are not.
cp "$TRACES/kernels/datacopy_f16b_f16b_f32_bfp8_acc_hostile.ttcap" blocks.ttcap
"$TT_REPLAY" replay blocks.ttcap -o blocks.db >/dev/null
"$TT_REPLAY" export blocks.db --region l1:0x60040-0x60440 --format bfp8 --exponents 0x60000 -o golden.npy
"$TT_REPLAY" precision blocks.ttcap --expect golden.npy --at l1:0x60000 --format bfp8 | sed -n '2,/^$/p'
cp "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" copy.ttcap
python3 - <<'END'
import struct
values = [struct.unpack("<f", struct.pack("<I", 0x3F80 + i % 64 << 16))[0] for i in range(1024)]
head = "{'descr': '<f4', 'fortran_order': False, 'shape': (1024,), }".ljust(117) + "\n"
open("some.npy", "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<1024f", *values))
END
"$TT_REPLAY" precision copy.ttcap --expect some.npy --at l1:0x60000 --format bf16 | sed -n '2,/^$/p;/^Squared/,/^$/p;/^Not/,$p'
"$TT_REPLAY" precision copy.ttcap --expect some.npy --at l1:0x60000 || echo "exit $?"
"$TT_REPLAY" precision copy.ttcap --expect some.npy --at lreg:0.0 --format fp32 || echo "exit $?"
"$TT_REPLAY" precision copy.ttcap --expect exact:exp --at l1:0x60000 || echo "exit $?"
