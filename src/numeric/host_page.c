/* SPDX-License-Identifier: Apache-2.0 */
/* Pages of circular buffers, as a host makes and reads them. */
#include "numeric/host_page.h"

#include "numeric/bfp.h"

enum { FACE_SIDE = 16, FACE_DATUMS = FACE_SIDE * FACE_SIDE, GROUPS = HOST_DATUMS / BFP_GROUP };
enum { FP32_EXPONENT = 0xFF, FP32_INFINITY = 0x7F800000, HIDDEN = 0x800000, FRACTION = 0x7FFFFF };

uint32_t host_page_bytes(enum format format)
{
    switch ((unsigned)format) {
    case FORMAT_FP32:
        return HOST_DATUMS * 4;
    case FORMAT_BF16:
    case FORMAT_FP16:
        return HOST_DATUMS * 2;
    case FORMAT_BFP8:
        return GROUPS + HOST_DATUMS;
    case FORMAT_BFP4:
        return GROUPS + HOST_DATUMS / 2;
    case FORMAT_BFP2:
        return GROUPS + HOST_DATUMS / 4;
    default:
        return 0;
    }
}

/* Where datum i of the page stands in the tile, row by row. */
static uint32_t host_page_place_of(uint32_t i)
{
    const uint32_t face = i / FACE_DATUMS, row = i % FACE_DATUMS / FACE_SIDE, column = i % FACE_SIDE;
    return (face / 2 * FACE_SIDE + row) * HOST_SIDE + face % 2 * FACE_SIDE + column;
}

/* value / 2^shift to the nearest, ties to even. */
static uint32_t host_page_nearest(uint32_t value, uint32_t shift)
{
    if (shift > 24) /* less than half of one, of a significand of 24 bits */
        return 0;
    const uint32_t rest = value & ((UINT32_C(1) << shift) - 1), half = shift ? UINT32_C(1) << (shift - 1) : 0;
    const uint32_t cut = value >> shift;
    return cut + (shift && (rest > half || (rest == half && (cut & 1))));
}

static uint32_t host_page_to_bf16(uint32_t v)
{
    if ((v & ~UINT32_C(0x80000000)) > FP32_INFINITY)
        return v >> 16 | 0x40;
    return (v + 0x7FFF + (v >> 16 & 1)) >> 16;
}

static uint32_t host_page_to_fp16(uint32_t v)
{
    const uint32_t sign = v >> 16 & 0x8000, magnitude = v & ~UINT32_C(0x80000000);
    const int exponent = (int)(magnitude >> 23) - 127 + 15;
    if (magnitude > FP32_INFINITY)
        return sign | 0x7E00;
    if (exponent >= 31)
        return sign | 0x7C00;
    if (exponent <= 0) /* denormal, or nothing */
        return sign |
               (exponent < -11 ? 0 : host_page_nearest((magnitude & FRACTION) | HIDDEN, (uint32_t)(14 - exponent)));
    return sign | (host_page_nearest(magnitude & FRACTION, 13) +
                   ((uint32_t)exponent << 10)); /* a carry goes into the exponent */
}

static uint32_t host_page_exponent_of(uint32_t v)
{
    return v >> 23 & FP32_EXPONENT;
}

/* Denormals count as zero, as for the chips. */
static uint32_t block_datum(uint32_t v, uint32_t shared, unsigned width)
{
    const uint32_t most = (UINT32_C(1) << (width - 1)) - 1, exponent = host_page_exponent_of(v);
    if (exponent == 0)
        return 0;
    const uint32_t rounded = host_page_nearest((v & FRACTION) | HIDDEN, 25 - width + shared - exponent);
    const uint32_t magnitude = rounded < most ? rounded : most;
    return magnitude ? magnitude | v >> 31 << (width - 1) : 0;
}

static void encode_group(const uint32_t values[BFP_GROUP], unsigned width, uint8_t *exponent, uint8_t *bytes)
{
    uint32_t shared = 0, datums[BFP_GROUP];
    for (unsigned i = 0; i < BFP_GROUP; i++)
        shared = host_page_exponent_of(values[i]) > shared ? host_page_exponent_of(values[i]) : shared;
    for (unsigned i = 0; i < BFP_GROUP; i++)
        datums[i] = block_datum(values[i], shared, width);
    *exponent = (uint8_t)shared;
    bfp_store(datums, bytes, width);
}

static void encode_blocks(unsigned width, const uint32_t values[HOST_DATUMS], uint8_t *page)
{
    for (uint32_t group = 0; group < GROUPS; group++) {
        uint32_t of_group[BFP_GROUP];
        for (uint32_t i = 0; i < BFP_GROUP; i++)
            of_group[i] = values[host_page_place_of(group * BFP_GROUP + i)];
        encode_group(of_group, width, &page[group], &page[GROUPS + group * 2 * width]);
    }
}

static void host_page_put(uint8_t *bytes, uint32_t bits, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = (uint8_t)(bits >> 8 * i);
}

void host_page_encode(enum format format, const uint32_t values[HOST_DATUMS], uint8_t *page)
{
    const struct format_info *info = format_get(format);
    const unsigned bytes = info->storage_bits / 8u;
    if (info->is_block) {
        encode_blocks(info->storage_bits, values, page);
        return;
    }
    for (uint32_t i = 0; i < HOST_DATUMS; i++) {
        const uint32_t v = values[host_page_place_of(i)];
        host_page_put(&page[(uint64_t)i * bytes],
                      format == FORMAT_BF16   ? host_page_to_bf16(v)
                      : format == FORMAT_FP16 ? host_page_to_fp16(v)
                                              : v,
                      bytes);
    }
}

void host_page_decode(enum format format, const uint8_t *page, uint32_t bits[HOST_DATUMS])
{
    const struct format_info *info = format_get(format);
    const unsigned bytes = info->storage_bits / 8u;
    for (uint32_t i = 0; i < HOST_DATUMS; i++) {
        uint32_t datum = 0;
        if (info->is_block)
            datum = bfp_load(page + GROUPS, i, info->storage_bits) | (uint32_t)page[i / BFP_GROUP] << 8;
        for (unsigned k = 0; k < bytes && !info->is_block; k++)
            datum |= (uint32_t)page[i * bytes + k] << 8 * k;
        bits[host_page_place_of(i)] = datum;
    }
}
