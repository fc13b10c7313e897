#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# databases.sh on this processor and on emulated x86-64 ones without AVX2 and without AVX-512: the plain loops give what
# the quick ones give.
#
#     TT_REPLAY=build/release/src/cli/tt-replay sh tests/host/no_avx2.sh
#
# Exit 77 (skipped) on other machines and without qemu-x86_64-static (Debian: qemu-user-static).
set -u
: "${TT_REPLAY:?names the binary to test}"
case $TT_REPLAY in /*) ;; *) TT_REPLAY=$PWD/$TT_REPLAY ;; esac
skip() {
    echo "skipped: $*"
    exit 77
}
[ "$(uname -m)" = x86_64 ] || skip "this is no x86-64 machine"
qemu=$(command -v qemu-x86_64-static || command -v qemu-x86_64) || skip "qemu-x86_64 is not installed (Debian: qemu-user-static)"
for cpu in Westmere Haswell; do
    sh "$(dirname "$0")/databases.sh" "$qemu" -cpu "$cpu" "$TT_REPLAY" || exit $?
done
