/* SPDX-License-Identifier: Apache-2.0 */
/* A recorded conversation of a host with a chip: a text with an operation a line, in the order in which the host made
 * them. docs/formats/wire.md */
#pragma once

#include "base/names.h"
#include "base/usual.h"

enum wire_kind {
    WIRE_WRITE,
    WIRE_READ,
    WIRE_RELEASE, /* core B of the tile leaves reset */
    WIRE_HOLD,    /* all cores of the tile are held in reset */
    WIRE_EXIT,
    WIRE_KINDS
};
extern const char *const wire_words[WIRE_KINDS]; /* by which a line begins, with the space behind them */

struct wire_op {
    enum wire_kind kind;
    uint8_t x, y;
    uint32_t size;
    uint64_t addr;
    const uint8_t *bytes; /* `size` of them: written, or what the device answered; null: it is not known */
    uint32_t line;
    uint64_t rounds; /* that the device ran before it, where it says so; 0: it does not, or none */
};

struct wire {
    char *text;
    enum tt_chip chip;  /* as the heading says; TT_CHIP_COUNT: nothing does */
    bool is_translated; /* likewise: tiles go by names that the device translates */
    bool is_card;       /* likewise: what nobody wrote may have held anything */
    struct wire_op *ops;
    size_t count, capacity;
    uint64_t rounds; /* before the next operation */
};

enum { WIRE_COORDINATE_MAX = 63 };

/* The first line of a conversation that was written here, each line whole: what stands behind its last newline was cut
 * off. */
#define WIRE_HEADING "# tt-replay wire 1\n"
#define WIRE_TRANSLATED "translated"
#define WIRE_CARD "umd" /* the door of a card */
#define WIRE_ROUNDS "ROUNDS"

/* A file, plain or a Zstandard frame where its name ends in ".zst". Call wire_clear() also after a failure. */
enum tt_status wire_read(struct wire *wire, const char *path, struct tt_error *err);
/* The same of a text of `count` characters and a zero byte, which becomes the conversation's own. */
enum tt_status wire_parse(struct wire *wire, char *text, size_t count, const char *name, struct tt_error *err);
void wire_clear(struct wire *wire);

/* The line of an operation up to its bytes, which are pairs of hexadecimal digits. */
enum { WIRE_HEAD_MAX = 128 };
void wire_head(const struct wire_op *op, char head[static WIRE_HEAD_MAX]);

/* ---- wire_write.c ----
 * Writes a conversation while it goes on. Each line is there, whole, before the next operation, however the
 * process ends. docs/formats/wire.md */

struct wire_writer;

/* A new file under its final name, with a heading: door is a word for who talked to whom ("so"). TT_BAD_INPUT: the file
 * exists. */
enum tt_status wire_writer_open(struct wire_writer **out, const char *path, enum tt_chip chip, bool is_translated,
                                const char *door, struct tt_error *err);
/* op->line counts for nothing; of a read bytes may be null, of others than writes they are. */
enum tt_status wire_writer_put(struct wire_writer *writer, const struct wire_op *op, struct tt_error *err);
/* "# KEY TEXT", where bytes is not null with `count` of them behind it. The reader passes it over, but for WIRE_ROUNDS.
 */
enum tt_status wire_writer_note(struct wire_writer *writer, const char *key, const char *text, const uint8_t *bytes,
                                uint32_t count, struct tt_error *err);
void wire_writer_close(struct wire_writer *writer); /* null is allowed */
