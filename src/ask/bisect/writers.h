/* SPDX-License-Identifier: Apache-2.0 */
/* The last writer of each differing byte before the checkpoint at which it differs. */
#pragma once

#include "ask/bisect/difference.h"
#include "isa/facts.h"
#include "tile/probe.h"

/* A write that some differing byte comes from. */
struct writer {
    uint64_t seq;
    uint32_t word;
    uint8_t thread, width; /* width: bytes of a datum as it stands in L1; 0 where it is not known */
    struct probe_access of;
    const struct fact *rests_on; /* the weakest that decided it; null: nothing is known of it */
};

struct writers {
    struct writer *items;
    size_t count, capacity;
    uint32_t *of_byte; /* by byte of the difference: index + 1, or 0: none */
};

/* Replays once more and looks. */
enum tt_status writers_find(struct writers *writers, const struct difference *difference, struct ttcap *capture,
                            const struct replay_options *options, struct tt_error *err);
void writers_clear(struct writers *writers);

/* The writer of byte i of the difference; null: none. */
const struct writer *writer_of(const struct writers *writers, size_t i);

/* Numbers the values that the bytes belong to: datums as wide as their writer wrote them, elements of the other
 * spaces. */
void writers_number(const struct writers *writers, struct difference *difference);
