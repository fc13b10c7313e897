/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of this room: the number beside a datum, what an instruction did, and the rules of the units. */
#pragma once

#include "isa/chip.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "numeric/format.h"
#include "observe/insn_log.h"
#include "precision/precision.h"
#include "tile/probe.h"
#include "tile/tile.h"

/* Beside a datum. actual - exact is the sum of parts, but for rounding of binary64. */
struct shade {
    double exact, actual;
    bool is_wide;       /* of Dst: it also has the cell 8 rows below */
    bool is_lost;       /* a stage made it infinite or no number: its parts say nothing */
    bool is_integer;    /* of a vector register: what its bits are as an integer, of two's complement */
    bool varies;        /* it comes of a datum that the run began with, not of the program's constants alone */
    bool is_mixed;      /* of several such datums */
    bool is_restarted;  /* it comes of a number that started again */
    double argument;    /* where it varies and is not mixed: that datum */
    uint64_t origin;    /* and its place, of L1 or Dst: two that are equal are two */
    uint16_t halves[2]; /* 1 + the constant that the lower and the upper half are of; 0: none */
    uint16_t top;       /* parts from here on are none */
    double parts[PRECISION_SOURCES];
};

/* ---- shade.c ---- */

/* A datum whose value is what it is: no error. */
void shade_begin(struct shade *shade, double value);
/* As far as there are parts. */
void shade_copy(struct shade *to, const struct shade *from);
/* One that begins again, but comes of the same datum. */
void shade_restart(struct shade *shade, double value);
/* Where `other` comes from, `to` also does. */
void shade_comes_of(struct shade *to, const struct shade *other);
void shade_add(struct shade *shade, unsigned source, double error);
/* Its actual value becomes this; the difference is the source's. */
void shade_become(struct shade *shade, unsigned source, double actual);
/* sum += factor * other, in exact, actual and parts. */
void shade_accumulate(struct shade *sum, const struct shade *other, double factor);
/* A constant more. */
void shade_move(struct shade *shade, double by);
/* sum = factor * other. */
void shade_scale(struct shade *sum, const struct shade *other, double factor);
/* sum += a * b: each factor's parts times the mean of what the other is and should be, which leaves nothing over. */
void shade_add_product(struct shade *sum, const struct shade *a, const struct shade *b);
/* Whether one is the other, rounded: not another format's reading of the same bits. */
bool shade_joins(double written, double read);
bool shade_is_finite(const struct shade *shade);

/* ---- value.c ---- */

/* A unit in the last place at this magnitude; of block formats that of the datum. */
double value_ulp(enum format format, double magnitude);
double value_block_ulp(enum format format, uint32_t bits);

/* ---- cells.c: shades of registers; l1.c: of L1 ---- */

/* Cell: byte of the space over bytes of an element. Null: none, its value is that of its bits. */
struct cells;
struct cells *cells_new(enum tt_chip chip); /* null without memory */
void cells_free(struct cells *cells);
struct shade *cells_at(struct cells *cells, enum tt_space space, uint32_t cell);
void cells_put(struct cells *cells, enum tt_space space, uint32_t cell, const struct shade *shade);
void cells_drop(struct cells *cells, enum tt_space space, uint32_t first, uint32_t end);

/* A datum that was packed. */
struct packed {
    double ulp;
    enum format format;
    uint32_t tile, quarter;
    bool is_output; /* nothing has read it yet */
    struct shade shade;
};
/* All but its shade. */
void packed_begin(struct packed *packed, enum format format, double ulp);
void packed_copy(struct packed *to, const struct packed *from);
/* Quarters of a byte, as the narrowest datum has them. */
enum { QUARTERS = 4 };
typedef void packed_leaves(void *user, const struct packed *packed);
struct packed_memory;
struct packed_memory *packed_memory_new(uint32_t bytes);
void packed_memory_free(struct packed_memory *memory);
struct packed *packed_at(struct packed_memory *memory, uint32_t quarter);                     /* null: none */
bool packed_put(struct packed_memory *memory, uint32_t quarter, const struct packed *packed); /* false: no memory */
/* Bytes [lo, hi) are written by others, or the run ends: `leaves` gets each datum that goes. */
void packed_drop(struct packed_memory *memory, uint32_t lo, uint32_t hi, packed_leaves *leaves, void *user);

static inline double log_value(const struct logged_stage *stage, size_t i)
{
    return precision_value(stage->format, stage->bits[i]);
}

/* ---- the run ---- */

/* Stages that the rules ask for, by name: looked up once (stages.c). */
enum stage_name {
    UNPACK_ADDRESS,
    UNPACK_WALK,
    UNPACK_FETCH,
    UNPACK_CONVERT,
    UNPACK_WRITE,
    MATRIX_A,
    MATRIX_B,
    MATRIX_PHASE,
    MATRIX_PRODUCT,
    MATRIX_GROUP,
    MATRIX_ALIGNED,
    MATRIX_SUM,
    MATRIX_STORED,
    VECTOR_LANES,
    VECTOR_A,
    VECTOR_B,
    VECTOR_C,
    VECTOR_RESULT,
    VECTOR_FLAGS,
    VECTOR_SCHEDULED,
    PACK_READ,
    PACK_EDGE,
    PACK_RELU,
    PACK_ASSEMBLE,
    PACK_ACCUMULATE,
    STAGE_NAMES
};

/* The number beside a cell once all is dropped that the instruction wrote. */
struct pending {
    enum tt_space space;
    uint32_t cell;
    struct shade shade;
};

/* A result of the vector unit that is not there yet. */
struct landing {
    uint32_t cell;
    struct shade shade;
};

/* Of which datum the flags of a lane come. */
struct flag_origin {
    bool varies, is_mixed;
    double argument;
    uint64_t origin;
};
/* A place as an origin. */
static inline uint64_t origin_of(enum tt_space space, uint32_t place)
{
    return (uint64_t)space << 32 | place;
}
enum { FLAG_LEVELS = 8 };

/* A word that holds a number of the program's. */
struct constant_word {
    const struct isa_insn *insn;
    uint32_t word;
    uint64_t at;
};
enum { CONSTANT_WORDS = 256 };

struct shadowing {
    struct precision *precision;
    const struct precision_options *options;
    const struct tile *tile;
    enum tt_chip chip;
    uint8_t stage[STAGE_NAMES];
    struct cells *cells;
    struct packed_memory *l1;
    struct insn_log *log;          /* of the instruction at work */
    const struct probe_insn *insn; /* while its rule runs */
    struct pending *pending;
    size_t pending_count, pending_capacity;
    struct landing *landing;
    size_t landing_count, landing_capacity;
    struct flag_origin flags[FLAG_LEVELS + 1][LANES]; /* those at work, and below them what was pushed */
    unsigned flag_level;
    struct constant_word constants[CONSTANT_WORDS];
    unsigned constant_count;
    uint64_t at; /* of the word at work, as sources by word have it */
    struct probe probe;
    struct packed *packing; /* room of the packer's rule */
    size_t packing_capacity;
    size_t tile_capacity;
    bool has_order, has_remap, has_swizzle; /* of Dst's rows, once asked for */
    bool is_broken;                         /* no memory */
};

void stages_find(struct shadowing *run);
const struct logged_stage *stage_of(const struct shadowing *run, enum stage_name name, unsigned instance);

/* ---- sources.c ---- */

/* The source of this name, by word one of its own for each; entered where it is new. */
unsigned source_of(struct shadowing *run, const char *unit, const char *stage, enum format format);
/* Of those there are; as many as there are: none. */
unsigned source_find_like(const struct precision *precision, const struct precision_source *wanted);
/* Entered where it is new. */
unsigned source_like(struct shadowing *run, const struct precision_source *wanted);
unsigned source_of_mathematics(struct shadowing *run);
/* One error that it made of a value, in units of its format. */
void source_made(struct shadowing *run, unsigned source, double error, double value, double ulp);
/* value: whose sign says which way is away from zero. */
void errors_add(struct precision_errors *errors, double error, double value);
/* The two together: the datum becomes `actual` by this source. */
void source_rounds(struct shadowing *run, struct shade *shade, unsigned source, double actual, double ulp);
void lost_add(struct shadowing *run, const struct probe_insn *insn, uint64_t cells);

/* ---- outputs.c ---- */

packed_leaves output_leaves; /* user: the run */
/* Held against a number of somebody else's. */
void output_against(struct shadowing *run, const struct shade *shade, struct precision_tile *tile, double truth,
                    double ulp);
void output_of_cell(struct shadowing *run, uint32_t cell, const struct shade *shade, enum format format);

/* ---- the rules: whether it is known what the instruction is in mathematics ---- */

void pending_add(struct shadowing *run, enum tt_space space, uint32_t cell, const struct shade *shade);
/* The shade of a cell as the instruction reads it: its own, or one of a value without error. The error that reading it
 * makes (a mask, a flush) is the source's. */
void read_cell(struct shadowing *run, enum tt_space space, uint32_t cell, double value, unsigned source, double ulp,
               struct shade *shade);

/* How Dst's rows lie for the thread at work. */
void rows_order(struct shadowing *run, bool *has_remap, bool *has_swizzle);
/* Whether anything that the instruction read has an error. */
bool log_reads_errors(struct shadowing *run);
/* Cells of a space that an instance wrote have no number any more. */
void drop_written(struct shadowing *run, enum tt_space space, unsigned instance);
/* A cell of Dst: of 32 bits its upper half, and the lower one. */
double cell_value(enum format format, uint32_t high, uint32_t low);

bool rule_of_unpack(struct shadowing *run);
bool rule_of_matrix(struct shadowing *run);
bool rule_of_maximum(struct shadowing *run);
bool rule_of_move(struct shadowing *run); /* moves.c: each cell comes from one cell */
bool rule_of_pack(struct shadowing *run, unsigned instance);
/* Of the word, and of what macros scheduled that ran with it. Drops what the enabled lanes wrote. */
bool rule_of_vector(struct shadowing *run);

/* Bytes of a register's cell before, or after, what the instruction wrote; false: it did not write it. */
bool cell_bytes(const struct insn_log *log, enum tt_space space, uint32_t cell, bool is_after, uint32_t *bits);
