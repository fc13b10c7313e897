/* SPDX-License-Identifier: Apache-2.0 */
#include "plant/device.h"

#include "ask/reduce/copy.h"
#include "isa/spaces.h"
#include "plant/trail.h"
#include "plant/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 60 };

struct device {
    struct plant *plant;
    struct ttcap *from;
};

static bool device_is_data(enum tt_space space)
{
    return space == TT_SPACE_SRCA || space == TT_SPACE_SRCB || space == TT_SPACE_DST || space == TT_SPACE_LREG;
}

/* At the chosen checkpoint what the one before it held there. */
static void device_put_older(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count,
                             uint8_t *bytes, uint8_t *known)
{
    const struct device *device = user;
    const struct plant *plant = device->plant;
    const uint32_t from = lo > plant->addr ? lo : plant->addr;
    const uint32_t to = lo + count < plant->addr + plant->bytes ? lo + count : plant->addr + plant->bytes;
    uint8_t older[COPY_PAGE], was[COPY_PAGE];
    struct tt_error err;
    if (checkpoint != plant->checkpoint || space != plant->space || from >= to ||
        ttcap_read(device->from, checkpoint - 1, space, from, to - from, older, was, &err))
        return;
    for (uint32_t at = from; at < to; at++)
        if (was[at - from] == UINT8_MAX && known[at - lo] == UINT8_MAX)
            bytes[at - lo] = older[at - from];
}

/* What a word wrote between that checkpoint and the one before. */
static bool device_choose_moment(struct plant *plant, const struct trail *trail, struct ttcap *from, uint64_t *state)
{
    const struct trail_write *write = &trail->writes[plant_draw(state) % trail->write_count];
    plant->checkpoint = 1 + (uint32_t)(plant_draw(state) % (ttcap_info(from)->checkpoint_count - 1));
    plant->space = write->space;
    plant->addr = write->lo;
    plant->bytes = write->hi - write->lo;
    plant->seq = write->seq;
    return (write->space == TT_SPACE_DST || write->space == TT_SPACE_L1) &&
           (int64_t)write->seq > ttcap_checkpoint(from, plant->checkpoint - 1)->after_event &&
           (int64_t)write->seq <= ttcap_checkpoint(from, plant->checkpoint)->after_event;
}

static bool device_choose_datum(struct plant *plant, const struct trail *trail, uint64_t *state)
{
    const struct trail_write *write = &trail->writes[plant_draw(state) % trail->write_count];
    plant->space = write->space;
    plant->addr = write->lo + (uint32_t)(plant_draw(state) % (write->hi - write->lo));
    plant->bit = plant_draw(state) % 8;
    plant->seq = write->seq;
    plant->unit = write->unit;
    return device_is_data(write->space) && write->unit != TT_UNIT_CORE;
}

static enum tt_status device_make(struct device *device, bool *is_made, const char *path, struct tt_error *err)
{
    struct plant *plant = device->plant;
    const struct plant_poke poke = {.behind = plant->seq, .space = plant->space, .at = plant->addr, .bit = plant->bit};
    const struct copy_edit edit = {.user = device, .change_known = device_put_older};
    struct replay_options options;
    struct replay_summary summary;
    enum tt_status status = TT_OK;
    replay_options_init(&options, ttcap_info(device->from));
    if (plant->kind == PLANT_MOMENT)
        status = capture_copy(device->from, path, true, &edit, err);
    else
        status = plant_record(device->from, &options, &poke, path, &summary, err);
    return status ? status : plant_is_shown(is_made, path, err);
}

enum tt_status plant_device(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                            struct tt_error *err)
{
    struct device device = {plant, from};
    struct trail trail = {0};
    struct replay_options options;
    replay_options_init(&options, ttcap_info(from));
    enum tt_status status = trail_follow(&trail, from, &options, err);
    for (int i = 0; i < TRIES && !status && !*is_made && trail.write_count; i++)
        if (plant->kind == PLANT_MOMENT ? device_choose_moment(plant, &trail, from, state)
                                        : device_choose_datum(plant, &trail, state))
            status = device_make(&device, is_made, path, err);
    plant->first_event = plant->last_event = (int64_t)plant->seq;
    for (size_t i = 0; i < trail.insn_count; i++)
        if (trail.insns[i].seq == plant->seq)
            plant->thread = trail.insns[i].thread;
    (void)snprintf(plant->text, sizeof plant->text,
                   "%s: %s byte 0x%" PRIx32 ", bit %u or %" PRIu32 " bytes, of event %" PRIu64 ", checkpoint %" PRIu32,
                   plant_kind_name(plant->kind), space_name(plant->space), plant->addr, plant->bit, plant->bytes,
                   plant->seq, plant->checkpoint);
    trail_clear(&trail);
    return status;
}
