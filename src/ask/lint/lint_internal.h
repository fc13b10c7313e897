/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of lint: a walk through the run, with the configuration at the current event. Only files of
 * ask/lint include this. */
#pragma once

#include "ask/lint/lint.h"
#include "isa/chip.h"
#include "isa/isa.h"
#include "order/sets.h"

struct lint_tiles; /* lint_tiles.c: which data tile of a packer holds which byte of L1 */

/* State of lint_stale.c for a packer or an unpacker: the formats of its last work. */
struct lint_formats {
    bool is_set;
    uint32_t in, out;
    uint64_t seq;
};

/* State of lint_source.c for a source register: the kind of number that it was filled with. */
struct lint_source {
    bool is_set;
    uint32_t format;
    uint64_t seq;
};

struct lint_work {
    struct lint *lint;
    struct results *results;
    struct tt_error *err;
    enum tt_status status;
    const struct chip *chip;
    int64_t *checkpoints; /* after_event of each, rising */
    size_t checkpoint_count, checkpoint_capacity;
    struct results_insn_row *insns;
    size_t insn_count, insn_capacity, next_insn;
    /* the configuration, and the event that last wrote each word */
    uint32_t cfg[CFG_STATES][CFG_WORDS_MAX], thread_cfg[THREADS][THREAD_WORDS_MAX];
    uint64_t cfg_writer[CFG_STATES][CFG_WORDS_MAX], thread_writer[THREADS][THREAD_WORDS_MAX];
    struct replay_set *sets; /* the fields of `replay --set` */
    size_t set_count;
    uint64_t sets_from; /* those before earlier events are stored */
    struct lint_tiles *tiles;
    struct lint_formats formats[TT_UNIT_COUNT][PACKERS_MAX];
    struct lint_source sources[2];
    struct results_insn_row to_dst; /* lint_unpack.c: the last unpack to Dst, while none to SrcA is behind it */
    bool has_to_dst;
};

/* A field as a thread sees it now; false where the chip has none. */
bool lint_field(const struct lint_work *work, unsigned thread, struct lint_field *out, enum reg_id id);
/* Its value alone; 0 where there is none. */
uint32_t lint_value(const struct lint_work *work, unsigned thread, enum reg_id id);

/* The same field of the section of each packer; of each unpacker. */
enum { UNPACKERS_MAX = 2 };
#define LINT_OF_PACKERS(FIELD)                                                                                         \
    {                                                                                                                  \
        REG_THCON_SEC0_REG1_##FIELD, REG_THCON_SEC0_REG8_##FIELD, REG_THCON_SEC1_REG1_##FIELD,                         \
            REG_THCON_SEC1_REG8_##FIELD                                                                                \
    }
#define LINT_OF_UNPACKERS(FIELD)                                                                                       \
    {                                                                                                                  \
        REG_THCON_SEC0_##FIELD, REG_THCON_SEC1_##FIELD                                                                 \
    }
extern const enum reg_id lint_pack_in[PACKERS_MAX], lint_pack_out[PACKERS_MAX];
extern const enum reg_id lint_unpack_in[UNPACKERS_MAX], lint_unpack_out[UNPACKERS_MAX];

/* Counts one more finding of a kind, unit and instance (of fields without effect also of a name). The first is stored
 * with its sentence and fields; null for the others, and without memory (work->status). */
struct lint_item *lint_add(struct lint_work *work, finding_id id, const struct results_insn_row *insn,
                           unsigned instance, const char *format, ...) __attribute__((format(printf, 5, 6)));
/* A field of the item, as it stands now; nothing where the item is null or the chip has no such field. */
void lint_show(struct lint_work *work, struct lint_item *item, enum reg_id id);

/* Undefined behaviour leaves what it makes undecided: where the run is the same nevertheless, none of that reached what
 * is compared, but for bytes that nothing reads. */
void lint_lower_dead(struct lint *lint);
/* Worst first, then most frequent, then earliest. */
void lint_sort(struct lint *lint);

/* ---- lint_sets.c ---- */

enum tt_status lint_sets_read(struct lint_work *work);
/* Stores the sets before this event. */
void lint_sets_before(struct lint_work *work, uint64_t event);
/* Whether a field is held at a value whatever the program writes. */
bool lint_sets_hold(const struct lint_work *work, enum reg_id field, uint32_t *value);

/* ---- the rules ---- */

/* A write to L1 by a packer; a read or write of L1 by anything else. */
struct lint_tiles *lint_tiles_new(void);
void lint_tiles_free(struct lint_tiles *tiles);
void lint_tiles_pack(struct lint_work *work, const struct results_insn_row *insn,
                     const struct results_access_row *write);
void lint_tiles_touch(struct lint_work *work, uint32_t lo, uint32_t hi);
void lint_tiles_end(struct lint_work *work);

/* A data tile of a packer, with the settings as it began. */
struct lint_tile {
    struct results_insn_row insn; /* that wrote first */
    uint8_t packer;
    uint32_t number; /* of the packer */
    bool has_data, has_exponents;
    uint32_t lo, data_lo, exponent_lo, exponent_hi; /* lo: the lowest of all */
    struct lint_field section, format, dest;        /* Exp_section_size, Out_data_format, L1_Dest_addr */
    uint32_t other, other_at;                       /* 1 + index of a tile whose bytes it wrote over, and where; 0 */
};
/* Data tiles that several packers began in one instruction are one: the first of them, with ranges that cover all. */
void lint_pack_fields(struct lint_item *item, const struct lint_tile *tile);
void lint_pack_tile(struct lint_work *work, const struct lint_tile *tile);
/* When a packer begins a data tile. */
void lint_pack_address(struct lint_work *work, const struct results_insn_row *insn, unsigned packer);

/* When a packer begins a data tile, or at an UNPACR. */
void lint_stale(struct lint_work *work, const struct results_insn_row *insn, unsigned instance);

/* A write to a source register, and an instruction of the matrix unit. */
void lint_source_write(struct lint_work *work, const struct results_insn_row *insn,
                       const struct results_access_row *write);
void lint_source_read(struct lint_work *work, const struct results_insn_row *insn);

/* A write of the first unpacker to Dst or SrcA, and the end of the run. */
void lint_unpack_write(struct lint_work *work, const struct results_insn_row *insn, enum tt_space space);
void lint_unpack_read(struct lint_work *work, const struct results_insn_row *insn);
void lint_unpack_end(struct lint_work *work);
