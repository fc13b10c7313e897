/* SPDX-License-Identifier: Apache-2.0 */
/* The capture file: the input of one tile (instruction words, stores), and its state. Reader and writer. The format
 * is docs/formats/ttcap.md. Nothing here interprets an instruction. */
#pragma once

#include "base/names.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The library exports the functions of this header, of symbols.h and of source_lines.h: packaging/libttcap.symbols. */
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

enum ttcap_source { TTCAP_SILICON, TTCAP_SIMULATOR, TTCAP_EMULATOR, TTCAP_DERIVED };

/* One thing that happened. Which members count depends on kind; docs/formats/bundle.md has the table. */
enum ttcap_kind {
    TTCAP_PUSH, /* thread, value = word */
    TTCAP_EXEC, /* thread, value = word */
    TTCAP_CFGW, /* thread or -1, index = state, addr = word, value */
    TTCAP_MOPW, /* thread, addr, value */
    TTCAP_GPRW, /* thread, addr, value */
    TTCAP_SEMW, /* thread or -1, addr = semaphore, value: 0 post, 1 get */
    TTCAP_SEMR, /* thread, addr, value */
    TTCAP_L1W,  /* thread or -1, addr, bytes and byte_count */
    TTCAP_MMIO, /* thread or -1, addr, value */
    TTCAP_KIND_COUNT
};

const char *ttcap_kind_name(enum ttcap_kind kind);                  /* "push" */
const char *ttcap_source_name(enum ttcap_source source);            /* "silicon" */
const char *ttcap_chip_name(enum tt_chip chip);                     /* "blackhole" */
const char *ttcap_core_name(enum tt_core core);                     /* "t0" */
const char *ttcap_space_name(enum tt_space space);                  /* "dst" */
uint32_t ttcap_space_bytes(enum tt_chip chip, enum tt_space space); /* the whole space */

struct ttcap_event {
    uint64_t seq; /* 0, 1, 2, … */
    enum ttcap_kind kind;
    int8_t thread; /* 0 to 2, or -1 */
    uint8_t index;
    uint32_t addr;
    uint32_t value;
    const uint8_t *bytes; /* borrowed until the next call on the cursor or writer */
    uint32_t byte_count;
    bool has_pc; /* which core did it, and where in its program: often not known */
    enum tt_core core;
    uint32_t pc;
};

/* A core that leaves reset at the start, and where. */
struct ttcap_boot {
    enum tt_core core;
    uint32_t pc;
};

/* ---- reading ---- */

struct ttcap;

/* Tags that say how the device ended. */
#define CAPTURE_DEVICE_ENDED "device:ended"
#define CAPTURE_DEVICE_HUNG "device:hung"

struct ttcap_info {
    enum tt_chip chip;
    enum ttcap_source source;
    const char *name;
    const char *description;
    size_t tag_count;
    const char *const *tags;
    const char *recorder; /* tool that wrote the file */
    size_t boot_count;    /* a core stands once */
    const struct ttcap_boot *boot;
    size_t input_count; /* the sources of the capture, a sentence each; 0: one recording */
    const char *const *inputs;
    uint64_t symbol_count; /* capture/symbols.h */
    uint64_t line_count;   /* capture/source_lines.h */
    uint64_t pc_count;     /* events with a program counter */
    uint64_t event_count;
    uint64_t kind_count[TTCAP_KIND_COUNT];
    uint32_t checkpoint_count;    /* 0 is the starting state */
    bool unlisted_start_is_reset; /* state that the first snapshot does not know had its reset value */
    bool is_salvaged;             /* the footer is missing; only whole chunks are here */
    uint64_t file_bytes;
    char hash[33]; /* of the file's content, hexadecimal */
};

struct ttcap_checkpoint {
    const char *id;      /* "begin", "mid0", "end" */
    int64_t after_event; /* -1: before the first */
};

/* Whether a file can be read and begins as a capture does. */
bool ttcap_begins(const char *path);

/* Reads the index only; pages and events are read when they are needed. */
enum tt_status ttcap_open(struct ttcap **out, const char *path, struct tt_error *err);
void ttcap_close(struct ttcap *capture); /* null is allowed */
static inline void ttcap_close_at(struct ttcap **capture)
{
    ttcap_close(*capture);
}

/* Borrowed until close. */
const struct ttcap_info *ttcap_info(const struct ttcap *capture);
const struct ttcap_checkpoint *ttcap_checkpoint(const struct ttcap *capture, uint32_t checkpoint);

/* Events [first, last) in order. TT_END after the last. */
struct ttcap_cursor;
enum tt_status ttcap_events_open(struct ttcap_cursor **out, struct ttcap *capture, uint64_t first, uint64_t last,
                                 struct tt_error *err);
enum tt_status ttcap_events_next(struct ttcap_cursor *cursor, struct ttcap_event *event, struct tt_error *err);
/* Once, before the first event: only events of a thread (-1: of none; TTCAP_ANY_THREAD: of any and of none) and of
 * kinds (bit a enum ttcap_kind). To pass one over costs less than to read it. Their numbers stay. Close all cursors
 * before the capture. */
enum { TTCAP_ANY_THREAD = -2 };
void ttcap_events_choose(struct ttcap_cursor *cursor, int thread, uint32_t kinds);
void ttcap_events_close(struct ttcap_cursor *cursor);

/* Bytes [lo, lo + count) of a space at a checkpoint into bytes, and into known (same size) the bits that the snapshot
 * knows: 0xFF for a byte wholly known. Unknown bits read 0. The range must lie within ttcap_space_bytes(). */
enum tt_status ttcap_read(struct ttcap *capture, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count,
                          uint8_t *bytes, uint8_t *known, struct tt_error *err);

/* The first range at or after *lo of which anything is known, page-grained: TT_OK with [*lo, *hi), or TT_END. Costs no
 * reading of pages, so a whole space that is absent is skipped at once; its other reads can fail. */
enum tt_status ttcap_next_known(struct ttcap *capture, uint32_t checkpoint, enum tt_space space, uint32_t *lo,
                                uint32_t *hi, struct tt_error *err);

/* A window of a checkpoint that is known by its hash alone: of an array of plain bytes (l1, cfg, gpr, dst, dst_valid,
 * srca, srcb, lreg), its XXH3-128 in canonical order. ttcap_read() knows nothing of it. */
enum { TTCAP_DIGEST_BYTES = 16, TTCAP_WINDOW_MAX = 64 * 1024, TTCAP_WINDOWS_MAX = 16384 };
struct ttcap_window {
    enum tt_space space;
    uint32_t lo, count;
    uint8_t digest[TTCAP_DIGEST_BYTES];
};
void ttcap_digest(const uint8_t *bytes, size_t count, uint8_t digest[TTCAP_DIGEST_BYTES]);
/* Number `index` of a checkpoint, from 0; TT_END behind the last. Of one in whose place a reference stands
 * (expected.h) count is 0. */
enum tt_status ttcap_window_get(struct ttcap *capture, uint32_t checkpoint, uint32_t index, struct ttcap_window *window,
                                struct tt_error *err);

/* Goes through every chunk, checksum and reference of a file, whole or cut. `said` gets one sentence for each thing
 * that is wrong or lost. TT_OK: sound; TT_BAD_INPUT: something is wrong; TT_IO, TT_NO_MEMORY as usual. */
struct ttcap_verify_summary {
    uint64_t chunks, chunk_bytes, pages, events, checkpoints, symbols, lines, problems;
};
enum tt_status ttcap_verify(const char *path, void (*said)(void *user, const char *sentence), void *user,
                            struct ttcap_verify_summary *summary, struct tt_error *err);

/* ---- writing ---- */

struct ttcap_writer;

/* An input that is a recorder's mask (docs/formats/bundle.md) has these words, and its name follows. */
#define TTCAP_MASK_INPUT "recorder's mask "

struct ttcap_meta {
    enum tt_chip chip;
    enum ttcap_source source;
    const char *name, *description;
    const char *const *tags;
    size_t tag_count;
    const struct ttcap_boot *boot;
    size_t boot_count;
    const char *const *inputs;
    size_t input_count;
};

/* Writes beside `path` and puts the file in place at finish. */
enum tt_status ttcap_writer_open(struct ttcap_writer **out, const char *path, bool replace,
                                 const struct ttcap_meta *meta, struct tt_error *err);

/* event->seq must be the number of events written so far. */
enum tt_status ttcap_writer_event(struct ttcap_writer *writer, const struct ttcap_event *event, struct tt_error *err);

/* A snapshot after the events written so far: begin, any number of put, end. known null: all bits are known. */
enum tt_status ttcap_writer_snapshot_begin(struct ttcap_writer *writer, const char *id, struct tt_error *err);
enum tt_status ttcap_writer_put(struct ttcap_writer *writer, enum tt_space space, uint32_t lo, uint32_t count,
                                const uint8_t *bytes, const uint8_t *known, struct tt_error *err);
/* Those of a checkpoint, from another capture, behind all that was put; but for those that this belies. */
enum tt_status ttcap_writer_windows_of(struct ttcap_writer *writer, struct ttcap *from, uint32_t checkpoint,
                                       struct tt_error *err);
/* Of the first snapshot, whose values a replay starts from, a hash holds what else is put there: it is refused at the
 * end where all bytes of the window are known and have another one. */
enum tt_status ttcap_writer_window(struct ttcap_writer *writer, const struct ttcap_window *window,
                                   struct tt_error *err);
/* Whether what was put into the first snapshot so far does so. */
bool ttcap_writer_belies(const struct ttcap_writer *writer, const struct ttcap_window *window);
enum tt_status ttcap_writer_snapshot_end(struct ttcap_writer *writer, struct tt_error *err);

/* Frees writer, also on failure; then nothing is left under the final name. */
enum tt_status ttcap_writer_finish(struct ttcap_writer *writer, struct tt_error *err);
void ttcap_writer_abandon(struct ttcap_writer *writer); /* null is allowed */

#ifdef __cplusplus
}
#endif
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
