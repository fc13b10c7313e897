/* SPDX-License-Identifier: Apache-2.0 */
/* The view of a replay from outside the tile. A probe sees and never decides; null is off.
 * Everything handed to it is borrowed until the call returns. */
#pragma once

#include "base/names.h"
#include "isa/findings.h"

struct isa_insn;

/* One executed word. A store of the cores (tile_core_*) comes in the same way, with a begin and an end, unit
 * TT_UNIT_CORE and word 0, so that whatever is reported in between has its seq. */
struct probe_insn {
    uint64_t seq; /* the capture's event number */
    uint32_t word;
    uint8_t thread;
    enum tt_unit unit;
    bool has_waited;             /* at its end: it could not take effect yet, and nothing changed */
    const struct isa_insn *insn; /* its row of schemas/isa; null: no instruction, or a store */
    const struct fact *rests_on; /* in the settings that it met, but for what findings say; null: nothing is known */
};

/* Of a unit: packer 0 to 3; of the vector unit 0 is the word's, others 1 + the sub-unit of what a macro scheduled. */
enum { PROBE_INSTANCES = 5 };

/* A stage's values after it ran. Only stages that were at work are reported, each once an instruction and instance, or
 * for a long instruction in pieces that follow each other: of one format and width. A datum of a block format comes
 * with its shared exponent: bits 7:0 the datum, bits 15:8 the exponent. */
struct probe_stage {
    enum tt_unit unit;
    uint8_t instance;    /* below PROBE_INSTANCES */
    uint8_t stage;       /* index into unit_stages() */
    uint8_t format;      /* enum format of each value (numeric/format.h) */
    uint8_t value_bytes; /* 1, 2 or 4: width of an element of values */
    uint32_t count;
    const void *values;     /* count numbers of the host's */
    const uint16_t *origin; /* count cell numbers, row * 16 + column of Dst, or null: as the stage before */
};

enum access_stream {
    ACCESS_PLAIN,
    ACCESS_PACK_DATA,
    ACCESS_PACK_EXPONENT,
    ACCESS_PACK_ROW_START,
    ACCESS_PACK_PADDING,
};

/* A range [lo, hi) of a space that was read or written, in bytes of that space. */
struct probe_access {
    enum tt_space space;
    enum tt_unit unit;
    uint8_t instance;
    enum access_stream stream;
    bool is_write;
    bool is_for_dependence; /* a read that is no operand of this word: lanes that a masked write leaves as they were,
                             * operands of a result that comes later */
    uint32_t lo, hi;
    const uint8_t *before; /* hi - lo bytes of the space's image, for writes; null for reads */
    const uint8_t *after;
    /* For what a packer writes: which data tile since the start of the replay (per packer), and the first datum
     * of the range within it (for an exponent: the first datum it covers). Else 0. */
    uint32_t tile;
    uint32_t first_datum;
};
/* To be stored: without its bytes, which are borrowed. */
static inline struct probe_access probe_access_bare(const struct probe_access *access)
{
    struct probe_access bare = *access;
    bare.before = bare.after = NULL;
    return bare;
}

/* So many accesses at once, alike but for their places, one `step` bytes behind the other: lanes in the cells of a row.
 * one: the first; its before and after hold all, hi - lo bytes each, one behind the other. */
struct probe_series {
    struct probe_access one;
    uint32_t count, step;
};

struct probe_finding {
    finding_id id;
    enum tt_unit unit;
    uint8_t instance;
    const char *detail; /* one sentence with the numbers; may be null */
    const struct fact
        *rests_on; /* the facts that the word or store at work then rests on; null: the note does not change them */
};

/* The values beside its operands that decide about an instruction, for a probe that follows known bits. With it the
 * units look at their settings again at each instruction, which is slow. */
enum control_kind {
    CONTROL_READS, /* settings: they decided what it did */
    CONTROL_STEPS, /* settings that decide only how its counters move on */
    CONTROL_SETS,  /* its result here does not depend on the value before; reported also where nothing changed */
    CONTROL_KEEPS, /* of the word that it wrote or is about to write: bits that stay as they were */
    CONTROL_FULL,  /* a row of Dst that was read, by the flag of the row `flag` */
    CONTROL_EMPTY, /* one that, not being valid by that flag, read as zero whatever its cells hold */
};
struct probe_control {
    enum control_kind kind;
    enum tt_space space;
    uint32_t lo, hi; /* bytes of the space */
    uint32_t mask;   /* bits of the element at lo, where hi - lo is one; else all */
    uint32_t flag;   /* of rows */
};

/* Which calls the probe wants; a caller skips the work for those it does not. */
enum {
    PROBE_INSN = 1,
    PROBE_STAGE = 2,
    PROBE_ACCESS = 4,
    PROBE_FINDING = 8,
    PROBE_CONTROL = 16,
    PROBE_PLACES = 32,
    PROBE_SETTINGS = 64, /* beside PROBE_CONTROL: fields of the configuration, too. Every unit then decodes its settings
                          * again for each instruction, which doubles what that costs */
    PROBE_WORDS = 128,   /* beside PROBE_STAGE and PROBE_ACCESS: stages of words, too (tile/words.h) */
};

/* PROBE_PLACES: of the spaces below, where an instruction reads and writes. Such accesses may come without bytes, as
 * one where they lie side by side, and in any order within the instruction, so that fast paths need not look at what
 * was there; a write of what is there already counts, but for flags of rows. A probe that also wants PROBE_ACCESS gets
 * those. */
static inline bool probe_has_places(enum tt_space space)
{
    const uint32_t placed = 1u << TT_SPACE_L1 | 1u << TT_SPACE_DST | 1u << TT_SPACE_DST_VALID | 1u << TT_SPACE_GPR |
                            1u << TT_SPACE_CFG | 1u << TT_SPACE_LREG;
    return placed >> space & 1;
}

/* The wants of a probe that is given accesses to a space. */
static inline unsigned probe_wants_of(enum tt_space space)
{
    return probe_has_places(space) ? PROBE_ACCESS | PROBE_PLACES : PROBE_ACCESS;
}

struct probe {
    void *user;
    unsigned wants;
    void (*insn_begin)(void *user, const struct probe_insn *insn);
    void (*insn_end)(void *user, const struct probe_insn *insn);
    void (*stage)(void *user, const struct probe_stage *stage);
    void (*access)(void *user, const struct probe_access *access);
    void (*finding)(void *user, const struct probe_finding *finding);
    void (*control)(void *user, const struct probe_control *control);
    void (*series)(void *user, const struct probe_series *series); /* of accesses; null: each goes to `access` */
};

/* The accesses of a series one by one. */
static inline void probe_each(const struct probe_series *series, void (*take)(void *user, const struct probe_access *),
                              void *user)
{
    struct probe_access one = series->one;
    const uint32_t size = one.hi - one.lo;
    for (uint32_t i = 0; i < series->count; i++) {
        take(user, &one);
        one.lo += series->step;
        one.hi += series->step;
        if (one.before)
            one.before += size;
        if (one.after)
            one.after += size;
    }
}

/* To a probe that wants accesses. */
static inline void probe_pass_series(const struct probe *probe, const struct probe_series *series)
{
    if (probe->series)
        probe->series(probe->user, series);
    else if (probe->access)
        probe_each(series, probe->access, probe->user);
}

/* One stage of a unit's pipeline; the array a unit exports is the only list of its stages. */
struct stage_info {
    const char *name;  /* "early_convert" */
    const char *value; /* the meaning of a value: "datum in the intermediate format" */
};

/* The stages of a unit in the order data flows, or null and *count = 0. */
const struct stage_info *unit_stages(enum tt_unit unit, unsigned *count);
