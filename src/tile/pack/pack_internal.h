/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the packer's files: decoded settings, the block that flows through the stages, and the stages.
 * docs/semantics/pack.md */
#pragma once

#include "numeric/bfp.h"
#include "numeric/dst_rows.h"
#include "numeric/format.h"
#include "tile/pack/conversions.h"
#include "tile/pack/pack.h"
#include "tile/pack/sections.h"
#include "tile/pack/stages.h"
#include "tile/tile_internal.h"

enum pack_stage {
#define STAGE(STAGE, NAME, VALUE) PACK_##STAGE,
    PACK_STAGES(STAGE)
#undef STAGE
        PACK_STAGE_COUNT
};

enum pack_source { PACK_FROM_DST, PACK_FROM_ZERO, PACK_FROM_L1, PACK_SOURCE_COUNT };

/* A block: at most 256 datums of an instruction, and what a stage may put before or behind them. */
enum { PACK_BLOCK_DATUMS = 256, PACK_BLOCK_MAX = PACK_BLOCK_DATUMS + 2 * PACK_GROUP, PACK_ROWS_MAX = 17 };
enum { PACK_GROUPS_MAX = PACK_BLOCK_MAX / PACK_GROUP };
enum { PACK_WARNINGS_MAX = 32 };
enum { PACK_LATE_STEPS = 3 };
enum { PACK_NO_CELL = 0xFFFF }; /* origin of a datum that came from no cell of Dst */

struct pack_settings;
struct pack_block;

typedef void pack_convert(const struct pack_settings *set, struct packer *self, uint32_t *values, uint32_t count);
typedef uint32_t pack_accumulate(uint32_t held, uint32_t arriving);
typedef void pack_sum(const uint32_t *restrict held, uint32_t count, uint32_t *restrict values);
/* All stages look alike, so that one can be moved, replaced by a variant, or run alone in a test. */
typedef void pack_stage_function(const struct pack_settings *set, struct packer *self, struct pack_block *block);

/* The layout of a format's values, for stages that only look at their bits. */
struct pack_value {
    uint32_t sign;      /* the sign bit; 0 for a format without */
    uint32_t magnitude; /* all other bits */
    uint32_t exponent_shift, exponent_mask;
    uint8_t bytes; /* 1, 2 or 4: how wide a probe gets it */
};

struct pack_edge {
    bool is_at_work; /* some reachable mask clears a column */
    bool has_face_set;
    uint32_t row_set;        /* of TILE_ROW_SET_MAPPING, without a face set */
    uint32_t face_set;       /* the word of TILE_FACE_SET_MAPPING */
    uint32_t row_mapping[4]; /* words: 16 times 2 bits */
    uint16_t columns[4];     /* EDGE_OFFSET: a set bit lets the column pass */
    uint32_t z_offset;
    uint32_t fill; /* the value in the place of a masked datum */
};

struct pack_relu {
    uint32_t mode; /* 0 none, 1 zero, 2 minimum, 3 maximum */
    uint32_t threshold;
    uint32_t compare_shift; /* bits not compared in mode 3 */
    bool compares_numbers;  /* the IEEE reading */
    uint32_t infinity;      /* magnitudes above it are NaN; only looked at in the IEEE reading */
};

/* An early conversion: one of these. */
struct pack_early {
    enum pack_conversion plain;
    uint32_t (*random)(uint32_t value, uint32_t random); /* stochastic rounding (P-12) */
    uint32_t (*descale)(uint32_t value, unsigned shift); /* integers over 2^shift (P-4.8) */
    uint32_t (*descale_random)(uint32_t value, unsigned shift, uint32_t random);
};

/* A stage at work. */
struct pack_step {
    pack_stage_function *run;
    uint8_t stage;
    bool is_reported; /* a probe gets its values */
};

/* Strides of one channel in address units. */
struct pack_strides {
    uint32_t base, x, y, z, w;
};

/* Configuration words of one section and state as one instruction sees them, every field named. */
struct pack_settings {
    const struct chip *chip;
    unsigned section;
    bool has_read_interfaces; /* one packer that reads up to four rows, not four packers */
    /* Stages at work by source, without and with zeros put behind rows; a null ends them. */
    struct pack_step steps[PACK_SOURCE_COUNT][2][PACK_STAGE_COUNT + 1];
    bool uses_origin;        /* some stage looks where a datum came from, or moves datums */
    enum pack_source source; /* without ZeroWrite: Dst or L1 */

    /* formats */
    unsigned in, out;         /* the register codes */
    unsigned intermediate;    /* IF of P-4.1, a register code */
    enum format read_format;  /* as read from Dst */
    enum format value_format; /* after early conversion */
    enum format late_format;  /* after late conversion: Out, or what BFP assembly starts from */
    enum format out_format;
    struct pack_value value; /* of value_format */

    /* input */
    uint32_t bytes_per_datum, datum_shift;
    struct pack_strides input;
    const uint32_t *dst_offset; /* in rows: the word itself, which changes with every half of Dst */
    bool reads_32b, has_remap, has_swizzle, is_low_first;
    bool narrow_is_upper;    /* of Dst: 16 bits are the upper half of 32 (M9x) */
    uint32_t l1_source;      /* byte address bits above the counters */
    uint32_t l1_source_mask; /* of the counters' part */
    uint32_t addr_cnt_context;

    /* stages */
    struct pack_early early;
    unsigned descale_shift;        /* INT_DESCALE with one value */
    bool descales_by_filter;       /* one value an output filter */
    const uint32_t *descale_words; /* INT_DESCALE_VALUES: 16 words */
    struct pack_edge edge;
    uint32_t plane_rows; /* pack_reads_per_xy_plane */
    bool is_transposed;  /* rows and planes swap roles */
    struct pack_relu relu;
    pack_convert *relu_convert;
    bool has_exponents, counts_exponents;
    uint32_t exponent_threshold;
    bool threshold_is_late; /* compares after narrowing to FP16 */
    uint32_t downsample_mask;
    bool downsamples_by_column;
    bool compresses;
    bool row_starts_are_bytes, restarts_long_runs;
    bool keeps_zero_flags;                      /* AllZeroFlags are made */
    enum pack_conversion late[PACK_LATE_STEPS]; /* one after the other */
    unsigned fp16_reading;                      /* of numeric/late.h: other readings of the narrowing to FP16 */
    bool is_block;                              /* BFP output */
    unsigned datum_bits;                        /* in L1 */
    bool has_plain_rules;                       /* bfp is the device */
    struct bfp_rules bfp;
    pack_accumulate *accumulate; /* null without Pack_L1_Acc */
    pack_sum *sum;               /* the same of many datums; null: one by one */

    /* output */
    const uint32_t *l1_dest_addr; /* the word itself: it changes with every data tile */
    bool skips_header, adds_l1_offset, adds_acc_tile_size, masks_yzw, has_y_window;
    bool has_exponent_stream; /* bit 1 of the output code */
    uint32_t row_start_size, exponent_size, limit, fifo_size;
    struct pack_strides output;
    bool writes_through;
    bool counts_header, fills_fifo;

    /* position and contexts */
    bool steps_position_by_interface, keeps_position;
    bool sets_last_interface;
    uint32_t context_planes; /* auto_ctxt_inc_xys_cnt */

    uint8_t warning_count; /* findings that every PACR under these settings raises */
    uint16_t warnings[PACK_WARNINGS_MAX];
};

/* A run of datums out of one Dst row. */
struct pack_row {
    uint16_t row; /* logical */
    uint8_t column, count;
};

struct pack_block {
    struct tile *tile;
    unsigned packer;
    enum pack_source source;
    enum format format; /* of values */
    bool has_whole_rows;
    uint32_t count;
    bool is_first, is_last; /* block of the instruction */
    bool row_ends;          /* the compression row ends with this block */
    bool closes;            /* Last or Flush: open groups and 16-byte blocks are filled up */
    unsigned row_pad;       /* RowPadZero as it applies here: bit 0 pads, bit 1 to the accumulated output */
    uint32_t l1_addr;       /* of the first datum, for an L1 source */
    uint32_t packed;        /* datums of this instruction that left towards L1 */

    uint32_t row_count;
    struct pack_row rows[PACK_ROWS_MAX];
    uint32_t group_count;
    uint8_t exponents[PACK_GROUPS_MAX];
    uint32_t values[PACK_BLOCK_MAX];
    uint16_t origin[PACK_BLOCK_MAX];
};

#define PROTOTYPE(STAGE, NAME, VALUE) pack_stage_function pack_##NAME;
PACK_STAGES(PROTOTYPE)
#undef PROTOTYPE

/* Adds a stage to those that run for a source. pipeline.c */
void pack_add_step(struct pack_settings *set, enum pack_source source, enum pack_stage stage, bool is_reported);

/* Runs the stages at work over the block and reports each to the probe. pipeline.c */
void pack_run_stages(const struct pack_settings *set, struct packer *self, struct pack_block *block);

/* ADDR_MOD_PACK_SEC of a thread: how Y and Z of each channel step (P-3.13; pacr_commit.h). */
struct pack_channel_mod {
    uint32_t y_incr, z_incr;
    uint32_t y_mask, z_mask; /* the bits that stay; 0 clears */
    bool carries_y, clears_y, clears_z;
};
struct pack_addr_mod {
    struct pack_channel_mod channel[2];
};

/* Decoded settings, each with the version of the configuration that it came from; 0: none. */
struct pack_cache {
    uint64_t settings_version[CFG_STATES][PACKERS_MAX];
    uint64_t addr_mods_version[THREADS][PACK_ADDR_MODS];
    struct pack_settings settings[CFG_STATES][PACKERS_MAX];
    struct pack_addr_mod addr_mods[THREADS][PACK_ADDR_MODS];
};

/* 0 to 3. */
static inline unsigned packer_number(const struct tile *tile, const struct packer *self)
{
    return (unsigned)(self - tile->state.pack.packer);
}

const struct pack_settings *pack_settings_decode(struct tile *tile, unsigned state, unsigned section);
const struct pack_addr_mod *pack_addr_mod_decode(struct tile *tile, unsigned thread, unsigned index);

/* The settings of a section for a thread's configuration state; decoded when stale. settings.c */
static inline const struct pack_settings *pack_settings_get(struct tile *tile, unsigned thread, unsigned section)
{
    const struct pack_cache *cache = tile->pack_cache;
    const unsigned state = cfg_state_of(tile, thread);
    if (cache->settings_version[state][section] == tile_cfg_version(tile, CFG_READ_BY_PACK))
        return &cache->settings[state][section];
    return pack_settings_decode(tile, state, section);
}

static inline const struct pack_addr_mod *pack_addr_mod_get(struct tile *tile, unsigned thread, unsigned index)
{
    const struct pack_cache *cache = tile->pack_cache;
    cfg_saw_step(tile, thread, (enum reg_id)pack_addr_mod_sections[index].y_incr[0]);
    if (cache->addr_mods_version[thread][index] == tile_cfg_version(tile, CFG_READ_BY_PACK_THREAD))
        return &cache->addr_mods[thread][index];
    return pack_addr_mod_decode(tile, thread, index);
}

/* Parts of the decoding that have a file of their own; each fills its fields of *set. */
struct pack_decode {
    struct tile *tile;
    const uint32_t *words; /* of the configuration state */
    unsigned section;
};
uint32_t pack_field(const struct pack_decode *from, enum pack_reg id);
/* The word in which it stands; where that word and those behind it are. */
uint32_t pack_word(const struct pack_decode *from, enum pack_reg id);
const uint32_t *pack_cells(const struct pack_decode *from, enum pack_reg first, uint32_t words);
/* The same field as a thread sees it, outside of what is decoded once. */
uint32_t pack_thread_field(const struct tile *tile, unsigned thread, enum pack_reg id);
/* Notes a finding that follows from the settings alone. */
void pack_warn(struct pack_settings *set, finding_id id);
void pack_resolve_early(const struct pack_decode *from, struct pack_settings *set, bool is_from_l1);
/* Whether datums of that many bytes in L1 can be of the intermediate format (P-4.9). */
bool pack_has_l1_pair(const struct pack_settings *set);
void pack_resolve_edge_mask(const struct pack_decode *from, struct pack_settings *set);
void pack_resolve_relu(const struct pack_decode *from, struct pack_settings *set);
void pack_resolve_late(const struct pack_decode *from, struct pack_settings *set);
void pack_resolve_bfp(const struct pack_decode *from, struct pack_settings *set, bool is_assembler_off);
void pack_resolve_l1_accumulate(const struct pack_decode *from, struct pack_settings *set, bool is_enabled);
void pack_resolve_threshold(const struct pack_decode *from, struct pack_settings *set, bool is_enabled);

/* Converts datums; and the conversion that replaces another one under the tile's variants, or that one itself.
 * conversions.c */
void pack_convert_all(enum pack_conversion conversion, uint32_t *values, uint32_t count);
enum pack_conversion pack_conversion_read(const struct tile *tile, enum pack_conversion conversion);

static inline bool pack_early_is_at_work(const struct pack_early *early)
{
    return early->plain || early->random || early->descale || early->descale_random;
}

/* How a value of a format is laid out. formats.c */
struct pack_value pack_value_of(enum format format);

/* The row of Dst where a logical row stands (F-3.4 to F-3.6); of 32 bits the upper halves. */
static inline uint32_t pack_physical_row(const struct pack_settings *set, uint32_t row)
{
    return dst_row16(row, set->has_remap, set->has_swizzle, set->reads_32b || set->narrow_is_upper);
}

/* Datums as bytes of L1. datum_store.c */
void pack_store_datums(const uint32_t *restrict values, uint32_t count, unsigned datum_bits, uint8_t *restrict bytes);

/* Exponents and datums, as bytes, to their streams. l1_write.c */
void pack_write_bytes(const struct pack_settings *set, struct packer *self, struct pack_block *block,
                      const uint8_t *bytes);

/* The address that the counters of channel 0 give (P-3.3). */
static inline uint32_t pack_input_address(const struct pack_settings *set, const struct adc_channel *at)
{
    return set->input.base + at->x * set->input.x + at->y * set->input.y + at->z * set->input.z + at->w * set->input.w;
}

/* P-3.3: the index of the first datum, 14 bits. 16 bytes are read at once: the counters give the 16 bytes, the low bits
 * of X the datum in them. */
static inline uint32_t pack_input_datum(const struct pack_settings *set, const struct adc_channel *at)
{
    const uint32_t within = (16u >> set->datum_shift) - 1;
    const uint32_t datum = ((pack_input_address(set, at) >> set->datum_shift) & ~within) + (at->x & within);
    return (datum + (*set->dst_offset << 4)) & 0x3FFF;
}

/* P-9.2 to P-9.7: gives an address to every stream that has none. relative_to: in 16-byte units, what is added where
 * bit 31 of packer 0's address makes the others relative; else 0. output_address.c */
/* Whether the sum of the channel 1 counters, of which Y alone was measured, is past 256 KiB (P-9.4x). */
bool pack_leaves_window(const struct pack_settings *set, const struct adc_channel *at);

void pack_place_streams(const struct pack_settings *set, struct packer *self, const struct adc_channel *at,
                        uint32_t relative_to, unsigned thread);
uint32_t pack_output_base(const struct pack_settings *set, const struct packer *self, unsigned thread);

/* P-5.3, P-5.4: moves the position on by datums. The rare case, that rows pass the end of a plane, is in position.c. */
void pack_position_turn(const struct pack_settings *set, struct pack_position *at, uint32_t rows);
static inline void pack_position_advance(const struct pack_settings *set, struct pack_position *at, uint32_t datums)
{
    const uint32_t x = at->x + datums, rows = x / DST_COLUMNS;
    uint32_t *row = set->is_transposed ? &at->z : &at->y;
    at->x = x % DST_COLUMNS;
    /* A limit of 0 is never reached, and none that is behind (C-36: an exact hit only). */
    if (*row < set->plane_rows && rows >= set->plane_rows - *row)
        pack_position_turn(set, at, rows);
    else
        *row += rows;
}

/* Appends bytes to a stream, and reports them to the probe as written at once (P-9.8). l1_write.c */
void pack_stream_append(const struct pack_settings *set, struct packer *self, struct pack_stream *stream,
                        struct tile *tile, const uint8_t *bytes, uint32_t count, uint32_t first_datum);
/* Whether all of [addr, addr + count) lies within L1. Addresses of streams may be anything, also the last there are. */
static inline bool pack_fits_l1(const struct tile *tile, uint32_t addr, uint32_t count)
{
    const uint32_t size = tile->chip->l1_bytes;
    return addr <= size && count <= size - addr;
}

/* Last or Flush: zero bytes up to the next 16. */
void pack_stream_close(const struct pack_settings *set, struct packer *self, struct pack_stream *stream,
                       struct tile *tile);
/* Counters of zero compression that are due. zero_compress.c */
void pack_compression_close(const struct pack_settings *set, struct packer *self, struct tile *tile);
void pack_compression_append(const struct pack_settings *set, struct packer *self, struct tile *tile,
                             const uint8_t *bytes, uint32_t bytes_per_unit, uint32_t units, uint32_t datums_per_unit);

/* The end of a compression row: its flag goes to the sideband (P-8.7). */
static inline void pack_end_row(const struct pack_settings *set, struct packer *self)
{
    struct pack_compression *own = &self->compression;
    if (own->row_is_zero && set->keeps_zero_flags && own->rows < 32)
        self->zero_flags |= UINT32_C(1) << own->rows;
    own->rows++;
    own->row_is_open = 0;
}

/* The next 32 random bits of this packer (P-12). stochastic.c */
uint32_t pack_random(struct packer *self);
