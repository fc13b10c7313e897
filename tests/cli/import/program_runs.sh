# Programs as they were linked and dumps, put together, run as the recorded bundle of the same does.
. "$FIXTURES/lib.sh"
need_oracle
elf=$ORACLE/firmware/elf/k_copy_bf16
kernel=$ORACLE/firmware/k_copy_bf16
"$TT_REPLAY" import --arch blackhole --source simulator --name k_copy_bf16 -o kernel.ttcap \
    --elf "t0=$elf.t0.elf" --elf "t1=$elf.t1.elf" --elf "t2=$elf.t2.elf" \
    --state "$kernel/begin/state.json.zst" --dst-valid "$kernel/begin/dst_valid.bin.zst" \
    --l1 "0x20000=$kernel/begin/l1_020000.bin.zst" --l1 "0x5ffc0=$kernel/begin/l1_05ffc0.bin.zst" \
    --at end --cfg "$kernel/end/cfg.bin.zst" --dst "$kernel/end/dst.bin.zst" --gpr "$kernel/end/gpr.bin.zst" \
    --l1 "0x14000=$kernel/end/l1_014000.bin.zst" --l1 "0x5ffc0=$kernel/end/l1_05ffc0.bin.zst" &&
    "$TT_REPLAY" replay kernel.ttcap --order firmware -o kernel.db >/dev/null && "$TT_REPLAY" diff kernel.db
