#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every header compiles alone. Arguments: the C compiler, the folder of generated headers.
set -u
compiler=$1 generated=$2
failed=0
for header in $(find src capture -name '*.h'); do
    "$compiler" -std=c11 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -Wall -Wextra -Wno-unused-function -Werror -fsyntax-only -x c \
        -I. -Isrc -I"$generated" "$header" -Wno-pragma-once-outside-header 2>/tmp/headers_alone.$$ ||
        { echo "$header does not compile alone:"; head -5 /tmp/headers_alone.$$; failed=1; }
    grep -q '^#pragma once' "$header" || { echo "$header has no #pragma once"; failed=1; }
done
rm -f /tmp/headers_alone.$$
exit $failed
