#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh CHIP [PYTEST ARGUMENT...]: the public low-level-kernel suite on an emulated tile, by its own tests and goldens.
#   TT_LLK=/path/to/tt-llk     its checkout (or .../tt_metal/third_party/tt_llk of tt-metal); it stays as it is
#   TT_METAL=/path/to/tt-metal where the headers come from that the suite's set-up would download; not needed where it
#                              was set up (tests/hw_specific/CHIP/inc)
#   LLK_EACH=3                 so many variants of each test, spread over all; default 2; all: every one (230,000)
#   LLK_SEED=1                 which ones, and their operands
#   LLK_RESULTS=build/llk      the folder of CHIP.jsonl (an outcome a line, as they come) and CHIP.md (the table)
#   LLK_ONE_TILE=1             one tile for all tests, which find what those before left, as on a card
#   LLK_CONTINUE=1             what CHIP.jsonl has is not run again
#   TT_REPLAY_LIBRARY=...      the library of a build; default: the newest of this tree
# Vector kernels are compiled by include/sfpi.h; those that want the vendor's compiler are named. Exit status: 0 all others passed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
[ $# -ge 1 ] || { sed -n '3,14s/^# \{0,1\}//p' "$0" >&2; exit 2; }
chip=$1
shift
case $chip in
    wormhole_b0 | wormhole) chip=wormhole metal=wormhole kernels=wormhole_b0 defines=wormhole/wormhole_b0_defines ;;
    blackhole) metal=blackhole kernels=blackhole defines=blackhole ;;
    *) echo "run.sh: '$chip': there are blackhole and wormhole_b0" >&2; exit 2 ;;
esac
[ -d "${TT_LLK:-}/tests/python_tests" ] || { echo "skipped: TT_LLK names no checkout of tt-llk"; exit 77; }
TT_LLK=$(cd "$TT_LLK" && pwd)
for program in riscv64-unknown-elf-g++ c++; do
    command -v $program >/dev/null || { echo "skipped: there is no $program"; exit 77; }
done
python=""
for candidate in ${PYTHON:-} /usr/bin/python3 python3; do
    "$candidate" -c 'import numpy, pytest, torch, pandas, loguru, filelock, pydantic, yaml, xdist' 2>/dev/null && python=$candidate && break
done
[ -n "$python" ] || {
    echo "skipped: no Python has what the suite imports (apt-get install python3-torch python3-pandas python3-loguru" \
        "python3-filelock python3-pydantic python3-yaml python3-pytest-xdist)"
    exit 77
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
results=${LLK_RESULTS:-$project/build/llk}
mkdir -p "$results"
results=$(cd "$results" && pwd)
exec 8>"$results/$chip.running"
flock -n 8 || { echo "run.sh: another run writes $results/$chip.jsonl; LLK_RESULTS names another folder" >&2; exit 2; }
export LLK_HEADERS="$scratch/chip/inc" LLK_ARTEFACTS="${LLK_ARTEFACTS:-$scratch/artefacts}"
export LLK_OUTCOMES="$results/$chip.jsonl" TT_LLK CHIP_ARCH=$chip
mkdir "$scratch/chip"
if [ -f "$TT_LLK/tests/hw_specific/$chip/inc/cfg_defines.h" ]; then
    cp -r "$TT_LLK/tests/hw_specific/$chip/"* "$scratch/chip"
else
    mkdir -p "$LLK_HEADERS/internal"
    for name in core_config.h cfg_defines.h dev_mem_map.h tensix.h tensix_types.h risc_attribs.h; do
        for folder in internal/tt-1xx/$defines internal/tt-1xx/$metal internal $defines $metal .; do
            [ -f "${TT_METAL:-}/tt_metal/hw/inc/$folder/$name" ] || continue
            cp "$TT_METAL/tt_metal/hw/inc/$folder/$name" "$LLK_HEADERS/$name"
            break
        done
        [ -f "$LLK_HEADERS/$name" ] || { echo "skipped: no $name: TT_METAL names no checkout of tt-metal"; exit 77; }
    done
    mv "$LLK_HEADERS/risc_attribs.h" "$LLK_HEADERS/internal/risc_attribs.h"
    cp -r "$TT_METAL/tt_metal/hw/ckernels/$kernels/metal/llk_api/llk_sfpu" "$scratch/chip/metal_sfpu"
fi
[ -n "${LLK_CONTINUE:-}" ] || : >"$LLK_OUTCOMES"
touch "$LLK_OUTCOMES"
cd "$TT_LLK/tests/python_tests"
[ $# -gt 0 ] || set -- .
status=0
PYTHONPATH="$here:$project/python" PYTHONDONTWRITEBYTECODE=1 "$python" -m pytest -p on_tile -p no:cacheprovider -q -o addopts=  \
    -o log_cli=false -o python_files='test_*.py' --continue-on-collection-errors -m 'not quasar and not perf' \
    --ignore=quasar --ignore=fuser "$@" >"$scratch/log" 2>&1 || status=$?
"$python" "$here/outcomes.py" "$LLK_OUTCOMES" "$scratch/log" "$status" "$results/$chip.md"
