#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every header compiles alone. Arguments: the C compiler, the folder of generated headers. The build itself has compiled
# those that the first line of includes of their own file names.
set -u
compiler=$1 generated=$2
failed=0
for header in $(find src capture -name '*.h'); do
    grep -q '^#pragma once' "$header" || { echo "$header has no #pragma once"; failed=1; }
    source=${header%.h}.c
    [ ! -f "$source" ] || [ "$(grep -m 1 '^#include' "$source")" != "#include \"${header#src/}\"" ] || continue
    printf '#include "%s"\ntypedef int not_empty;\n' "$header" |
        "$compiler" -std=c11 -D_POSIX_C_SOURCE=200809L -D_DEFAULT_SOURCE -Wall -Wextra -Wno-unused-function -Werror \
            -fsyntax-only -I. -Isrc -I"$generated" -x c - || { echo "$header does not compile alone"; failed=1; }
done
exit $failed
