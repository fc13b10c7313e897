#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Device numerics are integers: no host floating point in numeric and tile.
if grep -rnwE 'float|double|<math\.h>|ldexp|fma|lrint' src/numeric src/tile --include='*.[ch]' |
    grep -vE '^[^:]*:[0-9]*:[[:space:]]*(/?\*|//)' | grep -vE '/\*.*\b(float|double)\b.*\*/'; then
    echo "the lines above use host floating point"
    exit 1
fi
