/* SPDX-License-Identifier: Apache-2.0 */
/* A run's spaces as they stood, byte by byte, and which bytes are unknown. */
#include "api/api.h"
#include "ask/diff/end_state.h"
#include "ask/run/address.h"
#include "ask/run/run_whole.h"
#include "ask/why/why.h"
#include "base/little.h"
#include "isa/chip.h"
#include "isa/spaces.h"
#include "order/sets.h"
#include "results/results.h"

/* Lays a field's value over a copy of its word. A field that was set before an event holds until the program stores
 * there again. */
static void lay_field(struct end_bytes *end, const struct replay_set *set, const struct reg_field *field, uint32_t at)
{
    const uint32_t width = space_element_bytes(field->space);
    const uint32_t mask = (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
    if (at < end->lo || at + width > end->lo + end->count)
        return;
    uint8_t *bytes = end->bytes + (at - end->lo);
    if (set->has_event && end->writer[at - end->lo] > set->event)
        return;
    const uint32_t word = load_number(bytes, width);
    store_number(bytes, width, (word & ~mask) | (set->value << field->shift & mask));
}

/* `replay --set` stands in no access. */
static enum tt_status lay_sets(struct end_bytes *end, const struct results_run_row *run, enum tt_space space,
                               int64_t at, struct tt_error *err)
{
    struct replay_set *sets OWNED(mem_free_at) = NULL;
    size_t count = 0;
    TRY(run_sets_read(run, &sets, &count, err));
    const struct chip *chip = chip_get(run->chip);
    for (size_t i = 0; i < count; i++) {
        if (replay_set_is_state(&sets[i]))
            continue;
        const struct reg_field *field = reg_field_get(run->chip, sets[i].field);
        const bool is_state = field->space == TT_SPACE_CFG;
        const uint32_t words = is_state ? chip->cfg_words : chip->thread_words,
                       copies = is_state ? CFG_STATES : THREADS;
        if (field->space != space || (sets[i].has_event && (int64_t)sets[i].event > at))
            continue;
        for (uint32_t copy = 0; copy < copies; copy++)
            lay_field(end, &sets[i], field, (copy * words + field->word) * space_element_bytes(space));
    }
    return TT_OK;
}

TTREPLAY_EXPORT int ttreplay_image(struct ttreplay_database *database, const char *space, uint32_t lo, uint32_t count,
                                   int64_t at, uint8_t *bytes, uint8_t *known, char *error)
{
    API_ERROR;
    struct results *results = api_results(database);
    const struct results_run_row *run = results_run(results);
    struct end_bytes end OWNED(end_bytes_clear) = {0};
    enum tt_space of;
    API_TRY(api_space(space, &of, err));
    API_TRY(api_range(run->chip, of, lo, count, err));
    API_TRY(run_check_whole(run, "read a space", err));
    if (!count)
        return 0;
    API_TRY(end_bytes_read_at(&end, results, of, lo, count, at, err));
    API_TRY(lay_sets(&end, run, of, at, err));
    for (uint32_t i = 0; i < count; i++) {
        bytes[i] = end.unknown[i] ? 0 : end.bytes[i];
        known[i] = end.unknown[i] ? 0 : 0xFF;
    }
    return 0;
}

TTREPLAY_EXPORT int ttreplay_place(struct ttreplay_database *database, const char *place, const char **space,
                                   uint32_t *lo, uint32_t *hi, char *error)
{
    API_ERROR;
    struct address_place found;
    API_TRY(why_place_parse(&found, api_results(database), place, err));
    *space = space_name(found.space);
    *lo = found.lo;
    *hi = found.hi;
    return 0;
}
