/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the unpackers' files: decoded settings, the block that flows through the stages, and the stages.
 * docs/semantics/unpack.md */
#pragma once

#include "numeric/format.h"
#include "tile/tile_internal.h"
#include "tile/unpack/unpack.h"
#include "unpack_regs.h"

/* In the order data flows. The names and functions stand in pipeline.c. */
enum unpack_stage {
    UNPACK_INPUT_ADDRESS,
    UNPACK_ROW_WALK,
    UNPACK_EXPONENT_FETCH,
    UNPACK_DECOMPRESS,
    UNPACK_CONVERT,
    UNPACK_UPSAMPLE,
    UNPACK_OUTPUT_ADDRESS,
    UNPACK_COLUMN_SHIFT,
    UNPACK_HALOIZE,
    UNPACK_WRITE,
    UNPACK_STAGE_COUNT
};

enum { UNPACKERS = 2, UNPACK_CONTEXTS = 8, UNPACK_BLOBS = 8, UNPACK_GROUP = 16 };
enum { UNPACK_RUN_GROUP = 32, UNPACK_RUN_BYTES = 16, UNPACK_ZEROS_MOST = 15 }; /* compressed input: U-4.6 */

/* A block: at most 256 values after decompression and upsampling. */
enum { UNPACK_BLOCK_MAX = 256, UNPACK_PIECES_MAX = 40, UNPACK_RUNS_MAX = UNPACK_BLOCK_MAX / SRC_COLUMNS + 1 };
enum { UNPACK_WARNINGS_MAX = 16 };
enum { UNPACK_ROWS_BEFORE = 4 }; /* rows of the output address that lie before SrcA and Dst (U-5.4) */
enum { UNPACK_LOW_ROWS = 16 };   /* of SrcA: all that is in reach without SetOvrdWithAddr (U-5.4) */

/* Whom the output is for. */
enum unpack_target { UNPACK_TO_SRCA, UNPACK_TO_SRCB, UNPACK_TO_DST16, UNPACK_TO_DST32 };

struct unpack_settings;
struct unpack_block;

typedef void unpack_load_datums(const uint8_t *bytes, unsigned first, uint32_t count, uint32_t *values);
typedef void unpack_convert_values(const struct unpack_settings *set, struct unpack_block *block);
typedef void unpack_make_cells(uint32_t *values, uint32_t count);
/* The shape of the input: from the descriptor, and from the context where that overrides it. */
struct unpack_shape {
    uint32_t x, y, z, w; /* datums, rows, planes, blocks of planes */
    uint32_t blobs;
    uint32_t blob_start[UNPACK_BLOBS]; /* columns */
};

/* Where the sections of the data tile begin, in bytes from the first (U-3.5), and where that is. */
struct unpack_sections {
    const uint32_t *base_x16; /* the word itself: it changes with every data tile, and nothing else depends on it */
    uint32_t after_base_x16;  /* offset and header */
    uint64_t row_starts, exponents, data;
};

/* Configuration words of an unpacker, a context and a state as one instruction sees them, every field named. */
struct unpack_settings {
    const struct chip *chip;
    unsigned unpacker, context;
    bool is_multi;
    uint8_t stages[UNPACK_STAGE_COUNT]; /* those at work */
    uint8_t stage_count;

    /* formats */
    unsigned in, out;         /* the register codes */
    unsigned registered_out;  /* Out_data_format of REG2, whatever the context says */
    enum format in_format;    /* as it stands in L1 */
    enum format value_format; /* after conversion */
    enum unpack_target target;

    /* input */
    struct unpack_shape shape;
    struct unpack_sections sections;
    bool is_compressed, is_block, forces_exponent;
    uint32_t forced_exponent;
    uint32_t datum_bits; /* in L1 */
    bool is_tilized;
    uint32_t row_datums;             /* a row of input; so large that it never ends where rows make no difference */
    uint64_t row_step_bits;          /* from row to row */
    uint64_t ring_limit, ring_bytes; /* no ring: 0 bytes */
    uint32_t block_datums;           /* of input, so that a block's output fits */
    unpack_load_datums *load;

    /* stages */
    unpack_convert_values *convert; /* null where the bits stay as they are */
    bool has_4_bit_exponent, is_unsigned;
    uint32_t extra;   /* positions after every datum */
    bool skips_extra; /* they are left as they are, not written with zeros */
    uint32_t column_shift;
    bool is_transposed;
    bool joins_rows; /* whole rows that follow each other are one run */
    unpack_make_cells *cells;
    bool has_remap, has_swizzle, is_low_first;
    bool narrow_is_upper; /* of Dst: 16 bits are the upper half of 32 (M9x) */

    /* output */
    uint32_t output_base, output_y, output_z, output_w, output_shift;
    uint32_t dest_addr; /* datums */
    bool adds_counters; /* to dest_addr */
    uint32_t burst_rows;

    /* afterwards */
    bool steps_row;
    uint32_t implied_format;

    uint8_t warning_count; /* findings that every UNPACR under these settings raises */
    uint16_t warnings[UNPACK_WARNINGS_MAX];
};

/* Thread words as the unpackers see them. */
struct unpack_thread {
    uint32_t row_base[UNPACKERS]; /* SET_Base << 4 */
    uint32_t context_offset[UNPACKERS];
    bool has_row_override;
};

/* The datums left to read, and the place of the output. */
struct unpack_cursor {
    uint64_t row_bits;    /* bit address of the row's first datum */
    uint32_t in_row;      /* datums of the row that are read */
    uint32_t left;        /* datums of input, zeros between them not counted */
    uint32_t index;       /* of the next datum in the data tile: exponents and counters go by it */
    uint64_t exponent;    /* byte address of its shared exponent */
    uint64_t counters;    /* compressed: byte address of the counters of its group of 32 */
    uint32_t skip;        /* compressed: decompressed datums still to be dropped */
    uint32_t deliver;     /* compressed: decompressed datums still to come */
    uint32_t place;       /* datum index of the next output position */
    uint32_t row_counter; /* of the source register and thread */
    bool has_row_override;
    unsigned bank;
    uint32_t filled_row; /* physical row of Dst that was not valid, and the columns of it that are written (U-5.8) */
    uint16_t filled_columns; /* 0: no such row is at work */
};

/* Datums that follow each other in L1. */
struct unpack_piece {
    uint64_t bits; /* address of the first */
    uint32_t count;
};

/* Cells that follow each other within 16 by 16: cell k is `down` * k rows and `right` * k columns from the first. Where
 * cells follow each other over the ends of rows, too, it goes on there. */
struct unpack_run {
    uint16_t row; /* of the bank, or logical of Dst */
    uint8_t column, down, right;
    uint16_t count, first; /* first: index of its first value */
};

struct unpack_block {
    struct tile *tile;
    struct unpack_cursor *cursor;
    bool is_zero;       /* nothing is read: all datums are zero (U-4.5) */
    enum format format; /* of values */
    uint32_t count;
    uint32_t piece_count;
    uint32_t first_index; /* of the block's first datum of input */
    struct unpack_piece pieces[UNPACK_PIECES_MAX];
    uint32_t run_count;
    struct unpack_run runs[UNPACK_RUNS_MAX];
    uint8_t exponents[UNPACK_BLOCK_MAX]; /* a datum each */
    uint32_t values[UNPACK_BLOCK_MAX];
};

/* All stages look alike, so that one can be moved, replaced by a variant, or run alone in a test. */
typedef void unpack_stage_function(const struct unpack_settings *set, struct unpack_block *block);

unpack_stage_function unpack_input_address, unpack_row_walk, unpack_exponent_fetch, unpack_decompress, unpack_convert,
    unpack_upsample, unpack_output_address, unpack_column_shift, unpack_haloize, unpack_write;

static inline enum tt_unit unpack_unit(unsigned unpacker)
{
    return unpacker ? TT_UNIT_UNPACK1 : TT_UNIT_UNPACK0;
}

/* Runs the stages at work over the block and reports each to the probe. pipeline.c */
void unpack_run_stages(const struct unpack_settings *set, struct unpack_block *block);

/* The settings of an unpacker and context for a thread's configuration state; decoded when stale. settings.c */
const struct unpack_settings *unpack_settings_get(struct tile *tile, unsigned thread, unsigned unpacker,
                                                  unsigned context, bool is_multi);
const struct unpack_thread *unpack_thread_get(struct tile *tile, unsigned thread);

/* Parts of the decoding that have a file of their own; each fills its fields of *set. */
struct unpack_decode {
    struct tile *tile;
    const uint32_t *words; /* of the configuration state */
    const struct unpack_section *ids;
    enum tt_unit unit;
};
uint32_t unpack_field(const struct unpack_decode *from, enum unpack_reg id);
/* The same field as a thread sees it, outside of what is decoded once. */
uint32_t unpack_thread_field(const struct tile *tile, enum tt_unit unit, unsigned thread, enum unpack_reg id);
/* Notes a finding that follows from the settings alone. */
void unpack_warn_if(struct unpack_settings *set, bool is_suspect, finding_id id);
void unpack_resolve_formats(const struct unpack_decode *from, struct unpack_settings *set); /* formats.c */
void unpack_resolve_convert(const struct unpack_decode *from, struct unpack_settings *set); /* convert.c */
unpack_load_datums *unpack_load_of(unsigned datum_bits);                                    /* load.c */
unpack_make_cells *unpack_cells_of(enum format format, enum unpack_target target);          /* cells.c */

/* A pointer into the ring, which is left where it ends (U-3.9). */
static inline uint64_t unpack_in_ring(const struct unpack_settings *set, uint64_t addr)
{
    return set->ring_bytes && addr > set->ring_limit ? addr - set->ring_bytes : addr;
}

/* Count bytes of L1 at addr: where they stand, or, where they do not all lie within L1, a copy in `room` with zeros for
 * what lies beyond, and a finding. The read is reported to the probe. */
const uint8_t *unpack_see_l1(const struct unpack_settings *set, struct tile *tile, uint64_t addr, uint32_t count,
                             uint8_t *room);

/* ---- banks.c: who has which bank (U-9) ---- */

static inline unsigned unpack_bank(const struct tile *tile, unsigned unpacker)
{
    return (unpacker ? tile->state.small.src_bank.unp_b : tile->state.small.src_bank.unp_a) & 1;
}

static inline unsigned unpack_matrix_bank(const struct tile *tile, unsigned unpacker)
{
    return (unpacker ? tile->state.small.src_bank.math_b : tile->state.small.src_bank.math_a) & 1;
}

static inline bool unpack_has_bank(const struct tile *tile, unsigned unpacker, unsigned bank)
{
    return !(unpacker ? tile->state.small.src_valid.b[bank] : tile->state.small.src_valid.a[bank]);
}

/* The cells of the unpacker's source register. */
static inline uint32_t (*unpack_source(struct tile *tile, unsigned unpacker))[SRC_ROWS][SRC_COLUMNS]
{
    return unpacker ? tile->state.srcb : tile->state.srca;
}

/* The unpacker's bank goes to the matrix unit, the unpacker turns to the other. */
void unpack_hand_over(struct tile *tile, unsigned unpacker);
/* Sets the implied format of the unpacker's bank, where the chip has one (U-7.4). */
void unpack_imply_format(struct tile *tile, unsigned unpacker, uint32_t format);
/* The row where the thread's next unpack starts, as a bank begins. */
void unpack_restart_row(struct tile *tile, unsigned thread, unsigned unpacker);
