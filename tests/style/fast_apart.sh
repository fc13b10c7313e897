#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Speed lies beside the datasheet (docs/style.md): nothing of AVX2 stands outside of a fast/ folder, and a unit knows of
# fast/ by what it is settled to and by one header, its own.
set -u
failed=0
for file in $(find src/tile src/numeric -name '*.[ch]' ! -path '*/fast/*'); do
    if grep -nE 'immintrin|_mm256_|target\("' "$file"; then
        echo "$file: intrinsics belong in fast/"
        failed=1
    fi
    unit=$(echo "$file" | sed -n 's#src/tile/\([a-z]*\)/.*#\1#p')
    for include in $(sed -n 's/^#include "\(tile\/.*fast\/.*\)"$/\1/p' "$file"); do
        case $include in
        tile/fast/fast.h | "tile/$unit/fast/${unit}_fast.h" | "tile/$unit/fast/settings.h") ;;
        *) echo "$file: a datasheet does not include $include"; failed=1 ;;
        esac
    done
done
exit $failed
