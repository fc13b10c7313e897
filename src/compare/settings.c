/* SPDX-License-Identifier: Apache-2.0 */
/* Which fields a packer reads (pack.md P-2.3, P-2.5, P-2.6), an unpacker (unpack.md U-2), the matrix unit
 * (matrix.md M11, M19) or the vector unit (vector.md V20, V23), and what they held. */
#include "compare/settings.h"

#include "base/memory.h"
#include "capture/ttcap.h"
#include "isa/chip.h"

#include <stdio.h>
#include <string.h>

/* Names start like this, in the order of the data's way through the packer; $S is the section's register group, $N its
 * number. */
static const char *const pack_prefixes[] = {
    "$S_In_data_format",
    "$S_Source_interface_selection",
    "$S_L1_source_addr",
    "PCK_DEST_RD_CTRL_",
    "PCK0_ADDR_BASE_REG_",
    "PCK0_ADDR_CTRL_",
    "DEST_TARGET_REG_CFG_PACK_SEC$N_",
    "DEST_ACCESS_CFG_remap_addrs",
    "DEST_ACCESS_CFG_swizzle_32b",
    "ADDR_MOD_PACK_SEC",
    "ALU_FORMAT_SPEC_REG_Dstacc",
    "ALU_FORMAT_SPEC_REG2_Dstacc",
    "ALU_ROUNDING_MODE_Gasket_srnd_en",
    "ALU_ROUNDING_MODE_Packer_srnd_en",
    "INT_DESCALE_",
    "PCK_EDGE_",
    "TILE_ROW_SET_MAPPING_",
    "TILE_FACE_SET_MAPPING_",
    "PACK_COUNTERS_SEC$N_",
    "STACC_RELU_",
    "ENABLE_ACC_STATS",
    "$S_",
    "PACK_CONCAT_MASK_SEC$N_",
};

/* $U is the unpacker's group of sections. */
static const char *const unpack_prefixes[] = {
    "UNPACK_MISC_CFG_",
    "$U_REG0_TileDescriptor",
    "$U_REG3_",
    "$U_REG4_",
    "$U_REG7_",
    "$U_REG5_",
    "$U_REG2_",
    "$U_REG10_Unpack_",
    "$U_REG1_Unp_",
    "$U_REG1_ovrd_default_throttle_mode",
    "UNP$N_",
    "ALU_FORMAT_SPEC_REG0_Src$LUnsigned",
    "SRC$L_SET_",
    "DEST_ACCESS_CFG_remap_addrs",
    "DEST_ACCESS_CFG_swizzle_32b",
};

static const char *const vector_prefixes[] = {
    "DEST_TARGET_REG_CFG_MATH_Offset",
    "ALU_ACC_CTRL_SFPU_Fp32_enabled",
    "ALU_FORMAT_SPEC_REG1_SrcB",
    "ALU_FORMAT_SPEC_REG_SrcB_",
    "SFPU_",
    "DEST_ACCESS_CFG_remap_addrs",
    "DEST_ACCESS_CFG_swizzle_32b",
};

static const char *const matrix_prefixes[] = {
    "ALU_FORMAT_SPEC_REG_Src",
    "ALU_FORMAT_SPEC_REG0_SrcA",
    "ALU_FORMAT_SPEC_REG1_SrcB",
    "DISABLE_IMPLIED_SRC",
    "ALU_ACC_CTRL_",
    "ALU_ROUNDING_MODE_Fpu_srnd_en",
    "FIDELITY_BASE_",
    "DEST_TARGET_REG_CFG_MATH_",
    "DEST_ACCESS_CFG_",
    "CLR_DVALID_",
    "ADDR_MOD_SET_",
    "ADDR_MOD_AB_",
    "ADDR_MOD_DST_",
    "ADDR_MOD_BIAS_",
};

enum { PREFIX_MAX = 64 };

static void expand_prefix(const char *pattern, unsigned section, char text[static PREFIX_MAX])
{
    const char *mark = strchr(pattern, '$');
    const int before = mark ? (int)(mark - pattern) : 0;
    if (!mark)
        (void)snprintf(text, PREFIX_MAX, "%s", pattern);
    else if (mark[1] == 'S')
        (void)snprintf(text, PREFIX_MAX, "THCON_SEC%u_REG%u%s", section / 2, section % 2 ? 8 : 1, mark + 2);
    else if (mark[1] == 'U')
        (void)snprintf(text, PREFIX_MAX, "THCON_SEC%u%s", section, mark + 2);
    else if (mark[1] == 'L')
        (void)snprintf(text, PREFIX_MAX, "%.*s%c%s", before, pattern, section ? 'B' : 'A', mark + 2);
    else
        (void)snprintf(text, PREFIX_MAX, "%.*s%u%s", before, pattern, section, mark + 2);
}

/* At work: where words come from. */
struct reader {
    struct results *results;
    struct ttcap *capture; /* null: not to be had */
    enum tt_chip chip;
    unsigned thread, state_id;
    uint64_t seq;
    /* of the word at hand */
    uint32_t lo;
    uint8_t bytes[4], have[4];
};

static int take_write(void *user, const struct results_access_row *row)
{
    struct reader *reader = user;
    bool is_whole = true;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t addr = reader->lo + i;
        if (!reader->have[i] && row->after && addr >= row->lo && addr < row->hi) {
            reader->bytes[i] = row->after[addr - row->lo];
            reader->have[i] = 1;
        }
        is_whole &= reader->have[i] != 0;
    }
    return is_whole;
}

/* An element of `size` bytes at a byte address, as it stood. */
static enum tt_status read_element(struct reader *reader, enum tt_space space, uint32_t lo, uint32_t size,
                                   uint32_t *value, struct tt_error *err)
{
    reader->lo = lo;
    memset(reader->bytes, 0, sizeof reader->bytes);
    memset(reader->have, 0, sizeof reader->have);
    for (uint32_t i = size; i < 4; i++)
        reader->have[i] = 1;
    enum tt_status status =
        results_writers(reader->results, space, lo, lo + size, reader->seq, take_write, reader, err);
    if (status)
        return status;
    uint8_t start[4] = {0}, known[4];
    if (reader->capture) {
        status = ttcap_read(reader->capture, 0, space, lo, size, start, known, err);
        if (status)
            return status;
    }
    *value = 0;
    for (uint32_t i = 0; i < size; i++)
        *value |= (uint32_t)(reader->have[i] ? reader->bytes[i] : start[i]) << 8 * i;
    return TT_OK;
}

static enum tt_status read_field(struct reader *reader, const struct reg_field *field, uint32_t *value,
                                 struct tt_error *err)
{
    const struct chip *chip = chip_get(reader->chip);
    uint32_t word = 0;
    enum tt_status status;
    if (field->space == TT_SPACE_CFG)
        status =
            read_element(reader, TT_SPACE_CFG, (reader->state_id * chip->cfg_words + field->word) * 4, 4, &word, err);
    else
        status = read_element(reader, TT_SPACE_THREAD_CFG, (reader->thread * chip->thread_words + field->word) * 2, 2,
                              &word, err);
    *value = (uint32_t)((word >> field->shift) & ((UINT64_C(1) << field->bits) - 1));
    return status;
}

static bool is_taken(const struct settings *settings, enum reg_id id)
{
    for (size_t i = 0; i < settings->count; i++)
        if (settings->items[i].id == id)
            return true;
    return false;
}

static enum tt_status add_matching(struct settings *settings, struct reader *reader, const char *prefix,
                                   struct tt_error *err)
{
    for (int i = 0; i < REG_COUNT; i++) {
        const struct reg_field *field = reg_field_get(reader->chip, (enum reg_id)i);
        if (!field->name || strncmp(field->name, prefix, strlen(prefix)) != 0 || is_taken(settings, (enum reg_id)i))
            continue;
        void *items = settings->items;
        if (mem_grow(&items, &settings->capacity, settings->count + 1, sizeof *settings->items))
            return tt_fail(err, TT_NO_MEMORY, "no memory for the settings");
        settings->items = items;
        struct setting *setting = &settings->items[settings->count];
        *setting = (struct setting){field, (enum reg_id)i, 0};
        enum tt_status status = read_field(reader, field, &setting->value, err);
        if (status)
            return status;
        settings->count++;
    }
    return TT_OK;
}

/* The capture of the run, if it is still where it was and still the same. */
static struct ttcap *open_capture(const struct results_run_row *run)
{
    struct ttcap *capture = NULL;
    struct tt_error err;
    if (ttcap_open(&capture, run->capture_path, &err))
        return NULL;
    if (strcmp(ttcap_info(capture)->hash, run->capture_hash) == 0)
        return capture;
    ttcap_close(capture);
    return NULL;
}

void settings_clear(struct settings *settings)
{
    mem_free(settings->items);
    *settings = (struct settings){0};
}

static const char *const *prefixes_of(enum tt_unit unit, size_t *count)
{
    if (unit == TT_UNIT_PACK) {
        *count = sizeof pack_prefixes / sizeof pack_prefixes[0];
        return pack_prefixes;
    }
    if (unit == TT_UNIT_MATRIX) {
        *count = sizeof matrix_prefixes / sizeof matrix_prefixes[0];
        return matrix_prefixes;
    }
    if (unit == TT_UNIT_VECTOR) {
        *count = sizeof vector_prefixes / sizeof vector_prefixes[0];
        return vector_prefixes;
    }
    *count = sizeof unpack_prefixes / sizeof unpack_prefixes[0];
    return unpack_prefixes;
}

enum tt_status settings_read(struct settings *settings, struct results *results, enum tt_unit unit, unsigned section,
                             unsigned thread, uint64_t seq, struct tt_error *err)
{
    size_t count;
    const char *const *prefixes = prefixes_of(unit, &count);
    const struct results_run_row *run = results_run(results);
    struct reader reader = {
        .results = results, .capture = open_capture(run), .chip = run->chip, .thread = thread, .seq = seq};
    *settings = (struct settings){.start_is_unknown = reader.capture == NULL};
    enum tt_status status = TT_OK;
    enum reg_id id = reg_find(run->chip, "CFG_STATE_ID_StateID");
    if (id != REG_COUNT)
        status = read_field(&reader, reg_field_get(run->chip, id), &reader.state_id, err);
    settings->state_id = reader.state_id;
    for (size_t i = 0; !status && i < count; i++) {
        char prefix[PREFIX_MAX];
        expand_prefix(prefixes[i], section, prefix);
        status = add_matching(settings, &reader, prefix, err);
    }
    ttcap_close(reader.capture);
    return status;
}
