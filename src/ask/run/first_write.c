/* SPDX-License-Identifier: Apache-2.0 */
#include "ask/run/address.h"

#include "ask/run/state_walk.h"
#include "base/little.h"
#include "tile/probe.h"

struct search {
    struct address_place place;
    uint32_t copies, apart;
    uint64_t seq;
    bool has;
    uint64_t event;
};

/* ---- stores, as the tile reports them ---- */

static void first_write_on_begin(void *user, const struct probe_insn *insn)
{
    struct search *search = user;
    search->seq = insn->seq;
}

static void first_write_on_access(void *user, const struct probe_access *access)
{
    struct search *search = user;
    for (uint32_t i = 0; i < search->copies && !search->has; i++)
        if (access->is_write && access->space == search->place.space &&
            access->lo < search->place.hi + i * search->apart && access->hi > search->place.lo + i * search->apart) {
            search->has = true;
            search->event = search->seq;
        }
}

static bool first_write_is_enough(void *user)
{
    const struct search *search = user;
    return search->has;
}

static enum tt_status find_store(struct search *search, struct ttcap *capture, const struct replay_options *options,
                                 struct tt_error *err)
{
    const struct probe probe = {.user = search,
                                .wants = PROBE_INSN | PROBE_ACCESS,
                                .insn_begin = first_write_on_begin,
                                .access = first_write_on_access};
    const struct replay_observer observer = {.user = search, .is_enough = first_write_is_enough};
    struct replay_summary summary;
    return replay_run(capture, options, &probe, &observer, &summary, err);
}

/* ---- changes, by looking before and behind each event: steps of counters are not reported ---- */

enum { CELL_BYTES = 4 };

static uint32_t first_write_value_of(const struct search *search, struct state_walk *walk, enum tt_chip chip,
                                     uint32_t copy)
{
    uint8_t bytes[CELL_BYTES];
    const uint32_t count = search->place.hi - search->place.lo;
    state_walk_read(walk, search->place.space, search->place.lo + copy * search->apart, count, bytes);
    const uint32_t word = load_number(bytes, count);
    return search->place.is_field ? reg_field_value(reg_field_get(chip, search->place.field), word) : word;
}

static enum tt_status find_change(struct search *search, struct ttcap *capture, const struct replay_options *options,
                                  struct tt_error *err)
{
    const enum tt_chip chip = ttcap_info(capture)->chip;
    uint32_t before[THREADS];
    struct state_walk *walk = NULL;
    enum tt_status status = state_walk_open(&walk, capture, options, err);
    for (uint32_t i = 0; !status && i < search->copies; i++)
        before[i] = first_write_value_of(search, walk, chip, i);
    while (!status && !search->has) {
        status = state_walk_go(walk, state_walk_at(walk) + 1, err);
        for (uint32_t i = 0; !status && i < search->copies; i++)
            search->has |= first_write_value_of(search, walk, chip, i) != before[i];
        if (search->has)
            search->event = state_walk_at(walk) - 1;
    }
    state_walk_close(walk);
    return walk_ended(status);
}

enum tt_status first_write(struct ttcap *capture, const struct replay_options *options,
                           const struct address_place *place, bool *has, uint64_t *event, struct tt_error *err)
{
    struct search search = {.place = *place};
    struct replay_options whole = *options;
    whole.is_strict = false;
    whole.first = 0;
    whole.last = UINT64_MAX;
    search.copies = address_place_copies(place, ttcap_info(capture)->chip, &search.apart);
    const bool is_change = place->is_field || place->space == TT_SPACE_STATE;
    const enum tt_status status =
        is_change ? find_change(&search, capture, &whole, err) : find_store(&search, capture, &whole, err);
    *has = search.has;
    *event = search.event;
    return status;
}
