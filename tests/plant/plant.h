/* SPDX-License-Identifier: Apache-2.0 */
/* Captures with one thing wrong that is known, for whoever looks for faults. */
#pragma once

#include "isa/variants.h"
#include "order/replay.h"

enum plant_kind {
    PLANT_OUTPUT,  /* a bit of a byte that a packer wrote, at the last checkpoint */
    PLANT_DST,     /* a bit of a cell of Dst that a unit wrote, at a checkpoint before the last */
    PLANT_FIELD,   /* a configuration field that packers read, changed before the first PACR */
    PLANT_VARIANT, /* recorded with another reading of one step */
    /* An executed word, of a capture without pushed ones: */
    PLANT_LOST,
    PLANT_DOUBLED,
    PLANT_CHANGED,        /* a bit of its operand */
    PLANT_SWAPPED,        /* with the next of its thread */
    PLANT_OPERAND,        /* a bit of L1 that an unpacker read: the recording has it wrong wherever it holds it */
    PLANT_UNWRITTEN,      /* a word ran, and what it should have written of a data register stayed as it was */
    PLANT_STORE,          /* a bit of what a core stored to a register or to configuration */
    PLANT_TWO,            /* a bit each of two words */
    PLANT_PUSHED_DST,     /* of pushed words alone: a bit of Dst at the end */
    PLANT_PUSHED_CHANGED, /* likewise: a bit of a word's operand */
    PLANT_CODE,           /* a bit of an immediate of a core's code, of a capture that boots cores */
    PLANT_UNIT_FIELD,     /* a field that an unpacker, the matrix or the vector unit reads, before one of its words */
    PLANT_VALUE,          /* one field of an executed word's operand at another value */
    /* Of pushed words alone: */
    PLANT_PUSHED_LOST,
    PLANT_PUSHED_DOUBLED,
    PLANT_PUSHED_SWAPPED, /* with the next of its thread */
    PLANT_PUSHED_VALUE,   /* one field of a word's operand at another value */
    PLANT_HANG,           /* a word is lost, and all that is left waits */
    PLANT_HANG_TWICE,     /* likewise: a word stands there twice */
    PLANT_HANG_VALUE,     /* likewise: one field of a word has another value: a buffer too small, another semaphore */
    PLANT_CODE_STORE,     /* of the cores' code: a store to another place, a bit of its offset */
    PLANT_CODE_UPPER,     /* likewise: a bit of lui's number, or a load from another place */
    PLANT_CODE_BRANCH,    /* likewise: a branch goes by the contrary */
    PLANT_SLIP,           /* a number of an executed word or of a core's store as a slip makes it */
    PLANT_PUSHED_SLIP,    /* likewise of pushed words alone, and of what the macro-op expander repeats */
    PLANT_UNZEROED,       /* a word is lost that zeroes or clears something */
    /* Of the device: */
    PLANT_DATUM,  /* a bit of what a word wrote to a data register: what comes later worked with it */
    PLANT_MOMENT, /* what a word wrote is shown as it was before, at one checkpoint */
    PLANT_TILE,   /* input: faces swapped, zero, one step away, another operand's */
    PLANT_WAIT,   /* of pushed words alone: a wait is lost, and the device came to another order */
    /* Of several executed words or stores at once: */
    PLANT_RUN_LOST,  /* a piece of two to eight words: a call that is missing */
    PLANT_RUN_TWICE, /* it ran twice */
    PLANT_ROUND_LOST,
    PLANT_ROUND_TWICE, /* a loop goes round once less, or once more */
    PLANT_EVERY_LOST,  /* of every round */
    PLANT_EVERY_VALUE, /* a template's word: one field at another value wherever it runs */
    PLANT_EXCHANGED,   /* two words or stores with their values exchanged: tiles, operands in the wrong order */
    PLANT_MOVED,       /* a word or a store comes some words later */
    PLANT_STRAY,       /* a word of the thread runs where it does not belong */
    PLANT_STALE,       /* no core's store of a thread to configuration happened */
    PLANT_TAIL,        /* the thread ends early */
    PLANT_REGION,      /* device: bytes of the output that another core stored over */
    PLANT_STUCK,       /* device: one line of the output is stuck at one */
    /* Of the cores' code: */
    PLANT_CODE_PUSH, /* a word that pushes itself has a field at another value */
    PLANT_CODE_LOST, /* an instruction is missing */
    PLANT_CODE_SLIP, /* a number of an instruction as a slip makes it: rounds, an address */
    /* Of executed words and stores: */
    PLANT_NOP,     /* NOP in a word's place */
    PLANT_OTHER,   /* a word of another instruction in its place */
    PLANT_BETWEEN, /* as UNIT_FIELD, of packers too, behind words of the unit that read it as it was */
    PLANT_LEFT,    /* one store of a core to configuration did not happen: what was there before is left */
    PLANT_KINDS
};

/* One of several at once, or of those that another word, or none, stands in for. */
static inline bool plant_is_of_run(enum plant_kind kind)
{
    return (kind >= PLANT_RUN_LOST && kind <= PLANT_STUCK) || kind == PLANT_NOP || kind == PLANT_OTHER ||
           kind == PLANT_LEFT;
}

/* The planted capture holds pushed words and no executed ones. */
static inline bool plant_is_of_pushed(enum plant_kind kind)
{
    return kind == PLANT_PUSHED_DST || kind == PLANT_PUSHED_CHANGED ||
           (kind >= PLANT_PUSHED_LOST && kind <= PLANT_HANG_VALUE) || kind == PLANT_PUSHED_SLIP || kind == PLANT_WAIT;
}

/* A field at another value before one of the words of the unit that reads it. */
static inline bool plant_is_of_unit_field(enum plant_kind kind)
{
    return kind == PLANT_UNIT_FIELD || kind == PLANT_BETWEEN;
}

/* A word of the cores' code is another one. */
static inline bool plant_is_of_code(enum plant_kind kind)
{
    return kind == PLANT_CODE || (kind >= PLANT_CODE_STORE && kind <= PLANT_CODE_BRANCH) ||
           (kind >= PLANT_CODE_PUSH && kind <= PLANT_CODE_SLIP);
}

/* Another value of a field that is too wide for any: a bit turned, beside it, twice or half of it, none. */
uint32_t plant_wide_value(uint32_t value, unsigned bits, uint64_t *state);

const char *plant_kind_name(enum plant_kind kind);

struct plant {
    enum plant_kind kind;
    char text[256]; /* what was planted */
    /* OUTPUT, DST, OPERAND: where, and whose work it is; of OPERAND `seq` is the event before which it was read */
    uint32_t checkpoint, addr, bytes; /* bytes: MOMENT, TILE */
    enum tt_space space;
    uint8_t bit;
    uint64_t seq;
    enum tt_unit unit;
    /* FIELD, UNIT_FIELD: what it held before; hidden: no checkpoint holds configuration */
    enum reg_id field;
    uint32_t value, wrong; /* wrong: what it was changed to */
    bool is_hidden;
    uint64_t inserted; /* event that stores the wrong value */
    /* VARIANT */
    enum variant_id variant;
    uint8_t choice;
    /* The words: the planted capture's events of the thread's words that come to the same: of one run of equal words.
     * Of LOST the word belongs behind one of the events [first_event, last_event]. */
    int64_t first_event, last_event;
    uint32_t other_word; /* TWO */
    uint32_t word;       /* lost, doubled; as it was before it was changed; of code at `addr`, and `wrong` is there */
    unsigned thread;
    bool is_store; /* it stores registers or configuration */
    /* FIELD, VARIANT: the first instruction that goes otherwise */
    bool is_apart; /* false: nothing but small state goes otherwise */
    uint64_t apart_seq;
    enum tt_unit apart_unit;
};

/* Writes `path`, replaced if it is there. *is_made false: nothing of this kind can be planted in this capture. Of one
 * capture, kind and seed always the same. */
enum tt_status plant_make(struct plant *plant, bool *is_made, enum plant_kind kind, uint64_t seed, struct ttcap *from,
                          const char *path, struct tt_error *err);
