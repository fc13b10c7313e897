# SPDX-License-Identifier: Apache-2.0
# Words that make no sense, files that do not fit, places that are taken: nothing is written.
cp "$FIXTURES/program/program.elf" .
head -c 100 /dev/zero >short.bin
head -c 2048 /dev/zero >page.bin
run() { "$TT_REPLAY" run --arch blackhole --elf t0=program.elf "$@"; }
"$TT_REPLAY" run --arch blackhole
"$TT_REPLAY" run --arch grayskull --elf t0=program.elf
"$TT_REPLAY" run --arch blackhole --elf t5=program.elf
"$TT_REPLAY" run --arch blackhole --elf program.elf
run --hold t1
run --hold t0
run --image b=0x8000
run --poke 0x20000
run --poke 0x20001=1
run --poke 0xffe40000=1
run --poke 0x20000=1@0x20000=1
run --until 0x20000==1
run --cb 0=page.bin
run --cb 0=page.bin:bf17
run --cb 64=page.bin:raw/2048
run --cb 0=page.bin:raw/2047
run --cb 0=absent.npy:bf16
run --cb 0=page.bin:bf16
run --cb 0=short.bin:raw/2048
run --cb 0=page.bin:raw/2048 --cb 0=out.bin:raw/2048:1
run --cb 0=page.bin:raw/2048 --cb-at 0x6000
run --cb 0=page.bin:raw/2048 --cb-at 0x17fc00
run --cb 0=page.bin:raw/2048 --abi C
run --cb 0=out.bin:raw/2048:1 -o program.elf --force
run --cb 0=page.bin:raw/2048:1
run --arg x
run --noc-xy 20,1
run --l1 0x6000=page.bin
run --noc 5,6=page.bin
run --noc 5,64:0=page.bin
run --noc 5,6:0=absent.bin
run --noc 5,6:0=page.bin:2048
ls
