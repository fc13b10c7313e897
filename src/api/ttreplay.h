/* SPDX-License-Identifier: Apache-2.0 */
/* What libttreplay.so exports: a tile in process, and the formats. Plain C types, so that any language that can call C
 * can call it (python/tt_replay does); it includes nothing of ours. A function that can fail returns 0, or a number
 * and a sentence in `error`, which holds TTREPLAY_ERROR_BYTES or is null. docs/how-to/python.md */
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TTREPLAY_API = 1, TTREPLAY_ERROR_BYTES = 512 };
enum { TTREPLAY_BAD_INPUT = 2, TTREPLAY_NO_MEMORY = 4, TTREPLAY_UNSUPPORTED = 5 };

uint32_t ttreplay_api(void); /* TTREPLAY_API of the library */
const char *ttreplay_version(void);

/* ---- a tile ---- */

struct ttreplay_tile;

/* chip: "blackhole", "wormhole_b0". reading: null as silicon does, "simulator", or "KEY=CHOICE". In the reset state. */
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
 * TTREPLAY_UNSUPPORTED: a core came to what nothing here does, and stands there until a reset. */
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

/* Undefined behaviour and the like: how often, and what the last was; null: none. Borrowed until the next run. */
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
/* The nearest datums, ties to even: what a reference of values becomes, whatever an instruction would do. Of block
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
int ttreplay_row(struct ttreplay_database *database, uint32_t *is_there, char *error);

enum { TTREPLAY_NULL, TTREPLAY_INTEGER, TTREPLAY_REAL, TTREPLAY_TEXT, TTREPLAY_BLOB };
struct ttreplay_value {
    uint32_t kind;
    int64_t integer;
    double real;
    const void *bytes; /* of a text or BLOB, count of them; borrowed until the next row */
    size_t count;
};
int ttreplay_value(struct ttreplay_database *database, uint32_t column, struct ttreplay_value *out, char *error);

#ifdef __cplusplus
}
#endif
