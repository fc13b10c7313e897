/* SPDX-License-Identifier: Apache-2.0 */
#include "plant/trail.h"

#include <stdlib.h>
#include <string.h>

static void *room(void *items, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return items;
    *capacity = 2 * need;
    items = realloc(items, *capacity * size);
    if (!items)
        abort();
    return items;
}

static void on_begin(void *user, const struct probe_insn *insn)
{
    struct trail *trail = user;
    trail->insns = room(trail->insns, &trail->insn_capacity, trail->insn_count + 1, sizeof *trail->insns);
    trail->insns[trail->insn_count++] = (struct trail_insn){insn->seq, 0, insn->unit, (uint8_t)insn->thread};
}

static void mix(struct trail *trail, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    uint64_t sum = trail->insns[trail->insn_count - 1].sum;
    for (size_t i = 0; i < count; i++)
        sum = (sum + at[i] + 1) * UINT64_C(6364136223846793005);
    trail->insns[trail->insn_count - 1].sum = sum;
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    const uint32_t head[] = {stage->instance, stage->stage, stage->format, stage->count};
    mix(user, head, sizeof head);
    mix(user, stage->values, (size_t)stage->count * stage->value_bytes);
}

static void on_access(void *user, const struct probe_access *access)
{
    struct trail *trail = user;
    const uint32_t head[] = {(uint32_t)access->space, access->lo, access->hi};
    if (!access->is_write || trail->insn_count == 0)
        return;
    mix(trail, head, sizeof head);
    if (access->after)
        mix(trail, access->after, access->hi - access->lo);
    trail->writes = room(trail->writes, &trail->write_capacity, trail->write_count + 1, sizeof *trail->writes);
    trail->writes[trail->write_count++] = (struct trail_write){trail->insns[trail->insn_count - 1].seq, access->space,
                                                               access->unit, access->lo, access->hi};
}

enum tt_status trail_follow(struct trail *trail, struct ttcap *capture, const struct replay_options *options,
                            struct tt_error *err)
{
    const struct probe probe = {
        trail, PROBE_INSN | PROBE_STAGE | PROBE_ACCESS, on_begin, NULL, on_stage, on_access, NULL, NULL, NULL};
    trail->write_count = trail->insn_count = 0;
    return replay_run(capture, options, &probe, NULL, &trail->summary, err);
}

void trail_clear(struct trail *trail)
{
    free(trail->writes);
    free(trail->insns);
    *trail = (struct trail){0};
}

static bool is_data_unit(enum tt_unit unit)
{
    return unit == TT_UNIT_PACK || unit == TT_UNIT_UNPACK0 || unit == TT_UNIT_UNPACK1 || unit == TT_UNIT_MATRIX ||
           unit == TT_UNIT_VECTOR || unit == TT_UNIT_MOVER;
}

/* The first instruction of a data unit that does not come to the same; an event more from `inserted` on in b. */
static void part(struct plant *plant, const struct trail *a, const struct trail *b, uint64_t inserted)
{
    size_t k = 0;
    plant->is_apart = false;
    for (size_t i = 0; i < a->insn_count; i++) {
        if (!is_data_unit(a->insns[i].unit))
            continue;
        const uint64_t seq = a->insns[i].seq + (a->insns[i].seq >= inserted);
        while (k < b->insn_count && b->insns[k].seq < seq)
            k++;
        if (k < b->insn_count && b->insns[k].seq == seq && b->insns[k].sum == a->insns[i].sum)
            continue;
        plant->is_apart = true;
        plant->apart_seq = seq;
        plant->apart_unit = a->insns[i].unit;
        return;
    }
}

enum tt_status trail_part(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t inserted,
                          struct tt_error *err)
{
    struct trail a = {0}, b = {0};
    struct replay_options options;
    struct ttcap *planted = NULL;
    replay_options_init(&options, ttcap_info(from));
    options.takes_all = true; /* as bisect has it, so that later checkpoints start alike */
    enum tt_status status = ttcap_open(&planted, path, err);
    if (!status)
        status = trail_follow(&a, from, &options, err);
    if (!status)
        status = trail_follow(&b, planted, &options, err);
    if (!status) {
        part(plant, &a, &b, inserted);
        *is_made = b.summary.verdict == VERDICT_DIFFERS && a.summary.verdict == VERDICT_SAME;
    }
    /* A difference in the configuration alone is no fault of a unit; PLANT_FIELD is one of the packer's. */
    *is_made = *is_made && plant->is_apart && (plant->kind != PLANT_FIELD || plant->apart_unit == TT_UNIT_PACK);
    ttcap_close(planted);
    trail_clear(&a);
    trail_clear(&b);
    return status;
}

enum tt_status trail_part_options(struct plant *plant, struct ttcap *from, const struct replay_options *as_is,
                                  const struct replay_options *other, struct tt_error *err)
{
    struct trail a = {0}, b = {0};
    enum tt_status status = trail_follow(&a, from, as_is, err);
    if (!status)
        status = trail_follow(&b, from, other, err);
    if (!status)
        part(plant, &a, &b, UINT64_MAX);
    trail_clear(&a);
    trail_clear(&b);
    return status;
}
