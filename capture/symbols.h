/* SPDX-License-Identifier: Apache-2.0 */
/* Names of places in the programs of a capture's cores: the functions and objects of the ELF files it came from. */
#pragma once

#include "capture/ttcap.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

enum ttcap_symbol_kind { TTCAP_FUNCTION, TTCAP_OBJECT };

struct ttcap_symbol {
    enum tt_core core;
    enum ttcap_symbol_kind kind;
    uint32_t addr;
    uint32_t bytes;   /* 0: up to the next symbol of its core */
    const char *name; /* as the ELF file has it; borrowed until the capture is closed */
};

/* The symbol that an address of a core's program lies in, the one that starts last where several do. TT_END: none.
 * The first call reads them all. */
enum tt_status ttcap_symbol_at(struct ttcap *capture, enum tt_core core, uint32_t addr, struct ttcap_symbol *symbol,
                               struct tt_error *err);

/* The place in words: "unpack_tile+0x1c", a name cut with "..." where it is long and its control
 * characters as '?', or "0x6010" where no symbol covers
 * the address. Returns its length. No [static]: C++ has none. */
enum { TTCAP_PLACE_MAX = 96 };
size_t ttcap_place_text(struct ttcap *capture, enum tt_core core, uint32_t addr, char text[TTCAP_PLACE_MAX]);

/* Symbols in order of core and address: number index of ttcap_info()->symbol_count. TT_END beyond the last. */
enum tt_status ttcap_symbol_get(struct ttcap *capture, uint64_t index, struct ttcap_symbol *symbol,
                                struct tt_error *err);

/* Any time between open and finish; the same symbol may be given again. */
enum tt_status ttcap_writer_symbol(struct ttcap_writer *writer, const struct ttcap_symbol *symbol,
                                   struct tt_error *err);

#ifdef __cplusplus
}
#endif
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
