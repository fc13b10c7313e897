# SPDX-License-Identifier: Apache-2.0
# What the tests of firmware and the kernels that it calls share: the compiler, a folder of their own, how to fail.
: "${TT_REPLAY:?names the binary to test}"
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
cc=${RISCV_CC:-riscv64-unknown-elf-gcc}
objcopy=${RISCV_OBJCOPY:-riscv64-unknown-elf-objcopy}
for tool in "$cc" "$objcopy" python3; do
    command -v "$tool" >/dev/null || { echo "skipped: there is no $tool"; exit 77; }
done
scratch=$(mktemp -d "${TMPDIR:-/tmp}/tt-replay-launch.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
fail() { echo "$*"; exit 1; }
compile() {
    "$cc" -march=rv32im_zicsr -mabi=ilp32 -O2 -g -Wall -Wextra -Werror -ffreestanding -nostdlib -mstrict-align \
        --param=min-pagesize=0 -ffunction-sections -Wl,--gc-sections -Wl,-z,max-page-size=16 -DT_CODE=0x4000 "$@"
}
