/* SPDX-License-Identifier: Apache-2.0 */
/* The host's access to the places of a chip, and the rounds of its tiles. */
#include "device/device_internal.h"

#include "base/little.h"
#include "base/mix.h"

/* Of a drawn timing: one round in so many a tile begins to stand, for 1, 2, 4 to 512 rounds. */
enum { STANDS_ONE_IN = 32, STANDS_LENGTHS = 10 };

struct place *device_place(const struct device *device, unsigned x, unsigned y)
{
    const struct host_traits *host = &device->chip->host;
    grid_untranslate(device->chip, &x, &y);
    const bool is_there = x <= host->noc_x_last && y <= host->noc_y_last;
    return is_there ? (struct place *)&device->places[y][x] : NULL;
}

enum tt_status device_new(struct device **out, enum tt_chip chip, bool is_translated,
                          const struct variant_set *variants, const struct device_listener *listener,
                          struct tt_error *err)
{
    struct device *device = mem_calloc(1, sizeof *device);
    *out = NULL;
    NEED(device, err, "no memory for the device");
    device->chip = chip_get(chip);
    device->is_translated = is_translated;
    device->variants = *variants;
    if (listener)
        device->listener = *listener;
    bool has_all = true;
    for (uint32_t i = 0; i < device->chip->grid.dram_places; i++) {
        struct memory **bank = &device->banks[device->chip->grid.dram[i].bank];
        if (!*bank)
            *bank = memory_new();
        has_all = has_all && *bank;
    }
    places_init(device);
    if (!has_all) {
        device_free(device);
        return tt_fail(err, TT_NO_MEMORY, "no memory for the device");
    }
    *out = device;
    return TT_OK;
}

void device_empty(struct device *device)
{
    for (unsigned y = 0; y < PLACE_ROWS_MAX; y++)
        for (unsigned x = 0; x < PLACE_COLUMNS_MAX; x++)
            place_clear(&device->places[y][x]);
    for (unsigned i = 0; i < DRAM_PLACES_MAX; i++) {
        memory_free(device->banks[i]);
        device->banks[i] = NULL;
    }
    memset(device->awake, 0, sizeof device->awake);
}

void device_drop_tile(struct device *device, uint8_t x, uint8_t y)
{
    struct place *place = device_place(device, x, y);
    place_clear(place);
    *place_awake(place) = false;
}

void device_free(struct device *device)
{
    if (!device)
        return;
    device_empty(device);
    mem_free(device->transfers);
    mem_free(device);
}

enum device_kind device_kind_at(const struct device *device, uint8_t x, uint8_t y)
{
    const struct place *place = device_place(device, x, y);
    return place ? place->kind : DEVICE_NOTHING;
}

const char *device_kind_name(enum device_kind kind)
{
    static const char *const names[] = {
        [DEVICE_NOTHING] = "nothing", [DEVICE_WORKER] = "worker", [DEVICE_DRAM] = "dram", [DEVICE_OTHER] = "other"};
    return names[kind];
}

static enum tt_status find_place(const struct device *device, uint8_t x, uint8_t y, struct place **place,
                                 struct tt_error *err)
{
    const struct host_traits *host = &device->chip->host;
    *place = device_place(device, x, y);
    if (*place)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT,
                   "place %u,%u: the grid of %s ends at %u,%u, and the device translates no such name", x, y,
                   device->chip->name, host->noc_x_last, host->noc_y_last);
}

static bool is_other_reset(const struct place *place, uint64_t addr, uint32_t count)
{
    return place->kind == DEVICE_OTHER && addr == (uint32_t)SOFT_RESET && count == WORD;
}

/* An address of a worker beyond L1, in whole words. */
static bool is_register(const struct place *place, uint64_t addr, uint32_t count)
{
    return place_is_worker(place) && addr >= MMIO_TDMA && addr < UINT32_MAX - count && addr % WORD == 0 &&
           count % WORD == 0;
}

static bool device_is_within(const struct place *place, uint64_t addr, uint32_t count)
{
    const uint64_t bytes = place_bytes(place);
    return addr <= bytes && count <= bytes - addr;
}

/* Registers of what is not emulated. */
static bool device_is_dropped(const struct place *place, uint64_t addr, uint32_t count)
{
    return place->kind == DEVICE_OTHER && !device_is_within(place, addr, count);
}

static enum tt_status check_range(const struct place *place, uint64_t addr, uint32_t count, struct tt_error *err)
{
    if (device_is_within(place, addr, count) || place->kind == DEVICE_OTHER)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "%" PRIu32 " bytes at 0x%" PRIx64 " are not all in %s %u,%u with its 0x%" PRIx64,
                   count, addr, device_kind_name(place->kind), place->x, place->y, place_bytes(place));
}

/* A request of a host to a tile that nothing here does. */
static void note_undone(const struct place *place, const struct tt_error *refused)
{
    struct device *device = place->device;
    if (!device->undone++)
        (void)snprintf(device->undone_detail, sizeof device->undone_detail, "tile %u,%u, by the host: %.*s", place->x,
                       place->y, VERDICT_DETAIL_MAX - 40, refused->text);
}

/* Of a tile that has never run, a store that holds all cores changes nothing. */
static enum tt_status device_store_register(struct place *place, uint32_t addr, uint32_t value, struct tt_error *err)
{
    const bool is_reset = addr == (uint32_t)SOFT_RESET;
    if (!place->live && is_reset && value == ALL_HELD)
        return TT_OK;
    if (!place->live && is_reset && value == ALL_BUT_B)
        return place_wake(place, true, err);
    struct tt_error refused;
    TRY(place->live ? TT_OK : place_wake(place, false, err));
    const enum tt_status stored = live_store(place->live, addr, value, &refused);
    if (stored && stored != TT_UNSUPPORTED) /* which is a finding of the tile */
        note_undone(place, &refused);
    *place_awake(place) = true;
    return TT_OK;
}

void device_at_line(struct device *device, uint32_t line)
{
    device->line = line;
}

static enum tt_status note_host(const struct place *place, uint64_t addr, uint32_t count, struct tt_error *err)
{
    const struct device_transfer transfer = {
        .way = DEVICE_BY_HOST, .by_step = place->device->line, .to_addr = (uint32_t)addr, .count = count};
    return place_note(place, &transfer, err);
}

enum tt_status device_write(struct device *device, uint8_t x, uint8_t y, uint64_t addr, const uint8_t *bytes,
                            uint32_t count, struct tt_error *err)
{
    struct place *place = NULL;
    TRY(find_place(device, x, y, &place, err));
    if (is_register(place, addr, count)) {
        TRY(note_host(place, addr, count, err));
        for (uint32_t i = 0; i < count; i += WORD)
            TRY(device_store_register(place, (uint32_t)addr + i, load_u32(bytes + i), err));
        return TT_OK;
    }
    if (is_other_reset(place, addr, count))
        return other_reset(place, load_u32(bytes), err);
    TRY(check_range(place, addr, count, err));
    if (device_is_dropped(place, addr, count))
        return TT_OK;
    TRY(note_host(place, addr, count, err));
    return (place->kind == DEVICE_OTHER ? other_write : place_write)(place, (uint32_t)addr, bytes, count, err);
}

/* All cores of a tile that has never run are held, and its other registers are as after a reset. */
static enum tt_status device_load_register(struct place *place, uint32_t addr, uint32_t *value, struct tt_error *err)
{
    const bool is_reset = addr == (uint32_t)SOFT_RESET;
    if (!place->live && is_reset) {
        *value = ALL_HELD;
        return TT_OK;
    }
    TRY(place->live ? TT_OK : place_wake(place, false, err));
    return live_load(place->live, addr, value, err) ? TT_UNSUPPORTED : TT_OK;
}

enum tt_status device_read(struct device *device, uint8_t x, uint8_t y, uint64_t addr, uint8_t *bytes, uint32_t count,
                           struct tt_error *err)
{
    struct place *place = NULL;
    TRY(find_place(device, x, y, &place, err));
    if (is_register(place, addr, count)) {
        enum tt_status status = TT_OK;
        for (uint32_t i = 0, value = 0; i < count && !status; i += WORD) {
            status = device_load_register(place, (uint32_t)addr + i, &value, err);
            store_u32(bytes + i, value);
        }
        return status;
    }
    if (is_other_reset(place, addr, count)) {
        store_u32(bytes, place->soft_reset);
        return TT_OK;
    }
    TRY(check_range(place, addr, count, err));
    if (device_is_dropped(place, addr, count))
        memset(bytes, 0, count);
    else
        place_read(place, (uint32_t)addr, bytes, count);
    return TT_OK;
}

enum tt_status device_release(struct device *device, uint8_t x, uint8_t y, struct tt_error *err)
{
    struct place *place = NULL;
    uint32_t value = 0;
    TRY(find_place(device, x, y, &place, err));
    if (!place_is_worker(place))
        return other_reset(place, place->soft_reset & ~(uint32_t)B_HELD, err);
    enum tt_status status = device_load_register(place, (uint32_t)SOFT_RESET, &value, err);
    return status ? status : device_store_register(place, (uint32_t)SOFT_RESET, value & ~(uint32_t)B_HELD, err);
}

enum tt_status device_hold(struct device *device, uint8_t x, uint8_t y, struct tt_error *err)
{
    struct place *place = NULL;
    TRY(find_place(device, x, y, &place, err));
    return place_is_worker(place) ? device_store_register(place, (uint32_t)SOFT_RESET, ALL_HELD, err)
                                  : other_reset(place, ALL_HELD, err);
}

void device_report_waits(struct device *device, uint8_t x, uint8_t y, void *user,
                         void (*waiting)(void *user, const struct replay_wait *wait))
{
    const struct place *place = device_place(device, x, y);
    if (place && place->live)
        live_report_waits(place->live, user, waiting);
}

/* A core that cannot go on is a finding of its tile; the others go on. */
static enum tt_status run_place(struct place *place, struct tt_error *err)
{
    struct tt_error refused;
    enum live_end end;
    TRY(network_arrive(place, err));
    const enum tt_status status = live_run(place->live, 1, NULL, &end, &refused);
    if (status && status != TT_UNSUPPORTED) {
        *err = refused;
        return status;
    }
    *place_awake(place) = status || end == LIVE_RAN || place->arrival_count;
    return TT_OK;
}

static uint64_t device_draw(struct device *device)
{
    device->random += MIX_STEP;
    return mix_bits(device->random);
}

void device_draw_timing(struct device *device, uint64_t seed)
{
    device->random = seed;
}

static bool device_stands(struct device *device, struct place *place)
{
    if (device->random && !place->stands && device_draw(device) % STANDS_ONE_IN == 0)
        place->stands = 1U << device_draw(device) % STANDS_LENGTHS;
    if (!place->stands)
        return false;
    place->stands--;
    return true;
}

static enum tt_status round_of(struct device *device, struct place *place, bool *runs, struct tt_error *err)
{
    if (!place->live || !*place_awake(place))
        return TT_OK;
    *runs = true;
    return device_stands(device, place) ? TT_OK : run_place(place, err);
}

/* From a place that is drawn on, forwards or backwards. */
static enum tt_status round_drawn(struct device *device, bool *runs, struct tt_error *err)
{
    const unsigned columns = device->chip->host.noc_x_last + 1U, count = columns * (device->chip->host.noc_y_last + 1U);
    const uint64_t drawn = device_draw(device);
    const unsigned first = (unsigned)(drawn >> 1) % count;
    const bool is_backwards = drawn & 1;
    for (unsigned i = 0; i < count; i++) {
        const unsigned at = (first + (is_backwards ? count - i : i)) % count;
        TRY(round_of(device, &device->places[at / columns][at % columns], runs, err));
    }
    return TT_OK;
}

/* Row by row; a place that another one wakes has its turn in the same round where it comes later. */
static enum tt_status round_in_rows(struct device *device, bool *runs, struct tt_error *err)
{
    const bool *const end = device->awake + sizeof device->awake;
    for (const bool *at = device->awake; (at = memchr(at, true, (size_t)(end - at))); at++)
        TRY(round_of(device, &device->places[0][0] + (at - device->awake), runs, err));
    return TT_OK;
}

enum tt_status device_round(struct device *device, bool *runs, struct tt_error *err)
{
    *runs = false;
    const enum tt_status status = device->random ? round_drawn(device, runs, err) : round_in_rows(device, runs, err);
    device->summary.rounds += *runs;
    if (!status && device->status) {
        *err = device->err;
        return device->status;
    }
    return status;
}
