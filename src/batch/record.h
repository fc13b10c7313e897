/* SPDX-License-Identifier: Apache-2.0 */
/* The result of one capture: a small file, the same bytes wherever and whenever it was written, and whatever the
 * capture is called. docs/formats/batch.md#result */
#pragma once

#include "batch/settings.h"

/* Also exit statuses. */
enum batch_verdict { BATCH_SAME, BATCH_DIFFERS, BATCH_TROUBLE, BATCH_NO_VERDICT, BATCH_VERDICTS };

const char *batch_verdict_name(enum batch_verdict verdict); /* "no verdict" */

struct batch_finding {
    char *code, *kind; /* kind: its class */
    uint64_t times, first_event;
    bool is_waived;
};

/* Instructions that nothing here executes. */
struct batch_unsupported {
    char *name; /* mnemonic */
    uint64_t times;
};

/* The first thing that differs. Texts are null where it has none. */
struct batch_first {
    char *checkpoint, *space;
    char *address; /* as `tt-replay why` takes it */
    char *what;    /* datum, shared exponent, register, ... */
    char *place;   /* face, row and column; fields */
    char *unit, *instruction, *mnemonic;
    char *stage; /* the last that changed the datum */
    char *format, *held_bits, *held, *replayed_bits, *replayed;
    int64_t event, instance, thread; /* of its writer; -1: none, or not of a thread */
};

struct batch_counts {
    uint64_t events, executed, skipped, unsupported, findings, hazards, checkpoints;
    uint64_t known_bytes, differing_bytes, tainted_bytes;
    uint64_t differences; /* datums, shared exponents, registers, ...: waived ones are left out, */
    uint64_t waived;      /* and counted here */
};

/* The members of the two, by the names that they have in files, databases and pages. */
struct batch_field {
    const char *name;
    size_t offset;
};
enum { BATCH_COUNT_FIELDS = 12, BATCH_TEXT_FIELDS = 14, BATCH_NUMBER_FIELDS = 3 };
extern const struct batch_field batch_count_fields[BATCH_COUNT_FIELDS];   /* uint64_t of struct batch_counts */
extern const struct batch_field batch_text_fields[BATCH_TEXT_FIELDS];     /* char * of struct batch_first */
extern const struct batch_field batch_number_fields[BATCH_NUMBER_FIELDS]; /* int64_t of it */

static inline uint64_t *batch_count(struct batch_counts *counts, int field)
{
    return (uint64_t *)(void *)((char *)counts + batch_count_fields[field].offset);
}

static inline char **batch_first_text(struct batch_first *first, int field)
{
    return (char **)(void *)((char *)first + batch_text_fields[field].offset);
}

static inline int64_t *batch_first_number(struct batch_first *first, int field)
{
    return (int64_t *)(void *)((char *)first + batch_number_fields[field].offset);
}

struct batch_record {
    char key[BATCH_HASH_TEXT], hash[BATCH_HASH_TEXT]; /* of settings, content and tool; of the content */
    enum batch_verdict verdict;
    bool is_final;      /* false: trouble that may be gone the next time (no space, no memory, a file that changed) */
    char *reason;       /* of trouble, of no verdict, of a replay that came to no end; else null */
    char *chip, *title; /* title: the capture's own name for itself; null where it could not be read */
    struct texts tags;
    struct batch_counts counts;
    struct batch_finding *findings; /* by kind, in the order met */
    size_t finding_count, finding_capacity;
    struct batch_unsupported *unsupported;
    size_t unsupported_count, unsupported_capacity;
    bool has_first;
    struct batch_first first;
    /* Each explains all that differs, the most plausible first; none: nothing does, or nobody asked. */
    struct texts causes;
};

void batch_record_clear(struct batch_record *record);

/* Puts the record in place at `path`, over one that is there. */
enum tt_status batch_record_write(const struct batch_record *record, const char *path, struct tt_error *err);

/* Untrusted. Clear also on failure. TT_END: there is no such file. */
enum tt_status batch_record_read(struct batch_record *record, const char *path, struct tt_error *err);
