/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of blocks.h, written so that a compiler makes vectors of them. Each build is a file that includes this one;
 * BLOCK_LOOPS is their name, and BLOCK_TARGET, where that defines it, says for which machine. */
#pragma once

#include "numeric/cells.h"
#include "tile/matrix/fast/blocks.h"

#ifndef BLOCK_TARGET
#define BLOCK_TARGET
#define BLOCK_LOOPS block_loops_plain
#endif

/* ---- the maximum ---- */

/* Sign and magnitude to what compares as a signed number, and back. */
static inline int32_t block_key(uint32_t word)
{
    return (int32_t)(word ^ ((uint32_t)((int32_t)word >> 31) & INT32_MAX));
}

BLOCK_TARGET static void maximum(const uint32_t (*restrict cells)[SRC_COLUMNS], uint32_t words[restrict SRC_COLUMNS])
{
    int32_t most[SRC_COLUMNS];
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        most[column] = block_key(words[column]);
    for (unsigned row = 0; row < FACE_ROWS; row++) {
        for (unsigned column = 0; column < SRC_COLUMNS; column++) {
            const uint32_t cell = cells[row][column], counts = 0u - (src_exponent(cell) != 0);
            const int32_t key = block_key(src_to_fp32(cell) & counts);
            most[column] = key > most[column] ? key : most[column];
        }
    }
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        words[column] = (uint32_t)block_key((uint32_t)most[column]);
}

/* ---- moves ---- */

BLOCK_TARGET static void bf16_cells(const uint16_t from[restrict DST_COLUMNS], uint32_t cells[restrict SRC_COLUMNS])
{
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        cells[column] = src_from_bf16(dst16_to_bf16(from[column]));
}

BLOCK_TARGET static void fp16_cells(const uint16_t from[restrict DST_COLUMNS], uint32_t cells[restrict SRC_COLUMNS])
{
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        cells[column] = src_from_fp16(dst16_to_fp16(from[column]));
}

BLOCK_TARGET static void tf32_cells(const uint16_t high[restrict DST_COLUMNS], const uint16_t low[restrict DST_COLUMNS],
                                    uint32_t cells[restrict SRC_COLUMNS])
{
    for (unsigned column = 0; column < SRC_COLUMNS; column++)
        cells[column] = src_from_fp32(dst32_to_fp32((uint32_t)high[column] << 16 | low[column]));
}

static inline uint32_t moved_cell(uint32_t cell, uint32_t mask, bool keeps_zeros)
{
    const uint32_t counts = (0u - (uint32_t)(src_exponent(cell) != 0)) | (0u - (uint32_t)keeps_zeros);
    return cell & mask & counts;
}

/* A loop for either, for these are few rows: four mostly, which a compiler then has no count to keep of. */
BLOCK_TARGET static inline void move_cells(const uint32_t (*restrict from)[SRC_COLUMNS], uint32_t rows, uint32_t mask,
                                           bool keeps_zeros, uint32_t (*restrict to)[SRC_COLUMNS])
{
    for (uint32_t row = 0; keeps_zeros && row < rows; row++)
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            to[row][column] = from[row][column] & mask;
    for (uint32_t row = 0; !keeps_zeros && row < rows; row++)
        for (unsigned column = 0; column < SRC_COLUMNS; column++)
            to[row][column] = moved_cell(from[row][column], mask, false);
}

BLOCK_TARGET static void moved_cells(const uint32_t (*restrict from)[SRC_COLUMNS], uint32_t rows, uint32_t mask,
                                     bool keeps_zeros, uint32_t (*restrict to)[SRC_COLUMNS])
{
    if (rows == 4)
        move_cells(from, 4, mask, keeps_zeros, to);
    else
        move_cells(from, rows, mask, keeps_zeros, to);
}

#define MOVED_ROWS(NAME, OF)                                                                                           \
    BLOCK_TARGET static void NAME(const uint32_t(*restrict from)[SRC_COLUMNS], uint32_t step, uint32_t rows,           \
                                  uint32_t mask, bool keeps_zeros, uint16_t(*restrict to)[DST_COLUMNS])                \
    {                                                                                                                  \
        for (uint32_t row = 0; row < rows; row++)                                                                      \
            for (unsigned column = 0; column < SRC_COLUMNS; column++)                                                  \
                to[row][column] = (uint16_t)OF(moved_cell(from[row * step][column], mask, keeps_zeros));               \
    }
MOVED_ROWS(bf16_rows, dst16_from_src_bf16)
MOVED_ROWS(fp16_rows, dst16_from_src_fp16)

#ifdef BLOCK_HAS_UNPACKING
/* Eight by eight cells: pairs of rows interleaved by cells, by twos and by fours. */
BLOCK_TARGET static inline void transpose_8(const __m256i from[8], __m256i to[8])
{
    __m256i ones[8], twos[8];
    for (unsigned i = 0; i < 4; i++) {
        ones[2 * i] = _mm256_unpacklo_epi32(from[2 * i], from[2 * i + 1]);
        ones[2 * i + 1] = _mm256_unpackhi_epi32(from[2 * i], from[2 * i + 1]);
    }
    for (unsigned i = 0; i < 8; i += 4) {
        for (unsigned k = 0; k < 2; k++) {
            twos[i + 2 * k] = _mm256_unpacklo_epi64(ones[i + k], ones[i + k + 2]);
            twos[i + 2 * k + 1] = _mm256_unpackhi_epi64(ones[i + k], ones[i + k + 2]);
        }
    }
    for (unsigned i = 0; i < 4; i++) {
        to[i] = _mm256_permute2x128_si256(twos[i], twos[i + 4], 0x20);
        to[i + 4] = _mm256_permute2x128_si256(twos[i], twos[i + 4], 0x31);
    }
}

BLOCK_TARGET static inline void load_8(uint32_t (*face)[SRC_COLUMNS], unsigned row, unsigned column, __m256i to[8])
{
    __m256i from[8];
    for (unsigned i = 0; i < 8; i++)
        from[i] = avx2_load(&face[row + i][column]);
    transpose_8(from, to);
}

BLOCK_TARGET static inline void store_8(uint32_t (*face)[SRC_COLUMNS], unsigned row, unsigned column,
                                        const __m256i from[8])
{
    for (unsigned i = 0; i < 8; i++)
        _mm256_storeu_si256((void *)&face[row + i][column], from[i]);
}

BLOCK_TARGET static void transpose(uint32_t face[FACE_ROWS][SRC_COLUMNS])
{
    __m256i upper[8], lower[8];
    for (unsigned at = 0; at < FACE_ROWS; at += 8) {
        load_8(face, at, at, upper);
        store_8(face, at, at, upper);
    }
    load_8(face, 0, 8, upper);
    load_8(face, 8, 0, lower);
    store_8(face, 8, 0, upper);
    store_8(face, 0, 8, lower);
}
#else
BLOCK_TARGET static void transpose(uint32_t face[FACE_ROWS][SRC_COLUMNS])
{
    for (unsigned row = 0; row < FACE_ROWS; row++) {
        for (unsigned column = row + 1; column < SRC_COLUMNS; column++) {
            const uint32_t cell = face[row][column];
            face[row][column] = face[column][row];
            face[column][row] = cell;
        }
    }
}
#endif

const struct block_loops BLOCK_LOOPS = {
    .maximum = maximum,
    .bf16_cells = bf16_cells,
    .fp16_cells = fp16_cells,
    .tf32_cells = tf32_cells,
    .moved_cells = moved_cells,
    .bf16_rows = bf16_rows,
    .fp16_rows = fp16_rows,
    .transpose = transpose,
};
