#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# wheel.sh PROJECT CACHE LIBRARY: the wheel holds what its binaries need but for the C library, is tagged by what of that they ask for,
# and works in a bare Debian 12 with Python and numpy, in an environment of its own, as an ordinary user: the package, the
# command, a failing test explained. As root, with the network; the bare Debian is stored in the folder CACHE.
set -eu
project=$1 cache=$2 library=$3
. "$project/tests/package/bare.sh"
command -v patchelf >/dev/null || skip "there is no patchelf"
fail() {
    echo "$*"
    exit 1
}
TT_REPLAY_LIBRARY=$library python3 "$project/python/build_wheel.py" "$scratch/made" >"$scratch/name"
wheel=$(cat "$scratch/name")
mkdir "$scratch/files"
python3 -m zipfile -e "$scratch/made/$wheel" "$scratch/files"
newest=${wheel##*manylinux_2_}
newest=${newest%%_*}
find "$scratch/files" -type f -exec sh -c 'head -c 4 "$1" | grep -q ELF && echo "$1"' sh {} \; >"$scratch/binaries"
[ "$(wc -l <"$scratch/binaries")" -gt 5 ] || fail "not the libraries: $(cat "$scratch/binaries")"
while read -r binary; do
    for needed in $(readelf -d "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
        case $needed in
            libc.so.6 | libm.so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1 | ld-linux-*) ;;
            *) [ -s "$scratch/files/tt_replay/libs/$needed" ] || fail "$binary needs $needed" ;;
        esac
    done
    objdump -T "$binary" | grep -o 'GLIBC_2\.[0-9]*' | cut -d. -f2 >"$scratch/asked"
    while read -r minor; do
        [ "$minor" -le "$newest" ] || fail "$binary asks for GLIBC_2.$minor, the wheel says $newest"
    done <"$scratch/asked"
done <"$scratch/binaries"

echo "== into a bare Debian"
bare
mkdir "$root/given"
cp "$scratch/made/$wheel" "$project/traces/kernels/datacopy_u16_rand.ttcap" "$project/tests/package/in_venv.sh" "$root/given"
cat >"$root/given/test_copy.py" <<EOF
import numpy as np

def test_copy(tt_case):
    tt_case.capture("/given/datacopy_u16_rand.ttcap")
    tt_case.expect(np.zeros(4, np.uint16), at="l1:0x60000")
    tt_case.check()
EOF
chroot "$root" sh /given/in_venv.sh
echo "installed, used and removed: $wheel"
