/* SPDX-License-Identifier: Apache-2.0 */
/* Differences between the chips, as numbers and named traits. From schemas/chips.json. */
#pragma once

#include "base/names.h"
#include "base/usual.h"

enum { CFG_STATES = 2, CFG_WORDS_MAX = 224, THREAD_WORDS_MAX = 68, THREADS = 3, PACKERS_MAX = 4 };
/* A core polls UNPACK_SYNC until it is at most what was read, not just that: docs/formats/bundle.md. */
enum { SEMAPHORES = 8, SEMAPHORE_UNPACK_SYNC = 5 };
enum { DST_ROWS = 1024, DST_COLUMNS = 16, SRC_BANKS = 2, SRC_ROWS = 64, SRC_COLUMNS = 16 };
enum { LREGS = 16, LANES = 32, GPRS = 64, L1_BYTES_MAX = 1536 * 1024 };
enum { NC_IRAM_BYTES = 16 * 1024 /* Wormhole's core NC alone (R1) */ };

/* Differences between the chips. */
struct vector_traits {
    bool mad_leaks_nan;            /* V32: a NaN takes on bits of the sum; a result below the smallest normal is +0 */
    bool mad_flips_signs;          /* V33: mod bits 0 and 1 */
    bool int32_is_twos_complement; /* V24, V26: modes 12 and 13 convert */
    uint8_t int8_bits;             /* V24: magnitude bits that mode 5 loads */
    bool has_stack_pointer;        /* V22 */
    bool has_thread_format;        /* V23: SFPU_DEST_FMT */
    bool shifts_have_forms;        /* section 5: SFPSHFT, SFPAND and SFPOR with more mod bits */
    bool shift2_shows_stale;       /* V43, mode 4 */
    bool cast_has_forms;           /* V41 */
    bool rounds_to_zero;           /* V42: mode 2 exists, and the threshold is cut, not the datum shifted */
    bool push_has_forms;           /* section 6 */
    bool pop_corrupts_bottom;      /* section 6 */
};

/* Addresses that a host of tt-metal uses: places in L1 (R63 to R65), and a tile's place on network 0. */
struct host_traits {
    uint32_t launch_at, mailboxes_at, kernel_config_at;
    uint32_t go_a_at, go_b_at; /* by the shape of the message; 0: none is known */
    uint8_t circular_buffers;
    uint8_t noc_x, noc_y, noc_x_last, noc_y_last; /* of the tile that stands for all; network 1 counts from the last */
};

/* The map of network 0 (R70): a tile in each of these columns and rows, and banks of DRAM, each with several
 * places that are the same memory. */
enum { DRAM_PLACES_MAX = 24, ETHERNET_PLACES_MAX = 16 };
struct grid {
    /* Where names that the device translates begin (R70t), which lie outside of the grid and are the same on both
     * networks; 0: it has none of that kind. Columns of Ethernet in a row of names. */
    uint8_t workers_x, workers_y, dram_x, dram_y, ethernet_x, ethernet_y, ethernet_columns, pcie_x, pcie_y;
    uint8_t pcie_at_x, pcie_at_y;
    uint32_t ethernet_places;
    struct {
        uint8_t x, y;
    } ethernet[ETHERNET_PLACES_MAX];      /* in the order of their names */
    uint32_t worker_columns, worker_rows; /* bit a coordinate */
    uint32_t dram_bytes;                  /* of a bank */
    uint32_t dram_places;
    struct {
        uint8_t x, y, bank;
    } dram[DRAM_PLACES_MAX];
};

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
    bool pack_y_offset_has_window;       /* SL-096 */
    bool pack_addresses_are_relative;    /* P-9.3: bit 31 of packer 0's address */
    bool unpack_rows_are_wide;           /* U-4.1: rows of 32 datums of 16 and 32 bits */
    bool unpack_fp8_top_is_all_ones;     /* U-6.1: E5M2 0x7F and 0xFF fill up with ones */
    bool unpacr_nop_has_fields;          /* U-1.3, not the codes of U-1.2 */
    bool unpack_srcb_clears_to_infinity; /* U-8.3 */
    bool zeroacc_has_tile_offsets;       /* M61 */
    bool matrix_addr_mods_are_banked;    /* M12: two bits choose within a bank of four sections */
    bool matrix_has_cancellation_fault;  /* M40 */
    bool matrix_moves_whole_fp32;        /* SL-028 */
    bool srcb_moves_are_masked;          /* SL-098 */
    bool movd2b_low_tf32_is_zero;        /* M57y */
    bool adc_zw_may_be_wide;             /* C-10 */
    bool cfg_window_has_both;            /* F32: and the threads' words follow without gaps */
    bool stallwait_names_packers;        /* F22: a bit for each */
    bool wait_may_be_replaced;           /* F22: by the next word that waits */
    bool hand_over_may_pass;             /* an UNPACR_NOP may end before an UNPACR of its unpacker: tt-metal#43561 */
    bool clear_may_meet_zerosrc;         /* an UNPACR_NOP in the same cycle then clears the matrix unit's bank */
    bool vector_holds_readers;           /* of a result that comes a cycle later; with holes: observe/hazard_lreg.c */
    bool macro_tables_lag;               /* SFPCONFIG writes those of SFPLOADMACRO two cycles later */
    bool scalar_words_lag;               /* a stage between gate and scalar unit: docs/semantics/program-order.md */
    bool dst_unpack_needs_srca;          /* SL-081: an unpack to SrcA behind the last one to Dst */
    bool t_cores_see_dst;                /* R35 */
    bool nc_sees_tdma;                   /* R20 */
    bool cores_see_each_other;           /* R20 */
    bool reset_pcs_are_debug_registers;  /* R12; else configuration */
    bool debug_array_hides_cleared;      /* rows of Dst that are not valid read 0 */
    bool debug_bus_is_packed;
    bool streams_have_credits;                 /* R55: message credits above the room of a destination */
    bool noc_has_coordinate_word;              /* R58; else they stand above the address */
    uint32_t noc_flit_bytes;                   /* R59 */
    bool noc_enables_fold;                     /* R58e; else a byte of the flit has a bit of its own */
    uint32_t core_ram_bytes, t_core_ram_bytes; /* R20: of cores B and NC; of T0 to T2 */
    uint32_t nc_iram_bytes;                    /* R1: 0 or NC_IRAM_BYTES */
    uint32_t
        stallwait_at_rest; /* F22: scalar unit, data units, and the configuration unit where it can be waited for */
    uint32_t cfg_guarded_from, cfg_guarded_to; /* words that not everyone may write */
    struct host_traits host;
    struct grid grid;
    struct vector_traits vector;
};

/* The place on network 0 of a name that the device translates; others stay. And the translated name of a tile. R70t */
void grid_untranslate(const struct chip *chip, unsigned *x, unsigned *y);
void grid_translate_worker(const struct chip *chip, unsigned *x, unsigned *y);

/* Never fails for a valid id. */
const struct chip *chip_get(enum tt_chip id);

/* TT_CHIP_COUNT when there is no chip of that name. */
enum tt_chip chip_find(const char *name);
