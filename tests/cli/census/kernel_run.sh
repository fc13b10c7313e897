# SPDX-License-Identifier: Apache-2.0
# lane: change
# A program as `run` takes it, with bytes of L1: x + c, c the BF16 number that the core finds at 0x20000.
cp "$FIXTURES/program/vector.elf" .
printf '\200\077' >one.bin
printf '\000\300' >minus_two.bin
printf '0x3F80\n0xC000\n' >some
census() { c=$1; shift; "$TT_REPLAY" census "$@" -- run --arch blackhole --elf t1=vector.elf --l1 0x20000=$c.bin; echo "exit $?"; }
census one --function x+1 --inputs some
census minus_two --function x-2 --inputs some --csv
census minus_two --function x-2 --csv --events 7- --inputs some --in dst # without its SFPLOADI
census one --function x+1 --chip wormhole_b0
census one --function x+1 --kernel vector.elf
census one ELWADD
"$TT_REPLAY" census --function x+1 --json -- run --arch blackhole --elf t1=vector.elf | "$SCHEMA_CHECK" "$SCHEMAS/census_kernel.schema.json"
"$TT_REPLAY" census --function x+1 -- run --arch blackhole
"$TT_REPLAY" census --function x+1 -- run --arch blackhole --elf t1=vector.elf -o ran.ttcap
"$TT_REPLAY" census --function x+1 -- run --wire host.wire
"$TT_REPLAY" census --function x+1 -- run --arch blackhole --elf t1=vector.elf --cb 3=minus_two.bin:raw/2
"$TT_REPLAY" census --function x+1 --plot out.svg -- run --arch blackhole --elf t1=vector.elf --cb 16=out.npy:bf16:1
ls
