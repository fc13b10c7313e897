#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# built_twice.sh BUILD NM: each file of loops that are built twice (base/guard/built_twice.h) has its second build. An
# include in another order once took it from a third of them, and nothing but time showed it.
set -u
failed=0 seen=0
for file in $(grep -rl --include='*.c' 'BUILT_TWICE' src); do
    room=$(echo "$file" | cut -d/ -f1-2)
    object=$(find "$1/$room" -path "*.dir/${file#"$room"/}.o")
    [ -n "$object" ] || { echo "$file: no object; is the build finished?"; failed=1; continue; }
    seen=1
    "$2" "$object" | grep -q '\.avx2' || { echo "$file: nothing is built for AVX2"; failed=1; }
done
[ $seen = 1 ] || { echo "no file has loops that are built twice"; failed=1; }
exit $failed
