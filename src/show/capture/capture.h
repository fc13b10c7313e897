/* SPDX-License-Identifier: Apache-2.0 */
/* The content of a capture, as text and as JSON: `info` and `dump`. */
#pragma once

#include "ask/run/address.h"
#include "capture/ttcap.h"
#include "numeric/format.h"
#include "show/report.h"

/* ---- info ---- */

/* shows_all: every checkpoint, however many there are; JSON has them always. */
enum tt_status capture_info(FILE *out, enum report_form form, struct ttcap *capture, const char *path, bool shows_all,
                            struct tt_error *err);

/* ---- dump ---- */

/* Which events: of [first, last), those of a thread, kind and unit. */
struct event_filter {
    const struct address_events *events; /* null: events of all units and kinds */
    uint64_t first, last;                /* [first, last) */
    uint32_t threads;                    /* bit 1 + thread; bit 0: no thread */
    uint32_t kinds;                      /* bit enum ttcap_kind */
    uint32_t units;                      /* bit enum tt_unit, of instruction words; others pass when all are set */
};

/* Each writes a part of a dump: in JSON the member `key`; in text, lines that are wrapped at report->width (0:
 * never). */
enum tt_status capture_events(struct report *report, const char *key, struct ttcap *capture,
                              const struct event_filter *filter, struct tt_error *err);

/* Configuration and scalar registers by name at a checkpoint; with `all` also those that are zero or not known. */
enum tt_status capture_registers(struct report *report, const char *key, struct ttcap *capture, uint32_t checkpoint,
                                 bool shows_all, struct tt_error *err);

/* The small state by path at a checkpoint. */
enum tt_status capture_state(struct report *report, const char *key, struct ttcap *capture, uint32_t checkpoint,
                             bool shows_all, struct tt_error *err);

/* A range of any space but `state`. */
struct space_range {
    uint32_t checkpoint;
    enum tt_space space;
    uint32_t lo, count; /* bytes */
    bool has_format;    /* whether elements are shown as values of a format, not as bits */
    enum format format; /* a format that space_takes_format() allows */
    bool has_exponents; /* for block formats in L1: whether `exponents` is where the shared exponents begin */
    uint32_t exponents;
};

/* Bytes of a row as it is counted: a row of Dst or a source bank, a register, a thread's words, a state's; in L1 and
 * dst_valid, which have none, a line of the dump. */
uint32_t space_row_bytes(enum tt_chip chip, enum tt_space space);

/* Whether the elements of a space can be read as a format; block formats need exponents, and L1. */
bool space_takes_format(enum tt_space space, enum format format);

/* Whether it lies within its space, and its exponents in L1; the functions below ask for that. */
enum tt_status space_range_check(const struct space_range *range, enum tt_chip chip, struct tt_error *err);

enum tt_status capture_space(struct report *report, const char *key, struct ttcap *capture,
                             const struct space_range *range, struct tt_error *err);

/* ---- shared ---- */

/* A number with separators, "12,345", into text, which it returns. */
enum { COUNT_TEXT_MAX = 32 };
char *count_text(uint64_t number, char text[static COUNT_TEXT_MAX]);

/* Prints text from a file; control characters, which a terminal would obey, are replaced. */
void print_plain(FILE *out, const char *text);

/* The heading of a part of a dump: `what`, and the checkpoint. Nothing in JSON. */
void print_heading(const struct report *report, const struct ttcap *capture, uint32_t checkpoint, const char *what);
