/* SPDX-License-Identifier: Apache-2.0 */
/* Rules for the bytes of a space's file, from any importer. docs/formats/bundle.md#regions */
#pragma once

#include "isa/spaces.h"

enum {
    THREAD_WORDS_FILE_MAX = 256, /* SETC16 reaches no further */
    THREAD_CFG_FILE_MAX = THREADS * THREAD_WORDS_FILE_MAX * 2,
};

/* The whole of a space but l1, thread_cfg and state: its size; flags are 0 or 1, source cells have 19 bits. The
 * sentence in err has no file. */
enum tt_status region_check(enum tt_chip chip, enum tt_space space, const uint8_t *bytes, uint64_t count,
                            struct tt_error *err);

/* Whole elements from byte lo on: within the space, and values as above. */
enum tt_status region_check_part(enum tt_chip chip, enum tt_space space, uint32_t lo, const uint8_t *bytes,
                                 uint64_t count, struct tt_error *err);

struct thread_words {
    uint8_t bytes[sizeof(uint16_t) * THREADS * THREAD_WORDS_MAX];
    uint8_t known[sizeof(uint16_t) * THREADS * THREAD_WORDS_MAX];
    uint32_t count; /* of the chip */
};

/* Configuration words of three threads. There may be more or fewer a thread than the chip has: missing words are
 * unknown, surplus ones are dropped. mask: as many bytes as the chip has, the bits that the recorder holds. */
enum tt_status region_thread_words(struct thread_words *words, enum tt_chip chip, const uint8_t *bytes, uint64_t count,
                                   const uint8_t *mask, struct tt_error *err);
