/* SPDX-License-Identifier: Apache-2.0 */
/* Exports of libttreplay.so: a tile in process, the formats, captures, replays of them and questions to a run.
 * Plain C types, so that any language that can call C
 * can call it (python/tt_replay does); it includes nothing of ours. A function that can fail returns 0, or a number
 * and a sentence in `error`, which holds TTREPLAY_ERROR_BYTES or is null. docs/how-to/python.md */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TTREPLAY_API = 7, TTREPLAY_ERROR_BYTES = 512 };
enum { TTREPLAY_END = 1, TTREPLAY_BAD_INPUT = 2, TTREPLAY_NO_MEMORY = 4, TTREPLAY_UNSUPPORTED = 5 };

uint32_t ttreplay_api(void); /* TTREPLAY_API of the library */
const char *ttreplay_version(void);

/* ---- a tile ---- */

struct ttreplay_tile;

/* chip: "blackhole", "wormhole_b0". reading: null as silicon does, "simulator", or "KEY=CHOICE"; several with
 * commas in between. In the reset state. */
int ttreplay_tile_new(const char *chip, const char *reading, struct ttreplay_tile **out, char *error);
void ttreplay_tile_free(struct ttreplay_tile *tile); /* null is allowed */

/* Bytes of a space ("l1", "cfg", "thread_cfg", "gpr", "dst", "dst_valid", "srca", "srcb", "lreg", "state") as they
 * stand in a snapshot, little-endian. A store to L1 is a host's; one elsewhere puts the state there. */
int ttreplay_space(const struct ttreplay_tile *tile, const char *space, uint32_t *bytes, uint32_t *element,
                   char *error);
int ttreplay_read(struct ttreplay_tile *tile, const char *space, uint32_t lo, uint32_t count, uint8_t *bytes,
                  char *error);
int ttreplay_write(struct ttreplay_tile *tile, const char *space, uint32_t lo, uint32_t count, const uint8_t *bytes,
                   char *error);

/* A word by its address, as a host reaches it: L1, configuration, streams, network interfaces, debug registers. */
int ttreplay_load(struct ttreplay_tile *tile, uint32_t addr, uint32_t *value, char *error);
int ttreplay_store(struct ttreplay_tile *tile, uint32_t addr, uint32_t value, char *error);

/* A word into a thread's pipe, before its expanders. *took: there was room. */
int ttreplay_push(struct ttreplay_tile *tile, uint32_t thread, uint32_t word, uint32_t *took, char *error);

/* Why a run came back. */
enum { TTREPLAY_RAN, TTREPLAY_FOUND, TTREPLAY_RESTS, TTREPLAY_WAITS };
/* At most so many rounds (an instruction of each core that runs, a word of each pipe); *round: all rounds so far.
 * TTREPLAY_UNSUPPORTED: a core came to work that the tile does not do, and stands there until a reset. */
int ttreplay_run(struct ttreplay_tile *tile, uint64_t rounds, uint32_t *end, uint64_t *round, char *error);
/* Or until the word at addr has the value, under the mask; is_other: until it has another one. */
int ttreplay_run_until(struct ttreplay_tile *tile, uint32_t addr, uint32_t mask, uint32_t value, uint32_t is_other,
                       uint64_t rounds, uint32_t *end, uint64_t *round, char *error);

struct ttreplay_core {
    uint32_t is_running, is_parked, is_halted; /* halted: at ebreak or ecall, pc stands on it */
    uint32_t pc, x[32];
    uint64_t instructions;
};
int ttreplay_core(const struct ttreplay_tile *tile, const char *core, struct ttreplay_core *out, char *error);

/* Undefined behaviour and the like: how often, and the last one; null: none. Borrowed until the next run. */
uint64_t ttreplay_findings(const struct ttreplay_tile *tile, const char **last);

/* A field of the configuration by name: where it stands. space: "cfg" or "thread_cfg". */
int ttreplay_field(const char *chip, const char *name, const char **space, uint32_t *word, uint32_t *shift,
                   uint32_t *bits, char *error);

/* The spaces of a chip, without a tile. */
int ttreplay_chip_space(const char *chip, const char *space, uint32_t *bytes, uint32_t *element, char *error);

/* ---- formats ---- */

struct ttreplay_format {
    const char *name; /* "BF16" */
    uint32_t code;    /* as this library counts; below 16 the device's own */
    uint32_t storage_bits, exponent_bits, mantissa_bits;
    uint32_t is_block, is_integer, page_bytes; /* of a tile of 32 by 32; 0: there is no such page */
};
/* By number; not 0: there is none of that number (numbers have gaps; ttreplay_format_end is beyond all). */
int ttreplay_format(uint32_t code, struct ttreplay_format *out);
uint32_t ttreplay_format_end(void);

/* Datums, each alone in its low bits, as numbers of binary64, which holds all of them. exponents: of block formats one
 * a datum; else null. */
int ttreplay_decode(uint32_t code, size_t count, const uint32_t *bits, const uint8_t *exponents, double *values,
                    char *error);
/* The nearest datums, ties to even: the bits of a reference of values, whatever an instruction would do. Of block
 * formats count is a multiple of 16, and exponents gets one for each 16. */
int ttreplay_encode(uint32_t code, size_t count, const double *values, uint32_t *bits, uint8_t *exponents, char *error);
/* Distances in units in the last place. */
int ttreplay_ulps(uint32_t code, size_t count, const uint32_t *a, const uint8_t *a_exponents, const uint32_t *b,
                  const uint8_t *b_exponents, uint64_t *ulps, char *error);
/* Datums to and from bytes of L1: of block formats the mantissas alone. */
int ttreplay_to_bytes(uint32_t code, size_t count, const uint32_t *bits, uint8_t *bytes, char *error);
int ttreplay_from_bytes(uint32_t code, size_t count, const uint8_t *bytes, uint32_t *bits, char *error);
/* A tile of 32 by 32 as a page of L1: four faces, of block formats the exponents first. bits, exponents: a datum each,
 * row by row. values: patterns of FP32, rounded to nearest even as a host does it. */
int ttreplay_page_decode(uint32_t code, const uint8_t *page, uint32_t *bits, uint8_t *exponents, char *error);
int ttreplay_page_encode(uint32_t code, const uint32_t *values, uint8_t *page, char *error);

/* ---- results databases ---- */

struct ttreplay_database;
int ttreplay_database_open(const char *path, struct ttreplay_database **out, char *error);
void ttreplay_database_close(struct ttreplay_database *database); /* null is allowed */

/* One query at a time, which only reads; with tt_values, tt_instructions and the like, and every view that wants them.
 * Parameters from 1 on are bound before the first row. */
int ttreplay_query(struct ttreplay_database *database, const char *sql, uint32_t *columns, char *error);
int ttreplay_bind_integer(struct ttreplay_database *database, uint32_t at, int64_t value, char *error);
int ttreplay_bind_text(struct ttreplay_database *database, uint32_t at, const char *text, char *error);
const char *ttreplay_column(const struct ttreplay_database *database,
                            uint32_t column); /* its name; null: there is none */

/* The next rows, at most `room` of them; *count 0: there are no more. A value of a column and row is at [column * room
 * + row]: its kind, and the number (a REAL's bits), or where a text or BLOB ends among *bytes, in which they stand
 * behind each other row by row. Those are borrowed until the next call. */
enum { TTREPLAY_NULL, TTREPLAY_INTEGER, TTREPLAY_REAL, TTREPLAY_TEXT, TTREPLAY_BLOB };
int ttreplay_rows(struct ttreplay_database *database, uint32_t room, uint8_t *kinds, uint64_t *cells,
                  const char **bytes, uint32_t *count, char *error);

/* ---- questions to a run ---- */

/* Answers are JSON, as the command of that name prints it with --json (schemas/NAME.schema.json); to free with
 * ttreplay_text_free. */
void ttreplay_text_free(char *text); /* null is allowed */

/* Bytes of a space as they stood after event `at` (INT64_MAX: at the end; -1: at the start). known: 0xFF where the byte
 * is known, else 0, and then the byte says nothing. */
int ttreplay_image(struct ttreplay_database *database, const char *space, uint32_t lo, uint32_t count, int64_t at,
                   uint8_t *bytes, uint8_t *known, char *error);

/* Bytes [lo, hi) of a space that a place names: "l1:0x60000", "dst:64,0", "cfg:FIELD", "tile0:d137". */
int ttreplay_place(struct ttreplay_database *database, const char *place, const char **space, uint32_t *lo,
                   uint32_t *hi, char *error);
/* at: "533", "mark:NAME", or null: at the end. */
int ttreplay_why(struct ttreplay_database *database, const char *place, const char *at, char **json, char *error);
int ttreplay_diff(struct ttreplay_database *database, uint64_t limit, char **json, char *error);

/* A reference of one's own (docs/how-to/expect.md): a NumPy file in memory; and the next, where there are several. */
struct ttreplay_expected {
    const char *name, *at, *layout; /* name: its name in messages; layout: "faces", "tiles", "rows" */
    int64_t format;                 /* of the datums there; -1: plain bits */
    int64_t exponents;              /* where shared exponents begin; -1: before the datums of each data tile */
    uint64_t ulp;                   /* so many units in the last place count as equal */
    const uint8_t *bytes;
    size_t count;
    const char *after;        /* "599", "mark:NAME": held behind this event; null: at the end */
    const char *stage, *insn; /* in place of `at`: "pack.late_convert" of instruction "533" or of "all"; else null */
    double rtol, atol;        /* so do values at most atol + rtol |reference| apart; 0: no */
    const struct ttreplay_expected *next;
};
int ttreplay_diff_expected(struct ttreplay_database *database, const struct ttreplay_expected *expected, uint64_t limit,
                           char **json, char *error);
/* The run as a page for a browser, as `tt-replay report` makes it. expected: null, or the reference that it is also
 * compared with. */
int ttreplay_page(struct ttreplay_database *database, const char *path, uint32_t replaces,
                  const struct ttreplay_expected *expected, char *error);

/* ---- captures ---- */

/* As --order, --unit, --variant, --set, --assume of the commands; null or 0: as they do without. */
struct ttreplay_options {
    const char *order, *units;
    const char *const *variants, *const *sets, *const *assumes;
    size_t variant_count, set_count, assume_count;
    uint64_t budget;    /* replays at most; 0: of bisect 100000, of residue 5000 */
    uint64_t max_steps; /* firmware order; 0: 100000000 */
    /* bisect, residue: once it is not 0, which another thread makes it, the search ends as with its budget spent. Null:
     * it goes on. */
    const volatile uint32_t *stop;
};
/* Replays a capture into a database, as `tt-replay replay` does, to the byte. */
int ttreplay_replay(const char *capture, const char *database, uint32_t replaces,
                    const struct ttreplay_options *options, char *error);
/* expected: null, or the reference that the end is compared with in place of the device's state. */
int ttreplay_bisect(const char *capture, const struct ttreplay_options *options,
                    const struct ttreplay_expected *expected, char **json, char *error);

/* Of a capture, or of a run's database, as `tt-replay precision --json` prints it. without: sources, or null. */
int ttreplay_precision(const char *path, const struct ttreplay_options *options, const char *const *without,
                       size_t without_count, char **json, char *error);
/* The run's reads without a write before them, as `tt-replay residue --json`. after: null, or another capture's path.
 */
int ttreplay_residue(const char *capture, const char *after, const struct ttreplay_options *options, char **json,
                     char *error);

struct ttreplay_capture;
/* A file, or the folder of a dump bundle. */
int ttreplay_capture_open(const char *path, struct ttreplay_capture **out, char *error);
void ttreplay_capture_close(struct ttreplay_capture *capture); /* null is allowed */

struct ttreplay_capture_info { /* texts are borrowed until close */
    const char *chip, *source, *name, *description, *recorder, *hash;
    uint64_t events, symbols, lines;
    uint32_t checkpoints, tags, inputs, boots, is_salvaged, unlisted_start_is_reset;
};
void ttreplay_capture_info(const struct ttreplay_capture *capture, struct ttreplay_capture_info *out);
/* Null beyond the last. */
const char *ttreplay_capture_tag(const struct ttreplay_capture *capture, uint32_t at);
const char *ttreplay_capture_input(const struct ttreplay_capture *capture, uint32_t at);
const char *ttreplay_capture_checkpoint(const struct ttreplay_capture *capture, uint32_t at, int64_t *after_event);
const char *ttreplay_capture_boot(const struct ttreplay_capture *capture, uint32_t at, uint32_t *pc); /* its core */
/* known: the bits of each byte that the snapshot knows; others read 0. */
int ttreplay_capture_read(struct ttreplay_capture *capture, uint32_t checkpoint, const char *space, uint32_t lo,
                          uint32_t count, uint8_t *bytes, uint8_t *known, char *error);

/* A window of a checkpoint that is known by its hash alone: XXH3-128, canonical. TTREPLAY_END: there are no more. */
enum { TTREPLAY_DIGEST = 16 };
struct ttreplay_window {
    const char *space;
    uint32_t lo, count;
    uint8_t digest[TTREPLAY_DIGEST];
};
int ttreplay_capture_window(struct ttreplay_capture *capture, uint32_t checkpoint, uint32_t at,
                            struct ttreplay_window *out, char *error);
void ttreplay_digest(const uint8_t *bytes, size_t count, uint8_t *digest);

/* The kinds of events by number ("push"), and the cores ("t0"); null beyond the last. */
const char *ttreplay_event_kind(uint32_t kind);
const char *ttreplay_core_name(uint32_t core);
struct ttreplay_event {
    uint32_t kind;
    int32_t thread; /* -1: none */
    uint32_t index, addr, value;
    uint32_t has_pc, core, pc;
    uint32_t byte_at, byte_count; /* where the bytes of a store to L1 stand among those that came with the events */
};
/* At most so many events from `first` on, and their bytes; stops where there is no room for the next. */
int ttreplay_capture_events(struct ttreplay_capture *capture, uint64_t first, uint32_t most,
                            struct ttreplay_event *events, uint32_t room, uint8_t *bytes, uint32_t *count, char *error);
struct ttreplay_symbol {
    uint32_t core, is_object, addr, bytes;
    const char *name; /* borrowed until close */
};
int ttreplay_capture_symbol(struct ttreplay_capture *capture, uint64_t at, struct ttreplay_symbol *out, char *error);

/* A signal of the debug bus, by number: the word of the space "state" that it shows. */
struct ttreplay_signal {
    const char *name, *path;
    uint32_t lo;         /* of the word */
    uint32_t is_halved;  /* eight bits in one group of signals, two in another */
    uint32_t is_another; /* on this chip it shows something else */
};
/* TTREPLAY_END: there are no more. */
int ttreplay_signal(const char *chip, uint32_t at, struct ttreplay_signal *out, char *error);

/* ---- captures that are made ---- */

struct ttreplay_writer;
struct ttreplay_meta {
    const char *chip, *source, *name, *description; /* source: "silicon", "simulator", "emulator", "derived" */
    const char *const *tags, *const *inputs, *const *boot_cores;
    const uint32_t *boot_pcs;
    size_t tag_count, input_count, boot_count;
};
/* The file appears whole at finish, or not at all. */
int ttreplay_writer_open(const char *path, uint32_t replaces, const struct ttreplay_meta *meta,
                         struct ttreplay_writer **out, char *error);
int ttreplay_writer_events(struct ttreplay_writer *writer, const struct ttreplay_event *events, uint32_t count,
                           const uint8_t *bytes, uint32_t byte_count, char *error);
/* After the events written so far: begin, any number of put, end. known null: all bits are known. */
int ttreplay_writer_begin(struct ttreplay_writer *writer, const char *id, char *error);
int ttreplay_writer_put(struct ttreplay_writer *writer, const char *space, uint32_t lo, uint32_t count,
                        const uint8_t *bytes, const uint8_t *known, char *error);
/* Not of the first checkpoint. */
int ttreplay_writer_window(struct ttreplay_writer *writer, const struct ttreplay_window *window, char *error);
int ttreplay_writer_end(struct ttreplay_writer *writer, char *error);
int ttreplay_writer_symbol(struct ttreplay_writer *writer, const struct ttreplay_symbol *symbol, char *error);
int ttreplay_writer_lines_of(struct ttreplay_writer *writer, struct ttreplay_capture *from, char *error);
int ttreplay_writer_finish(struct ttreplay_writer *writer, char *error); /* frees it */
void ttreplay_writer_abandon(struct ttreplay_writer *writer);            /* null is allowed */

#ifdef __cplusplus
}
#endif
