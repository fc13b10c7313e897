#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# built_wide.sh BUILD NM: each file of loops for wide machines (base/guard/built_wide.h) has its other builds. An
# include in another order once took it from a third of them, and nothing but time showed it.
set -u
failed=0 seen=0
for file in $(grep -rl --include='*.c' 'BUILT_WIDE' src); do
    room=$(echo "$file" | cut -d/ -f1-2)
    object=$(find "$1/$room" -path "*.dir/${file#"$room"/}.o")
    [ -n "$object" ] || { echo "$file: no object; is the build finished?"; failed=1; continue; }
    seen=1
    for wide in avx2 arch_x86_64_v4; do
        "$2" "$object" | grep -q "\.$wide" || { echo "$file: nothing is built for $wide"; failed=1; }
    done
done
[ $seen = 1 ] || { echo "no file has loops for wide machines"; failed=1; }
exit $failed
