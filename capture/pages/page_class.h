/* SPDX-License-Identifier: Apache-2.0 */
/* How the bytes of a page are laid out before compression: an array of elements becomes planes of bytes, so that signs,
 * exponents and fractions each stand together, and the same datum looks the same in L1, in Dst and in a source bank.
 * Lossless for any bytes, and as long as the page. docs/formats/ttcap.md#page-classes */
#pragma once

#include "base/names.h"
#include "base/usual.h"

enum { PAGE_BYTES = 4096, PLANES_MAX = 4 };

enum page_class {
    PAGE_PLAIN,  /* as it is */
    PAGE_U16,    /* low bytes, high bytes: of a Dst cell the exponent; sign and fraction */
    PAGE_U32,    /* four planes, low byte first */
    PAGE_CELL19, /* SrcA, SrcB: exponent; sign and fraction 9:3; fraction 2:0 and bits 23:19; bits 31:24 */
    PAGE_BF16,   /* L1: exponent; sign and fraction */
    PAGE_FP16,   /* L1: fraction 2:0 and exponent; sign and fraction 9:3 */
    PAGE_FP32,   /* L1: exponent; sign and fraction 22:16; 15:8; 7:0 */
    PAGE_CLASS_COUNT
};

/* Planes of the class; also the bytes of an element, of which a page has a whole number. */
unsigned page_class_planes(enum page_class page_class);

/* Writes page into planes (each length / planes bytes), or back. */
void page_split(enum page_class page_class, const uint8_t *page, size_t length, uint8_t *const plane[PLANES_MAX]);
void page_join(enum page_class page_class, const uint8_t *const plane[PLANES_MAX], size_t length, uint8_t *page);

/* Which class a page of a space is stored in: a matter of size only, any class is right. */
enum page_class page_choose(enum tt_space space, const uint8_t *page, uint32_t length);
