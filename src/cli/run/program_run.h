/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files about programs: a conversation that runs, its tiles that are followed, and their differences from
 * those of its program. */
#pragma once

#include "ask/why/core_trace.h"
#include "base/scratch.h"
#include "cli/run/program.h"
#include "device/program.h"
#include "order/replay.h"
#include "results/results.h"
#include "show/runs/program_report.h"

/* An instruction of a core that stored, by the step that it had. */
struct program_store {
    uint64_t step;
    uint32_t pc;
    enum tt_core core;
};

/* A tile that runs, beside its capture. */
struct program_followed {
    uint8_t x, y;
    struct live *live;
    struct program_store *stores;
    size_t store_count, store_capacity;
    struct ttcap *capture; /* null: the program has none */
    struct ttcap_cursor *cursor;
    bool is_apart;     /* another way was taken than in the capture: no event is compared any more */
    uint64_t apart_at; /* from that event on */
    bool is_full;      /* no memory */
    struct program_run *run;
    struct results *results; /* its replay in firmware order, once somebody asked */
    struct scratch scratch;
    struct core_trace *trace; /* of its cores in that, likewise */
};

struct program_run {
    const struct program_words *words;
    const char *path; /* of the conversation */
    char *own_path;   /* the same, where it is of a program; mem_free it */
    bool is_again;    /* what was read is another's: program_again() */
    struct program program;
    enum tt_chip chip;
    struct wire wire;
    struct replay_options options;
    struct program_writer *writer; /* null: no program is wanted */
    struct device *device;
    struct conversation conversation;
    struct program_followed **tiles;
    size_t tile_count, tile_capacity;
    struct program_difference *differences;
    size_t difference_count, difference_capacity;
    struct program_expected *expected; /* of program_expect() */
    size_t expected_count, expected_capacity;
    struct program_apart *apart;
    size_t apart_count, apart_capacity;
    /* Bytes of the host's writes that a difference comes from, as program_why() named them. */
    struct program_operand {
        uint32_t line, offset;
        bool is_word; /* a core may have loaded the others of its word with it */
    } * operands;
    size_t operand_count, operand_capacity;
};

/* Reads program and conversation; both, and runs it. program_run_clear() in any case. */
enum tt_status program_read(struct program_run *run, struct tt_error *err);
enum tt_status program_do(struct program_run *run, struct tt_error *err);
void program_run_clear(struct program_run *run);
/* Another run of the conversation that `run` has read, which outlives it, held against no capture: as for
 * program_do(). */
struct program_run program_again(const struct program_run *run, const struct program_words *words);

/* ---- program_hold.c ---- */

struct device_listener program_follow(struct program_run *run);
/* Null: it never ran. */
struct program_followed *program_followed(const struct program_run *run, unsigned x, unsigned y);
/* Behind the run: each tile against the end of its capture, and DRAM. */
enum tt_status program_hold(struct program_run *run, struct tt_error *err);
void program_followed_clear(struct program_run *run);

/* ---- program.c ---- */

struct program_view program_view_of(const struct program_run *run);
/* The first byte of each read-back that differs, and of each difference from the captures: where it came from. */
enum tt_status program_say_causes(struct program_run *run, struct report *report, struct tt_error *err);

/* "0,11:0x200105", "1,1:l1:0x2045". */
struct program_byte;
enum tt_status program_parse_byte(const struct program_run *run, const char *text, struct program_byte *byte,
                                  struct tt_error *err);

/* ---- program_expect.c ---- */

/* Reads the arrays that are held against what the host reads; and sees to that in a run of it. */
enum tt_status program_expect(struct program_run *run, struct tt_error *err);
void program_expect_put(struct program_run *run);
void program_expect_clear(struct program_run *run);

/* ---- program_timings.c ---- */

/* Runs it with other timings, and says whether any has another verdict. */
enum tt_status program_say_timings(const struct program_run *run, struct report *report, struct tt_error *err);

/* ---- program_words.c ---- */

/* Which word of the host's writes, if it were another, would leave each answer as it was recorded: those that
 * the cores of the tiles at work execute or load, and the operands, one by one. */
enum tt_status program_say_words(struct program_run *run, struct report *report, struct tt_error *err);
/* Runs one conversation held against the answers of another, and says which word of its writes, if it were the other's,
 * would leave these answers. run: of program_again(), for program_do(). */
enum tt_status program_say_pair(struct program_run *run, const struct wire *good, struct report *report,
                                struct tt_error *err);

/* ---- program_why.c ---- */

/* Where the byte of a place came from, over all tiles, as far as before transfer number `before`; of a tile as it stood
 * after its step. */
struct program_byte {
    uint8_t x, y;
    uint32_t addr;
    size_t before;
    int64_t step;
};
enum tt_status program_why(struct program_run *run, struct report *report, const struct program_byte *byte,
                           struct tt_error *err);
/* The instructions of a tile's cores, as tile->trace; null where the program has no capture of it. */
enum tt_status program_trace(struct program_followed *tile, struct tt_error *err);
void program_untrace(struct program_followed *tile);
