/* SPDX-License-Identifier: Apache-2.0 */
/* Early conversion: from what Dst holds to the intermediate format. The two tables are those of P-4.3 (32-bit
 * Dst) and P-4.7 (16-bit Dst), a row a row; which rows a recording shows stands in docs/semantics/pack.md. */
#include "tile/pack/early_convert.h"

#include "tile/pack/dst_cells.h"

void pack_early_convert(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    if (block->is_narrow) {
        set->narrow.convert(block->halves, block->count);
    } else if (set->narrow.cut) {
        set->narrow.cut(block->values, block->count, block->halves);
        block->is_narrow = true;
    } else {
        set->early(set, self, block->values, block->count);
    }
    block->format = set->value_format;
}

enum { ANY = 2 };

/* One row of a table. raw, round_10b, is_unsigned: 0, 1 or ANY. */
struct early_row {
    unsigned intermediate;
    uint8_t raw, round_10b, is_unsigned;
    enum format read_format, value_format;
    pack_read_cells *read;
    pack_convert *convert, *stochastic; /* null: nothing to convert; nothing to round */
};

/* clang-format off */
static const struct early_row rows_32b[] = {
    {FORMAT_FP32,  ANY, 0,   ANY, FORMAT_FP32,  FORMAT_FP32,    read_fp32_cells, NULL, NULL},
    {FORMAT_FP32,  1,   1,   ANY, FORMAT_FP32,  FORMAT_FP32,    read_fp32_cells, NULL, NULL},
    {FORMAT_FP32,  0,   1,   ANY, FORMAT_FP32,  FORMAT_TF32_19, read_fp32_cells, early_fp32_to_tf32, early_fp32_to_tf32_stochastic},
    {FORMAT_TF32,  1,   ANY, ANY, FORMAT_FP32,  FORMAT_FP32,    read_fp32_cells, NULL, NULL},
    {FORMAT_TF32,  0,   ANY, ANY, FORMAT_FP32,  FORMAT_TF32_19, read_fp32_cells, early_fp32_to_tf32, early_fp32_to_tf32_stochastic},
    {FORMAT_BF16,  0,   0,   ANY, FORMAT_FP32,  FORMAT_BF16,    read_fp32_cells, early_fp32_to_bf16, early_fp32_to_bf16_stochastic},
    {FORMAT_BF16,  0,   1,   ANY, FORMAT_FP32,  FORMAT_TF32_19, read_fp32_cells, early_fp32_to_tf32, early_fp32_to_tf32_stochastic},
    {FORMAT_BF16,  1,   0,   ANY, FORMAT_FP32,  FORMAT_BF16,    read_fp32_cells, early_upper_half, NULL},
    {FORMAT_BFP8,  0,   0,   ANY, FORMAT_FP32,  FORMAT_E8M6,    read_fp32_cells, early_fp32_to_e8m6, early_fp32_to_e8m6_stochastic},
    {FORMAT_BFP8,  1,   ANY, ANY, FORMAT_FP32,  FORMAT_BF16,    read_fp32_cells, early_upper_half, NULL},
    {FORMAT_FP16,  ANY, 1,   ANY, FORMAT_FP32,  FORMAT_TF32_19, read_fp32_cells, early_fp32_to_tf32, early_fp32_to_tf32_stochastic},
    {FORMAT_INT32, ANY, ANY, ANY, FORMAT_INT32, FORMAT_INT32,   read_fp32_cells, NULL, NULL},
    {FORMAT_INT16, ANY, ANY, ANY, FORMAT_INT16, FORMAT_INT16,   read_cells,      NULL, NULL},
    {FORMAT_INT8,  0,   ANY, 0,   FORMAT_INT32, FORMAT_INT8,    read_fp32_cells, early_int32_to_int8, early_int32_to_int8_stochastic},
    {FORMAT_INT8,  0,   ANY, 1,   FORMAT_INT32, FORMAT_UINT8,   read_fp32_cells, early_int32_to_uint8, early_int32_to_uint8_stochastic},
    {FORMAT_INT8,  1,   ANY, 0,   FORMAT_INT32, FORMAT_INT8,    read_fp32_cells, early_int32_to_int8_raw, NULL},
    {FORMAT_INT8,  1,   ANY, 1,   FORMAT_INT32, FORMAT_UINT8,   read_fp32_cells, early_int32_to_uint8_raw, NULL},
};

static const struct early_row rows_16b[] = {
    {FORMAT_BF16,     0, 0,   ANY, FORMAT_BF16,  FORMAT_BF16,    read_bf16_cells, early_bf16_flush, NULL},
    {FORMAT_BF16,     1, 0,   ANY, FORMAT_BF16,  FORMAT_BF16,    read_bf16_cells, NULL, NULL},
    {FORMAT_BF16,     0, 1,   ANY, FORMAT_BF16,  FORMAT_TF32_19, read_bf16_cells, early_bf16_to_tf32, NULL},
    {FORMAT_BFP8,     0, 0,   ANY, FORMAT_BF16,  FORMAT_E8M6,    read_bf16_cells, early_bf16_to_e8m6, early_bf16_to_e8m6_stochastic},
    {FORMAT_BFP8,     1, ANY, ANY, FORMAT_BF16,  FORMAT_BF16,    read_bf16_cells, NULL, NULL},
    {FORMAT_TF32,     0, ANY, ANY, FORMAT_BF16,  FORMAT_TF32_19, read_bf16_cells, early_bf16_to_tf32, NULL},
    {FORMAT_FP32,     0, 1,   ANY, FORMAT_BF16,  FORMAT_TF32_19, read_bf16_cells, early_bf16_to_tf32, NULL},
    {FORMAT_FP16,     0, 0,   ANY, FORMAT_FP16,  FORMAT_FP16,    read_fp16_cells, early_fp16_flush, NULL},
    {FORMAT_FP16,     1, 0,   ANY, FORMAT_FP16,  FORMAT_FP16,    read_fp16_cells, NULL, NULL},
    {FORMAT_FP16,   ANY, 1,   ANY, FORMAT_BF16,  FORMAT_FP16,    read_bf16_cells, early_bf16_to_fp16, NULL},
    {FORMAT_BFP8A,    0, ANY, ANY, FORMAT_FP16,  FORMAT_E5M6,    read_fp16_cells, early_fp16_to_e5m6, early_fp16_to_e5m6_stochastic},
    {FORMAT_BFP8A,    1, ANY, ANY, FORMAT_FP16,  FORMAT_E5M7,    read_fp16_cells, early_fp16_to_e5m7_raw, NULL},
    {FORMAT_FP8_E5M2, 1, ANY, ANY, FORMAT_FP16,  FORMAT_FP16,    read_fp16_cells, early_fp16_to_e5m2_raw, NULL},
    {FORMAT_INT16,  ANY, ANY, ANY, FORMAT_INT16, FORMAT_INT16,   read_cells,      NULL, NULL},
    {FORMAT_INT8,     1, ANY, 0,   FORMAT_INT16, FORMAT_INT8,    read_cells,      early_cell_to_int8_raw, NULL},
};
/* clang-format on */

static bool fits(uint8_t wanted, uint32_t value)
{
    return wanted == ANY || wanted == value;
}

static const struct early_row *find(const struct early_row *rows, size_t count, const struct early_row *key)
{
    for (size_t i = 0; i < count; i++) {
        if (rows[i].intermediate == key->intermediate && fits(rows[i].raw, key->raw) &&
            fits(rows[i].round_10b, key->round_10b) && fits(rows[i].is_unsigned, key->is_unsigned))
            return &rows[i];
    }
    return NULL;
}

enum { DESCALE_WORDS = 16 };

static void settle_descale(const struct pack_decode *from, struct pack_settings *set)
{
    set->descale_words = pack_cells(from, PACK_REG_INT_DESCALE_VALUES_SEC0_Value, DESCALE_WORDS);
    if (!pack_field(from, PACK_REG_INT_DESCALE_Enable))
        return;
    pack_doubt(set, FINDING_PACK_INT_DESCALE_NOT_RECORDED);
    set->descales_by_filter = pack_field(from, PACK_REG_INT_DESCALE_Mode);
    set->descale_shift = pack_field(from, PACK_REG_INT_DESCALE_VALUES_SEC0_Value) & 31;
}

/* A format that no row of the table takes: nothing says what the hardware would make of it, so datums pass. */
static void let_pass(struct pack_settings *set)
{
    pack_doubt(set, FINDING_PACK_EARLY_PAIR_UNDEFINED);
    set->read = set->reads_32b ? read_fp32_cells : read_cells;
    set->read_format = set->value_format = set->reads_32b ? FORMAT_INT32 : FORMAT_INT16;
    set->early = NULL;
}

void pack_settle_early(const struct pack_decode *from, struct pack_settings *set)
{
    const unsigned held = pack_field(from, PACK_REG_ALU_FORMAT_SPEC_REG2_Dstacc);
    const bool is_overridden = pack_field(from, PACK_REG_ALU_FORMAT_SPEC_REG_Dstacc_override);
    set->intermediate = is_overridden ? pack_field(from, PACK_REG_ALU_FORMAT_SPEC_REG_Dstacc_val) : held;
    set->reads_32b = pack_field(from, PACK_REG_PCK_DEST_RD_CTRL_Read_32b_data);
    const struct early_row key = {
        .intermediate = set->intermediate,
        .raw = (uint8_t)pack_field(from, PACK_REG_PCK_DEST_RD_CTRL_Read_int8),
        .round_10b = (uint8_t)pack_field(from, PACK_REG_PCK_DEST_RD_CTRL_Round_10b_mant),
        .is_unsigned = (uint8_t)pack_field(from, PACK_REG_PCK_DEST_RD_CTRL_Read_unsigned),
    };
    const struct early_row *row = set->reads_32b ? find(rows_32b, sizeof rows_32b / sizeof *rows_32b, &key)
                                                 : find(rows_16b, sizeof rows_16b / sizeof *rows_16b, &key);
    settle_descale(from, set);
    if (!row) {
        let_pass(set);
        return;
    }
    const bool is_stochastic = pack_field(from, PACK_REG_ALU_ROUNDING_MODE_Gasket_srnd_en);
    set->read = row->read;
    set->read_format = row->read_format;
    set->value_format = row->value_format;
    if (is_stochastic && row->stochastic)
        pack_doubt(set, FINDING_PACK_STOCHASTIC_ROUNDING);
    set->early = is_stochastic && row->stochastic ? row->stochastic : early_reading(from->tile, row->convert);
}
