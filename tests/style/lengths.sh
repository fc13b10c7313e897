#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# No source file over 600 lines, no function over 80, no line over 120 columns, an SPDX line in each. The pages in all: 450 KiB.
set -u
failed=0
for file in $(find src capture schemas tests -name '*.[ch]'); do
    awk -v file="$file" '
        NR <= 2 && /SPDX-License-Identifier: Apache-2.0/ { spdx = 1 }
        /clang-format off/ { table = 1 } # hand-laid tables keep their columns
        /clang-format on/ { table = 0 }
        length($0) > 120 && !table { printf "%s:%d: %d columns, at most 120\n", file, NR, length($0); bad = 1 }
        /^\{/ { start = NR }
        /^\}/ { if (start && NR - start > 80 && file !~ /^tests/) {
                    printf "%s:%d: a function of %d lines, at most 80\n", file, start, NR - start; bad = 1 }
                start = 0 }
        END {
            most = file ~ /tt_record\.h$/ ? 1000 : 600 # one header by promise: simulators copy it
            if (NR > most) { printf "%s: %d lines, at most %d\n", file, NR, most; bad = 1 }
            if (!spdx) { printf "%s: no SPDX line\n", file; bad = 1 }
            exit bad
        }' "$file" || failed=1
done
bytes=$(find docs -name '*.md' -exec cat {} + | wc -c)
[ "$bytes" -gt 0 ] && [ "$bytes" -le 460800 ] || { echo "docs: pages of $bytes bytes, at most 460800"; failed=1; }
exit $failed
