/* SPDX-License-Identifier: Apache-2.0 */
/* A tile in process, over order/live.h. */
#include "api/api.h"
#include "isa/chip.h"
#include "isa/cores.h"
#include "isa/names_near.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "order/live.h"
#include "order/options_text.h"

_Static_assert((int)TTREPLAY_BAD_INPUT == (int)TT_BAD_INPUT && (int)TTREPLAY_NO_MEMORY == (int)TT_NO_MEMORY &&
                   (int)TTREPLAY_UNSUPPORTED == (int)TT_UNSUPPORTED,
               "numbers of failures are exported");
_Static_assert((int)TTREPLAY_RAN == (int)LIVE_RAN && (int)TTREPLAY_FOUND == (int)LIVE_FOUND &&
                   (int)TTREPLAY_RESTS == (int)LIVE_RESTS && (int)TTREPLAY_WAITS == (int)LIVE_WAITS,
               "numbers of ends are exported");

/* A tile for others is a live one. */
static struct live *live_of(const struct ttreplay_tile *tile)
{
    return (struct live *)(uintptr_t)tile;
}

void api_error_copy(const struct api_error *said)
{
    if (said->error)
        (void)snprintf(said->error, TTREPLAY_ERROR_BYTES, "%.*s", TTREPLAY_ERROR_BYTES - 1, said->err.text);
}

enum tt_status api_chip(const char *name, enum tt_chip *chip, struct tt_error *err)
{
    *chip = chip_find(name);
    if (*chip != TT_CHIP_COUNT)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT, "no chip is called '%s'; there is %s and %s", name, chip_get(TT_BLACKHOLE)->name,
                   chip_get(TT_WORMHOLE_B0)->name);
}

enum tt_status api_core(const char *name, enum tt_core *core, struct tt_error *err)
{
    *core = core_find(name);
    return *core != TT_CORE_COUNT
               ? TT_OK
               : tt_fail(err, TT_BAD_INPUT, "no core is called '%.40s'; there are b, t0, t1, t2 and nc", name);
}

enum tt_status api_space(const char *name, enum tt_space *space, struct tt_error *err)
{
    *space = space_find(name);
    return *space == TT_SPACE_COUNT ? tt_fail(err, TT_BAD_INPUT, "no space is called '%s'", name) : TT_OK;
}

enum tt_status api_range(enum tt_chip chip, enum tt_space space, uint32_t lo, uint32_t count, struct tt_error *err)
{
    const uint32_t size = space_all_bytes(chip, space);
    if (lo <= size && count <= size - lo)
        return TT_OK;
    return tt_fail(err, TT_BAD_INPUT,
                   "%" PRIu32 " bytes at 0x%" PRIX32 " are not all in space %s, which has 0x%" PRIX32, count, lo,
                   space_name(space), size);
}

TTREPLAY_EXPORT uint32_t ttreplay_api(void)
{
    return TTREPLAY_API;
}

TTREPLAY_EXPORT const char *ttreplay_version(void)
{
    return TTR_VERSION;
}

TTREPLAY_EXPORT int ttreplay_tile_new(const char *chip, const char *reading, struct ttreplay_tile **out, char *error)
{
    API_ERROR;
    enum tt_chip id;
    struct variant_set variants = {{0}};
    struct live *live;
    *out = NULL;
    API_TRY(api_chip(chip, &id, err));
    if (reading)
        API_TRY(variants_parse(reading, &variants, err));
    API_TRY(live_new(&live, id, &variants, NULL, err));
    *out = (struct ttreplay_tile *)live;
    return 0;
}

TTREPLAY_EXPORT void ttreplay_tile_free(struct ttreplay_tile *tile)
{
    live_free(live_of(tile));
}

TTREPLAY_EXPORT int ttreplay_chip_space(const char *chip, const char *space, uint32_t *bytes, uint32_t *element,
                                        char *error)
{
    API_ERROR;
    enum tt_chip id;
    enum tt_space at;
    API_TRY(api_chip(chip, &id, err));
    API_TRY(api_space(space, &at, err));
    *bytes = space_bytes(id, at);
    *element = space_element_bytes(at);
    return 0;
}

TTREPLAY_EXPORT int ttreplay_space(const struct ttreplay_tile *tile, const char *space, uint32_t *bytes,
                                   uint32_t *element, char *error)
{
    return ttreplay_chip_space(chip_get(live_chip(live_of(tile)))->name, space, bytes, element, error);
}

static enum tt_status tile_find_range(const struct ttreplay_tile *tile, const char *name, uint32_t lo, uint32_t count,
                                      enum tt_space *space, struct tt_error *err)
{
    TRY(api_space(name, space, err));
    return api_range(live_chip(live_of(tile)), *space, lo, count, err);
}

TTREPLAY_EXPORT int ttreplay_read(struct ttreplay_tile *tile, const char *space, uint32_t lo, uint32_t count,
                                  uint8_t *bytes, char *error)
{
    API_ERROR;
    enum tt_space at;
    API_TRY(tile_find_range(tile, space, lo, count, &at, err));
    if (count)
        tile_load(live_tile(live_of(tile)), at, lo, count, bytes);
    return 0;
}

TTREPLAY_EXPORT int ttreplay_write(struct ttreplay_tile *tile, const char *space, uint32_t lo, uint32_t count,
                                   const uint8_t *bytes, char *error)
{
    API_ERROR;
    enum tt_space at;
    API_TRY(tile_find_range(tile, space, lo, count, &at, err));
    if (at == TT_SPACE_L1)
        API_TRY(live_store_l1(live_of(tile), lo, bytes, count, err));
    else if (count)
        tile_store(live_tile(live_of(tile)), at, lo, count, bytes, NULL);
    return 0;
}

TTREPLAY_EXPORT int ttreplay_load(struct ttreplay_tile *tile, uint32_t addr, uint32_t *value, char *error)
{
    API_ERROR;
    return (int)live_load(live_of(tile), addr, value, err);
}

TTREPLAY_EXPORT int ttreplay_store(struct ttreplay_tile *tile, uint32_t addr, uint32_t value, char *error)
{
    API_ERROR;
    return (int)live_store(live_of(tile), addr, value, err);
}

TTREPLAY_EXPORT int ttreplay_push(struct ttreplay_tile *tile, uint32_t thread, uint32_t word, uint32_t *took,
                                  char *error)
{
    API_ERROR;
    bool has_room = false;
    const enum tt_status status = live_push(live_of(tile), thread, word, &has_room, err);
    *took = has_room;
    return (int)status;
}

static enum tt_status api_tile_run(struct ttreplay_tile *tile, uint64_t rounds, const struct live_until *until,
                                   uint32_t *end, uint64_t *round, struct tt_error *err)
{
    enum live_end came;
    const enum tt_status status = live_run(live_of(tile), rounds, until, &came, err);
    *end = (uint32_t)came;
    *round = live_round(live_of(tile));
    return status;
}

TTREPLAY_EXPORT int ttreplay_run(struct ttreplay_tile *tile, uint64_t rounds, uint32_t *end, uint64_t *round,
                                 char *error)
{
    API_ERROR;
    return (int)api_tile_run(tile, rounds, NULL, end, round, err);
}

TTREPLAY_EXPORT int ttreplay_run_until(struct ttreplay_tile *tile, uint32_t addr, uint32_t mask, uint32_t value,
                                       uint32_t is_other, uint64_t rounds, uint32_t *end, uint64_t *round, char *error)
{
    API_ERROR;
    uint32_t before;
    const struct live_until until = {.addr = addr, .mask = mask, .value = value & mask, .is_other = is_other != 0};
    API_TRY(live_load(live_of(tile), addr, &before, err));
    return (int)api_tile_run(tile, rounds, &until, end, round, err);
}

TTREPLAY_EXPORT int ttreplay_core(const struct ttreplay_tile *tile, const char *core, struct ttreplay_core *out,
                                  char *error)
{
    API_ERROR;
    enum tt_core id;
    API_TRY(api_core(core, &id, err));
    const struct cores *cores = live_cores(live_of(tile));
    const struct riscv_core *state = cores_core(cores, id);
    out->is_running = cores_is_running(cores, id);
    out->is_parked = cores_is_parked(cores, id);
    out->is_halted = cores_is_halted(cores, id);
    out->pc = state->pc;
    memcpy(out->x, state->x, sizeof out->x);
    out->instructions = state->retired;
    return 0;
}

TTREPLAY_EXPORT uint64_t ttreplay_findings(const struct ttreplay_tile *tile, const char **last)
{
    *last = live_finding(live_of(tile));
    return live_findings(live_of(tile));
}

TTREPLAY_EXPORT int ttreplay_field(const char *chip, const char *name, const char **space, uint32_t *word,
                                   uint32_t *shift, uint32_t *bits, char *error)
{
    API_ERROR;
    enum tt_chip id;
    char near[REG_NEAR_TEXT_MAX];
    API_TRY(api_chip(chip, &id, err));
    const enum reg_id reg = reg_find(id, name);
    if (reg == REG_COUNT)
        return (int)tt_fail(err, TT_BAD_INPUT, "%s has no field '%s'%s", chip, name, reg_near_text(id, name, near));
    const struct reg_field *field = reg_field_get(id, reg);
    *space = space_name(field->space);
    *word = field->word;
    *shift = field->shift;
    *bits = field->bits;
    return 0;
}
