#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Where words come from: kernels compiled with debug information, heavily inlined, at several levels and versions of DWARF, in
# C and C++; of each executed word, also those that the expanders made, the line and the chain of inlined functions are held
# against addr2line (lines.py). In all orders, and of what was recorded.
#
#     TT_REPLAY=... OPERANDS=... TT_VALUES=build/dev/src/results/tt_values sh tests/firmware/lines.sh
#
# Exit 77 (skipped) without a compiler for the cores, Python or sqlite3.
set -eu
. "$(dirname "$0")/lib.sh"
: "${TT_VALUES:?names the extension for SQLite}"
cxx=${RISCV_CXX:-riscv64-unknown-elf-g++}
addr2line=${RISCV_ADDR2LINE:-riscv64-unknown-elf-addr2line}
for tool in "$cxx" "$addr2line" python3 sqlite3; do
    command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
"$OPERANDS" a.bin b.bin sum.bin

# held NAME ORDER CORE=ELF...: a capture's words against addr2line.
held() {
    name=$1 order=$2
    shift 2
    "$TT_REPLAY" replay "$name.ttcap" --order "$order" -o run.db --force --record recorded.ttcap >/dev/null ||
        [ $? = 3 ] # no checkpoint to compare with
    echo "$name, $order order:"
    sqlite3 run.db ".load $TT_VALUES" "SELECT seq, thread FROM tt_instructions" |
        python3 "$here/lines.py" run.db "$TT_VALUES" "$addr2line" "$@"
    # What people ask: the same words, each with its line.
    [ "$(sqlite3 run.db ".load $TT_VALUES" "SELECT count(*) FROM v_source WHERE file IS NOT NULL AND chain LIKE '%main'")" \
        -gt 10 ] || { echo "v_source has few words"; exit 1; }
}

# words_on_page: the page names each word of run.db as v_source does: file, line, names of functions without arguments.
words_on_page() {
    "$TT_REPLAY" report run.db -o run.html --force >/dev/null
    sqlite3 run.db ".load $TT_VALUES" "SELECT seq, thread FROM tt_instructions" | python3 "$here/page_lines.py" run.html |
        sed 's/ < [^ ]*:[0-9?]* in / < /g' >on_page
    sqlite3 run.db ".load $TT_VALUES" "SELECT seq, thread, file || ':' || line || ' in ' || chain FROM v_source" |
        sed 's/|[^|]*\/\([^|]*\)$/|\1/; :again; s/\([a-z_]\)<[^<>]*>/\1/; t again' >stored
    cmp on_page stored
}

ln -s "$here" from
for flags in "-O2 -gdwarf-5" "-O3 -gdwarf-4" "-Os -gdwarf-5 -gz" "-O1 -gdwarf-2"; do
    # Files by their whole names, and relative to where the compiler ran.
    from=$here
    [ "$flags" = "-O3 -gdwarf-4" ] || [ "$flags" = "-O1 -gdwarf-2" ] || from=from
    core=0
    for code in 0x6000 0xA000 0xE000; do
        $cc $machine $flags -DCORE=$core -Wl,--defsym=CODE=$code -T "$here/link.ld" "$from/../../examples/add_pages/start.S" "$from/kernel.c" -o t$core.elf
        core=$((core + 1))
    done
    "$TT_REPLAY" import --arch blackhole --source simulator --elf t0=t0.elf --elf t1=t1.elf --elf t2=t2.elf \
        --l1 0x20000=a.bin --l1 0x40000=b.bin --at end --l1 0x60000=sum.bin -o "add.ttcap" --force >/dev/null
    echo "-- $flags"
    held add firmware t0=t0.elf t1=t1.elf t2=t2.elf

    $cxx $machine $flags -fno-exceptions -fno-rtti -fno-threadsafe-statics -Wl,--defsym=CODE=0xA000 -T "$here/link.ld" \
        "$from/../../examples/add_pages/start.S" "$from/inlined.cpp" -o t1.elf
    "$TT_REPLAY" import --arch blackhole --source simulator --elf t1=t1.elf -o inlined.ttcap --force >/dev/null
    held inlined firmware t1=t1.elf
    words_on_page
    mv recorded.ttcap again.ttcap
    for order in executed program; do
        held again $order t1=t1.elf
    done
done
