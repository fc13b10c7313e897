/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration words to struct unpack_settings, decoded once and used until a word changes. U-2, U-3.2 to U-3.5,
 * U-3.9, U-4.1 to U-4.4, U-5.1 to U-5.7, U-7.1 */
#include "reg_parts.h"
#include "tile/unpack/sections.h"
#include "tile/unpack/unpack_internal.h"
#include "unpack_findings.h"

enum { KEYS = UNPACK_CONTEXTS + 1 }; /* each context, and none: MultiContextMode off */

struct unpack_cache {
    /* Of the configuration that each was decoded from; 0: none. */
    uint64_t settings_version[CFG_STATES][UNPACKERS][KEYS];
    uint64_t thread_version[THREADS];
    struct unpack_settings settings[CFG_STATES][UNPACKERS][KEYS];
    struct unpack_thread threads[THREADS];
};

struct unpack_cache *unpack_cache_new(void)
{
    return mem_calloc(1, sizeof(struct unpack_cache));
}

uint32_t unpack_field(const struct unpack_decode *from, enum unpack_reg id)
{
    return cfg_decode_of(from->tile, from->unit, CFG_READ_BY_UNPACK, from->words, (enum reg_id)id);
}

uint32_t unpack_thread_field(const struct tile *tile, enum tt_unit unit, unsigned thread, enum unpack_reg id)
{
    return cfg_field(tile, unit, thread, (enum reg_id)id);
}

void unpack_warn_if(struct unpack_settings *set, bool is_suspect, finding_id id)
{
    if (is_suspect && set->warning_count < UNPACK_WARNINGS_MAX)
        set->warnings[set->warning_count++] = (uint16_t)id;
}

/* ---- input ---- */

/* The tile descriptor: 128 bits from the word of its first field (U-2.2). */
struct descriptor {
    uint32_t words[4];
};

static struct descriptor descriptor_of(const struct unpack_decode *from)
{
    struct descriptor descriptor;
    for (uint32_t i = 0; i < 4; i++)
        descriptor.words[i] = unpack_field(from, from->ids->descriptor[i]);
    return descriptor;
}

static uint32_t or_one(uint32_t count)
{
    return count ? count : 1;
}

/* Per context of unpacker 0; unpacker 1 has them, too, but nothing of it (U-2.7). */
static const enum unpack_reg x_dims[4] = {
    UNPACK_REG_THCON_SEC0_REG5_Tile_x_dim_cntx0, UNPACK_REG_THCON_SEC0_REG5_Tile_x_dim_cntx1,
    UNPACK_REG_THCON_SEC0_REG5_Tile_x_dim_cntx2, UNPACK_REG_THCON_SEC0_REG5_Tile_x_dim_cntx3};
static const enum unpack_reg dests[4] = {
    UNPACK_REG_THCON_SEC0_REG5_Dest_cntx0_address, UNPACK_REG_THCON_SEC0_REG5_Dest_cntx1_address,
    UNPACK_REG_THCON_SEC0_REG5_Dest_cntx2_address, UNPACK_REG_THCON_SEC0_REG5_Dest_cntx3_address};
static const enum unpack_reg column_shifts[4] = {
    UNPACK_REG_THCON_SEC0_REG2_Shift_amount_cntx0, UNPACK_REG_THCON_SEC0_REG2_Shift_amount_cntx1,
    UNPACK_REG_THCON_SEC0_REG2_Shift_amount_cntx2, UNPACK_REG_THCON_SEC0_REG2_Shift_amount_cntx3};

static void resolve_shape(const struct unpack_decode *from, struct unpack_settings *set, const struct descriptor *d)
{
    struct unpack_shape *shape = &set->shape;
    shape->x = part_TileDescriptor_XDim(d->words[0]);
    shape->y = part_TileDescriptor_63_32_YDim(d->words[1]);
    shape->z = or_one(part_TileDescriptor_63_32_ZDim(d->words[1]));
    shape->w = or_one(part_TileDescriptor_95_64_WDim(d->words[2]));
    shape->blobs = part_TileDescriptor_BlobsPerXYPlane(d->words[0]);
    uint32_t starts = part_TileDescriptor_95_64_BlobsYStart_15_0(d->words[2]) |
                      part_TileDescriptor_127_96_BlobsYStart_31_16(d->words[3]) << 16;
    if (set->is_multi && set->unpacker == 0) {
        shape->x = unpack_field(from, x_dims[set->context & 3]);
        starts = unpack_field(from, set->context & 2 ? UNPACK_REG_UNP0_BLOBS_Y_START_CNTX_23_blobs_y_start
                                                     : UNPACK_REG_UNP0_BLOBS_Y_START_CNTX_01_blobs_y_start);
    }
    for (unsigned i = 0; i < UNPACK_BLOBS; i++)
        shape->blob_start[i] = 16 * (starts >> 4 * i & 15);
}

static uint64_t whole_16(uint64_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

/* U-3.5: header, then row starts, exponents and data, each section a multiple of 16 bytes. */
static void resolve_sections(const struct unpack_decode *from, struct unpack_settings *set, const struct descriptor *d)
{
    const struct unpack_shape *shape = &set->shape;
    const uint64_t planes = (uint64_t)shape->z * shape->w;
    const uint32_t offset_x16 = unpack_field(from, from->ids->offset[set->context % UNPACK_OFFSETS]) & 0xFFFF;
    const uint32_t header_x16 = 1 + part_TileDescriptor_127_96_DigestSize(d->words[3]);
    uint64_t at = 0;
    set->sections.base_x16 =
        cfg_cells(from->tile, from->unit, from->words, (enum reg_id)from->ids->base[set->context], 1);
    set->sections.after_base_x16 = offset_x16 + header_x16;
    set->sections.row_starts = at;
    if (set->is_compressed)
        at += whole_16(2 * ((shape->blobs ? shape->blobs : shape->y) * planes + 1));
    set->sections.exponents = at;
    const bool has_no_section = part_TileDescriptor_NoBFPExpSection(d->words[0]) && set->datum_bits < 8;
    if (set->is_block && !set->forces_exponent && !has_no_section)
        at += whole_16((shape->x * shape->y * planes + UNPACK_GROUP - 1) / UNPACK_GROUP);
    set->sections.data = at;
}

/* U-3.9, U-2.5. A ring without a size has no effect. */
static void resolve_ring(const struct unpack_decode *from, struct unpack_settings *set)
{
    const bool is_second = set->context == 1 && unpack_field(from, from->ids->has_ring_1);
    set->ring_limit = (uint64_t)unpack_field(from, is_second ? from->ids->limit_1 : from->ids->limit) * 16;
    set->ring_bytes = (uint64_t)unpack_field(from, is_second ? from->ids->fifo_size_1 : from->ids->fifo_size) * 16;
    unpack_warn_if(set, set->ring_bytes, FINDING_UNPACK_RING_NOT_RECORDED);
}

/* U-4.1, U-4.2. In a row after a row, without a ring, where one ends makes no difference. */
static void resolve_rows(const struct unpack_decode *from, struct unpack_settings *set)
{
    const bool is_wide = set->chip->unpack_rows_are_wide && set->datum_bits >= 16;
    const bool is_16 = tile_variant(from->tile, VARIANT_UNPACK_ROW_WIDTH) != 0;
    const bool checks_16 = tile_variant(from->tile, VARIANT_UNPACK_RING_STEP) != 0;
    const bool is_tilized = unpack_field(from, from->ids->tileize);
    set->is_tilized = is_tilized && !set->is_compressed;
    set->row_datums = is_wide && !is_16 && (set->is_tilized || !checks_16) ? 32 : 16;
    set->row_step_bits = (uint64_t)set->row_datums * set->datum_bits;
    if (set->is_tilized) {
        uint32_t step_x16 = 0;
        for (unsigned i = 0; i < 3; i++)
            step_x16 |= unpack_field(from, from->ids->shift[i]) << 4 * i;
        set->row_step_bits = (uint64_t)step_x16 * 16 * 8;
    } else if (!set->ring_bytes) {
        set->row_datums = UINT32_MAX;
    }
    unpack_warn_if(set, is_tilized && (set->is_compressed || set->extra || set->datum_bits < 8),
                   FINDING_UNPACK_TILIZE_UNDEFINED);
    unpack_warn_if(set, is_tilized && set->unpacker == 1, FINDING_UNPACK_TILIZE_NOT_RECORDED);
}

static void unpack_settings_resolve_input(const struct unpack_decode *from, struct unpack_settings *set,
                                          const struct descriptor *d)
{
    set->is_compressed = !(set->is_multi ? unpack_field(from, from->ids->is_uncompressed[set->context])
                                         : part_TileDescriptor_IsUncompressed(d->words[0]));
    set->forces_exponent = unpack_field(from, from->ids->forces_exponent);
    set->forced_exponent = set->forces_exponent ? unpack_field(from, from->ids->forced_exponent) : 0;
    set->load = unpack_load_of(set->datum_bits);
    unpack_warn_if(set, set->is_compressed, FINDING_UNPACK_COMPRESSED_NOT_RECORDED);
    resolve_shape(from, set, d);
    resolve_sections(from, set, d);
    resolve_ring(from, set);
    resolve_rows(from, set);
    const uint32_t most = (set->is_compressed ? UNPACK_ZEROS_MOST + 1 : 1) * (set->extra + 1);
    set->block_datums = UNPACK_BLOCK_MAX / most;
}

/* ---- stages ---- */

static void resolve_upsampling(const struct unpack_decode *from, struct unpack_settings *set)
{
    static const uint8_t device[4] = {0, 1, 3, 7}, other[4] = {0, 1, 2, 4};
    const bool is_device = tile_variant(from->tile, VARIANT_UNPACK_UPSAMPLE_COUNT) == 0;
    set->extra = (is_device ? device : other)[unpack_field(from, from->ids->upsample_rate)];
    set->skips_extra = set->extra && unpack_field(from, from->ids->interleaves);
    unpack_warn_if(set, set->extra, FINDING_UNPACK_UPSAMPLING_NOT_RECORDED);
}

/* U-4.4, U-5.5: on unpacker 1 there is neither. */
static void resolve_placement(const struct unpack_decode *from, struct unpack_settings *set)
{
    const bool is_dst = set->target == UNPACK_TO_DST16 || set->target == UNPACK_TO_DST32;
    const bool is_tilized = unpack_field(from, from->ids->tileize), haloizes = unpack_field(from, from->ids->haloize);
    if (set->unpacker == 0) {
        set->column_shift = is_tilized ? 0 : unpack_field(from, column_shifts[set->context & 3]);
        set->is_transposed = haloizes && !is_dst;
        unpack_warn_if(set, is_dst && (set->column_shift || haloizes), FINDING_UNPACK_DST_STAGE_UNDEFINED);
    }
    set->joins_rows = !set->is_transposed && !set->column_shift && !set->skips_extra;
    unpack_warn_if(set, set->column_shift, FINDING_UNPACK_COLUMN_SHIFT_NOT_RECORDED);
    set->has_remap = is_dst && unpack_field(from, UNPACK_REG_DEST_ACCESS_CFG_remap_addrs);
    set->narrow_is_upper = tile_narrow_is_upper(from->tile);
    set->has_swizzle = is_dst && unpack_field(from, UNPACK_REG_DEST_ACCESS_CFG_swizzle_32b);
    set->is_low_first = tile_variant(from->tile, VARIANT_DST_HALVES_32) != 0;
}

/* ---- output ---- */

/* U-5.6: how many rows of SrcA are written at once. */
static uint32_t burst_rows(const struct unpack_decode *from, const struct unpack_settings *set)
{
    const bool has_default = set->chip->unpack_rows_are_wide && !unpack_field(from, from->ids->own_throttle);
    unsigned mode = unpack_field(from, from->ids->throttle);
    if (set->datum_bits == 2)
        mode = 0;
    else if (set->is_tilized)
        mode = 2;
    else if (has_default)
        mode = set->datum_bits == 8 ? 3 : 2;
    const uint32_t bytes = has_default && mode == 2 && set->datum_bits >= 16 ? 128 : 16u << mode;
    const uint32_t rows = bytes * 8 / (16 * set->datum_bits);
    return rows < 1 ? 1 : rows > 8 ? 8 : rows;
}

static void unpack_settings_resolve_output(const struct unpack_decode *from, struct unpack_settings *set)
{
    static const uint8_t shifts[4] = {2, 1, 0, 0};
    const bool is_dst = set->target == UNPACK_TO_DST16 || set->target == UNPACK_TO_DST32;
    set->output_base = unpack_field(from, from->ids->output_base);
    set->output_y = unpack_field(from, from->ids->output_y);
    set->output_z = unpack_field(from, from->ids->output_z);
    set->output_w = unpack_field(from, from->ids->output_w);
    set->output_shift = shifts[set->out & 3];
    set->adds_counters = true;
    if (set->is_multi && set->unpacker == 0) {
        set->dest_addr = unpack_field(from, dests[set->context & 3]);
        set->adds_counters = is_dst || unpack_field(from, UNPACK_REG_UNP0_ADD_DEST_ADDR_CNTR_add_dest_addr_cntr);
    }
    set->burst_rows = burst_rows(from, set);
}

static void resolve_end(const struct unpack_decode *from, struct unpack_settings *set)
{
    const bool is_register = tile_variant(from->tile, VARIANT_UNPACK_IMPLIED_FORMAT) != 0;
    set->steps_row = unpack_field(from, from->ids->row_update);
    set->implied_format = is_register ? set->registered_out : set->out;
}

/* ---- the list of stages ---- */

static void unpack_settings_add_stage(struct unpack_settings *set, enum unpack_stage stage, bool is_at_work)
{
    if (is_at_work)
        set->stages[set->stage_count++] = (uint8_t)stage;
}

static void unpack_settings_list_stages(struct unpack_settings *set)
{
    unpack_settings_add_stage(set, UNPACK_INPUT_ADDRESS, true);
    unpack_settings_add_stage(set, UNPACK_ROW_WALK, true);
    unpack_settings_add_stage(set, UNPACK_EXPONENT_FETCH, set->is_block);
    unpack_settings_add_stage(set, UNPACK_DECOMPRESS, set->is_compressed);
    unpack_settings_add_stage(set, UNPACK_CONVERT, true);
    unpack_settings_add_stage(set, UNPACK_UPSAMPLE, set->extra && !set->skips_extra);
    unpack_settings_add_stage(set, UNPACK_OUTPUT_ADDRESS, true);
    unpack_settings_add_stage(set, UNPACK_COLUMN_SHIFT, set->column_shift);
    unpack_settings_add_stage(set, UNPACK_HALOIZE, set->is_transposed);
    unpack_settings_add_stage(set, UNPACK_WRITE, true);
}

static void unpack_settings_decode(const struct unpack_decode *from, struct unpack_settings *set, unsigned unpacker,
                                   unsigned context, bool is_multi)
{
    const struct descriptor descriptor = descriptor_of(from);
    memset(set, 0, sizeof *set);
    set->chip = from->tile->chip;
    set->unpacker = unpacker;
    set->context = context;
    set->is_multi = is_multi;
    set->in = part_TileDescriptor_InDataFormat(descriptor.words[0]);
    set->registered_out = set->out = unpack_field(from, from->ids->out_format);
    if (is_multi && unpack_field(from, from->ids->overrides_format)) {
        set->in = unpack_field(from, from->ids->in_format_context[context]);
        set->out = unpack_field(from, from->ids->out_format_context[context]);
    }
    unpack_resolve_formats(from, set);
    resolve_upsampling(from, set);
    unpack_settings_resolve_input(from, set, &descriptor);
    unpack_resolve_convert(from, set);
    resolve_placement(from, set);
    unpack_settings_resolve_output(from, set);
    resolve_end(from, set);
    unpack_settings_list_stages(set);
}

const struct unpack_settings *unpack_settings_get(struct tile *tile, unsigned thread, unsigned unpacker,
                                                  unsigned context, bool is_multi)
{
    struct unpack_cache *cache = tile->unpack_cache;
    const uint64_t version = tile_cfg_version(tile, CFG_READ_BY_UNPACK);
    const unsigned state = cfg_state_of(tile, thread), key = is_multi ? 1 + context : 0;
    struct unpack_settings *set = &cache->settings[state][unpacker][key];
    if (cache->settings_version[state][unpacker][key] != version) {
        const struct unpack_decode from = {tile, tile->state.cfg[state], &unpack_sections[unpacker],
                                           unpack_unit(unpacker)};
        unpack_settings_decode(&from, set, unpacker, context, is_multi);
        cache->settings_version[state][unpacker][key] = version;
    }
    return set;
}

static uint32_t settings_thread_field(struct tile *tile, unsigned unpacker, unsigned thread, enum unpack_reg id)
{
    return cfg_decode(tile, unpack_unit(unpacker), CFG_READ_BY_UNPACK_THREAD, thread, (enum reg_id)id);
}

const struct unpack_thread *unpack_thread_get(struct tile *tile, unsigned thread)
{
    struct unpack_cache *cache = tile->unpack_cache;
    const uint64_t version = tile_cfg_version(tile, CFG_READ_BY_UNPACK_THREAD);
    struct unpack_thread *words = &cache->threads[thread];
    if (cache->thread_version[thread] != version) {
        words->row_base[0] = settings_thread_field(tile, 0, thread, UNPACK_REG_SRCA_SET_Base) << 4;
        words->row_base[1] = settings_thread_field(tile, 1, thread, UNPACK_REG_SRCB_SET_Base) << 4;
        words->has_row_override = settings_thread_field(tile, 0, thread, UNPACK_REG_SRCA_SET_SetOvrdWithAddr);
        words->context_offset[0] =
            settings_thread_field(tile, 0, thread, UNPACK_REG_UNPACK_MISC_CFG_CfgContextOffset_0);
        words->context_offset[1] =
            settings_thread_field(tile, 1, thread, UNPACK_REG_UNPACK_MISC_CFG_CfgContextOffset_1);
        cache->thread_version[thread] = version;
    }
    return words;
}
