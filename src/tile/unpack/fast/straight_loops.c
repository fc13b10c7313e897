/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of straight.h, written so that a compiler makes vectors of them. */
#include "base/little.h"
#include "numeric/cells.h"
#include "numeric/from_l1.h"
#include "numeric/late.h"
#include "tile/fast/built_twice.h"
#include "tile/unpack/fast/straight.h"

/* ---- numbers; the function is a constant where these are called, so the compiler makes a plain loop of each ---- */

static inline void each_32(const uint8_t *restrict bytes, uint32_t count, uint32_t *restrict cells,
                           uint32_t (*cell_of)(uint32_t))
{
    for (size_t i = 0; i < count; i++)
        cells[i] = cell_of(load_u32(&bytes[4 * i]));
}

static inline void each_16(const uint8_t *restrict bytes, uint32_t count, uint32_t *restrict cells,
                           uint32_t (*cell_of)(uint32_t))
{
    for (size_t i = 0; i < count; i++)
        cells[i] = cell_of(load_u16(&bytes[2 * i]));
}

static inline void each_8(const uint8_t *restrict bytes, uint32_t count, uint32_t *restrict cells,
                          uint32_t (*cell_of)(uint32_t))
{
    for (size_t i = 0; i < count; i++)
        cells[i] = cell_of(bytes[i]);
}

static inline uint32_t fp32_as_bf16(uint32_t v)
{
    return src_from_bf16(unpack_fp32_to_bf16(v));
}

static inline uint32_t fp32_as_fp16(uint32_t v)
{
    return src_from_fp16(fp32_to_fp16(v));
}

static inline uint32_t fp8_as_fp16(uint32_t b)
{
    return src_from_fp16(e5m2_to_fp16(b));
}

static inline uint32_t fp8_as_fp16_all_ones(uint32_t b)
{
    return src_from_fp16(e5m2_to_fp16_all_ones(b));
}

static inline uint32_t fp8_4_as_fp16(uint32_t b)
{
    return src_from_fp16(e4m3_to_fp16(b));
}

static inline uint32_t int8_cell(uint32_t b)
{
    return src_from_int8(int8_sign(b, 0), int8_magnitude(b, 0));
}

static inline uint32_t uint8_cell(uint32_t b)
{
    return src_from_int8(0, int8_magnitude(b, 1));
}

/* A loop a format; each is the one of 32, 16 or 8 bits. */
#define STRAIGHT_LOOP(NAME, BITS, CELL_OF)                                                                             \
    BUILT_TWICE static void straight_##NAME(const uint8_t *restrict bytes, uint32_t count, uint32_t *restrict cells)   \
    {                                                                                                                  \
        each_##BITS(bytes, count, cells, CELL_OF);                                                                     \
    }
STRAIGHT_LOOP(bf16, 16, src_from_bf16)
STRAIGHT_LOOP(fp16, 16, src_from_fp16)
STRAIGHT_LOOP(int16, 16, src_from_int16)
STRAIGHT_LOOP(int8, 8, int8_cell)
STRAIGHT_LOOP(uint8, 8, uint8_cell)
STRAIGHT_LOOP(fp8, 8, fp8_as_fp16)
STRAIGHT_LOOP(fp8_all_ones, 8, fp8_as_fp16_all_ones)
STRAIGHT_LOOP(fp8_4, 8, fp8_4_as_fp16)
STRAIGHT_LOOP(fp32, 32, src_from_fp32)
STRAIGHT_LOOP(fp32_to_bf16, 32, fp32_as_bf16)
STRAIGHT_LOOP(fp32_to_fp16, 32, fp32_as_fp16)
#undef STRAIGHT_LOOP

/* ---- block formats ---- */

/* As many datums as are converted at a time, and their exponents, one each. */
enum { STRAIGHT_CHUNK = 4 * UNPACK_GROUP };

struct straight_chunk {
    uint8_t datums[STRAIGHT_CHUNK], exponents[STRAIGHT_CHUNK];
};

/* bfp_to_bf16() of numeric/bfp.h as a cell, of a datum of 8 bits. No 16-bit lane shifts by a distance of its own, so
 * the magnitude is shifted by 4, 2 and 1 where its upper bits are clear. */
static inline uint32_t bfp_cell(uint8_t datum, uint8_t shared)
{
    const int16_t magnitude = datum & 0x7F, is_negative = datum >> 7;
    int16_t m = magnitude, exponent = shared;
    exponent = (int16_t)(m < 0x08 ? exponent - 4 : exponent);
    m = (int16_t)(m < 0x08 ? m << 4 : m);
    exponent = (int16_t)(m < 0x20 ? exponent - 2 : exponent);
    m = (int16_t)(m < 0x20 ? m << 2 : m);
    exponent = (int16_t)(m < 0x40 ? exponent - 1 : exponent);
    m = (int16_t)(m < 0x40 ? m << 1 : m);
    exponent = (int16_t)(magnitude == 0 ? -is_negative : exponent); /* zero, or minus infinity */
    const uint16_t low = (uint16_t)((m & 0x0F) << 12 | (exponent & 0xFF));
    const uint16_t high = (uint16_t)(is_negative << 2 | (m & 0x30) >> 4);
    return (uint32_t)high << 16 | low;
}

/* A loop whose length the compiler knows costs half. */
static inline void chunk_to_cells(const struct straight_chunk *restrict chunk, uint32_t count, uint32_t *restrict cells)
{
    if (count == STRAIGHT_CHUNK) {
        for (size_t i = 0; i < STRAIGHT_CHUNK; i++)
            cells[i] = bfp_cell(chunk->datums[i], chunk->exponents[i]);
        return;
    }
    for (size_t i = 0; i < count; i++)
        cells[i] = bfp_cell(chunk->datums[i], chunk->exponents[i]);
}

/* 16 datums of a width, the narrower ones in the upper bits. */
static inline void spread_8(const uint8_t *restrict bytes, uint8_t *restrict datums)
{
    memcpy(datums, bytes, UNPACK_GROUP);
}

static inline void spread_4(const uint8_t *restrict bytes, uint8_t *restrict datums)
{
    for (size_t i = 0; i < UNPACK_GROUP / 2; i++) {
        datums[2 * i] = (uint8_t)(bytes[i] << 4);
        datums[2 * i + 1] = bytes[i] & 0xF0;
    }
}

static inline void spread_2(const uint8_t *restrict bytes, uint8_t *restrict datums)
{
    for (size_t i = 0; i < UNPACK_GROUP / 4; i++) {
        datums[4 * i] = (uint8_t)(bytes[i] << 6);
        datums[4 * i + 1] = (uint8_t)(bytes[i] << 4 & 0xC0);
        datums[4 * i + 2] = (uint8_t)(bytes[i] << 2 & 0xC0);
        datums[4 * i + 3] = bytes[i] & 0xC0;
    }
}

/* spread and group_bytes are constants where this is called. */
static inline void each_group(const uint8_t *restrict bytes, const uint8_t *restrict exponents, uint32_t count,
                              uint32_t *restrict cells, void (*spread)(const uint8_t *, uint8_t *),
                              uint32_t group_bytes)
{
    struct straight_chunk chunk;
    for (uint32_t at = 0; at < count;) {
        uint32_t here = 0;
        for (; here < STRAIGHT_CHUNK && at + here < count; here += UNPACK_GROUP, bytes += group_bytes) {
            spread(bytes, &chunk.datums[here]);
            memset(&chunk.exponents[here], *exponents++, UNPACK_GROUP);
        }
        chunk_to_cells(&chunk, here, &cells[at]);
        at += here;
    }
}

#define STRAIGHT_BLOCKS(WIDTH)                                                                                         \
    BUILT_TWICE static void straight_bfp##WIDTH(const uint8_t *restrict bytes, const uint8_t *restrict exponents,      \
                                                uint32_t count, uint32_t *restrict cells)                              \
    {                                                                                                                  \
        each_group(bytes, exponents, count, cells, spread_##WIDTH, UNPACK_GROUP *(WIDTH) / 8);                         \
    }
STRAIGHT_BLOCKS(8)
STRAIGHT_BLOCKS(4)
STRAIGHT_BLOCKS(2)
#undef STRAIGHT_BLOCKS

/* ---- 32 bits to Dst ---- */

BUILT_TWICE static void straight_dst_32(const uint8_t *restrict bytes, uint32_t count, uint16_t *restrict high,
                                        uint16_t *restrict low)
{
    for (size_t i = 0; i < count; i++) {
        high[i] = (uint16_t)dst16_from_bf16(load_u16(&bytes[4 * i + 2]));
        low[i] = load_u16(&bytes[4 * i]);
    }
}

const struct straight_loops straight_loops = {
    .bf16 = straight_bf16,
    .fp16 = straight_fp16,
    .int16 = straight_int16,
    .int8 = straight_int8,
    .uint8 = straight_uint8,
    .fp8 = straight_fp8,
    .fp8_all_ones = straight_fp8_all_ones,
    .fp8_4 = straight_fp8_4,
    .fp32 = straight_fp32,
    .fp32_to_bf16 = straight_fp32_to_bf16,
    .fp32_to_fp16 = straight_fp32_to_fp16,
    .bfp8 = straight_bfp8,
    .bfp4 = straight_bfp4,
    .bfp2 = straight_bfp2,
    .dst_32 = straight_dst_32,
};
