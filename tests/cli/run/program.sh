# SPDX-License-Identifier: Apache-2.0
# A program to its end; the capture of it replays to the same, and says where it started.
cp "$FIXTURES/program/program.elf" .
"$TT_REPLAY" run --arch blackhole --elf t0=program.elf --poke 0x20000=0x1234 --poke 0x20004=5@20 -o ran.ttcap
"$TT_REPLAY" dump ran.ttcap
for order in executed program firmware; do
    "$TT_REPLAY" replay ran.ttcap --order $order -o $order.db | grep verdict
done
"$TT_REPLAY" dump ran.ttcap --memory 0x20000:16 --at end
"$TT_REPLAY" run --arch blackhole --elf t0=program.elf --json | "$SCHEMA_CHECK" "$SCHEMAS/run.schema.json"
"$TT_REPLAY" run --arch blackhole --elf t0=program.elf --until 0x20004=5 --poke 0x20004=5@20
