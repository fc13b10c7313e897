/* SPDX-License-Identifier: Apache-2.0 */
/* A chip as its host sees it: tiles, banks of DRAM, and the network between them. Tiles are those of order/live.h; a
 * tile whose cores have never left reset is memory, and so is whatever has no tile. docs/semantics/device.md */
#pragma once

#include "isa/chip.h"
#include "isa/variants.h"
#include "verdict/verdict.h"

struct device;
struct live;
struct ttcap_event;

enum device_kind {
    DEVICE_NOTHING, /* outside of the chip */
    DEVICE_WORKER,
    DEVICE_DRAM,
    DEVICE_OTHER, /* Ethernet and the like: memory, whose cores do not run */
};

/* Tiles that are followed from when core B leaves reset on. Any member may be null. */
struct device_listener {
    void *user;
    /* Core B leaves reset. *tile is what happened() gets; null: this tile is not followed. */
    enum tt_status (*started)(void *user, uint8_t x, uint8_t y, struct live *live, void **tile, struct tt_error *err);
    void (*happened)(void *tile, const struct ttcap_event *event);
};

/* is_translated: tiles find the names in their registers that the device translates (R70t); a host may use these or the
 * places of network 0 in any case. listener may be null; it is copied. */
enum tt_status device_new(struct device **out, enum tt_chip chip, bool is_translated,
                          const struct variant_set *variants, const struct device_listener *listener,
                          struct tt_error *err);
/* Frees what its tiles and banks hold; what it counted stays, and it cannot run again. */
void device_empty(struct device *device);
/* Forgets a tile, which is memory then that nobody has written. */
void device_drop_tile(struct device *device, uint8_t x, uint8_t y);
void device_free(struct device *device); /* null is allowed */
/* Tiles have clocks of their own, and nothing says which is ahead: in each round they go in a drawn order, and some
 * stand for up to 512 rounds. seed 0, as after device_new(): each steps in each round, row by row. */
void device_draw_timing(struct device *device, uint64_t seed);

enum device_kind device_kind_at(const struct device *device, uint8_t x, uint8_t y);
const char *device_kind_name(enum device_kind kind); /* "worker" */

/* An operation of a host. TT_BAD_INPUT: there is no such place or address. Of a read TT_UNSUPPORTED: nothing here has
 * the register. A store that nothing here does is a fact of the verdict. */
enum tt_status device_write(struct device *device, uint8_t x, uint8_t y, uint64_t addr, const uint8_t *bytes,
                            uint32_t count, struct tt_error *err);
enum tt_status device_read(struct device *device, uint8_t x, uint8_t y, uint64_t addr, uint8_t *bytes, uint32_t count,
                           struct tt_error *err);
enum tt_status device_release(struct device *device, uint8_t x, uint8_t y, struct tt_error *err);
enum tt_status device_hold(struct device *device, uint8_t x, uint8_t y, struct tt_error *err);

/* The waits of a tile's cores and pipes, at the end of a run; nothing where it has never run. */
struct replay_wait;
void device_report_waits(struct device *device, uint8_t x, uint8_t y, void *user,
                         void (*waiting)(void *user, const struct replay_wait *wait));

/* A round of every tile in which anything can happen, in the order of their rows; *runs: there was one. */
enum tt_status device_round(struct device *device, bool *runs, struct tt_error *err);

/* The last step of a tile; of memory -1. */
int64_t device_step(const struct device *device, uint8_t x, uint8_t y);
/* Of a place's bytes those that rest on undefined behaviour, a flag each: whether there are any. */
bool device_unknown(const struct device *device, uint8_t x, uint8_t y, uint64_t addr, uint32_t count, uint8_t *flags);
/* Of a place's bytes those that nobody has written: they count as zero. */
uint32_t device_unwritten(const struct device *device, uint8_t x, uint8_t y, uint64_t addr, uint32_t count);

/* Bytes that came to a place from outside of it: by its host, or over the network. */
enum device_way {
    DEVICE_BY_HOST,
    DEVICE_BY_WRITE,  /* of bytes from L1 of the sender */
    DEVICE_BY_INLINE, /* of a word in the request */
    DEVICE_BY_ATOMIC,
    DEVICE_BY_READ,   /* the requests of a tile, and their answers */
    DEVICE_BY_ANSWER, /* of an atomic: the word that it found */
    DEVICE_WAYS,
};
struct device_transfer {
    enum device_way way;
    uint8_t noc, by_x, by_y;
    uint64_t by_step; /* of the tile that asked for it (order/live.h); of a host its line: device_at_line() */
    uint8_t to_x, to_y;
    uint32_t to_addr, count;
    uint64_t to_step; /* as whom it came to counts; DEVICE_NO_STEP: memory, which does not */
    uint8_t from_x, from_y;
    uint32_t from_addr; /* where the bytes stood */
    uint64_t from_step;
};
#define DEVICE_NO_STEP UINT64_MAX

const char *device_way_name(enum device_way way); /* "write" */
/* The bytes stood in a memory, and not in the request. */
static inline bool device_has_source(const struct device_transfer *transfer)
{
    return transfer->way == DEVICE_BY_WRITE || transfer->way == DEVICE_BY_READ || transfer->way == DEVICE_BY_ANSWER;
}
/* The host's next operation stands in that line of a conversation. */
void device_at_line(struct device *device, uint32_t line);
/* All transfers, in the order in which they took place. */
const struct device_transfer *device_transfers(const struct device *device, size_t *count);
/* Whether two names are one place, or places of one bank. */
bool device_is_one(const struct device *device, uint8_t x, uint8_t y, uint8_t other_x, uint8_t other_y);
/* Whether a multicast from the one corner to the other reaches a place of the grid: tiles alone. */
bool device_is_reached(const struct chip *chip, unsigned network, const uint8_t first[static 2],
                       const uint8_t last[static 2], unsigned x, unsigned y);
/* Forgets the transfers until now. */
void device_forget_transfers(struct device *device);
/* The last transfer to a byte of a place; null: none. */
const struct device_transfer *device_last_write(const struct device *device, uint8_t x, uint8_t y, uint64_t addr);

struct device_summary {
    uint64_t rounds; /* of the whole */
    uint64_t tiles;  /* that ran */
    uint64_t instructions, words, findings;
    uint64_t reads, writes, atomics; /* of the network, to another place */
    uint64_t ambiguous;              /* of these: by coordinates that could mean two places */
};
/* A tile that ran. */
struct device_tile {
    uint8_t x, y;
    uint64_t instructions, words, findings; /* of its cores; of its coprocessor, that took effect */
    uint64_t requests;                      /* to other places */
    const char *hazard;                     /* the first finding that is one; null: none is */
};
/* Each tile that ran, in the order of their rows: the `i`-th. False: there are not so many. */
bool device_tile(const struct device *device, uint64_t i, struct device_tile *tile);
struct device_summary device_summary(const struct device *device);
/* Adds what all tiles found to the facts of a verdict. */
void device_add_facts(const struct device *device, struct verdict_facts *facts);
/* Bytes of DRAM that were written, bank by bank, each by the name of its first place, in the order of addresses. Start
 * from {0}; false: behind the last. */
struct device_dram {
    uint8_t x, y;
    uint64_t addr;
    uint32_t count;
    unsigned place;
};
bool device_dram_next(const struct device *device, struct device_dram *at);
