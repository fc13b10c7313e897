# SPDX-License-Identifier: Apache-2.0
# Behind the packer: FP32 results become BF16 by rounding to nearest, ties to even, and FP32 stays as it is. From a register, and with a
# budget, there is no packer.
cp "$TRACES/../examples/kernels/exp_fp32.words" .
run() { "$TT_REPLAY" census --kernel exp_fp32.words --function exp --format fp32 --population 0x3F000000-0x3F007FFF "$@"; }
run --csv >plain.csv
run --csv --pack fp32 | cmp - plain.csv && echo "FP32: the same"
run --csv --pack bf16 --chip wormhole_b0 >bf16.csv
python3 - <<'END'
plain, packed = ([line.split(",")[1] for line in list(open(name))[1:]] for name in ("plain.csv", "bf16.csv"))
rounded = [(int(a, 16) + 0x7FFF + (int(a, 16) >> 16 & 1)) >> 16 for a in plain]
print(len(plain), "results, as rounded:", sum(a == int(b, 16) for a, b in zip(rounded, packed)))
END
run --pack bf16
run --pack bf16 --budget
run --pack tf32
"$TT_REPLAY" census --kernel exp_fp32.words --function exp --format fp32 --pack bf16 --out lreg:1
