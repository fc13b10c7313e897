/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the matrix unit's files: decoded settings, banks, rows of Dst and Src. docs/semantics/matrix.md */
#pragma once

#include "numeric/dst_rows.h"
#include "numeric/format.h"
#include "tile/matrix/matrix.h"
#include "tile/tile_internal.h"

enum { MATRIX_ADDR_MODS = 8 };
enum { SRC_ROW_MASK = SRC_ROWS - 1, DST_ROW_MASK = DST_ROWS - 1, FIDELITY_MASK = 3 };
enum { BANK_A = 1, BANK_B = 2 }; /* as clear fields count them */

/* The effect of SrcA's format on cells and sums (M21). */
enum matrix_style { STYLE_BF16, STYLE_TF32, STYLE_FP16 };

/* A row counter's part of an address modifier section (M11). */
struct matrix_step {
    uint16_t increment;
    bool clears, carries;
};

struct matrix_addr_mod {
    struct matrix_step srca, srcb, dst;
    bool dst_to_carry;
    uint8_t fidelity_increment;
    bool fidelity_clears, bias_steps, bias_clears;
};

enum matrix_rounding { ROUND_AS_DEVICE, ROUND_TRUNCATE, ROUND_EVEN };

/* Configuration as one thread sees it, and the readings in force; good until its cfg_version or a variant changes. */
struct matrix_settings {
    uint32_t srca_format, srcb_format; /* as configured, overrides included (M19) */
    bool srca_is_implied, srcb_is_implied, moved_srcb_is_implied;
    bool is_int8, has_32bit_dst; /* INT8_math; that or Fp32_enabled (M22) */
    bool masks_like_fp16;        /* block formats of five exponent bits, and FP8 in MOVB2D (M23x) */
    bool keeps_zeros;            /* Zero_Flag_disabled_src (M24) */
    bool has_fp32_dst;           /* Fp32_enabled */
    bool forces_fp16;            /* FP16A_FORCE_Enable, before which the three above give way (M21x) */
    bool has_32bit_rows;         /* as has_32bit_dst, whatever is forced: of ZEROACC */
    bool has_remap, has_swizzle;
    bool narrow_is_upper; /* of Dst: 16 bits are the upper half of 32 (M9x) */
    bool zeroacc_is_absolute;
    bool keeps_valid[2];        /* CLR_DVALID_SrcA_Disable, CLR_DVALID_SrcB_Disable */
    const uint16_t *dst_offset; /* the word itself, which changes with every half of Dst */
    uint32_t fidelity_base, upper_sections;
    bool has_warnings; /* a setting that no recording shows: see matrix_warn_of_settings() */
    bool rounds_stochastically, overrides_srcb, sees_banks_as_one, ignores_dst_flags;
    bool masks_by_srca; /* C2: SrcB's cells by SrcA's format */
    /* Behaviour of chips that a simulator does not have (variants). */
    bool adds_zero_unit;         /* SL-014: an exact zero of SrcB that counts, added, is 2^-127 */
    bool zeroacc_half_by_sum;    /* SL-021: of offset and block */
    bool moves_whole_fp32;       /* SL-028: under Fp32_enabled moves to Dst write 32-bit datums */
    bool moves_wide_exponent;    /* SL-029: under Fp32_enabled or INT8_math, of floats */
    bool moves_wide_integers;    /* and of INT8 */
    bool masks_moves_by_operand; /* SL-098: no chip's masks */
    bool has_fault;              /* M40: what is left of a cancellation to minus one is shifted wrongly */
    enum matrix_rounding group_rounding, align_rounding, final_rounding;
    bool rounds_as_device; /* as do all three: the quick forms may do the work */
};

/* The settings of an instruction's arithmetic, resolved. */
enum { MATRIX_UNRESOLVED = 4 };
struct matrix_math {
    const struct matrix_settings *set;
    uint32_t srca_mask, srcb_mask; /* bits of a cell that count (M23) */
    uint32_t srca_format, srcb_format;
    enum matrix_style style;
    bool is_int8, is_wide;   /* INT8_math; 32-bit Dst */
    bool has_8bit_exponent;  /* of Dst, when it has 16 bits, and of SrcA */
    bool keeps_srcb_zeros;   /* SrcB cells with exponent 0 are numbers (M24) */
    bool has_srcb_zero_unit; /* of which an exact zero, added, is 2^-127 (SL-014) */
    unsigned phase;          /* fidelity, 0 to 3; MATRIX_UNRESOLVED */
    int32_t adjustment;      /* M26 */
    int32_t zero_exponent;   /* of a product that is zero */
};

struct matrix_cache {
    /* Of the tile, and 1, when they were decoded; 0: none is. */
    uint64_t version[THREADS], addr_mods_version[THREADS][MATRIX_ADDR_MODS];
    struct matrix_settings settings[THREADS];
    struct matrix_addr_mod addr_mods[THREADS][MATRIX_ADDR_MODS];
    struct matrix_math math[THREADS]; /* of each thread's last instruction, by its settings */
};

void matrix_settings_refresh(struct tile *tile, unsigned thread);
static inline const struct matrix_settings *matrix_settings_get(struct tile *tile, unsigned thread)
{
    if (tile->matrix_cache->version[thread] != tile_cfg_version(tile, CFG_READ_BY_MATRIX))
        matrix_settings_refresh(tile, thread);
    return &tile->matrix_cache->settings[thread];
}

/* A section of address modifiers, which an instruction steps by: kernels set up all of them and use a few. */
void matrix_addr_mod_refresh(struct tile *tile, unsigned thread, unsigned section);
static inline const struct matrix_addr_mod *matrix_addr_mod_get(struct tile *tile, unsigned thread, unsigned section)
{
    const struct matrix_cache *cache = tile->matrix_cache;
    if (cache->addr_mods_version[thread][section] != tile_cfg_version(tile, CFG_READ_BY_MATRIX_THREAD))
        matrix_addr_mod_refresh(tile, thread, section);
    return &cache->addr_mods[thread][section];
}
/* Reports to a probe that wants it which section of address modifiers an instruction steps by. */
void matrix_saw_addr_mod(const struct tile *tile, unsigned thread, unsigned section);

/* Raises the findings of settings that are read but not recorded, for an instruction that computes. */
void matrix_warn_of_settings(struct tile *tile, const struct matrix_settings *set);

/* The same of FP16A_FORCE_Enable, for one that moves. */
void matrix_check_forced(struct tile *tile, const struct matrix_settings *set);

/* ---- counters.c ---- */

static inline uint32_t matrix_row(const struct tile *tile, unsigned thread, const struct matrix_settings *set,
                                  uint32_t dst)
{
    return (dst + tile->state.small.rwc[thread].dst + *set->dst_offset) & DST_ROW_MASK;
}
static inline unsigned matrix_phase(const struct tile *tile, unsigned thread, const struct matrix_settings *set)
{
    return (tile->state.small.rwc[thread].fidelity + set->fidelity_base) & FIDELITY_MASK;
}
/* TILE_DONE, so that a handler may end with it. */
enum tile_step matrix_step(struct tile *tile, unsigned thread, const struct matrix_settings *set, uint32_t addr_mode);

/* ---- banks.c ---- */

/* Hands banks back to the unpackers, as a clear field says (M17). */
void matrix_hand_back(struct tile *tile, const struct matrix_settings *set, unsigned banks);

static inline unsigned matrix_bank_a(const struct tile *tile)
{
    return tile->state.small.src_bank.math_a & 1;
}

static inline unsigned matrix_bank_b(const struct tile *tile)
{
    return tile->state.small.src_bank.math_b & 1;
}

/* Whether an instruction has to wait for SrcA or SrcB (M16). needs: BANK_A, BANK_B. */
static inline bool matrix_waits(const struct tile *tile, unsigned needs)
{
    const struct small_state *small = &tile->state.small;
    return ((needs & BANK_A) && !small->src_valid.a[matrix_bank_a(tile)]) ||
           ((needs & BANK_B) && !small->src_valid.b[matrix_bank_b(tile)]);
}

/* ---- formats.c ---- */

static inline uint32_t matrix_srca_format(const struct tile *tile, const struct matrix_settings *set)
{
    return set->srca_is_implied ? tile->state.small.src_format.a[matrix_bank_a(tile)] : set->srca_format;
}

static inline uint32_t matrix_srcb_format(const struct tile *tile, const struct matrix_settings *set)
{
    return set->srcb_is_implied ? tile->state.small.src_format.b[matrix_bank_b(tile)] : set->srcb_format;
}

/* The format by which MOVB2D and MOVD2B read and write cells (M56, M57). */
uint32_t matrix_moved_srcb_format(const struct tile *tile, const struct matrix_settings *set);
enum matrix_style matrix_style_of(uint32_t format);
static inline enum matrix_style matrix_style_under(const struct matrix_settings *set, uint32_t format)
{
    return set->forces_fp16 ? STYLE_FP16 : matrix_style_of(format);
}

/* The bits of a Src cell that its format keeps (M23). */
uint32_t matrix_operand_mask(const struct matrix_settings *set, uint32_t format);
/* The same of what MOVB2D moves (SL-098); to a simulator FP8 is then none of FP16's kin (M56). */
uint32_t matrix_mask_of_chip(const struct tile *tile, uint32_t format);
uint32_t matrix_moved_mask(const struct tile *tile, const struct matrix_settings *set, uint32_t format);

/* Recordings show other masks for other instructions (M23x). */
enum matrix_use { MATRIX_USE_MOVE, MATRIX_USE_ELEMENTS, MATRIX_USE_PRODUCTS, MATRIX_USE_MAXIMA };
bool matrix_mask_is_extrapolated(uint32_t format, enum matrix_use use, bool is_srcb);

/* Rows of a bank under a mask that is extrapolated: a finding where it drops anything. */
struct matrix_masked {
    const char *name; /* "SrcA", "SrcB" */
    const uint32_t (*bank)[SRC_COLUMNS];
    uint32_t first, rows, format, mask;
};
void matrix_check_mask(struct tile *tile, const char *mnemonic, const struct matrix_masked *operand);

/* ---- rows.c: rows of Dst (by logical row) and of Src, and what a probe sees of them ---- */

/* The row where a logical row stands, of 32 bits the upper half (F-3.4 to F-3.6, M9x). */
static inline uint32_t matrix_physical_row(const struct matrix_settings *set, uint32_t row, bool is_wide)
{
    return dst_row16(row, set->has_remap, set->has_swizzle, is_wide || set->narrow_is_upper);
}

/* 16 bits a column, or 32 with the upper cell above; a row that is not valid reads as zero (M8). */
void matrix_read_row16(struct tile *tile, const struct matrix_settings *set, uint32_t row,
                       uint32_t values[DST_COLUMNS]);
void matrix_read_row32(struct tile *tile, const struct matrix_settings *set, uint32_t row,
                       uint32_t values[DST_COLUMNS]);

/* The upper cells alone: what the lower halves hold counts only where some columns are not written. */
void matrix_read_upper(struct tile *tile, const struct matrix_settings *set, uint32_t row, uint32_t written,
                       uint32_t values[DST_COLUMNS]);

/* Writes a row and marks it valid. columns: a bit for each that is written. */
enum { ALL_COLUMNS = 0xFFFF };
void matrix_write_row16(struct tile *tile, const struct matrix_settings *set, uint32_t row,
                        const uint32_t values[DST_COLUMNS], uint32_t columns);
void matrix_write_row32(struct tile *tile, const struct matrix_settings *set, uint32_t row,
                        const uint32_t values[DST_COLUMNS], uint32_t columns);
bool matrix_row_is_valid(const struct tile *tile, const struct matrix_settings *set, uint32_t row, bool is_wide);
/* Marks physical rows one behind the other. */
void matrix_put_valid(struct tile *tile, uint32_t first, uint32_t count, bool is_valid);

/* The same of whole 16-bit rows, in cells of that width. */
void matrix_write_rows16(struct tile *tile, const struct matrix_settings *set, uint32_t row, uint32_t rows,
                         const uint16_t (*cells)[DST_COLUMNS]);

void matrix_write_src(struct tile *tile, enum tt_space space, unsigned bank, uint32_t row,
                      const uint32_t cells[SRC_COLUMNS]);
/* A physical row of Dst, of 32-bit data with the lower half, was read. */
static inline void matrix_saw_dst_read(struct tile *tile, uint32_t row, bool is_wide)
{
    if (tile_places_probed(tile))
        tile_report_dst_read(tile, TT_UNIT_MATRIX, 0, row, 1, is_wide);
}
void matrix_saw_src_read(struct tile *tile, enum tt_space space, unsigned bank, uint32_t row, uint32_t rows);

/* Columns that moves write: LaneConfig of a pair of columns may take the even or the odd one out (M60). */
enum { BLOCKS_EVEN = 1 << 9 /* bit 10: the odd one */ };
static inline uint32_t matrix_moved_columns(const struct tile *tile)
{
    uint32_t blocked = 0;
    for (unsigned i = 0; i < VECTOR_COLUMNS; i++) {
        const uint32_t config = tile->state.small.lane_config ^ tile->state.vector.lane_config_xor[i];
        blocked |= config / BLOCKS_EVEN % 4 << 2 * i;
    }
    return ALL_COLUMNS & ~blocked;
}

/* ---- stages.c ---- */

/* Datums that a move took from cell to cell, for a probe: the source's bits, what of them counts, and the datum that
 * then stands there. Cells are row * 16 + column. */
enum { MOVED_MAX = 256 };
struct matrix_moved {
    enum format format; /* of stored */
    uint32_t count;
    uint32_t source[MOVED_MAX], taken[MOVED_MAX], stored[MOVED_MAX];
    uint16_t from[MOVED_MAX], to[MOVED_MAX];
};
static inline void matrix_moved_put(struct matrix_moved *moved, uint32_t from, uint32_t to, uint32_t source,
                                    uint32_t taken, uint32_t stored)
{
    moved->source[moved->count] = source;
    moved->taken[moved->count] = taken;
    moved->stored[moved->count] = stored;
    moved->from[moved->count] = (uint16_t)from;
    moved->to[moved->count++] = (uint16_t)to;
}
void matrix_report_moved(struct tile *tile, const struct matrix_moved *moved);

/* The format of a datum in a cell of SrcA or SrcB, or of 16-bit Dst, and its bits. */
enum format matrix_datum_format(enum matrix_style style, uint32_t format);
uint32_t matrix_src_datum(enum format format, uint32_t cell);
uint32_t matrix_dst16_datum(enum format format, uint32_t cell);
