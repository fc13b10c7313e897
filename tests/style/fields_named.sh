#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every register field that a unit declares (read_by in schemas/registers/fields.json) is named in the unit's code, or is
# one of those of a word that the unit reads whole. A unit's code has no other unit's names, nor the names of all.
# CC GENERATED_FOLDER
set -u
cc=$1 generated=$2
failed=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
for header in "$generated"/*_regs.h; do
    unit=$(basename "$header" _regs.h)
    folder=$unit
    [ "$unit" = core ] && folder=riscv
    # What is in the header itself does not count.
    find "src/tile/$folder" -name '*.c' -exec grep -l -i "${unit}_REG_\|sections.h" {} + | while read -r file; do
        "$cc" -E -I. -Isrc -I"$generated" "$file" || echo '"broken"'
    done >"$work/text"
    if grep -q '^"broken"$' "$work/text"; then
        echo "src/tile/$folder does not pass the preprocessor"
        exit 1
    fi
    awk -v own="${unit}_regs.h" '/^# [0-9]+ "/ { skip = index($3, own) } !skip' "$work/text" |
        grep -oE "[A-Z0-9]+_REG_[A-Za-z0-9_]+" | sort -u >"$work/used"
    grep -oE "[A-Z]+_REG_[A-Za-z0-9_]+ = " "$header" | sed 's/ = //' | sort -u >"$work/declared"
    # Words read whole, by the first of their fields; and what unpackers read by config_context_count().
    comm -23 "$work/declared" "$work/used" | grep -vE \
        -e '^PACK_REG_TILE_(ROW|FACE)_SET_MAPPING_[0-3]_(row|face)_set_mapping_[0-9]+$' \
        -e '^PACK_REG_INT_DESCALE_VALUES_SEC[0-9]+_Value$' \
        -e '^UNPACK_REG_THCON_SEC[01]_REG2_Context_count(_non_log2(_en)?)?$' >"$work/left"
    [ -s "$work/left" ] || continue
    cat "$work/left"
    echo "src/tile/$folder declares the fields above and does not read them"
    failed=1
done
if git grep -nE '\bREG_[A-Z][A-Za-z0-9]*_' -- src/tile ':!src/tile/*.h' | grep -v 'REG_COUNT'; then
    echo "a unit names fields by its own header (pack_regs.h …), as read_by declares them"
    failed=1
fi
exit $failed
