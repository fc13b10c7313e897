#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What stands in schemas/ is named by what is generated from it: no address beyond L1 as a number. Names in strings:
# spelled_names.py.
set -u
failed=0
# capture/record includes nothing of ours; tests/unit/record holds its numbers against the tables.
if git grep -nE '0x[fF]{2}[bBcCeE][0-9A-Fa-f]{5}' -- 'src/*.[ch]' 'capture/*.[ch]' ':!capture/record'; then
    echo "an address beyond L1 is named by its MMIO_ of mmio_ids.h, in a string by its MMIO_TEXT_ of place_texts.h"
    failed=1
fi
exit $failed
