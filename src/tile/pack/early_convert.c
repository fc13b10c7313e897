/* SPDX-License-Identifier: Apache-2.0 */
/* Early conversion: from what Dst holds to the intermediate format. The two tables are those of P-4.3 (32-bit
 * Dst) and P-4.7 (16-bit Dst), a row a row; which rows a recording shows stands in docs/semantics/pack.md. */
#include "base/guard/built_wide.h"
#include "numeric/early.h"
#include "tile/pack/pack_internal.h"

#include "pack_findings.h"

/* The shift of the datum `ahead` of the packer's position (P-4.8). Which counter names the output filter is not
 * documented: we take the plane of the tile position. OPEN pack-descale-filter */
static unsigned shift_at(const struct pack_settings *set, const struct packer *self, uint32_t ahead)
{
    if (!set->descales_by_filter)
        return set->descale_shift;
    struct pack_position at = self->position;
    pack_position_advance(set, &at, ahead);
    const uint32_t filter = (at.z + set->edge.z_offset) & 63;
    return set->descale_words[filter >> 2] >> (8 * (filter & 3)) & 31;
}

/* With a shift or a random number of its own. */
static uint32_t early_convert_one(const struct pack_settings *set, struct packer *self, uint32_t value, uint32_t ahead)
{
    const struct pack_early *early = &set->early;
    if (early->descale_random)
        return early->descale_random(value, shift_at(set, self, ahead), pack_random(self));
    if (early->descale)
        return early->descale(value, shift_at(set, self, ahead));
    return early->random(value, pack_random(self));
}

BUILT_WIDE static void descale_all(uint32_t *values, uint32_t count, unsigned shift)
{
    for (uint32_t i = 0; i < count; i++)
        values[i] = int32_to_int8(values[i], shift);
}

void pack_early_convert(const struct pack_settings *set, struct packer *self, struct pack_block *block)
{
    pack_convert_all(set->early.plain, block->values, block->count);
    if (set->early.descale == int32_to_int8 && !set->descales_by_filter) /* sums of bytes: one shift for all */
        descale_all(block->values, block->count, set->descale_shift);
    else
        for (uint32_t i = 0; set->early.plain == PACK_AS_IS && i < block->count; i++)
            block->values[i] = early_convert_one(set, self, block->values[i], i);
    block->format = set->value_format;
}

enum { ANY = 2 };

/* One row of a table. raw, round_10b, is_unsigned: 0, 1 or ANY. */
struct early_row {
    unsigned intermediate;
    uint8_t raw, round_10b, is_unsigned;
    enum format read_format, value_format;
    struct pack_early convert, stochastic; /* nothing to convert; nothing to round */
};

#define PLAIN(NAME)                                                                                                    \
    {                                                                                                                  \
        .plain = PACK_##NAME                                                                                           \
    }
#define RANDOM(FUNCTION)                                                                                               \
    {                                                                                                                  \
        .random = (FUNCTION)                                                                                           \
    }
#define DESCALE(FUNCTION)                                                                                              \
    {                                                                                                                  \
        .descale = (FUNCTION)                                                                                          \
    }
#define DESCALE_RANDOM(FUNCTION)                                                                                       \
    {                                                                                                                  \
        .descale_random = (FUNCTION)                                                                                   \
    }
#define NONE                                                                                                           \
    {                                                                                                                  \
        .plain = PACK_AS_IS                                                                                            \
    }

/* clang-format off */
static const struct early_row rows_32b[] = {
    {FORMAT_FP32,  ANY, 0,   ANY, FORMAT_FP32,  FORMAT_FP32,    NONE,                      NONE},
    {FORMAT_FP32,  1,   1,   ANY, FORMAT_FP32,  FORMAT_FP32,    NONE,                      NONE},
    {FORMAT_FP32,  0,   1,   ANY, FORMAT_FP32,  FORMAT_TF32_19, PLAIN(FP32_TO_TF32),       RANDOM(fp32_to_tf32_stochastic)},
    {FORMAT_TF32,  1,   ANY, ANY, FORMAT_FP32,  FORMAT_FP32,    NONE,                      NONE},
    {FORMAT_TF32,  0,   ANY, ANY, FORMAT_FP32,  FORMAT_TF32_19, PLAIN(FP32_TO_TF32),       RANDOM(fp32_to_tf32_stochastic)},
    {FORMAT_BF16,  0,   0,   ANY, FORMAT_FP32,  FORMAT_BF16,    PLAIN(FP32_TO_BF16),       RANDOM(fp32_to_bf16_stochastic)},
    {FORMAT_BF16,  0,   1,   ANY, FORMAT_FP32,  FORMAT_TF32_19, PLAIN(FP32_TO_TF32),       RANDOM(fp32_to_tf32_stochastic)},
    {FORMAT_BF16,  1,   0,   ANY, FORMAT_FP32,  FORMAT_BF16,    PLAIN(UPPER_HALF),         NONE},
    {FORMAT_BFP8,  0,   0,   ANY, FORMAT_FP32,  FORMAT_E8M6,    PLAIN(FP32_TO_E8M6),       RANDOM(fp32_to_e8m6_stochastic)},
    {FORMAT_BFP8,  1,   ANY, ANY, FORMAT_FP32,  FORMAT_BF16,    PLAIN(UPPER_HALF),         NONE},
    {FORMAT_FP16,  ANY, 1,   ANY, FORMAT_FP32,  FORMAT_TF32_19, PLAIN(FP32_TO_TF32),       RANDOM(fp32_to_tf32_stochastic)},
    {FORMAT_INT32, ANY, ANY, ANY, FORMAT_INT32, FORMAT_INT32,   NONE,                      NONE},
    {FORMAT_INT16, ANY, ANY, ANY, FORMAT_INT16, FORMAT_INT16,   NONE,                      NONE},
    {FORMAT_INT8,  0,   ANY, 0,   FORMAT_INT32, FORMAT_INT8,    DESCALE(int32_to_int8),    DESCALE_RANDOM(int32_to_int8_stochastic)},
    {FORMAT_INT8,  0,   ANY, 1,   FORMAT_INT32, FORMAT_UINT8,   DESCALE(int32_to_uint8),   DESCALE_RANDOM(int32_to_uint8_stochastic)},
    {FORMAT_INT8,  1,   ANY, 0,   FORMAT_INT32, FORMAT_INT8,    PLAIN(INT32_TO_INT8_RAW),  NONE},
    {FORMAT_INT8,  1,   ANY, 1,   FORMAT_INT32, FORMAT_UINT8,   PLAIN(INT32_TO_UINT8_RAW), NONE},
};

static const struct early_row rows_16b[] = {
    {FORMAT_BF16,     0,   0,   ANY, FORMAT_BF16,  FORMAT_BF16,    PLAIN(BF16_FLUSH),       NONE},
    {FORMAT_BF16,     1,   0,   ANY, FORMAT_BF16,  FORMAT_BF16,    NONE,                    NONE},
    {FORMAT_BF16,     0,   1,   ANY, FORMAT_BF16,  FORMAT_TF32_19, PLAIN(BF16_TO_TF32),     NONE},
    {FORMAT_BFP8,     0,   0,   ANY, FORMAT_BF16,  FORMAT_E8M6,    PLAIN(BF16_TO_E8M6),     RANDOM(bf16_to_e8m6_stochastic)},
    {FORMAT_BFP8,     1,   ANY, ANY, FORMAT_BF16,  FORMAT_BF16,    NONE,                    NONE},
    {FORMAT_TF32,     0,   ANY, ANY, FORMAT_BF16,  FORMAT_TF32_19, PLAIN(BF16_TO_TF32),     NONE},
    {FORMAT_FP32,     0,   1,   ANY, FORMAT_BF16,  FORMAT_TF32_19, PLAIN(BF16_TO_TF32),     NONE},
    {FORMAT_FP32,     0,   0,   ANY, FORMAT_BF16,  FORMAT_BF16,    NONE,                    NONE}, /* P-4.7y */
    {FORMAT_FP16,     0,   0,   ANY, FORMAT_FP16,  FORMAT_FP16,    PLAIN(FP16_FLUSH),       NONE},
    {FORMAT_FP16,     1,   0,   ANY, FORMAT_FP16,  FORMAT_FP16,    NONE,                    NONE},
    {FORMAT_FP16,     ANY, 1,   ANY, FORMAT_BF16,  FORMAT_FP16,    PLAIN(BF16_TO_FP16),     NONE},
    {FORMAT_BFP8A,    0,   ANY, ANY, FORMAT_FP16,  FORMAT_E5M6,    PLAIN(FP16_TO_E5M6),     RANDOM(fp16_to_e5m6_stochastic)},
    {FORMAT_BFP8A,    1,   ANY, ANY, FORMAT_FP16,  FORMAT_E5M7,    PLAIN(FP16_TO_E5M7_RAW), NONE},
    {FORMAT_FP8_E5M2, 1,   ANY, ANY, FORMAT_FP16,  FORMAT_FP16,    PLAIN(FP16_TO_E5M2_RAW), NONE},
    {FORMAT_INT16,    ANY, ANY, ANY, FORMAT_INT16, FORMAT_INT16,   NONE,                    NONE},
    {FORMAT_INT8,     1,   ANY, 0,   FORMAT_INT16, FORMAT_INT8,    PLAIN(CELL_TO_INT8_RAW), NONE},
    {FORMAT_INT8,     1,   ANY, 1,   FORMAT_INT16, FORMAT_UINT8,   PLAIN(CELL_TO_UINT8_RAW), NONE}, /* SL-097 */
};
/* clang-format on */
#undef PLAIN
#undef RANDOM
#undef DESCALE
#undef DESCALE_RANDOM
#undef NONE

static bool early_convert_fits(uint8_t wanted, uint32_t value)
{
    return wanted == ANY || wanted == value;
}

static const struct early_row *early_convert_find(const struct early_row *rows, size_t count,
                                                  const struct early_row *key)
{
    for (size_t i = 0; i < count; i++) {
        if (rows[i].intermediate == key->intermediate && early_convert_fits(rows[i].raw, key->raw) &&
            early_convert_fits(rows[i].round_10b, key->round_10b) &&
            early_convert_fits(rows[i].is_unsigned, key->is_unsigned))
            return &rows[i];
    }
    return NULL;
}

enum { DESCALE_WORDS = 16 };

static void resolve_descale(const struct pack_decode *from, struct pack_settings *set)
{
    if (!pack_field(from, PACK_REG_INT_DESCALE_Enable))
        return;
    set->descale_words = pack_cells(from, PACK_REG_INT_DESCALE_VALUES_SEC0_Value, DESCALE_WORDS);
    pack_warn(set, FINDING_PACK_INT_DESCALE_NOT_RECORDED);
    set->descales_by_filter = pack_field(from, PACK_REG_INT_DESCALE_Mode);
    set->descale_shift = pack_field(from, PACK_REG_INT_DESCALE_VALUES_SEC0_Value) & 31;
}

/* A format that no row of the table takes: nothing says what the hardware would make of it, so datums pass. */
static void let_pass(struct pack_settings *set)
{
    pack_warn(set, FINDING_PACK_EARLY_PAIR_UNDEFINED);
    set->read_format = set->value_format = set->reads_32b ? FORMAT_INT32 : FORMAT_INT16;
}

/* The meaning of datums from L1 by the intermediate format, and the number of bytes they may have: the sum of the
 * widths that the published table has for it, 0 for a format that they cannot have (P-4.9). */
static const struct {
    enum format value;
    uint8_t widths;
} l1_formats[16] = {
    [FORMAT_FP32] = {FORMAT_FP32, 4},           [FORMAT_BF16] = {FORMAT_BF16, 2 | 1},
    [FORMAT_BFP8] = {FORMAT_BF16, 2 | 1},       [FORMAT_FP16] = {FORMAT_FP16, 2},
    [FORMAT_BFP8A] = {FORMAT_E5M7, 1},          [FORMAT_FP8_E5M2] = {FORMAT_FP16, 1},
    [FORMAT_INT32] = {FORMAT_INT32, 4 | 2 | 1}, [FORMAT_INT16] = {FORMAT_INT16, 4 | 2 | 1},
    [FORMAT_INT8] = {FORMAT_INT8, 2 | 1},
};

bool pack_has_l1_pair(const struct pack_settings *set)
{
    return l1_formats[set->intermediate & 15].widths & set->bytes_per_datum;
}

/* Datums from L1 are of the intermediate format as they come: what Dst holds, and how it is rounded, does not count
 * (P-4.9x). False for a format that they cannot have. */
static bool takes_l1_format(struct pack_settings *set, bool is_unsigned)
{
    if (!l1_formats[set->intermediate & 15].widths)
        return false;
    set->read_format = set->value_format = l1_formats[set->intermediate & 15].value;
    if (set->value_format == FORMAT_INT8 && is_unsigned)
        set->read_format = set->value_format = FORMAT_UINT8;
    return true;
}

void pack_resolve_early(const struct pack_decode *from, struct pack_settings *set, bool is_from_l1)
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
    const struct early_row *row = set->reads_32b
                                      ? early_convert_find(rows_32b, sizeof rows_32b / sizeof *rows_32b, &key)
                                      : early_convert_find(rows_16b, sizeof rows_16b / sizeof *rows_16b, &key);
    resolve_descale(from, set);
    if (is_from_l1 && takes_l1_format(set, key.is_unsigned))
        return;
    if (!row) {
        let_pass(set);
        return;
    }
    const bool rounds = pack_early_is_at_work(&row->stochastic);
    set->read_format = row->read_format;
    set->value_format = row->value_format;
    if (rounds && pack_field(from, PACK_REG_ALU_ROUNDING_MODE_Gasket_srnd_en)) {
        pack_warn(set, FINDING_PACK_STOCHASTIC_ROUNDING);
        set->early = row->stochastic;
    } else {
        set->early = row->convert;
        set->early.plain = pack_conversion_read(from->tile, set->early.plain);
    }
}
