#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Byte order (docs/style.md): numbers go into images and out of them by base/little.h. Found here is what a cast tells:
# a number handed on as bytes, bytes read as numbers, a space loaded into numbers. Offsets in struct tile_state are none.
casts='\((const )?uint8_t \*\)&|\((const )?uint(16|32)_t \*\)|(tile_load|tile_store|ttcap_read)\(.*\((const )?uint8_t \*\)'
found=$(grep -rnE "$casts" src capture --include='*.[ch]' | grep -v '^src/base/little\.h:' |
    grep -vE 'uint8_t \*\)&[a-z>.-]*(small|state)\b' | grep -vE '\*\(const uint32_t \*\)[ab]\b')
[ -z "$found" ] && exit 0
echo "$found"
echo "the lines above take numbers for images, or images for numbers: use base/little.h"
exit 1
