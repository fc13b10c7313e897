/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of `diff`: the runs of one checkpoint and space, the writer of each byte, and the datum or
 * register of each difference. */
#pragma once

#include "ask/diff/diff.h"

/* All runs of one checkpoint and space, by rising lo, copied; one block holds the three arrays of each. */
struct diff_group {
    uint32_t checkpoint;
    enum tt_space space;
    struct replay_mismatch *runs;
    size_t count, capacity;
};

struct diff_source;

/* The comparison of one database. */
struct differ {
    struct results *results;
    enum tt_chip chip;
    struct diff *diff;
    const struct diff_visitor *visitor; /* may be null */
    const struct diff_source *source;   /* null: the run's own checkpoints */
    struct diff_item fault;             /* the first of the differences so far, and which of them it is */
    uint64_t fault_at;
    size_t limit;
    struct diff_group group;
    struct insn_trace trace;
    struct {
        bool is_known, has_word;
        uint64_t seq;
        uint32_t word;
        uint8_t thread;
    } insn; /* the instruction looked up last */
    /* of the run at hand */
    struct results_access_row *owners; /* the last writes of bytes, without these */
    size_t owner_count, owner_capacity;
    uint32_t *owner_of; /* by byte: index + 1 into owners, or 0 */
    size_t owner_of_capacity;
    struct tt_error *err;
};

/* ---- diff.c ---- */

/* Differences that do not come from a run's checkpoints. report: for each space its comparison, then its runs of
 * differing bytes by rising lo; it ends with the first call that does not return TT_OK. */
struct diff_source_sink {
    void *user;
    enum tt_status (*comparison)(void *user, const struct replay_comparison *row);
    enum tt_status (*mismatch)(void *user, const struct replay_mismatch *row);
};
struct diff_source {
    void *user;
    enum tt_status (*report)(void *user, struct diff_source_sink *sink, struct tt_error *err);
    /* The maker of a stage's value at lo; false: there is none. Null: the source is of spaces alone. */
    bool (*maker)(void *user, uint32_t lo, struct results_access_row *owner);
    const struct verdict_facts *other; /* of the other run of the comparison; else null */
};

/* As diff_make_each, of a source at the run's end: one checkpoint, 0, called "end". */
enum tt_status diff_make_from(struct diff *diff, struct results *results, const struct diff_source *source,
                              size_t limit, const struct diff_visitor *visitor, struct tt_error *err);

/* ---- owners.c ---- */

/* Finds the last writer at or before event `seq` of each byte of [lo, hi). */
enum tt_status owners_find(struct differ *differ, enum tt_space space, uint32_t lo, uint32_t hi, int64_t seq);

/* The owner of byte i of that range; null: none. */
const struct results_access_row *owner_at(const struct differ *differ, uint32_t i);

/* ---- element.c ---- */

/* Finds the datum or register of the differing byte `at` of a run and adds it to the difference; returns through *next
 * the byte of the run where to go on. */
enum tt_status element_add(struct differ *differ, const struct replay_mismatch *run, uint32_t at, uint32_t *next);

/* Held and replayed byte of an address in the group; false: it does not differ there. */
bool group_bytes(const struct diff_group *group, uint32_t addr, uint8_t *held, uint8_t *replayed);

/* ---- tally.c ---- */

/* Counts an item, and stores it while there is room. */
enum tt_status tally_add(struct differ *differ, const struct diff_item *item);
/* Behind the last of them. */
void tally_put_fault_first(struct differ *differ);
