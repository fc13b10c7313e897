# SPDX-License-Identifier: Apache-2.0
# The core ends, and the host has pages left: nobody takes them.
cp "$FIXTURES/program/program.elf" .
head -c 4096 /dev/zero >zeros.bin
"$TT_REPLAY" run --arch blackhole --elf t0=program.elf --cb 3=zeros.bin:raw/1024
echo "exit $?"
"$TT_REPLAY" run --arch blackhole --elf t0=program.elf --cb 3=zeros.bin:raw/1024 --cb 16=out.npy:bf16:1 --json >said
echo "exit $?"
"$SCHEMA_CHECK" "$SCHEMAS/run.schema.json" <said
grep -E 'verdict|done' said
ls
