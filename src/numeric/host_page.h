/* SPDX-License-Identifier: Apache-2.0 */
/* A data tile as a host lays it out in a page of a circular buffer: four faces of 16x16, of block formats the 64 shared
 * exponents first (F-2.5, and how tt-metal tilizes). Values are FP32 patterns, rounded to nearest even as a host does,
 * unlike a packer's. */
#pragma once

#include "numeric/format.h"

enum { HOST_SIDE = 32, HOST_DATUMS = HOST_SIDE * HOST_SIDE };

/* Bytes of a page; 0: arrays do not become pages of this format. */
uint32_t host_page_bytes(enum format format);

/* values: row by row. */
void host_page_encode(enum format format, const uint32_t values[HOST_DATUMS], uint8_t *page);
/* bits: row by row, a datum each in its low bits; of block formats its shared exponent in bits 15:8. */
void host_page_decode(enum format format, const uint8_t *page, uint32_t bits[HOST_DATUMS]);
