# SPDX-License-Identifier: Apache-2.0
# Bits: raw bytes and unsigned arrays, of L1 and Dst, with a format and without.
. "$FIXTURES/lib.sh"
cp "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap -o run.db >/dev/null
"$TT_REPLAY" export run.db --region l1:0x60000-0x60800 -o bytes.npy
tail -c 2048 bytes.npy >bytes.bin
"$TT_REPLAY" diff run.db --expect bytes.npy --at l1:0x60000 | tail -3
"$TT_REPLAY" diff run.db --expect bytes.bin --at l1:0x60000:2048 | tail -3
"$TT_REPLAY" diff run.db --expect bytes.bin --at l1:0x60000 --format bf16 | tail -3
"$TT_REPLAY" export run.db --region dst --format bf16 --unknown 0 -o dst.npy
head -c 2176 dst.npy >part.npy
sed -i '1s/(16384,)/(512,)  /' part.npy
"$TT_REPLAY" diff run.db --expect part.npy --at dst:0,0 --format bf16 | tail -3
"$TT_REPLAY" export run.db --region dst --unknown 0 -o cells.npy
"$TT_REPLAY" diff run.db --expect cells.npy --at dst:0,0 | tail -3
echo "-- two bits of one datum, and of none"
poke bytes.bin 100 0
poke bytes.bin 101 200
"$TT_REPLAY" diff run.db --expect bytes.bin --at l1:0x60000 --format bf16
echo "exit $?"
"$TT_REPLAY" diff run.db --expect bytes.bin --at l1:0x60000 --limit 1 | tail -8
