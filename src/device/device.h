/* SPDX-License-Identifier: Apache-2.0 */
/* A chip as its host sees it: tiles, banks of DRAM, and the network between them. Tiles are those of order/live.h; a
 * tile whose cores have never left reset is memory, and so is whatever has no tile. docs/semantics/device.md */
#pragma once

#include "base/error.h"
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

/* A tile that is recorded from when core B leaves reset on. Any member may be null. */
struct device_listener {
    void *user;
    uint8_t x, y;
    /* Core B leaves reset. */
    enum tt_status (*started)(void *user, struct live *live, struct tt_error *err);
    void (*happened)(void *user, const struct ttcap_event *event);
};

/* listener may be null; it is copied. */
enum tt_status device_new(struct device **out, enum tt_chip chip, const struct variant_set *variants,
                          const struct device_listener *listener, struct tt_error *err);
void device_free(struct device *device); /* null is allowed */

enum device_kind device_kind_at(const struct device *device, uint8_t x, uint8_t y);
const char *device_kind_name(enum device_kind kind); /* "worker" */

/* What a host does. TT_BAD_INPUT: there is no such place or address. Of a read TT_UNSUPPORTED: nothing here has the
 * register. A store that nothing here does is a fact of the verdict. */
enum tt_status device_write(struct device *device, uint8_t x, uint8_t y, uint64_t addr, const uint8_t *bytes,
                            uint32_t count, struct tt_error *err);
enum tt_status device_read(struct device *device, uint8_t x, uint8_t y, uint64_t addr, uint8_t *bytes, uint32_t count,
                           struct tt_error *err);
enum tt_status device_release(struct device *device, uint8_t x, uint8_t y, struct tt_error *err);
enum tt_status device_hold(struct device *device, uint8_t x, uint8_t y, struct tt_error *err);

/* A round of every tile in which anything can happen, in the order of their rows; *runs: there was one. */
enum tt_status device_round(struct device *device, bool *runs, struct tt_error *err);

/* Of a place's bytes those that rest on undefined behaviour, a flag each: whether there are any. */
bool device_unknown(const struct device *device, uint8_t x, uint8_t y, uint64_t addr, uint32_t count, uint8_t *flags);
/* Of a place's bytes those that nobody has written: they count as zero. */
uint32_t device_unwritten(const struct device *device, uint8_t x, uint8_t y, uint64_t addr, uint32_t count);

/* A request of the network that wrote to another place. */
struct device_sent {
    uint8_t from_x, from_y, x, y; /* x, y: as the request says; that of a bank is one of several */
    uint8_t noc;
    uint32_t addr, count, local; /* local: where in L1 of the sender the bytes stood; UINT32_MAX: in the request */
    uint64_t step;               /* of the sender, that asked for it: order/live.h */
};
/* The last write to a byte of a place by the network; null: none. */
const struct device_sent *device_last_write(const struct device *device, uint8_t x, uint8_t y, uint64_t addr);

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
};
/* Each tile that ran, in the order of their rows: the `i`-th. False: there are not so many. */
bool device_tile(const struct device *device, uint64_t i, struct device_tile *tile);
struct device_summary device_summary(const struct device *device);
/* Adds what all tiles found to the facts of a verdict. */
void device_add_facts(const struct device *device, struct verdict_facts *facts);
