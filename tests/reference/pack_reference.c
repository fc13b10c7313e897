/* SPDX-License-Identifier: Apache-2.0 */
/* Written from the facts alone: P-4.7, P-5.1 to P-5.14, P-6.3, P-6.6, P-7, P-8, P-9.8. */
#include "reference/pack_reference.h"

#include "reference/bfp.h"
#include "reference/convert.h"

#include <string.h>

static bool passes_edge(const struct ref_pack *ref, int column)
{
    if (!ref->set.masks_edges)
        return true;
    return ref->set.column_masks[ref->set.row_mapping[ref->y % 16]] >> column & 1;
}

static void step(struct ref_pack *ref)
{
    if (++ref->x < 16)
        return;
    ref->x = 0;
    if (++ref->y == ref->set.plane_rows)
        ref->y = 0;
}

static uint16_t relu(const struct ref_pack_settings *set, uint16_t value)
{
    if (set->relu == 0)
        return value;
    if (value & 0x8000)
        return 0;
    if (set->relu == 2 && value <= set->relu_threshold)
        return 0;
    if (set->relu == 3 && value > set->relu_threshold)
        return set->relu_threshold;
    return value;
}

/* Early conversion to threshold; counts and steps as it goes. */
static uint16_t front(struct ref_pack *ref, uint16_t datum, int column)
{
    uint16_t value = (uint16_t)ref_bf16_flush(datum);
    if (!passes_edge(ref, column))
        value = ref->set.edge_is_minus_infinity ? 0xFF80 : 0;
    value = relu(&ref->set, value);
    const int exponent = value >> 7 & 0xFF;
    if (exponent > ref->maximum)
        ref->maximum = exponent;
    if (ref->set.counts_exponents && ref->histogram[exponent % 32] < 255)
        ref->histogram[exponent % 32]++;
    step(ref);
    return exponent < ref->set.exponent_threshold ? 0 : value;
}

static void append(struct ref_pack_bytes *to, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        to->bytes[to->count++] = (uint8_t)(value >> (8 * i));
}

static void join(struct ref_pack *ref, uint16_t value, bool is_first, bool is_last)
{
    if (is_first)
        ref->row_is_zero = true;
    if (value & 0x7FFF)
        ref->row_is_zero = false;
    const bool may_go = ref->set.compresses && !is_first && !is_last && !(value & 0x7FFF);
    if (may_go && ref->zeros_behind[ref->datums - 1] < 15) {
        ref->zeros_behind[ref->datums - 1]++;
        return;
    }
    ref->zeros_behind[ref->datums] = 0;
    ref->values[ref->datums++] = value;
}

void ref_pack_pacr(struct ref_pack *ref, const uint16_t *datums, int rows, int first_column, int columns, bool concat,
                   bool last)
{
    static uint16_t retained[REF_PACK_BYTES];
    int count = 0;
    const unsigned mask = ref->set.downsample_mask ? ref->set.downsample_mask : 0xFFFF;
    for (int i = 0; i < rows * columns; i++) {
        const uint16_t value = front(ref, datums[i], first_column + i % columns);
        const int j = ref->set.counts_within_rows ? i % columns : i;
        if (mask >> (j % 16) & 1)
            retained[count++] = value;
    }
    const bool ends = !concat || last;
    if (count && ref->rows == 0 && !ref->row_is_open)
        append(&ref->row_starts, 0, 2);
    for (int i = 0; i < count; i++)
        join(ref, retained[i], i == 0 && !ref->row_is_open, ends && i == count - 1);
    if (count)
        ref->row_is_open = true;
    if (!ends || !ref->row_is_open)
        return;
    if (!count && ref->set.compresses && ref->zeros_behind[ref->datums - 1]) { /* the last of a row always stays */
        ref->zeros_behind[ref->datums - 1]--;
        ref->zeros_behind[ref->datums] = 0;
        ref->values[ref->datums++] = 0;
    }
    if (ref->row_is_zero && ref->rows < 32)
        ref->zero_flags |= UINT32_C(1) << ref->rows;
    ref->rows++;
    ref->row_is_open = false;
    append(&ref->row_starts, (uint32_t)ref->datums, 2);
}

static int datum_bits(const struct ref_pack *ref)
{
    static const int bits[] = {16, 32, 16, 8, 4, 2};
    return bits[ref->set.out];
}

/* Sixteen datums as BFP: one exponent byte, and the magnitudes through `out`. */
static void block(struct ref_pack *ref, int first, uint32_t out[16])
{
    struct ref_bfp_datum floats[16];
    for (int i = 0; i < 16; i++) {
        const uint32_t v = first + i < ref->datums ? ref->values[first + i] : 0;
        floats[i] = (struct ref_bfp_datum){v >> 15, v >> 7 & 0xFF, v & 0x7F};
    }
    append(&ref->exponents, ref_bfp_group(floats, out, datum_bits(ref)), 1);
}

static uint32_t late(const struct ref_pack *ref, uint16_t value)
{
    if (ref->set.out == REF_PACK_FP32)
        return (uint32_t)value << 16;
    if (ref->set.out == REF_PACK_FP16)
        return ref_wide_to_fp16(value >> 15, value & 0x7FFF, 7);
    return value;
}

static void pad(struct ref_pack_bytes *to)
{
    while (to->count % 16)
        to->bytes[to->count++] = 0;
}

static void counters(struct ref_pack *ref, int first)
{
    for (int i = 0; i < 16; i++) {
        const int at = first + 2 * i;
        const uint32_t low = at < ref->datums ? ref->zeros_behind[at] : 0;
        const uint32_t high = at + 1 < ref->datums ? ref->zeros_behind[at + 1] : 0;
        append(&ref->data, low | high << 4, 1);
    }
}

void ref_pack_finish(struct ref_pack *ref)
{
    const int bits = datum_bits(ref);
    const bool is_block = ref->set.out >= REF_PACK_BFP8;
    /* Whole groups of 16 for blocks, of 32 under compression. */
    const int unit = ref->set.compresses ? 32 : is_block ? 16 : 1;
    const int total = (ref->datums + unit - 1) / unit * unit;
    uint32_t group[16] = {0};
    uint32_t byte = 0;
    int filled = 0;
    for (int i = 0; i < total; i++) {
        uint32_t datum = i < ref->datums ? late(ref, ref->values[i]) : 0;
        if (is_block) {
            if (i % 16 == 0 && i < ref->datums)
                block(ref, i, group);
            else if (i % 16 == 0)
                memset(group, 0, sizeof group);
            datum = group[i % 16];
        }
        if (bits >= 8) {
            append(&ref->data, datum, bits / 8);
        } else {
            byte |= datum << filled;
            filled += bits;
            if (filled == 8) {
                append(&ref->data, byte, 1);
                byte = 0;
                filled = 0;
            }
        }
        if (ref->set.compresses && i % 32 == 31)
            counters(ref, i - 31);
    }
    ref->retained = ref->datums;
    pad(&ref->row_starts);
    pad(&ref->exponents);
    pad(&ref->data);
}
