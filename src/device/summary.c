/* SPDX-License-Identifier: Apache-2.0 */
/* The summary of a device: counts, findings, writers. */
#include "device/device_internal.h"

#include "base/search.h"
#include "core_findings.h"

bool device_unknown(const struct device *device, uint8_t x, uint8_t y, uint64_t addr, uint32_t count, uint8_t *flags)
{
    const struct place *place = device_place(device, x, y);
    if (place && addr < place_bytes(place))
        return place_unknown(place, (uint32_t)addr, count, flags);
    memset(flags, 0, count);
    return false;
}

int64_t device_step(const struct device *device, uint8_t x, uint8_t y)
{
    const struct place *place = device_place(device, x, y);
    return place && place->live ? (int64_t)live_step(place->live) - 1 : -1;
}

uint32_t device_unwritten(const struct device *device, uint8_t x, uint8_t y, uint64_t addr, uint32_t count)
{
    const struct place *place = device_place(device, x, y);
    if (!place || place->live || addr >= place_bytes(place))
        return 0;
    return place->memory ? count - memory_written(place->memory, addr, count) : count;
}

const char *device_way_name(enum device_way way)
{
    static const char *const names[DEVICE_WAYS] = {
        [DEVICE_BY_HOST] = "host",     [DEVICE_BY_WRITE] = "write", [DEVICE_BY_INLINE] = "inline",
        [DEVICE_BY_ATOMIC] = "atomic", [DEVICE_BY_READ] = "read",   [DEVICE_BY_ANSWER] = "answer"};
    return names[way];
}

const struct device_transfer *device_transfers(const struct device *device, size_t *count)
{
    *count = device->transfer_count;
    return device->transfers;
}

/* Whether two places are one memory. */
static bool are_one(const struct place *to, const struct place *place)
{
    return to == place || (place->kind == DEVICE_DRAM && to->memory == place->memory);
}

bool device_is_one(const struct device *device, uint8_t x, uint8_t y, uint8_t other_x, uint8_t other_y)
{
    const struct place *one = device_place(device, x, y), *other = device_place(device, other_x, other_y);
    return one && other && are_one(one, other);
}

void device_forget_transfers(struct device *device)
{
    device->transfer_count = 0;
}

const struct device_transfer *device_last_write(const struct device *device, uint8_t x, uint8_t y, uint64_t addr)
{
    const struct place *place = device_place(device, x, y);
    for (size_t i = device->transfer_count; place && i-- > 0;) {
        const struct device_transfer *transfer = &device->transfers[i];
        if (addr >= transfer->to_addr && addr - transfer->to_addr < transfer->count &&
            are_one(device_place(device, transfer->to_x, transfer->to_y), place))
            return transfer;
    }
    return NULL;
}

/* Each tile that ran. */
static void each_tile(const struct device *device, void (*take)(void *user, const struct place *place), void *user)
{
    for (unsigned y = 0; y < PLACE_ROWS_MAX; y++)
        for (unsigned x = 0; x < PLACE_COLUMNS_MAX; x++)
            if (device->places[y][x].live)
                take(user, &device->places[y][x]);
}

static struct device_tile tile_of(const struct place *place)
{
    struct device_tile tile = {place->x,
                               place->y,
                               0,
                               live_words(place->live),
                               live_findings(place->live),
                               place->requests,
                               live_hazard(place->live)};
    for (int core = 0; core < TT_CORE_COUNT; core++)
        tile.instructions += cores_core(live_cores(place->live), (enum tt_core)core)->retired;
    return tile;
}

struct tile_search {
    uint64_t left;
    bool is_found;
    struct device_tile *tile;
};

static void search_tile(void *user, const struct place *place)
{
    struct tile_search *search = user;
    if (!search->is_found && search->left-- == 0) {
        search->is_found = true;
        *search->tile = tile_of(place);
    }
}

bool device_tile(const struct device *device, uint64_t i, struct device_tile *tile)
{
    struct tile_search search = {i, false, tile};
    each_tile(device, search_tile, &search);
    return search.is_found;
}

static void summary_add(void *user, const struct place *place)
{
    struct device_summary *summary = user;
    const struct device_tile tile = tile_of(place);
    summary->tiles++;
    summary->findings += tile.findings;
    summary->words += tile.words;
    summary->instructions += tile.instructions;
}

struct device_summary device_summary(const struct device *device)
{
    struct device_summary summary = device->summary;
    each_tile(device, summary_add, &summary);
    return summary;
}

static void facts_add(void *user, const struct place *place)
{
    struct verdict_facts *facts = user;
    const struct verdict_facts *own = live_facts(place->live);
    if (own->unsupported && !facts->unsupported) {
        facts->first_unsupported = own->first_unsupported;
        (void)snprintf(facts->unsupported_detail, sizeof facts->unsupported_detail, "tile %u,%u, %.*s", place->x,
                       place->y, VERDICT_DETAIL_MAX - 16, own->unsupported_detail);
    }
    if (own->undefined && !facts->undefined)
        facts->first_undefined = own->first_undefined;
    facts->unsupported += own->unsupported;
    facts->undefined += own->undefined;
}

void device_add_facts(const struct device *device, struct verdict_facts *facts)
{
    if (device->undone && !facts->unsupported) {
        facts->first_unsupported = (struct verdict_place){.finding = FINDING_CORE_STOPPED};
        (void)snprintf(facts->unsupported_detail, sizeof facts->unsupported_detail, "%s", device->undone_detail);
    }
    facts->unsupported += device->undone;
    each_tile(device, facts_add, facts);
}

/* Whether it is the first place of its bank. */
static bool names_bank(const struct grid *grid, unsigned place)
{
    return !ANY(i, place, grid->dram[i].bank == grid->dram[place].bank);
}

bool device_dram_next(const struct device *device, struct device_dram *at)
{
    const struct grid *grid = &device->chip->grid;
    at->addr += at->count;
    for (; at->place < grid->dram_places; at->place++, at->addr = 0) {
        at->x = (uint8_t)grid->dram[at->place].x;
        at->y = (uint8_t)grid->dram[at->place].y;
        if (names_bank(grid, at->place) &&
            memory_next(device->banks[grid->dram[at->place].bank], &at->addr, &at->count))
            return true;
    }
    return false;
}
