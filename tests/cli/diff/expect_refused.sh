# SPDX-License-Identifier: Apache-2.0
# Types that cannot be the format, arrays that do not fit, files that are none: refused with file and reason.
. "$FIXTURES/lib.sh"
cp "$TRACES/kernels/datacopy_f16b_f16b_f16b_f16b_nice.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap -o run.db >/dev/null
try() { "$TT_REPLAY" diff run.db --expect "$@" || echo "exit $?"; }
echo "-- options"
try no.npy
try no.npy --at l1:0x60000
try no.npy --at 60000
try no.npy --at cfg:ALU_ACC_CTRL_Fp32_enabled
"$TT_REPLAY" diff run.db --at l1:0x60000 || echo "exit $?"
try no.npy --at l1:0x60000 --ulp 1
try no.npy --at l1:0x60000 --rtol 1
try no.npy --at l1:0x60000 --format bf16 --rtol -1
try no.npy --at l1:0x60000 --format bf16 --atol inf
try no.npy --at l1:0x60000 --format bf16 --atol 1x
try no.npy --at l1:0x60000 --format bf61
try no.npy --at l1:0x60000 --layout columns
try no.npy --at l1:0x60000 --waivers w
npy f4.npy '<f4' '(1024,)' 4096
npy i4.npy '<i4' '(1024,)' 4096
npy u2.npy '<u2' '(1024,)' 2048
npy u1.npy '|u1' '(1088,)' 1088
npy b1.npy '|b1' '(1024,)' 1024
npy f8.npy '<f8' '(16,)' 128
npy v2.npy '|V2' '(1024,)' 2048
echo "-- types"
try f4.npy --at l1:0x60000
try i4.npy --at l1:0x60000
try i4.npy --at l1:0x60000 --format bf16
try f4.npy --at l1:0x60000 --format int32
try u2.npy --at l1:0x60000 --format fp32
try u2.npy --at l1:0x60000 --format bfp8
try b1.npy --at l1:0x60000 --format bf16
try v2.npy --at l1:0x60000 --format fp32
try u1.npy --at dst:0,0
try f4.npy --at dst:0,0 --format bfp8
try f4.npy --at gpr:0.0 --format fp32
try u1.npy --at l1:0x60000 --format bfp8 --exponents 0x60000
try u1.npy --at l1:0x60000 --format bfp8 --layout tiles
try f4.npy --at l1:0x60000 --format bf16 --exponents 0x60000
try f4.npy --at l1:0x60000 --format bfp8 --exponents 0x60100
echo "-- lengths"
try f4.npy --at l1:0x60000:2000 --format bf16
try f4.npy --at l1:0x17ff00 --format bf16
try f4.npy --at dst:1023,0 --format bf16
try f4.npy --at dst:255,0 --format fp32
try f8.npy --at l1:0x60000 --format bf16 --layout tiles
try f4.npy --at l1:0x60000 --format bf16 --layout rows
npy odd.npy '<f4' '(3, 5)' 60
try odd.npy --at l1:0x60000 --format bf16 --layout rows
try odd.npy --at l1:0x60000 --format bfp8
head -c 1089 /dev/zero >odd.bin
try odd.bin --at l1:0x60000 --format bfp8
try odd.bin --at l1:0x60000 --format bf16
: >empty.bin
try empty.bin --at l1:0x60000
npy none.npy '<f4' '(0, 4)' 0
try none.npy --at l1:0x60000 --format bf16
echo "-- values that the format has not"
printf '\000\000\200\177' | dd of=f4.npy bs=1 seek=$((128 + 20)) conv=notrunc 2>/dev/null
try f4.npy --at l1:0x60000 --format bfp8
printf '\000\000\300\177' | dd of=f4.npy bs=1 seek=$((128 + 20)) conv=notrunc 2>/dev/null
try f4.npy --at l1:0x60000 --format fp16
printf '\200\000\000\000' | dd of=i4.npy bs=1 seek=128 conv=notrunc 2>/dev/null
try i4.npy --at l1:0x60000 --format int8
printf '\200\377\377\377' | dd of=i4.npy bs=1 seek=128 conv=notrunc 2>/dev/null
try i4.npy --at l1:0x60000 --format int8
echo "-- hostile arrays"
head -c 100 f4.npy >cut.npy
try cut.npy --at l1:0x60000 --format bf16
head -c 9 f4.npy >cut.npy
try cut.npy --at l1:0x60000 --format bf16
npy huge.npy '<f4' '(4294967295, 4294967295, 4294967295)' 64
try huge.npy --at l1:0x60000 --format bf16
npy huge.npy '<f4' '(4294967295, 4294967295)' 64
try huge.npy --at l1:0x60000 --format bf16
npy negative.npy '<f4' '(-4,)' 16
try negative.npy --at l1:0x60000 --format bf16
npy short.npy '<f4' '(4,)' 12
try short.npy --at l1:0x60000 --format bf16
npy big.npy '>f4' '(4,)' 16
try big.npy --at l1:0x60000 --format bf16
npy fortran.npy '<f4' '(4, 4)' 64
sed -i '1s/False/True /' fortran.npy
try fortran.npy --at l1:0x60000 --format bf16
try . --at l1:0x60000 --format bf16
echo "-- runs"
"$TT_REPLAY" replay a.ttcap --unit pack -o part.db >/dev/null
"$TT_REPLAY" diff part.db --expect u2.npy --at l1:0x60000 || echo "exit $?"
