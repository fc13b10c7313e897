/* SPDX-License-Identifier: Apache-2.0 */
/* The sync unit: semaphores, mutexes, and the words that wait (F17 to F24). docs/semantics/sync.md */
#pragma once

#include "tile/tile.h"

/* The instance of a finding semaphore-at-limit: the semaphore, and so much more if it was posted. */
enum { SYNC_POST_LOST = SEMAPHORES };

enum { SYNC_REASONS_MAX = 2 * SEMAPHORES };

/* The waits of a thread. */
enum sync_kind {
    SYNC_SEMAPHORE_POST,   /* a semaphore stands at 0 */
    SYNC_SEMAPHORE_GET,    /* a semaphore stands at its maximum or above */
    SYNC_MUTEX,            /* a mutex belongs to another thread, or does not exist */
    SYNC_BANK_TO_MATRIX,   /* the unpacker has not handed a bank over to the matrix unit */
    SYNC_BANK_TO_UNPACKER, /* the matrix unit has not handed a bank back */
    SYNC_STREAM            /* a stream is not as far as a thread wants it */
};

struct sync_reason {
    enum sync_kind kind;
    unsigned index; /* of the semaphore, mutex or stream; of a bank: 0 SrcA, 1 SrcB */
    unsigned bank;
};

/* Why a word of the sync unit would wait now; 0 reasons: it would not, or it is of another unit. */
size_t sync_reasons(const struct tile *tile, unsigned thread, const struct isa_insn *insn, uint32_t word,
                    struct sync_reason reasons[static SYNC_REASONS_MAX]);

/* STALLWAIT, SEMWAIT, STREAMWAIT: whether a word is one, whether it has a condition that can show between whole words,
 * and the kinds of words that it stops, as bits of its mask (F22). */
bool sync_is_wait(const struct isa_insn *insn);
bool sync_can_wait(const struct tile *tile, const struct isa_insn *insn, uint32_t word);
uint32_t sync_stops(enum tt_chip chip, uint32_t wait);
/* The bits of such a mask that stop a word; a waiting word is stopped by any wait. */
uint32_t sync_kinds(const struct isa_insn *insn, uint32_t word);

/* Whether a STALLWAIT asks for a bank that is to be the unpacker's, or (is_matrix) the matrix unit's; false of other
 * words. */
bool sync_asks_for_bank(const struct tile *tile, const struct isa_insn *insn, uint32_t word, bool is_srcb,
                        bool is_matrix);
