/* SPDX-License-Identifier: Apache-2.0 */
/* Edge mask: by row and plane of the tile position, columns whose datum is replaced. P-5.1 to P-5.4 */
#include "base/guard/built_wide.h"
#include "tile/pack/pack_internal.h"

#include "pack_findings.h"

/* Entry `index` of a mapping of 16 times 2 bits. */
static uint32_t mapping_entry(uint32_t word, uint32_t index)
{
    return word >> (2 * (index & 15)) & 3;
}

/* Bit a column whose datum stays at a row and plane of the tile position. */
static uint32_t edge_columns(const struct pack_edge *edge, uint32_t y, uint32_t z)
{
    const uint32_t row_set = edge->has_face_set ? mapping_entry(edge->face_set, edge->z_offset + z) : edge->row_set;
    return edge->columns[mapping_entry(edge->row_mapping[row_set], y)];
}

BUILT_WIDE static void fill_columns(uint32_t *restrict values, const uint16_t *restrict origin, uint32_t count,
                                    uint32_t columns, uint32_t fill)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = columns >> (origin[i] & 15) & 1 ? values[i] : fill;
}

static void mask_run(const struct pack_settings *set, struct pack_block *block, uint32_t at, uint32_t count,
                     uint32_t columns)
{
    fill_columns(&block->values[at], &block->origin[at], count, columns, set->edge.fill);
}

/* The reading of the published page (C-36): a row of the position for each interface, no wrap inside a PACR. */
static void mask_by_interface(const struct pack_settings *set, const struct packer *self, struct pack_block *block)
{
    uint32_t at = 0;
    for (uint32_t r = 0; r < block->row_count; r++) {
        const uint32_t y = self->position.y + r;
        mask_run(set, block, at, block->rows[r].count, edge_columns(&set->edge, y, self->position.z));
        at += block->rows[r].count;
    }
}

void pack_edge_mask(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    if (set->steps_position_by_interface) {
        mask_by_interface(set, self, block);
        return;
    }
    struct pack_position at = self->position;
    for (uint32_t i = 0; i < block->count;) {
        const uint32_t left = block->count - i, in_row = DST_COLUMNS - at.x;
        const uint32_t count = left < in_row ? left : in_row;
        mask_run(set, block, i, count, edge_columns(&set->edge, at.y, at.z));
        pack_position_advance(set, &at, count);
        i += count;
    }
}

enum { FIVE_BITS = 0x1F };

/* The low bits that a format of five exponent bits lacks; values stand as FP16 has them. */
static uint32_t edge_mask_missing_bits(enum format format)
{
    switch ((int)format) {
    case FORMAT_E5M7:
        return 0x7;
    case FORMAT_E5M6:
        return 0xF;
    default:
        return 0;
    }
}

/* Minus infinity in the format of the values; 5-bit exponents: P-5.2. */
static uint32_t minus_infinity(const struct pack_decode *from, const struct pack_settings *set)
{
    const struct pack_value *value = &set->value;
    if (value->exponent_shift == 0) /* integers have none: the largest magnitude */
        return value->sign | value->magnitude;
    const bool has_5_bits = value->exponent_mask == FIVE_BITS;
    if (has_5_bits && tile_variant(from->tile, VARIANT_PACK_EDGE_MINUS_INFINITY) == 0)
        return value->sign | (value->magnitude & ~edge_mask_missing_bits(set->value_format));
    return value->sign | value->exponent_mask << value->exponent_shift;
}

static bool clears_a_column(const struct pack_edge *edge, uint32_t row_mapping)
{
    for (uint32_t y = 0; y < 16; y++) {
        if (edge->columns[mapping_entry(row_mapping, y)] != 0xFFFF)
            return true;
    }
    return false;
}

static bool is_at_work(const struct pack_edge *edge)
{
    if (!edge->has_face_set)
        return clears_a_column(edge, edge->row_mapping[edge->row_set]);
    for (uint32_t z = 0; z < 16; z++) {
        if (clears_a_column(edge, edge->row_mapping[mapping_entry(edge->face_set, z)]))
            return true;
    }
    return false;
}

/* Recordings have mode 0, row sets 0 and 1, and masks of no, one or all columns. */
static bool edge_mask_is_recorded(const struct pack_decode *from, const struct pack_edge *edge)
{
    for (unsigned i = 0; i < 4; i++) {
        if (edge->columns[i] > 1 && edge->columns[i] != 0xFFFF)
            return false;
    }
    return edge->row_set < 2 && !pack_field(from, PACK_REG_PCK_EDGE_MODE_mode);
}

void pack_resolve_edge_mask(const struct pack_decode *from, struct pack_settings *set)
{
    static const enum pack_reg rows[4] = {
        PACK_REG_TILE_ROW_SET_MAPPING_0_row_set_mapping_0, PACK_REG_TILE_ROW_SET_MAPPING_1_row_set_mapping_0,
        PACK_REG_TILE_ROW_SET_MAPPING_2_row_set_mapping_0, PACK_REG_TILE_ROW_SET_MAPPING_3_row_set_mapping_0};
    static const enum pack_reg faces[4] = {
        PACK_REG_TILE_FACE_SET_MAPPING_0_face_set_mapping_0, PACK_REG_TILE_FACE_SET_MAPPING_1_face_set_mapping_0,
        PACK_REG_TILE_FACE_SET_MAPPING_2_face_set_mapping_0, PACK_REG_TILE_FACE_SET_MAPPING_3_face_set_mapping_0};
    static const enum pack_reg columns[4] = {PACK_REG_PCK_EDGE_OFFSET_SEC0_mask, PACK_REG_PCK_EDGE_OFFSET_SEC1_mask,
                                             PACK_REG_PCK_EDGE_OFFSET_SEC2_mask, PACK_REG_PCK_EDGE_OFFSET_SEC3_mask};
    static const enum pack_reg z_offsets[4] = {
        PACK_REG_DEST_TARGET_REG_CFG_PACK_SEC0_ZOffset, PACK_REG_DEST_TARGET_REG_CFG_PACK_SEC1_ZOffset,
        PACK_REG_DEST_TARGET_REG_CFG_PACK_SEC2_ZOffset, PACK_REG_DEST_TARGET_REG_CFG_PACK_SEC3_ZOffset};
    struct pack_edge *edge = &set->edge;
    const unsigned pair = 2 * from->section;
    edge->row_set = pack_field(from, PACK_REG_PCK_EDGE_TILE_ROW_SET_SELECT_select) >> pair & 3;
    edge->has_face_set = pack_field(from, PACK_REG_PCK_EDGE_TILE_FACE_SET_SELECT_enable);
    for (unsigned i = 0; i < 4; i++) {
        edge->row_mapping[i] = edge->has_face_set || i == edge->row_set ? pack_word(from, rows[i]) : 0;
        edge->columns[i] = (uint16_t)pack_field(from, columns[i]);
    }
    if (edge->has_face_set || set->descales_by_filter) /* whose filters are numbered by it, too */
        edge->z_offset = pack_field(from, z_offsets[from->section]);
    if (edge->has_face_set)
        edge->face_set =
            pack_word(from, faces[pack_field(from, PACK_REG_PCK_EDGE_TILE_FACE_SET_SELECT_select) >> pair & 3]);
    edge->fill = pack_field(from, PACK_REG_PCK_EDGE_MODE_mode) ? minus_infinity(from, set) : 0;
    edge->is_at_work = is_at_work(edge);
    if (edge->has_face_set || (edge->is_at_work && !edge_mask_is_recorded(from, edge)))
        pack_warn(set, FINDING_PACK_EDGE_MASK_NOT_RECORDED);
    if (edge->is_at_work && edge->fill && set->value.exponent_mask == FIVE_BITS)
        pack_warn(set, FINDING_PACK_EDGE_INFINITY_GUESSED);
}
