/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration words to struct pack_settings, decoded once and used until a word changes. P-2.3 to P-2.8 */
#include "tile/adc/adc.h"
#include "tile/pack/pack_internal.h"
#include "tile/pack/sections.h"

#include "pack_findings.h"

struct pack_cache *pack_cache_new(void)
{
    return mem_calloc(1, sizeof(struct pack_cache));
}

uint32_t pack_field(const struct pack_decode *from, enum pack_reg id)
{
    return cfg_decode_of(from->tile, TT_UNIT_PACK, CFG_READ_BY_PACK, from->words, (enum reg_id)id);
}

uint32_t pack_word(const struct pack_decode *from, enum pack_reg id)
{
    return cfg_decode_word(from->tile, TT_UNIT_PACK, CFG_READ_BY_PACK, from->words, (enum reg_id)id);
}

const uint32_t *pack_cells(const struct pack_decode *from, enum pack_reg first, uint32_t words)
{
    return cfg_cells(from->tile, TT_UNIT_PACK, from->words, (enum reg_id)first, words);
}

uint32_t pack_thread_field(const struct tile *tile, unsigned thread, enum pack_reg id)
{
    return cfg_field(tile, TT_UNIT_PACK, thread, (enum reg_id)id);
}

void pack_warn(struct pack_settings *set, finding_id id)
{
    if (set->warning_count < PACK_WARNINGS_MAX)
        set->warnings[set->warning_count++] = (uint16_t)id;
}

static void warn_if(struct pack_settings *set, bool is_suspect, finding_id id)
{
    if (is_suspect)
        pack_warn(set, id);
}

/* ---- input ---- */

static void resolve_l1_source(const struct pack_decode *from, struct pack_settings *set, uint32_t l1_source_addr)
{
    const bool is_weight_13 = tile_variant(from->tile, VARIANT_PACK_L1_SOURCE_WEIGHT) != 0;
    const unsigned weight = is_weight_13 ? 13 : 18;
    set->l1_source = l1_source_addr << weight;
    set->l1_source_mask = (1u << weight) - 1;
}

static void settings_resolve_input(const struct pack_decode *from, struct pack_settings *set,
                                   const struct pack_section *ids)
{
    static const uint8_t shifts[4] = {2, 1, 0, 0};
    set->datum_shift = shifts[set->in & 3];
    set->bytes_per_datum = 1u << set->datum_shift;
    set->input = (struct pack_strides){
        .base = pack_field(from, PACK_REG_PCK0_ADDR_BASE_REG_0_Base),
        .x = pack_field(from, PACK_REG_PCK0_ADDR_CTRL_XY_REG_0_Xstride) & 15,
        .y = pack_field(from, PACK_REG_PCK0_ADDR_CTRL_XY_REG_0_Ystride),
        .z = pack_field(from, PACK_REG_PCK0_ADDR_CTRL_ZW_REG_0_Zstride),
        .w = pack_field(from, PACK_REG_PCK0_ADDR_CTRL_ZW_REG_0_Wstride),
    };
    set->dst_offset = cfg_cell(from->tile, TT_UNIT_PACK, from->words, (enum reg_id)ids->dst_offset);
    set->has_remap = pack_field(from, PACK_REG_DEST_ACCESS_CFG_remap_addrs);
    set->narrow_is_upper = tile_narrow_is_upper(from->tile);
    set->has_swizzle = pack_field(from, PACK_REG_DEST_ACCESS_CFG_swizzle_32b);
    set->is_low_first = tile_variant(from->tile, VARIANT_DST_HALVES_32) != 0;
    set->addr_cnt_context = pack_field(from, ids->addr_cnt_context);
    set->source = pack_field(from, ids->source_interface) ? PACK_FROM_L1 : PACK_FROM_DST;
    resolve_l1_source(from, set, pack_field(from, ids->l1_source_addr));
    warn_if(set, set->source == PACK_FROM_L1, FINDING_PACK_L1_SOURCE_NOT_RECORDED);
    warn_if(set, set->source == PACK_FROM_L1 && !pack_has_l1_pair(set), FINDING_PACK_EARLY_PAIR_UNDEFINED);
    warn_if(set, set->source == PACK_FROM_L1 && !set->has_read_interfaces && set->section > 0,
            FINDING_PACK_L1_SOURCE_PACKER);
}

/* ---- stages ---- */

static void resolve_position(const struct pack_decode *from, struct pack_settings *set, const struct pack_section *ids)
{
    const struct tile *tile = from->tile;
    set->plane_rows = pack_field(from, ids->reads_per_plane);
    set->is_transposed = pack_field(from, ids->yz_transposed);
    set->context_planes = pack_field(from, ids->auto_context_planes);
    set->steps_position_by_interface = set->has_read_interfaces && tile_variant(tile, VARIANT_PACK_TPG_STEP) != 0;
    set->keeps_position = tile_variant(tile, VARIANT_PACK_TPG_START) != 0;
    set->sets_last_interface = set->has_read_interfaces && pack_field(from, ids->auto_last_interface);
    warn_if(set, set->sets_last_interface, FINDING_PACK_AUTO_LAST_INTERFACE);
    warn_if(set, pack_field(from, PACK_REG_THCON_SEC0_REG1_pack_start_intf_pos), FINDING_PACK_START_INTERFACE_POSITION);
    warn_if(set, pack_field(from, ids->y_start_offset), FINDING_PACK_Y_START_OFFSET);
}

static bool any_thread_counts(struct tile *tile)
{
    bool counts = false;
    for (unsigned t = 0; t < THREADS; t++)
        counts |= cfg_decode(tile, TT_UNIT_PACK, CFG_READ_BY_PACK, t, (enum reg_id)PACK_REG_ENABLE_ACC_STATS_Enable);
    return counts;
}

static void resolve_histogram(const struct pack_decode *from, struct pack_settings *set)
{
    const bool is_int8 = set->value_format == FORMAT_INT8 || set->value_format == FORMAT_UINT8;
    set->has_exponents = !is_int8;
    set->counts_exponents = any_thread_counts(from->tile) && !is_int8;
    warn_if(set, any_thread_counts(from->tile) && is_int8, FINDING_PACK_HISTOGRAM_INT8);
}

static void resolve_downsample(const struct pack_decode *from, struct pack_settings *set,
                               const struct pack_section *ids)
{
    const uint32_t mask = pack_field(from, ids->downsample_mask);
    set->downsample_mask = mask ? mask : 0xFFFF;
    set->downsamples_by_column = tile_variant(from->tile, VARIANT_PACK_DOWNSAMPLE_ORIGIN) != 0;
    warn_if(set, set->downsample_mask != 0xFFFF, FINDING_PACK_DOWNSAMPLE_NOT_RECORDED);
}

/* On Wormhole packer 0's section may speak for all four; on Blackhole those bits mean something else (C-56). */
static bool keeps_all(const struct pack_decode *from, const struct pack_settings *set, bool own)
{
    if (set->chip->packer_has_read_interfaces ||
        !pack_field(from, PACK_REG_THCON_SEC0_REG1_All_pack_disable_zero_compress_ovrd))
        return own;
    return pack_field(from, PACK_REG_THCON_SEC0_REG1_All_pack_disable_zero_compress) >> set->section & 1;
}

static void resolve_compression(const struct pack_decode *from, struct pack_settings *set,
                                const struct pack_section *ids)
{
    const struct tile *tile = from->tile;
    set->row_start_size = pack_field(from, ids->row_start_size);
    set->compresses = !keeps_all(from, set, pack_field(from, ids->disable_zero_compress));
    if (tile_variant(tile, VARIANT_PACK_COMPRESS_ENABLE) != 0 && set->row_start_size == 0)
        set->compresses = false;
    set->row_starts_are_bytes = tile_variant(tile, VARIANT_PACK_COMPRESS_RSI_UNIT) != 0;
    if (!set->compresses) /* no row starts, and no room for them (P-9.7x) */
        set->row_start_size = 0;
    set->restarts_long_runs = tile_variant(tile, VARIANT_PACK_COMPRESS_LONG_RUN) != 0;
    set->keeps_zero_flags = !pack_field(from, ids->disable_zero_flags);
    warn_if(set, set->compresses, FINDING_PACK_COMPRESS_NOT_RECORDED);
    warn_if(set, pack_field(from, ids->concat_mask), FINDING_PACK_CONCAT_MASK);
}

/* ---- output ---- */

static void settings_resolve_output(const struct pack_decode *from, struct pack_settings *set,
                                    const struct pack_section *ids)
{
    const struct tile *tile = from->tile;
    set->l1_dest_addr = pack_cells(from, ids->l1_dest_addr, 1);
    set->skips_header = !pack_field(from, ids->sub_header_size);
    set->adds_l1_offset = pack_field(from, ids->add_l1_offset);
    set->adds_acc_tile_size = tile_variant(tile, VARIANT_PACK_L1_OFFSET_SOURCE) != 0;
    set->masks_yzw = !set->chip->pack_yzw_offset_is_bytes || tile_variant(tile, VARIANT_PACK_L1_YZW) != 0;
    set->has_y_window = set->chip->pack_y_offset_has_window && tile_variant(tile, VARIANT_PACK_L1_Y_WINDOW) == 0;
    set->has_exponent_stream = set->out & 2;
    set->exponent_size = pack_field(from, ids->exponent_size);
    set->limit = pack_field(from, ids->limit);
    set->fifo_size = pack_field(from, ids->fifo_size);
    warn_if(set, set->fifo_size, FINDING_PACK_RING_NOT_RECORDED);
    set->output = (struct pack_strides){
        .base = pack_field(from, PACK_REG_PCK0_ADDR_BASE_REG_1_Base),
        .y = pack_field(from, PACK_REG_PCK0_ADDR_CTRL_XY_REG_1_Ystride),
        .z = pack_field(from, PACK_REG_PCK0_ADDR_CTRL_ZW_REG_1_Zstride),
        .w = pack_field(from, PACK_REG_PCK0_ADDR_CTRL_ZW_REG_1_Wstride),
    };
    set->writes_through = tile_variant(tile, VARIANT_PACK_L1_WRITE_THROUGH) != 0;
    set->counts_header = pack_field(from, ids->add_header_size);
    set->fills_fifo = pack_field(from, ids->enable_fifo);
}

/* ---- the list of stages ---- */

static void settings_add_stage(struct pack_settings *set, enum pack_stage stage, bool is_at_work, bool is_reported)
{
    /* Datums that are not from Dst join behind the threshold (P-5). */
    const bool is_dst_only = stage > PACK_READ && stage < PACK_DOWNSAMPLE;
    if (!is_at_work)
        return;
    for (unsigned s = 0; s < PACK_SOURCE_COUNT; s++) {
        if (s == PACK_FROM_DST || !is_dst_only)
            pack_add_step(set, (enum pack_source)s, stage, is_reported);
    }
}

static void settings_list_stages(struct pack_settings *set)
{
    set->uses_origin = set->edge.is_at_work || set->downsample_mask != 0xFFFF || set->compresses;
    settings_add_stage(set, PACK_READ, true, true);
    settings_add_stage(set, PACK_EARLY_CONVERT, pack_early_is_at_work(&set->early), true);
    settings_add_stage(set, PACK_EDGE_MASK, set->edge.is_at_work, true);
    settings_add_stage(set, PACK_RELU, set->relu.mode, true);
    settings_add_stage(set, PACK_EXPONENT_HISTOGRAM, set->has_exponents, set->counts_exponents);
    settings_add_stage(set, PACK_EXPONENT_THRESHOLD, set->exponent_threshold, true);
    settings_add_stage(set, PACK_DOWNSAMPLE, set->downsample_mask != 0xFFFF, true);
    settings_add_stage(set, PACK_ROW_PAD, true, true);
    settings_add_stage(set, PACK_ZERO_COMPRESS, set->compresses || set->keeps_zero_flags, set->compresses);
    settings_add_stage(set, PACK_LATE_CONVERT, set->late[0], true);
    settings_add_stage(set, PACK_BFP_ASSEMBLE, set->is_block, true);
    settings_add_stage(set, PACK_L1_ACCUMULATE, set->accumulate, true);
    settings_add_stage(set, PACK_L1_WRITE, true, false);
}

/* Pairs that recordings show (P-6.1): 32-bit read, input, output. Blackhole shows two that Wormhole does not. */
static bool is_pair_recorded(const struct pack_settings *set)
{
    static const uint16_t both[] = {0x010, 0x011, 0x015, 0x026, 0x050, 0x055, 0x056, 0x057, 0x05F,
                                    0x060, 0x065, 0x066, 0x067, 0x099, 0x100, 0x101, 0x106, 0x107,
                                    0x10F, 0x155, 0x166, 0x167, 0x188, 0x199, 0x1EE};
    static const uint16_t blackhole[] = {0x01A, 0x111, 0x11A};
    const uint32_t pair = (set->reads_32b ? 0x100u : 0u) | set->in << 4 | set->out;
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        if (both[i] == pair)
            return true;
    }
    for (size_t i = 0; set->chip->has_fp8_e4m3 && i < sizeof blackhole / sizeof *blackhole; i++) {
        if (blackhole[i] == pair)
            return true;
    }
    return false;
}

static void settings_warn_of_formats(struct pack_settings *set)
{
    const bool is_assigned = format_get((enum format)set->in) && format_get((enum format)set->intermediate);
    const bool is_tf32_on_its_way =
        set->value_format == FORMAT_TF32_19 && (set->in == FORMAT_TF32 || set->in == FORMAT_FP16);
    warn_if(set, !is_assigned, FINDING_PACK_FORMAT_UNASSIGNED);
    warn_if(set, !is_pair_recorded(set), FINDING_PACK_FORMATS_NOT_RECORDED);
    warn_if(set, set->intermediate != set->in && !is_tf32_on_its_way, FINDING_PACK_INTERMEDIATE_DIFFERS);
}

static void settings_decode_one(const struct pack_decode *from, struct pack_settings *set)
{
    const struct pack_section *ids = &pack_sections[from->section];
    const struct tile *tile = from->tile;
    memset(set, 0, sizeof *set);
    set->chip = tile->chip;
    set->section = from->section;
    set->has_read_interfaces = tile->chip->packer_has_read_interfaces && tile_variant(tile, VARIANT_PACK_PACKERS) == 0;
    set->in = pack_field(from, ids->in_format);
    set->out = pack_field(from, ids->out_format);
    pack_resolve_early(from, set, pack_field(from, ids->source_interface));
    set->value = pack_value_of(set->value_format);
    settings_resolve_input(from, set, ids);
    pack_resolve_edge_mask(from, set);
    pack_resolve_relu(from, set);
    resolve_position(from, set, ids);
    resolve_histogram(from, set);
    const bool has_threshold = pack_field(from, ids->threshold_enable);
    set->exponent_threshold = has_threshold ? pack_field(from, ids->threshold) : 0;
    pack_resolve_threshold(from, set, has_threshold);
    resolve_downsample(from, set, ids);
    resolve_compression(from, set, ids);
    pack_resolve_late(from, set);
    pack_resolve_bfp(from, set, pack_field(from, ids->disable_exponent_assembler));
    pack_resolve_l1_accumulate(from, set, pack_field(from, ids->l1_acc));
    settings_resolve_output(from, set, ids);
    settings_warn_of_formats(set);
    settings_list_stages(set);
}

const struct pack_settings *pack_settings_decode(struct tile *tile, unsigned state, unsigned section)
{
    struct pack_cache *cache = tile->pack_cache;
    const struct pack_decode from = {tile, tile->state.cfg[state], section};
    settings_decode_one(&from, &cache->settings[state][section]);
    cache->settings_version[state][section] = tile_cfg_version(tile, CFG_READ_BY_PACK);
    return &cache->settings[state][section];
}

enum { Y_MASK = 0x1FFF };

static uint32_t addr_mod_field(struct tile *tile, unsigned thread, enum pack_reg id)
{
    return cfg_decode(tile, TT_UNIT_PACK, CFG_READ_BY_PACK_THREAD, thread, (enum reg_id)id);
}

static void decode_channel(struct tile *tile, unsigned thread, const struct pack_addr_mod_ids *ids, unsigned channel,
                           struct pack_channel_mod *mod)
{
    mod->y_incr = addr_mod_field(tile, thread, ids->y_incr[channel]);
    mod->z_incr = addr_mod_field(tile, thread, ids->z_incr[channel]);
    mod->carries_y = addr_mod_field(tile, thread, ids->y_carry[channel]);
    mod->clears_y = addr_mod_field(tile, thread, ids->y_clear[channel]);
    mod->clears_z = addr_mod_field(tile, thread, ids->z_clear[channel]);
    mod->y_mask = mod->clears_y ? 0 : Y_MASK;
    mod->z_mask = mod->clears_z ? 0 : adc_mask(tile, ADC_Z);
}

const struct pack_addr_mod *pack_addr_mod_decode(struct tile *tile, unsigned thread, unsigned index)
{
    struct pack_cache *cache = tile->pack_cache;
    struct pack_addr_mod *mod = &cache->addr_mods[thread][index];
    for (unsigned c = 0; c < 2; c++)
        decode_channel(tile, thread, &pack_addr_mod_sections[index], c, &mod->channel[c]);
    cache->addr_mods_version[thread][index] = tile_cfg_version(tile, CFG_READ_BY_PACK_THREAD);
    return mod;
}
