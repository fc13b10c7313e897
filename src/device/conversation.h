/* SPDX-License-Identifier: Apache-2.0 */
/* A recorded conversation done again: what the host wrote and reset goes to a device here, and what it read is held
 * against what the recorded device answered. docs/semantics/device.md#conversation */
#pragma once

#include "capture/import/wire/wire.h"
#include "device/device.h"
#include "order/replay.h"

/* A place and address that the host read, and not only to ask again: of equal reads with nothing but reads in between
 * the last. */
struct readback {
    const struct wire_op *op;
    uint32_t polls; /* that it stands for, but for itself */
    bool is_judged; /* the recording has the answer, and the place is emulated */
    uint32_t differing;
    uint32_t unwritten;     /* of a card they are not compared: it may have held anything there */
    uint32_t undecided;     /* nobody can know them here, equal or not; not among those that differ */
    uint32_t first;         /* byte that differs */
    uint8_t recorded, here; /* that byte */
    size_t transfers;       /* that had taken place when it was held */
    int64_t step;           /* of the tile that was read, the last before */
};

/* Of a host that waits in vain: what a core or a pipe of a tile waits for. */
struct hang_wait {
    uint8_t x, y;
    struct replay_wait wait;
};

struct conversation {
    const struct wire *wire;
    uint64_t max_rounds;
    /* Before each write of the host, with its place among the operations; TT_END: nothing more is done. May be null. */
    enum tt_status (*writes_now)(void *user, const struct device *device, size_t number);
    void *user;
    /* Before an answer is held against the bytes of a read, which it may change. May be null. */
    void (*answers)(void *answering, const struct wire_op *read, const uint8_t *here);
    void *answering;
    bool ends_at_difference; /* the rest would change nothing */
    /* The result: */
    struct readback *readbacks;
    size_t count, capacity;
    uint64_t writes, reads, resets, polls, unjudged;
    struct verdict_facts facts;
    /* A read that was asked again when it was recorded, or whose place is one that was, has another answer than it had
     * then, and nothing can change any more: the host would ask for ever. Nothing behind it is done. */
    bool is_hung;            /* the last read-back */
    uint64_t waited_from;    /* rounds before the last read-back was waited for */
    struct hang_wait *waits; /* of its tile, and of those that sent requests, or of all where they are few */
    size_t wait_count, wait_capacity;
};

/* By the heading, or because a place is named that the grid does not have. R70t */
bool conversation_is_translated(const struct wire *wire, enum tt_chip chip);
/* As the heading says, or the one chip on which all places of a conversation are, and those that it holds in reset or
 * releases have cores. TT_CHIP_COUNT: no chip, or more than one. */
enum tt_chip conversation_chip(const struct wire *wire);

/* Errors name the line. Call conversation_clear() in any case. */
enum tt_status conversation_run(struct conversation *conversation, struct device *device, enum tt_chip chip,
                                const char *name, struct tt_error *err);
void conversation_clear(struct conversation *conversation);
