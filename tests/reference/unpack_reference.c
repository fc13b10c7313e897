/* SPDX-License-Identifier: Apache-2.0 */
/* U-3, U-4, U-5, U-6, each rule where the facts have it. */
#include "reference/unpack_reference.h"

#include "reference/bfp.h"
#include "reference/convert.h"
#include "reference/value.h"

enum { FP32, FP16, BFP8A, BFP4A, TF32, BF16, BFP8, BFP4, INT32, INT16, FP8, BFP2A, INT8 = 14, BFP2 };

/* U-3.4 */
static uint32_t bits_of(unsigned code)
{
    static const uint8_t bits[16] = {32, 16, 8, 4, 32, 16, 8, 4, 32, 16, 8, 2, 0, 0, 8, 2};
    return bits[code];
}

static bool is_a(unsigned code)
{
    return code == BFP8A || code == BFP4A || code == BFP2A;
}

static bool is_block(unsigned code)
{
    return is_a(code) || code == BFP8 || code == BFP4 || code == BFP2;
}

static uint64_t up_to_16(uint64_t n)
{
    while (n % 16)
        n++;
    return n;
}

static uint32_t l1_byte(const struct ref_unpack *u, uint64_t addr)
{
    return addr < u->l1_bytes ? u->l1[addr] : 0;
}

/* ---- U-3.5 ---- */

static uint64_t row_starts_at(const struct ref_unpack *u)
{
    return 16 * ((uint64_t)u->base_x16 + u->offset_x16 + 1 + u->digest);
}

static uint64_t exponents_at(const struct ref_unpack *u)
{
    const uint64_t planes = (uint64_t)u->z_dim * u->w_dim;
    const uint64_t rows = u->blobs ? u->blobs * planes : u->y_dim * planes;
    return row_starts_at(u) + (u->is_compressed ? up_to_16((rows + 1) * 2) : 0);
}

static uint64_t data_at(const struct ref_unpack *u)
{
    const uint64_t datums = (uint64_t)u->x_dim * u->y_dim * u->z_dim * u->w_dim;
    if (!is_block(u->in) || u->forces_exponent || (bits_of(u->in) < 8 && u->has_no_exponents))
        return exponents_at(u);
    return exponents_at(u) + up_to_16(datums / 16 + (datums % 16 != 0));
}

/* ---- U-3.9 ---- */

static uint64_t ring(const struct ref_unpack *u, uint64_t addr)
{
    return u->fifo_x16 && addr > (uint64_t)u->limit_x16 * 16 ? addr - (uint64_t)u->fifo_x16 * 16 : addr;
}

/* ---- U-3.6, U-3.7 ---- */

struct range {
    uint32_t first;   /* datum, or augmented datum */
    uint32_t count;   /* of them; or UINT32_MAX, and then: */
    uint32_t dropped; /* decompressed datums in front, */
    uint32_t wanted;  /* and behind those */
};

static uint32_t blob(const struct ref_unpack *u, uint32_t k)
{
    return 16 * (u->blob_starts >> 4 * (k & 7) & 15);
}

static struct range plain_range(const struct ref_unpack *u)
{
    uint32_t x = u->x0, y = u->y0, end = u->x1 + 1;
    if (u->is_row_search && !u->blobs) {
        x = 0;
        end = u->x1;
    } else if (u->is_row_search) {
        const uint32_t k = (u->x0 & 7) + 1;
        x = blob(u, u->y0);
        y = 0;
        end = k == u->blobs ? u->x_dim & 0x1F0 : blob(u, k);
    }
    const uint32_t first = ((u->w0 * u->z_dim + u->z0) * u->y_dim + y) * u->x_dim + x;
    return (struct range){first, end > x ? end - x : 0, 0, UINT32_MAX};
}

static uint32_t row_start(const struct ref_unpack *u, uint32_t row)
{
    const uint32_t rows = u->is_row_search && u->blobs ? u->blobs : u->y_dim;
    const uint64_t at = row_starts_at(u) + 2 * ((uint64_t)(u->w0 * u->z_dim + u->z0) * rows + row);
    return l1_byte(u, at) + 256 * l1_byte(u, at + 1);
}

static struct range compressed_range(const struct ref_unpack *u)
{
    struct range range = {row_start(u, u->y0 & 255), UINT32_MAX, 0, UINT32_MAX};
    if (u->is_row_search)
        range.count = row_start(u, (u->x0 & 255) + 1) - range.first;
    else if (u->x0 == 0 && u->x1 == u->x_dim - 1)
        range.count = row_start(u, (u->y0 & 255) + 1) - range.first;
    else {
        range.dropped = u->x0;
        range.wanted = u->x1 + 1 - u->x0;
    }
    return range;
}

/* ---- U-3.8, U-4.1, U-4.2, U-4.6: where the i-th datum after `first` is ---- */

static uint64_t plain_bit(const struct ref_unpack *u, uint32_t first, uint32_t i)
{
    const uint32_t s = bits_of(u->in);
    const uint32_t row = u->has_wide_rows && s >= 16 ? 32 : 16;
    uint64_t bytes_on = (uint64_t)row * s / 8;
    if (u->is_tilized)
        bytes_on = u->shift[0] << 4 | u->shift[1] << 8 | u->shift[2] << 12;
    const uint64_t start = 8 * data_at(u) + (uint64_t)first * s;
    uint64_t at = ring(u, start / 8);
    for (uint32_t r = 0; r < i / row; r++)
        at = ring(u, at + bytes_on);
    return at * 8 + start % 8 + (uint64_t)(i % row) * s;
}

static uint64_t augmented_bit(const struct ref_unpack *u, uint32_t index)
{
    const uint32_t s = bits_of(u->in);
    return 8 * data_at(u) + (uint64_t)(index / 32) * (32 * s + 128) + (uint64_t)(index % 32) * s;
}

static uint32_t counter(const struct ref_unpack *u, uint32_t index)
{
    const uint32_t s = bits_of(u->in);
    const uint64_t at = data_at(u) + (uint64_t)(index / 32) * (4 * s + 16) + 4 * s + index % 32 / 2;
    return u->is_zero ? 0 : l1_byte(u, at) >> (index % 2 * 4) & 15;
}

static uint32_t exponent(const struct ref_unpack *u, uint32_t first, uint32_t i)
{
    if (u->forces_exponent)
        return u->forced_exponent;
    uint64_t at = ring(u, exponents_at(u) + first / 16);
    for (uint32_t group = first / 16; group < (first + i) / 16; group++) {
        at++;
        if (at % 16 == 0)
            at = ring(u, at);
    }
    return l1_byte(u, at);
}

static uint32_t bits_at(const struct ref_unpack *u, uint64_t bit, uint32_t count)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; i++)
        value |= (l1_byte(u, (bit + i) / 8) >> ((bit + i) % 8) & 1) << i;
    return value;
}

/* ---- U-6: the cell ---- */

/* The bits of the pattern from the left of the cell on; -1 is a zero. F-3.1, F-3.3 */
static const int eight[19] = {18, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 17, 16, 15, 14, 13, 12, 11, 10}; /* of S, E8, M10 */
static const int five[19] = {15, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -1, -1, 14, 13, 12, 11, 10};  /* of S, E5, M10 */
static const int sixteen[19] = {15, 14, 13, 12, 11, 10, 9, 8, -1, -1, -1, 7, 6, 5, 4, 3, 2, 1, 0};
static const int dst_eight[16] = {15, 6, 5, 4, 3, 2, 1, 0, 14, 13, 12, 11, 10, 9, 8, 7};
static const int dst_five[16] = {15, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 14, 13, 12, 11, 10};

static uint32_t cell_of_fp16(const struct ref_unpack *u, uint32_t h)
{
    return u->is_dst ? ref_permute(h, dst_five, 16) : ref_permute(h, five, 19);
}

static uint32_t cell_of_bf16(const struct ref_unpack *u, uint32_t h)
{
    return u->is_dst ? ref_permute(h, dst_eight, 16) : ref_permute(h << 3, eight, 19);
}

static uint32_t cell_of_32(const struct ref_unpack *u, uint32_t v)
{
    if (u->is_dst)
        return ref_permute(v >> 16, dst_eight, 16) << 16 | (v & 0xFFFF);
    return ref_permute(v >> 13, eight, 19);
}

static uint32_t cell_of_fp32(const struct ref_unpack *u, uint32_t v)
{
    if (u->out == BF16)
        return cell_of_bf16(u, (v >> 23 & 255) == 0 ? v >> 31 << 15 : v >> 16);
    if (u->out == FP16)
        return cell_of_fp16(u, ref_wide_to_fp16(v >> 31, v & 0x7FFFFFFF, 23));
    return cell_of_32(u, v);
}

/* U-6.1, U-6.4 */
static uint32_t fp8_as_fp16(const struct ref_unpack *u, uint32_t b)
{
    if (u->has_e4m3)
        return ref_e4m3_to_fp16(b);
    return u->fp8_fills_up && (b & 0x7F) == 0x7F ? b << 8 | 0xFF : b << 8;
}

/* U-6.5 */
static uint32_t int8_as_fp16(const struct ref_unpack *u, uint32_t b)
{
    const uint32_t sign = u->is_unsigned ? 0 : b >> 7, magnitude = u->is_unsigned ? b : b & 0x7F;
    return sign << 15 | (magnitude ? 16u << 10 : 0) | magnitude;
}

static uint32_t cell(const struct ref_unpack *u, uint32_t datum, uint32_t shared)
{
    bool is_undefined;
    if (is_a(u->in))
        return cell_of_fp16(u, ref_bfp_to_fp16(datum, shared, (int)bits_of(u->in), &is_undefined));
    if (is_block(u->in))
        return cell_of_bf16(u, ref_bfp_to_bf16(datum, shared, (int)bits_of(u->in)));
    switch (u->in) {
    case FP32:
        return cell_of_fp32(u, datum);
    case FP16:
        return cell_of_fp16(u, datum);
    case BF16:
        return cell_of_bf16(u, datum);
    case FP8:
        return cell_of_fp16(u, fp8_as_fp16(u, datum));
    case INT8:
        return cell_of_fp16(u, int8_as_fp16(u, datum));
    case INT16:
        return u->is_dst ? datum : ref_permute(datum, sixteen, 19);
    default: /* TF32, INT32 */
        return cell_of_32(u, datum);
    }
}

bool ref_unpack_is_wide(const struct ref_unpack *u)
{
    return u->in == TF32 || u->in == INT32 || (u->in == FP32 && u->out != BF16 && u->out != FP16);
}

/* ---- U-4.4, U-5.4, U-5.5: where it goes; false: nowhere ---- */

static bool place(const struct ref_unpack *u, uint32_t at, struct ref_write *write)
{
    uint32_t row = at / 16, column = at % 16;
    const uint32_t shift = u->unpacker == 0 && !u->is_tilized ? u->shift[u->context & 3] : 0;
    if (u->unpacker == 0 && !u->is_dst && row < 4)
        return false;
    if (column < shift)
        return false;
    column -= shift;
    if (u->unpacker == 1) {
        row = (row + u->row_counter) & 63;
    } else if (u->is_dst) {
        row = (row - 4) & 0x3FF;
    } else {
        row -= 4;
        row = (u->has_override ? row : row + u->row_counter) & 63;
        if (u->is_transposed) {
            const uint32_t low = row & 15;
            row = (row & ~UINT32_C(15)) | column;
            column = low;
        }
    }
    write->row = row;
    write->column = column;
    return true;
}

/* ---- the instruction ---- */

struct sink {
    const struct ref_unpack *u;
    struct ref_write *writes;
    uint32_t count, at;
    struct range range;
};

static void put_cell(struct sink *sink, uint32_t bits)
{
    struct ref_write *write = &sink->writes[sink->count];
    if (place(sink->u, sink->at, write) && sink->count < REF_WRITES_MAX - 1) {
        write->cell = bits;
        sink->count++;
    }
    sink->at++;
}

/* A decompressed datum: dropped, or written with the extra positions behind it (U-5.7). */
static void deliver(struct sink *sink, uint32_t bits)
{
    if (sink->range.dropped) {
        sink->range.dropped--;
        return;
    }
    if (!sink->range.wanted)
        return;
    sink->range.wanted--;
    put_cell(sink, bits);
    for (uint32_t n = (1u << sink->u->upsample_rate) - 1; n > 0; n--) {
        if (sink->u->interleaves)
            sink->at++;
        else
            put_cell(sink, cell(sink->u, 0, 0));
    }
}

uint32_t ref_unpack(const struct ref_unpack *u, struct ref_write *writes)
{
    const uint32_t s = bits_of(u->in);
    struct sink sink = {u, writes, 0, u->place, u->is_compressed ? compressed_range(u) : plain_range(u)};
    for (uint32_t i = 0; i < sink.range.count && sink.range.wanted; i++) {
        const uint32_t index = sink.range.first + i;
        const uint64_t bit = u->is_compressed ? augmented_bit(u, index) : plain_bit(u, sink.range.first, i);
        const uint32_t shared = is_block(u->in) ? exponent(u, sink.range.first, i) : 0;
        deliver(&sink, u->is_zero ? cell(u, 0, 0) : cell(u, bits_at(u, bit, s), shared));
        for (uint32_t zeros = u->is_compressed ? counter(u, index) : 0; zeros > 0; zeros--)
            deliver(&sink, cell(u, 0, 0));
    }
    return sink.count;
}
