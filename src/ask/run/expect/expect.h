/* SPDX-License-Identifier: Apache-2.0 */
/* A reference from elsewhere, as an array in a file: its datums of a space, the value of each, and the distance of
 * another value from that. docs/how-to/expect.md */
#pragma once

#include "ask/run/address.h"
#include "ask/run/cell_form.h"
#include "capture/expected.h"
#include "order/replay.h"

/* In which order its elements stand. */
enum expect_layout {
    EXPECT_FACES, /* as the datums in the space: faces of 16 by 16, one behind the other */
    EXPECT_TILES, /* data tiles one behind the other, each 32 rows of 32 */
    EXPECT_ROWS,  /* matrices, row by row, made of data tiles of 32 by 32 that stand in the space row by row */
    EXPECT_LAYOUTS
};
const char *expect_layout_name(enum expect_layout layout); /* "faces" */

/* As it was asked for. */
struct expect_asked {
    const char *path, *at;
    const char *after;        /* an event or mark:NAME behind which it is held; null: at the end */
    const char *stage, *insn; /* in place of `at`: "pack.late_convert", of instruction "533" or of "all" */
    enum expect_layout layout;
    bool has_format;    /* else plain bits */
    enum format format; /* one that there is */
    bool has_exponents; /* L1, block formats: where shared exponents begin; else before the datums of each data tile */
    uint32_t exponents;
    uint64_t ulp;             /* equal are values at most so many units in the last place apart, */
    double rtol, atol;        /* or at most atol + rtol |reference| */
    bool has_layout, has_ulp; /* they were typed */
};

static inline bool expect_has_bounds(const struct expect_asked *asked)
{
    return asked->rtol > 0 || asked->atol > 0;
}

/* Where it is: "l1:0x60000", "pack.late_convert@533". Returns text. */
enum { EXPECT_WHERE_MAX = 96 };
const char *expect_where(const struct expect_asked *asked, char text[static EXPECT_WHERE_MAX]);

/* As it is typed: " --expect FILE --at PLACE --format F". before: a space, or a break of the line, before --expect and
 * --at. */
void expect_put_options(FILE *out, const struct expect_asked *asked, const char *before);

enum { EXPECT_TEXT_MAX = 224, EXPECT_FILE_MAX = 64 * 1024 * 1024 };

struct expect {
    struct expect_asked asked; /* borrowed texts */
    enum tt_space space;
    struct cell_form form; /* without a format: lattice FORMAT_COUNT, cells of so many bits */
    bool is_values;        /* of the array; else bits of the format */
    bool is_block;
    bool has_exponent_bytes; /* of a block format: exponents are bytes of the space; else of each datum's own pattern */
    bool is_of_stage;        /* the space is TT_SPACE_STAGE, */
    struct staged staged;    /* and these are the run's values */
    uint32_t count;          /* datums */
    uint32_t lo;             /* where they begin */
    uint32_t *wanted;        /* of each, in the order of the space: a pattern of the lattice, a block datum's shared
                              * exponent in bits 15:8 */
    uint64_t columns;        /* EXPECT_ROWS: of a matrix */
    uint64_t rows;           /* EXPECT_ROWS: of a matrix */
    size_t part_count;       /* 2 where exponents stand apart */
    struct ttcap_range parts[TTCAP_EXPECTED_MAX]; /* by rising lo; which bits are compared, and the nearest that is
                                                   * wanted */
    uint8_t *bytes[TTCAP_EXPECTED_MAX], *known[TTCAP_EXPECTED_MAX];       /* the elements of parts */
    uint8_t *replayed[TTCAP_EXPECTED_MAX], *accepted[TTCAP_EXPECTED_MAX]; /* room for as many */
    unsigned data_part, exponent_part;
    char what[EXPECT_TEXT_MAX]; /* "<f4, shape (4, 1024), as BFP8 at l1:0x5ffc0" */
    bool is_seen;               /* the first image it was held against was looked at: */
    uint64_t
        seen_farthest;    /* none is farther than so many units in the last place, decided or not; UINT64_MAX: one is */
    uint32_t seen_equal;  /* so many datums are equal, */
    uint32_t other_equal; /* so many by this layout, by which less than half as many differ; 0: by none */
    enum expect_layout other;
    char
        pattern[EXPECT_TEXT_MAX]; /* "each replayed value is that of the array times 2: 1024 of 1024"; "": by no rule */
};

/* Reads the array, which is untrusted, for a chip. Errors name the file. Clear also on failure. */
enum tt_status expect_read(struct expect *expect, const struct expect_asked *asked, enum tt_chip chip,
                           struct tt_error *err);
void expect_clear(struct expect *expect);
/* The same of bytes that are in memory, and of the place alone. */
enum tt_status expect_read_bytes(struct expect *expect, const struct expect_asked *asked, enum tt_chip chip,
                                 const uint8_t *bytes, size_t count, struct tt_error *err);
enum tt_status expect_check_place(const struct expect_asked *asked, enum tt_chip chip, struct tt_error *err);

/* References of one run, for a replay of its capture. All zero: none. */
enum { EXPECTS_MAX = 64 };
struct expects {
    size_t count;
    struct expect *items[EXPECTS_MAX];
    struct ttcap_reference references[EXPECTS_MAX];
    struct staged *staged[EXPECTS_MAX];
    struct replay_tolerance tolerance;
};

/* Reads one more, from its file or from bytes that are in memory. */
enum tt_status expects_add(struct expects *expects, const struct expect_asked *asked, enum tt_chip chip,
                           struct tt_error *err);
enum tt_status expects_add_bytes(struct expects *expects, const struct expect_asked *asked, enum tt_chip chip,
                                 const uint8_t *bytes, size_t count, struct tt_error *err);
void expects_clear(struct expects *expects);

/* From here on a replay of the capture is compared with the references where they ask for it (where --until ends the
 * run, else at the end), and with nothing else; the options must let all data units run. Without references nothing
 * changes. They are borrowed until the capture is closed. */
enum tt_status expects_put(struct expects *expects, struct ttcap *capture, struct replay_options *options,
                           struct tt_error *err);
/* How many; expects may be null. */
static inline size_t expects_count(const struct expects *expects)
{
    return expects ? expects->count : 0;
}

/* The reference that a checkpoint then is; null: none. */
const struct expect *expects_at(const struct expects *expects, uint32_t checkpoint);

/* The last event that counts of a reference; INT64_MAX: all. */
enum tt_status expect_moment(int64_t *event, const struct expect *expect, const struct address_marks *marks,
                             struct tt_error *err);

/* Bytes of the parts as something holds them, and which of them are unknown: nonzero bytes, or null. */
struct expect_image {
    const uint8_t *bytes[TTCAP_EXPECTED_MAX], *unknown[TTCAP_EXPECTED_MAX];
};

/* Looks, once, for a layout by which more of the image is equal to the reference. */
void expect_see(struct expect *expect, const struct expect_image *image);
/* "the array's elements seem to stand in another order: by --layout tiles …", or else its pattern. Returns text. */
const char *expect_other_text(const struct expect *expect, char text[static EXPECT_TEXT_MAX]);
/* Whether all that differs is so near that it may be rounded otherwise. */
static inline bool expect_is_near(const struct expect *expect)
{
    enum { NEAR = 4 /* units in the last place */ };
    return !expect_has_bounds(&expect->asked) && expect->seen_farthest > expect->asked.ulp &&
           expect->seen_farthest <= NEAR;
}
/* Whether its layout is why most of it differs. */
static inline bool expect_is_misread(const struct expect *expect)
{
    return expect->other_equal > expect->count - expect->count / 8 && expect->seen_equal < expect->count / 2;
}

/* Puts into `held`, of the parts, the image's bytes where they are equal to the reference, and else the reference's.
 */
void expect_accept(const struct expect *expect, const struct expect_image *image,
                   uint8_t *const held[TTCAP_EXPECTED_MAX]);

/* Datum nth of the space's order, held against the reference. */
struct expect_datum {
    uint32_t lo, hi;      /* bytes of the space; of a pair, its upper half */
    uint64_t index;       /* in the array, counted through */
    uint32_t row, column; /* within its matrix, data tile or face, by the layout */
    uint32_t wanted, replayed;
    uint64_t ulps; /* UINT64_MAX: not defined */
    bool is_equal, is_undecided;
};
struct expect_datum expect_datum(const struct expect *expect, const struct expect_image *image, uint32_t nth);

enum { EXPECT_SIDE = 32, EXPECT_FACE = 16, EXPECT_TILE = EXPECT_SIDE * EXPECT_SIDE }; /* of data tiles */
