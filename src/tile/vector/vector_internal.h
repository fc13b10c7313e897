/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of the vector unit: an instruction at work, its registers and lanes. Only files under
 * tile/vector include this. */
#pragma once

#include "tile/tile_internal.h"
#include "tile/vector/vector.h"

#include "vector_insns.h"

/* The index of a stage in unit_stages(TT_UNIT_VECTOR). */
enum vector_stage {
    VECTOR_LANES_ENABLED,
    VECTOR_OPERAND_A,
    VECTOR_OPERAND_B,
    VECTOR_OPERAND_C,
    VECTOR_UNROUNDED,
    VECTOR_RESULT,
    VECTOR_FLAGS,
    VECTOR_SCHEDULED,
    VECTOR_STAGE_COUNT
};

/* Where an instruction runs; SFPLOADMACRO fills one of each of the first four at once (V63). */
enum vector_subunit { VECTOR_SIMPLE, VECTOR_MAD, VECTOR_ROUND, VECTOR_STORE, VECTOR_LOAD };

/* Where an operand stands in the word; mask 0: the instruction has none of that kind, and reads 0. */
struct vector_place {
    uint8_t low;
    uint16_t mask;
};

/* A row of schemas/isa (V10, V12, V61). */
struct vector_insn {
    vector_function *run;
    enum vector_subunit subunit;
    bool has_backdoor; /* V12 */
    struct vector_place mod, vd, vc, vb, va, imm12;
    uint32_t other_vb_if; /* B stands elsewhere where the word has one of these bits */
    struct vector_place other_vb;
};

/* Null for what is no instruction of the chip's vector unit. */
const struct vector_insn *vector_insn_of(enum tt_chip chip, uint32_t word);

static inline const struct vector_traits *vector_traits_of(const struct tile *tile)
{
    return &tile->chip->vector;
}

struct vector_job {
    struct tile *tile;
    const struct vector_insn *insn;
    const struct vector_traits *traits;
    unsigned thread;
    uint32_t word;
    uint32_t mod, vd, vc, vb, va, imm12;
    uint32_t lanes;         /* bit a lane that is enabled */
    uint32_t doing;         /* bit a lane that does the word instead of keeping it, enabled or not (V12) */
    uint32_t turned;        /* bit a lane that may not know yet which of the two it is to do (V12y) */
    unsigned instance;      /* 0, or 1 + sub-unit of what a macro scheduled */
    uint32_t addr;          /* of a scheduled store */
    const uint16_t *origin; /* of a load or store: the cell of Dst of each lane; else null */
};

/* Operands from the word, by the instruction's row. */
void vector_decode(struct vector_job *job);

/* ---- lanes.c ---- */

enum vector_lane_config {
    LANE_FP16A_INF = 0,
    LANE_DISABLE_BACKDOOR = 1,
    LANE_DEST_INDEX = 2,
    LANE_CAPTURE_DEST_INDEX = 3,
    LANE_BLOCK_DEST_WR = 4,
    LANE_BLOCK_SFPU_RD = 5,
    LANE_READ_ODD = 6,
    LANE_WRITE_ODD = 7,
    LANE_EXCHANGE = 8,
    LANE_ROW_MASK = 12,
    LANE_CONFIG_BITS = 18,
};

uint32_t vector_lane_config(const struct tile *tile, unsigned lane);
void vector_set_lane_config(struct tile *tile, const uint32_t columns[static VECTOR_COLUMNS]);
/* Bit a lane whose LaneConfig has the bit; the first where columns may differ. */
uint32_t vector_lanes_each_with(const struct tile *tile, enum vector_lane_config bit);
static inline uint32_t vector_lanes_with(const struct tile *tile, enum vector_lane_config bit)
{
    if (tile->state.vector.lanes_differ)
        return vector_lanes_each_with(tile, bit);
    return tile->state.small.lane_config >> bit & 1 ? UINT32_MAX : 0;
}
/* Bit a lane whose value has bit 31. */
uint32_t vector_signs(const uint32_t values[static LANES]);
/* Bit a lane that is enabled (V5). */
uint32_t vector_enabled_lanes(struct tile *tile);

/* Flags of the lanes in mask. */
void vector_set_flags(const struct vector_job *job, uint32_t flags, uint32_t mask);
/* Reports that the condition codes, stack and all, were written; before: as they were. */
void vector_saw_cc(const struct vector_job *job, const void *before);

/* ---- registers.c ---- */

/* Reports 32 values of 32 bits, or a bit a lane, as a stage, to a probe that wants stages. */
void vector_report_values(const struct vector_job *job, enum vector_stage stage, const uint32_t values[static LANES]);
void vector_report_bits(const struct vector_job *job, enum vector_stage stage, uint32_t mask);
/* The same of cells of Dst, with 16 or 32 bits. */
void vector_report_cells(const struct vector_job *job, enum vector_stage stage, const uint32_t cells[static LANES],
                         bool is_32b);

static inline void vector_report(const struct vector_job *job, enum vector_stage stage,
                                 const uint32_t values[static LANES])
{
    if (tile_probed(job->tile, PROBE_STAGE))
        vector_report_values(job, stage, values);
}

static inline void vector_report_mask(const struct vector_job *job, enum vector_stage stage, uint32_t mask)
{
    if (tile_probed(job->tile, PROBE_STAGE))
        vector_report_bits(job, stage, mask);
}

/* The modes of SFPLOAD and SFPSTORE: what a cell holds. */
enum cell_mode {
    MODE_BY_FORMAT = 0,
    MODE_FP16 = 1,
    MODE_BF16 = 2,
    MODE_FP32 = 3,
    MODE_INT32 = 4,
    MODE_INT8 = 5,
    MODE_UINT16 = 6,
    MODE_HIGH = 7, /* of a store the word as it is */
    MODE_INT16 = 8,
    MODE_LOW = 9, /* of a store the word with its halves exchanged */
    MODE_STACK = 10,
    MODE_ZERO = 11,
    MODE_INT32_SM = 12,
    MODE_INT8_SM = 13,
    MODE_LOW_HALF = 14,
    MODE_HIGH_HALF = 15,
};

enum { VECTOR_MACRO_REGISTER = 16, FP16_REBIAS = 112 /* of an exponent of FP16 that becomes one of FP32 */ };

void vector_saw_register_read(const struct vector_job *job, unsigned reg);
/* The same for dependence alone: no operand of the word at hand. */
void vector_saw_dependence(const struct vector_job *job, unsigned reg);
/* In a cycle that macros share (V62): a register that the instruction at work reads; a result that it writes. */
void vector_note_operand(const struct vector_job *job, unsigned reg);
void vector_land(const struct vector_job *job, unsigned reg, const uint32_t values[static LANES], uint32_t lanes);

/* The 32 lanes of a register, 16 of a macro's own included; borrowed until the register is written. */
static inline const uint32_t *vector_read(const struct vector_job *job, unsigned reg)
{
    if (tile_places_probed(job->tile))
        vector_saw_register_read(job, reg);
    if (job->tile->state.vector.macro.collects)
        vector_note_operand(job, reg);
    return reg == VECTOR_MACRO_REGISTER ? job->tile->state.vector.lreg16 : job->tile->state.lreg[reg];
}

/* The same, reported as a stage. */
static inline const uint32_t *vector_operand(const struct vector_job *job, enum vector_stage stage, unsigned reg)
{
    const uint32_t *values = vector_read(job, reg);
    vector_report(job, stage, values);
    return values;
}

/* Operand A of mod bit 2: the register that L7 names in each lane (V14). */
void vector_read_indirect(const struct vector_job *job, uint32_t values[static LANES]);

/* Writes lanes of a register; of 8 to 15 nothing is written (V13). */
void vector_write(const struct vector_job *job, unsigned reg, const uint32_t values[static LANES], uint32_t lanes);
/* The result: enabled lanes of VD. */
void vector_result(const struct vector_job *job, const uint32_t values[static LANES]);
/* The whole of an instruction whose lanes do not see each other: VALUE is one lane's result of its operands, x of VC
 * and d of VB. */
#define VECTOR_RESULT_OF_X(JOB, VALUE)                                                                                 \
    do {                                                                                                               \
        const uint32_t *const xs = vector_operand(JOB, VECTOR_OPERAND_C, (JOB)->vc);                                   \
        uint32_t result[LANES];                                                                                        \
        for (unsigned lane = 0; lane < LANES; lane++) {                                                                \
            const uint32_t x = xs[lane];                                                                               \
            result[lane] = VALUE;                                                                                      \
        }                                                                                                              \
        vector_result(JOB, result);                                                                                    \
    } while (0)
#define VECTOR_RESULT_OF_D_AND_X(JOB, VALUE)                                                                           \
    do {                                                                                                               \
        const uint32_t *const ds = vector_operand(JOB, VECTOR_OPERAND_B, (JOB)->vb);                                   \
        const uint32_t *const xs = vector_operand(JOB, VECTOR_OPERAND_C, (JOB)->vc);                                   \
        uint32_t result[LANES];                                                                                        \
        for (unsigned lane = 0; lane < LANES; lane++) {                                                                \
            const uint32_t d = ds[lane], x = xs[lane];                                                                 \
            result[lane] = VALUE;                                                                                      \
        }                                                                                                              \
        vector_result(JOB, result);                                                                                    \
    } while (0)
/* The result, into the register that L7 names in each lane when is_indirect. */
void vector_result_by(const struct vector_job *job, const uint32_t values[static LANES], bool is_indirect);
/* A register that no instruction names as VD but SFPCONFIG: 11 to 14. */
void vector_write_constant(const struct vector_job *job, unsigned reg, const uint32_t values[static LANES],
                           uint32_t lanes);

/* Steps the random numbers of the lanes and hands out what they were (V7). */
void vector_advance_prng(const struct vector_job *job, uint32_t lanes, uint32_t values[static LANES]);

/* A form that the documents leave open: nothing is done. */
void vector_undefined(const struct vector_job *job, const char *why);

/* ---- dst_lanes.c ---- */

const struct vector_settings *vector_settings_get(struct tile *tile, unsigned thread);

/* A load's or store's way into Dst (V20). */
struct vector_access {
    uint32_t addr, mode, addr_mode;
    bool is_32b;
    uint32_t odd_lanes; /* bit a lane whose column is forced odd */
};

void vector_gather(const struct vector_job *job, const struct vector_access *at, uint32_t cells[static LANES]);
void vector_scatter(const struct vector_job *job, const struct vector_access *at, const uint32_t cells[static LANES],
                    uint32_t lanes);
uint32_t vector_row(const struct vector_access *at, unsigned lane);
uint32_t vector_column(const struct vector_access *at, unsigned lane);
/* The cells of the lanes, row * 16 + column, for the stages that are reported from here on. */
void vector_number_cells(struct vector_job *job, const struct vector_access *at, uint16_t origin[static LANES]);
/* The address and mode of the load or store at work; in mode 10 this steps the stack pointer. */
struct vector_access vector_address(const struct vector_job *job, bool is_store);

/* 32 multiply-adds (V30); out is none of the operands. multiply_add.c */
void vector_multiply_add(const struct vector_job *job, const uint32_t x[static LANES], const uint32_t y[static LANES],
                         const uint32_t z[static LANES], uint32_t out[static LANES]);

/* ---- issue.c ---- */

/* The instruction itself, in the lanes that are enabled now. */
void vector_do(struct vector_job *job);

/* ---- macro.c ---- */

enum { VECTOR_PUT_OFF = VECTOR_STORE + 1 }; /* sub-units that a macro fills */

/* V63: what follows the load. False where lanes disagree: nothing is scheduled. */
bool vector_can_schedule(const struct vector_job *job);
/* The load part alone. */
void vector_load(struct vector_job *job, uint32_t *addr);

/* ---- calendar.c ---- */

/* One cycle (V62): what is due, and the word from outside, whose job it is; null: none. */
void vector_cycle(struct tile *tile, struct vector_job *outside);

/* Reports what a macro scheduled, as a stage of the instruction that it became. */
void vector_report_scheduled(const struct vector_job *job, const struct vector_scheduled *put_off);
