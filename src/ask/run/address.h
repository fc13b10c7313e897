/* SPDX-License-Identifier: Apache-2.0 */
/* How events, datums and places are named on the command line, the same way in every verb. docs/how-to/why.md,
 * "Names". */
#pragma once

#include "isa/registers.h"
#include "order/replay.h"
#include "results/results.h"

struct results;
struct ttcap;

/* ---- marks: the checkpoints of a recording, by id ---- */

/* Where names of marks are looked up. find: false if there is none; -1 is before the first event. */
struct address_marks {
    void *user;
    bool (*find)(void *user, const char *name, int64_t *after_event);
};

/* The checkpoints of a capture, or of a run. Borrowed. */
struct address_marks address_marks_of_capture(struct ttcap *capture);
struct address_marks address_marks_of_results(struct results *results);

/* The text behind the "event:" with which text begins; null: it does not. */
const char *address_event_number(const char *text);

/* "mark:NAME", "event:N" or N alone: the last event that counts; -1 for a mark before all events. marks may be null. */
enum tt_status address_point(const char *text, const struct address_marks *marks, int64_t *event, struct tt_error *err);
/* Of a run, and refused where it lies behind its end. */
enum tt_status address_point_of_run(const char *text, struct results *results, int64_t *event, struct tt_error *err);

/* ---- events ---- */

struct address_range {
    uint64_t first, last;        /* both in it; last UINT64_MAX: to the end; first above last: none */
    int thread;                  /* 0 to 2, or -1: any */
    const struct isa_insn *insn; /* of whichever chip; null: any */
    enum tt_unit unit;           /* TT_UNIT_COUNT: any */
};

/* A set: an event that any of its ranges names. */
struct address_events {
    struct address_range *items;
    size_t count, capacity;
};

/* Items with commas between: "12", "10-50", "10-", "A:B" (before B), "mark:NAME", "mark:A-mark:B" (after A, up to B),
 * each with "T2:" before it and "/pacr" or "/pack" behind it; "T2" and "/pacr" alone; "@FILE": one or more a line.
 * marks may be null: then marks are refused. Start from {0}; clear also on failure. */
enum tt_status address_events_parse(struct address_events *events, const char *text, const struct address_marks *marks,
                                    struct tt_error *err);
void address_events_clear(struct address_events *events);

/* Whether an event is in the set. thread -1: of no thread. has_word false: a store, which has no mnemonic. */
struct address_event {
    uint64_t seq;
    int thread;
    bool has_word;
    uint32_t word;
};
bool address_events_has(const struct address_events *events, enum tt_chip chip, const struct address_event *event);

/* The least and the greatest event that may be in it. False: none. */
bool address_events_bounds(const struct address_events *events, uint64_t *first, uint64_t *last);

/* One range of all events: [*first, *past); past UINT64_MAX: to the end. */
enum tt_status address_span(const char *text, const struct address_marks *marks, uint64_t *first, uint64_t *past,
                            struct tt_error *err);

enum { ADDRESS_TEXT_MAX = 96 };

/* ---- datums ---- */

/* "tile3:face2:r5:c9": faces of 16 by 16 in the order packed. A part that is left out stands for all; a row or column
 * without a face is one of the 32 by 32 data tile. "tile3:d137" counts datums. */
struct address_datum {
    uint32_t tile;
    bool has_face, has_row, has_column, has_datum;
    uint32_t face, row, column, datum;
};
enum tt_status address_datum_parse(struct address_datum *datum, const char *text, struct tt_error *err);

/* Whether datum `nth` of a data tile is one of those. */
bool address_datum_has(const struct address_datum *datum, uint32_t tile, uint32_t nth);

/* "tile3:face2:r5:c9". Returns text. */
char *address_datum_text(uint32_t tile, uint32_t datum, char text[static ADDRESS_TEXT_MAX]);

/* ---- places ---- */

/* Bytes [lo, hi) of a space; of a configuration field, those of its word. */
struct address_place {
    enum tt_space space;
    uint32_t lo, hi;
    bool is_field;
    enum reg_id field;
    bool has_every_bank; /* of SrcA, SrcB: no bank was named; lo is that of bank 0 */
    bool has_every_copy; /* of a field: no state or thread was named; lo is that of the first */
    uint32_t first_bit;  /* of a datum of less than a byte: where it begins in the byte at lo */
};

/* Numbers are hexadecimal with 0x, else decimal; an address of L1 must have it.
 * "l1:0x5ffc0" (one byte), "l1:0x5ffc0:4", "dst:3,5", "srca:1,3,5" (bank, row, column) or "srca:3,5", "srcb:…",
 * "lreg:2.31" (register, lane), "gpr:1.12" (thread, register), "cfg:FIELD", "cfg:1:FIELD" (state or thread 1),
 * "state:adc.0.pack.ch1.x". */
enum tt_status address_place_parse(struct address_place *place, enum tt_chip chip, const char *text,
                                   struct tt_error *err);

/* How many times a place is there: in each bank, state or thread where none was named; and how many bytes apart. */
unsigned address_place_copies(const struct address_place *place, enum tt_chip chip, uint32_t *apart);

/* The element that holds byte lo of a space, as it is typed. Returns text. */
char *address_place_text(enum tt_chip chip, enum tt_space space, uint32_t lo, char text[static ADDRESS_TEXT_MAX]);

/* ---- first_write.c: the first writer of a place, by a replay up to there ---- */

/* The first event of the run, whatever its range and strictness, that writes to a place, also the value that is there
 * already; of a field of the configuration and of counters and flags the first that changes it. In program and firmware
 * order the word or store of that number. *has false: none does. */
enum tt_status first_write(struct ttcap *capture, const struct replay_options *options,
                           const struct address_place *place, bool *has, uint64_t *event, struct tt_error *err);

/* ---- datum_find.c: which packer's write put a datum ---- */

enum { DATUM_ANY_PACKER = UINT8_MAX };

struct datum_found {
    uint8_t packer; /* the one that is asked of, or DATUM_ANY_PACKER; then the one that put it */
    uint64_t seq;
    struct address_place place; /* the bytes that hold it */
};

/* The first, of a datum as it is typed ("tile3:d137"). */
enum tt_status datum_find(struct datum_found *found, struct results *results, const char *text, struct tt_error *err);
