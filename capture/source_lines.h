/* SPDX-License-Identifier: Apache-2.0 */
/* Which line of source an address of a core's program comes from, and through which inlined functions: from the debug
 * information of the ELF files when the capture was made. */
#pragma once

#include "capture/ttcap.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

enum { TTCAP_FRAMES_MAX = 64 };

/* A function at work; of all but the first frame the line is that of the call that was inlined. Names are as the
 * compiler wrote them: they may hold any byte but 0. */
struct ttcap_frame {
    const char *function; /* null: not known */
    const char *file;     /* null: not known */
    uint32_t line;        /* 0: not known */
};

/* Addresses [addr, addr + bytes) of a core's program that share it: frame 0 is where the instructions were written, the
 * last one the function that the linker knows. Names are borrowed until the capture is closed. */
struct ttcap_lines {
    enum tt_core core;
    uint32_t addr, bytes;
    size_t frame_count; /* at least 1 */
    struct ttcap_frame frames[TTCAP_FRAMES_MAX];
};

/* Of an address. TT_END: unknown. The first call reads them all. */
enum tt_status ttcap_lines_at(struct ttcap *capture, enum tt_core core, uint32_t addr, struct ttcap_lines *lines,
                              struct tt_error *err);

/* By core and address: number index of ttcap_info()->line_count. TT_END beyond the last. */
enum tt_status ttcap_lines_get(struct ttcap *capture, uint64_t index, struct ttcap_lines *lines, struct tt_error *err);

/* "llk_pack.h:212 in _llk_pack_ < pack.h:80 in pack_tile", each with the line from which it calls the one before (":80"
 * in the same file): files without folders, functions without template arguments, control characters as '?', cut with
 * "..." where it is longer. Returns its length. No [static]: C++ has none. */
enum { TTCAP_LINES_TEXT_MAX = 512 };
size_t ttcap_lines_text(const struct ttcap_frame *frames, size_t frame_count, char text[TTCAP_LINES_TEXT_MAX]);

/* Any time between open and finish; by core and address, each behind the one before. */
enum tt_status ttcap_writer_lines(struct ttcap_writer *writer, const struct ttcap_lines *lines, struct tt_error *err);

/* All of another capture, where none was given yet. */
enum tt_status ttcap_writer_lines_of(struct ttcap_writer *writer, struct ttcap *from, struct tt_error *err);

#ifdef __cplusplus
}
#endif
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
