/* SPDX-License-Identifier: Apache-2.0 */
/* A place of the chip: memory, or a tile that runs. R70 */
#include "device/device_internal.h"

enum { COORDINATE_BITS = 6, CHUNK = 4096 };

static enum device_kind place_kind_of(const struct grid *grid, unsigned x, unsigned y, unsigned *bank)
{
    for (uint32_t i = 0; i < grid->dram_places; i++)
        if (grid->dram[i].x == x && grid->dram[i].y == y) {
            *bank = grid->dram[i].bank;
            return DEVICE_DRAM;
        }
    return grid->worker_columns >> x & 1 && grid->worker_rows >> y & 1 ? DEVICE_WORKER : DEVICE_OTHER;
}

void places_init(struct device *device)
{
    const struct host_traits *host = &device->chip->host;
    for (unsigned y = 0; y <= host->noc_y_last; y++)
        for (unsigned x = 0; x <= host->noc_x_last; x++) {
            unsigned bank = 0;
            const enum device_kind kind = place_kind_of(&device->chip->grid, x, y, &bank);
            device->places[y][x] = (struct place){.device = device,
                                                  .x = (uint8_t)x,
                                                  .y = (uint8_t)y,
                                                  .kind = kind,
                                                  .soft_reset = ALL_HELD,
                                                  .memory = kind == DEVICE_DRAM ? device->banks[bank] : NULL};
        }
}

static void drop_memory(struct place *place)
{
    if (place->kind != DEVICE_DRAM)
        memory_free(place->memory);
    place->memory = NULL;
}

void place_clear(struct place *place)
{
    for (unsigned i = 0; i < place->arrival_count; i++)
        mem_free(place->arrivals[i].bytes);
    place->arrival_count = 0;
    drop_memory(place);
    live_free(place->live);
    place->live = NULL;
}

uint64_t place_bytes(const struct place *place)
{
    return place->kind == DEVICE_DRAM ? place->device->chip->grid.dram_bytes : place->device->chip->l1_bytes;
}

enum tt_status place_write(struct place *place, uint32_t addr, const uint8_t *bytes, uint32_t count,
                           struct tt_error *err)
{
    if (place->live) {
        *place_awake(place) = true;
        return live_store_l1(place->live, addr, bytes, count, err);
    }
    if (!place->memory)
        place->memory = memory_new();
    NEED(place->memory, err, "no memory for place %u,%u", place->x, place->y);
    return memory_write(place->memory, addr, bytes, count, err);
}

void place_read(const struct place *place, uint32_t addr, uint8_t *bytes, uint32_t count)
{
    if (place->live)
        tile_load(live_tile(place->live), TT_SPACE_L1, addr, count, bytes);
    else if (place->memory)
        memory_read(place->memory, addr, bytes, count);
    else
        memset(bytes, 0, count);
}

void place_lose(struct place *place, uint32_t addr, uint32_t count, const uint8_t *flags)
{
    if (place->live)
        live_lose(place->live, addr, count, flags);
    else if (place->memory)
        memory_lose(place->memory, addr, count, flags);
}

bool place_unknown(const struct place *place, uint32_t addr, uint32_t count, uint8_t *flags)
{
    if (place->live)
        return live_unknown(place->live, addr, count, flags);
    if (place->memory)
        return memory_unknown(place->memory, addr, count, flags);
    memset(flags, 0, count);
    return false;
}

uint64_t place_step(const struct place *place)
{
    return place->live ? live_step(place->live) : DEVICE_NO_STEP;
}

enum tt_status place_note(const struct place *place, const struct device_transfer *transfer, struct tt_error *err)
{
    struct device *device = place->device;
    NEED(!mem_grow(&device->transfers, &device->transfer_capacity, device->transfer_count + 1, sizeof *transfer), err,
         "no memory for what came to place %u,%u", place->x, place->y);
    device->transfers[device->transfer_count] = *transfer;
    device->transfers[device->transfer_count].to_x = place->x;
    device->transfers[device->transfer_count].to_y = place->y;
    device->transfers[device->transfer_count++].to_step = place_step(place);
    return TT_OK;
}

/* No core runs yet, so that what the host wrote is no event. */
static void fill_l1(struct place *place)
{
    uint8_t bytes[CHUNK], flags[CHUNK];
    for (uint32_t at = 0; place->memory && at < place->device->chip->l1_bytes; at += CHUNK) {
        if (!memory_written(place->memory, at, CHUNK))
            continue;
        memory_read(place->memory, at, bytes, CHUNK);
        tile_store(live_tile(place->live), TT_SPACE_L1, at, CHUNK, bytes, NULL);
        if (memory_unknown(place->memory, at, CHUNK, flags))
            live_lose(place->live, at, CHUNK, flags);
    }
    drop_memory(place);
}

/* NODE_ID counts from each network's own corner; NOC_ID_LOGICAL has the name that kernels use on both. */
static enum tt_status store_place(struct place *place, struct tt_error *err)
{
    const struct chip *chip = place->device->chip;
    const uint32_t node = mmio_register_offset(chip->id, PLACE_NOC, NOC_CELL_NODE_ID),
                   logical = mmio_register_offset(chip->id, PLACE_NOC, NOC_CELL_NOC_ID_LOGICAL);
    unsigned name_x = place->x, name_y = place->y;
    if (place->device->is_translated)
        grid_translate_worker(chip, &name_x, &name_y);
    const uint32_t name = name_x | name_y << COORDINATE_BITS;
    const uint32_t here = place->x | (uint32_t)place->y << COORDINATE_BITS,
                   there = (uint32_t)(chip->host.noc_x_last - place->x) | (uint32_t)(chip->host.noc_y_last - place->y)
                                                                              << COORDINATE_BITS;
    const struct {
        uint32_t addr, value;
    } words[] = {
        {MMIO_NOC + node, here}, {MMIO_NOC_1 + node, there}, {MMIO_NOC + logical, name}, {MMIO_NOC_1 + logical, name}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        TRY(live_store(place->live, words[i].addr, words[i].value, err));
    return TT_OK;
}

static void place_happened(void *user, const struct ttcap_event *event)
{
    const struct place *place = user;
    if (place->followed)
        place->device->listener.happened(place->followed, event);
}

enum tt_status place_wake(struct place *place, bool boots, struct tt_error *err)
{
    const struct device_listener *listener = &place->device->listener;
    const struct live_around around = {.user = place,
                                       .serve = network_serve,
                                       .follows_undefined = true,
                                       .happened = listener->happened ? place_happened : NULL};
    enum tt_status status = live_new(&place->live, place->device->chip->id, &place->device->variants, &around, err);
    if (status)
        return status;
    fill_l1(place);
    *place_awake(place) = true;
    if (boots) {
        live_boot(place->live, TT_CORE_B, 0);
        if (listener->started)
            status = listener->started(listener->user, place->x, place->y, place->live, &place->followed, err);
    }
    return status ? status : store_place(place, err);
}
