/* SPDX-License-Identifier: Apache-2.0 */
/* What differs between the chips as numbers and named traits. From schemas/chips.json. */
#pragma once

#include "base/names.h"

#include <stdbool.h>
#include <stdint.h>

enum { CFG_STATES = 2, CFG_WORDS_MAX = 224, THREAD_WORDS_MAX = 68, THREADS = 3, PACKERS_MAX = 4 };
enum { DST_ROWS = 1024, DST_COLUMNS = 16, SRC_BANKS = 2, SRC_ROWS = 64, SRC_COLUMNS = 16 };
enum { LREGS = 16, LANES = 32, GPRS = 64, L1_BYTES_MAX = 1536 * 1024 };
enum { NC_IRAM_BYTES = 16 * 1024 /* Wormhole's core NC alone (riscv.md R1) */ };

struct chip {
    enum tt_chip id;
    const char *name; /* "blackhole", "wormhole_b0" */
    uint32_t l1_bytes;
    uint32_t cfg_words;              /* a state */
    uint32_t cfg_global_base;        /* words from here on exist once; both states show them */
    uint32_t thread_words;           /* a thread */
    uint32_t thcon_base;             /* REG2FLOP counts from this word */
    uint32_t packers;                /* 4 on Wormhole, 1 on Blackhole */
    uint32_t mutex_last;             /* mutexes 0 and 2 to this one exist */
    bool packer_has_read_interfaces; /* one packer that reads up to four Dst rows, with cfg contexts */
    bool dst_has_remap;              /* remap_addrs and swizzle_32b exist */
    bool src_format_is_implied;
    bool has_fp8_e4m3;
    bool pack_yzw_offset_is_bytes;       /* P-9.4 */
    bool pack_addresses_are_relative;    /* P-9.3: bit 31 of packer 0's address */
    bool unpack_rows_are_wide;           /* U-4.1: rows of 32 datums of 16 and 32 bits */
    bool unpack_fp8_top_is_all_ones;     /* U-6.1: E5M2 0x7F and 0xFF fill up with ones */
    bool unpacr_nop_has_fields;          /* U-1.3, not the codes of U-1.2 */
    bool unpack_srcb_clears_to_infinity; /* U-8.3 */
    bool zeroacc_has_tile_offsets;       /* M61 */
    bool matrix_addr_mods_are_banked;    /* M12: two bits choose within a bank of four sections */
    bool matrix_has_cancellation_fault;  /* M40 */
};

/* Never fails for a valid id. */
const struct chip *chip_get(enum tt_chip id);

/* TT_CHIP_COUNT when there is no chip of that name. */
enum tt_chip chip_find(const char *name);
