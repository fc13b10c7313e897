/* SPDX-License-Identifier: Apache-2.0 */
/* A capture while it is put together from several sources: every reader of a foreign format feeds it. A source names
 * itself (import_from), then gives its data, in any order. Known state is stored bit by bit. Where two sources give
 * different values of one bit, that is an error that names both, or the later one counts (override).
 * docs/how-to/capture-from-dumps.md */
#pragma once

#include "base/usual.h"
#include "capture/source_lines.h"
#include "capture/symbols.h"
#include "capture/ttcap.h"

struct import_sink;

/* The beginning of a source file's name, and its replacement. */
struct import_prefix {
    char *old_text, *new_text;
};

struct import_options {
    bool salvage;      /* of a capture that is cut the whole parts count; else it is refused */
    bool override;     /* of two sources that differ the later one counts */
    enum tt_chip chip; /* the user's options; TT_CHIP_COUNT: nothing */
    bool has_kind;     /* the user says where it comes from, whatever the sources say */
    enum ttcap_source kind;
    const char *mask; /* of the recorder, for bundles and dumps: a file that the user named; null: none */
    bool no_lines;    /* of programs no lines of source are taken */
    const struct import_prefix *prefixes; /* of the names of their files */
    size_t prefix_count;
    /* Reads a place as it is typed ("srca:0,0,0"), for --dump; may be null where none is given. */
    enum tt_status (*place)(enum tt_chip chip, const char *text, enum tt_space *space, uint32_t *lo,
                            struct tt_error *err);
    /* Reports data that a source could not store; may be null. */
    void (*warned)(void *user, const char *sentence);
    void *user;
};

/* Null without memory. */
struct import_sink *import_new(const struct import_options *options);
void import_free(struct import_sink *sink); /* null is allowed */
OWNED_AT(struct import_sink, import_free)

/* From here on the source is this one: "--l1 0x20000=in.bin", as messages and `info` show it. */
enum tt_status import_from(struct import_sink *sink, const char *label, struct tt_error *err);

/* The chip, before any region; another one than said before is an error. */
enum tt_status import_chip(struct import_sink *sink, enum tt_chip chip, struct tt_error *err);
enum tt_chip import_chip_so_far(const struct import_sink *sink); /* TT_CHIP_COUNT: not said yet */

/* The tile that values are of, as the tool writes it ("0,1"); another one than said before is an error: a capture is of
 * one tile. */
enum tt_status import_tile(struct import_sink *sink, const char *tile, struct tt_error *err);

/* Where the recording comes from; silicon by default, so that missing state counts as unknown. */
enum tt_status import_kind(struct import_sink *sink, enum ttcap_source kind, struct tt_error *err);

/* Later ones replace earlier ones; a tag that is there is not added twice. */
enum tt_status import_name(struct import_sink *sink, const char *name, struct tt_error *err);
enum tt_status import_tag(struct import_sink *sink, const char *tag, struct tt_error *err);

/* The result of the source, a few words: "2 segments, 26 symbols". `info` shows it. */
enum tt_status import_note(struct import_sink *sink, struct tt_error *err, const char *format, ...) TT_PRINTF(3, 4);
/* The same for data of the source that could not be stored: the user sees it at once, too. */
enum tt_status import_warn(struct import_sink *sink, struct tt_error *err, const char *format, ...) TT_PRINTF(3, 4);

/* The next thing that happened; seq is set here. Events of a source that comes later stand behind those of an earlier
 * one. Not together with a base that has events. The event's bytes are copied. */
enum tt_status import_event(struct import_sink *sink, const struct ttcap_event *event, struct tt_error *err);

/* A checkpoint after the events given so far. "begin", the starting state, and "end", behind all events, need not be
 * declared. */
enum tt_status import_checkpoint(struct import_sink *sink, const char *id, struct tt_error *err);

/* A moment as it is typed: a checkpoint that there is or may be, or the number of an event, behind which a checkpoint
 * is made
 * ("after600") if none has been. id: of that checkpoint, for the calls below. */
enum { IMPORT_ID_MAX = 64 };
enum tt_status import_moment(struct import_sink *sink, const char *text, char id[static IMPORT_ID_MAX],
                             struct tt_error *err);
enum tt_status import_place(const struct import_sink *sink, const char *text, enum tt_space *space, uint32_t *lo,
                            struct tt_error *err);

/* Bytes of a space at a checkpoint that is declared, is in the base, or is "begin" or "end". known null: all bits are
 * known; else as many bytes, the bits that are. A value of which only a rounded form is there is not known. */
enum tt_status import_region(struct import_sink *sink, const char *id, enum tt_space space, uint32_t lo, uint32_t count,
                             const uint8_t *bytes, const uint8_t *known, struct tt_error *err);
/* The same where the bytes are at hand as numbers of the host's: `count` elements of the space, and their known bits.
 */
enum tt_status import_numbers(struct import_sink *sink, const char *id, enum tt_space space, uint32_t lo,
                              uint32_t count, const void *numbers, const void *known, struct tt_error *err);

enum tt_status import_symbol(struct import_sink *sink, const struct ttcap_symbol *symbol, struct tt_error *err);
/* Lines of source; of those that name an address twice the later ones count. */
const char *import_mask(const struct import_sink *sink); /* null: none was named */
bool import_wants_lines(const struct import_sink *sink);
enum tt_status import_lines(struct import_sink *sink, const struct ttcap_lines *lines, struct tt_error *err);
/* The core leaves reset at the start. */
enum tt_status import_boot(struct import_sink *sink, enum tt_core core, uint32_t pc, struct tt_error *err);

/* A capture that all the rest is laid over; before anything else. The sink closes it. */
enum tt_status import_base(struct import_sink *sink, struct ttcap *base, struct tt_error *err);

/* Writes the capture. Nothing is left at `path` on failure. */
enum tt_status import_write(struct import_sink *sink, const char *path, bool replace, struct tt_error *err);
