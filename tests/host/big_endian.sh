#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the program for s390x, a big-endian machine, and runs databases.sh on it through qemu: the databases are those
# of this machine to the byte.
#
#     TT_REPLAY=build/release/src/cli/tt-replay sh tests/host/big_endian.sh FOLDER
#
# FOLDER keeps the libraries (sysroot.sh) and what was built: a second run makes only what has changed. Exit 77 (skipped)
# without Debian's cross compiler or qemu-user-static, and where the libraries cannot be fetched.
set -u
: "${TT_REPLAY:?names the binary to test}"
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?names the folder to build in}
skip() {
    echo "skipped: $*"
    exit 77
}
echo 'int main(void) { return 0; }' | s390x-linux-gnu-gcc -x c -o /dev/null - 2>/dev/null ||
    skip "there is no s390x-linux-gnu-gcc that links here (Debian: gcc-s390x-linux-gnu libc6-dev-s390x-cross)"
command -v qemu-s390x-static >/dev/null || skip "there is no qemu-s390x-static here (Debian: qemu-user-static)"
sh "$here/sysroot.sh" "$folder/sysroot" || exit
folder=$(cd "$folder" && pwd)
# Optimised enough to run quickly and no more: compiling takes most of the time.
{ cmake -S "$here/../.." -B "$folder/build" -G Ninja --toolchain "$here/../../cmake/toolchains/s390x.cmake" \
    -DTTR_SYSROOT="$folder/sysroot" -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-O1 -DTTR_TESTS=OFF &&
    cmake --build "$folder/build" --target tt-replay; } >"$folder/log" 2>&1 || { tail -n 20 "$folder/log"; exit 1; }
exec sh "$here/databases.sh" qemu-s390x-static "$folder/build/src/cli/tt-replay"
