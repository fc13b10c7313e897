/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the files of this room. */
#pragma once

#include "device/device.h"
#include "device/memory.h"
#include "isa/mmio.h"
#include "order/live.h"

/* R10 */
enum {
    SOFT_RESET = (int)(MMIO_DEBUG + DEBUG_OFFSET_SOFT_RESET),
    ALL_HELD = 0x47800,
    B_HELD = 0x800,
    ALL_BUT_B = ALL_HELD & ~B_HELD
};

enum { WORD = 4, PLACE_ROWS_MAX = 16, PLACE_COLUMNS_MAX = 32, ARRIVALS_MAX = 2 * TT_CORE_COUNT };

/* Bytes that a place has read over the network, and finds in its L1 in the next round. */
struct arrival {
    struct device_transfer transfer;
    uint8_t *bytes; /* and behind them a flag for each: nobody can know it */
};

struct place {
    struct device *device;
    uint8_t x, y;
    enum device_kind kind;
    struct memory *memory; /* of a bank shared by its places; null: nothing was written, or it is in `live` */
    struct live *live;     /* a worker whose cores have left reset once, or whose registers were stored */
    void *followed;        /* by the device's listener */
    uint64_t requests;     /* to other places */
    uint32_t stands;       /* so many rounds more, by a drawn timing */
    struct arrival arrivals[ARRIVALS_MAX];
    unsigned arrival_count;
    /* DEVICE_OTHER: */
    uint32_t soft_reset;
    uint32_t go_at; /* of the word that asks firmware to start */
    bool has_go;
};

struct device {
    const struct chip *chip;
    bool is_translated;
    struct variant_set variants;
    struct device_listener listener;
    struct place places[PLACE_ROWS_MAX][PLACE_COLUMNS_MAX];
    bool awake[PLACE_ROWS_MAX * PLACE_COLUMNS_MAX]; /* something can happen in the next round of that place */
    struct memory *banks[DRAM_PLACES_MAX];
    struct device_transfer *transfers;
    size_t transfer_count, transfer_capacity;
    uint64_t random; /* of a drawn timing; 0: none is */
    uint32_t line;   /* of a conversation, that the host is at */
    uint64_t undone; /* stores of the host that nothing here does; the first of them */
    char undone_detail[VERDICT_DETAIL_MAX];
    struct device_summary summary; /* counts of the run */
    enum tt_status status;         /* of a request, reported behind its round */
    struct tt_error err;
};

static inline bool *place_awake(const struct place *place)
{
    return &place->device->awake[place - &place->device->places[0][0]];
}

static inline bool place_is_worker(const struct place *place)
{
    return place->kind == DEVICE_WORKER;
}

/* Null: there is none. */
struct place *device_place(const struct device *device, unsigned x, unsigned y);

/* ---- place.c ---- */

/* As the chip's grid says. */
void places_init(struct device *device);
void place_clear(struct place *place);
/* Bytes of L1 of a tile, or of another place's memory. */
enum tt_status place_write(struct place *place, uint32_t addr, const uint8_t *bytes, uint32_t count,
                           struct tt_error *err);
void place_read(const struct place *place, uint32_t addr, uint8_t *bytes, uint32_t count);
/* Likewise of flags, whether nobody can know a byte (order/live.h). */
void place_lose(struct place *place, uint32_t addr, uint32_t count, const uint8_t *flags);
bool place_unknown(const struct place *place, uint32_t addr, uint32_t count, uint8_t *flags);
/* So many bytes of memory are there. */
uint64_t place_bytes(const struct place *place);
/* As the place counts; DEVICE_NO_STEP: it is memory. */
uint64_t place_step(const struct place *place);
/* Something came from outside. */
enum tt_status place_note(const struct place *place, const struct device_transfer *transfer, struct tt_error *err);
/* A tile whose cores can run; boots: core B leaves reset in the same moment. */
enum tt_status place_wake(struct place *place, bool boots, struct tt_error *err);

/* ---- other.c ---- */

/* Soft reset of a place whose cores do not run; and a write to its memory. */
enum tt_status other_reset(struct place *place, uint32_t value, struct tt_error *err);
enum tt_status other_write(struct place *place, uint32_t addr, const uint8_t *bytes, uint32_t count,
                           struct tt_error *err);

/* ---- network.c ---- */

/* A request of a tile to another place (struct live_around); user: its struct place. */
bool network_serve(void *user, const struct noc_refusal *request);
/* The data of a tile's read are there. */
enum tt_status network_arrive(struct place *place, struct tt_error *err);
