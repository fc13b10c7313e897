/* SPDX-License-Identifier: Apache-2.0 */
/* References of one run, handed to a replay as checkpoints of its capture. */
#include "ask/run/expect/expect.h"

#include "base/little.h"
#include "isa/isa.h"
#include "tile/tile.h"

/* ---- the list ---- */

static enum tt_status expects_room(struct expects *expects, struct expect **expect, struct tt_error *err)
{
    REFUSE_IF(expects->count == EXPECTS_MAX, err, "more than %u references at once", EXPECTS_MAX);
    *expect = expects->items[expects->count] = mem_calloc(1, sizeof **expect);
    NEED(*expect, err, "no memory for the reference");
    expects->count++;
    return TT_OK;
}

enum tt_status expects_add(struct expects *expects, const struct expect_asked *asked, enum tt_chip chip,
                           struct tt_error *err)
{
    struct expect *expect;
    const enum tt_status status = expects_room(expects, &expect, err);
    return status ? status : expect_read(expect, asked, chip, err);
}

enum tt_status expects_add_bytes(struct expects *expects, const struct expect_asked *asked, enum tt_chip chip,
                                 const uint8_t *bytes, size_t count, struct tt_error *err)
{
    struct expect *expect;
    const enum tt_status status = expects_room(expects, &expect, err);
    return status ? status : expect_read_bytes(expect, asked, chip, bytes, count, err);
}

void expects_clear(struct expects *expects)
{
    for (size_t i = 0; i < expects->count; i++) {
        expect_clear(expects->items[i]);
        mem_free(expects->items[i]);
    }
    *expects = (struct expects){0};
}

const struct expect *expects_at(const struct expects *expects, uint32_t checkpoint)
{
    for (size_t i = 0; i < expects_count(expects); i++)
        if (expects->references[i].checkpoint == checkpoint)
            return expects->items[i];
    return NULL;
}

/* ---- as good as its own ---- */

static void accept_all(struct expect *expect, const struct tile *tile)
{
    struct expect_image image = {{0}, {0}};
    for (size_t i = 0; i < expect->part_count; i++) {
        if (expect->is_of_stage)
            copy_numbers(expect->replayed[i], expect->staged.values, expect->count, sizeof(uint32_t));
        else
            tile_load(tile, expect->space, expect->parts[i].lo, expect->parts[i].count, expect->replayed[i]);
        image.bytes[i] = expect->replayed[i];
    }
    expect_see(expect, &image);
    expect_accept(expect, &image, expect->accepted);
}

/* user: the references. The stretches of a checkpoint come by rising address: the first brings all of them. */
static void accept(void *user, const struct tile *tile, uint32_t checkpoint, enum tt_space space, uint32_t lo,
                   uint32_t count, uint8_t *held)
{
    struct expects *expects = user;
    struct expect *expect = NULL;
    for (size_t i = 0; i < expects->count && !expect; i++)
        if (expects->references[i].checkpoint == checkpoint)
            expect = expects->items[i];
    if (!expect || space != expect->space)
        return;
    if (lo <= expect->parts[0].lo)
        accept_all(expect, tile);
    for (size_t i = 0; i < expect->part_count; i++) {
        const struct ttcap_range *part = &expect->parts[i];
        const uint32_t from = lo > part->lo ? lo : part->lo;
        const uint32_t end = lo + count < part->lo + part->count ? lo + count : part->lo + part->count;
        if (from < end)
            memcpy(held + (from - lo), expect->accepted[i] + (from - part->lo), end - from);
    }
}

static bool is_misread(void *user)
{
    const struct expects *expects = user;
    bool is = true;
    for (size_t i = 0; i < expects->count; i++)
        is = is && expect_is_misread(expects->items[i]);
    return is;
}

/* ---- before a replay ---- */

static enum tt_status check_units(const struct ttcap *capture, const struct replay_options *options,
                                  struct tt_error *err)
{
    const uint32_t all = replay_units(ttcap_info(capture)->chip);
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++)
        if (all & ~options->units & 1u << unit)
            return tt_fail(err, TT_UNSUPPORTED,
                           "unit %s does not run, and what it would have made is of the recording: a reference is held "
                           "against a replay of all units",
                           unit_name((enum tt_unit)unit));
    return TT_OK;
}

static enum tt_status put_one(struct expects *expects, size_t at, struct ttcap *capture,
                              const struct replay_options *options, struct tt_error *err)
{
    const struct address_marks marks = address_marks_of_capture(capture);
    struct expect *expect = expects->items[at];
    struct ttcap_reference *reference = &expects->references[at];
    TRY(expect_moment(&reference->after, expect, &marks, err));
    const bool is_before_end =
        expect->asked.after || options->has_until || (expect->is_of_stage && !expect->staged.is_all);
    if (options->order != REPLAY_EXECUTED && is_before_end)
        return tt_fail(err, TT_UNSUPPORTED,
                       "a reference is held before the end of the run in executed order alone: in the others a tile "
                       "has no one state behind an event");
    REFUSE_IF(expect->is_of_stage && !expect->staged.is_all && expect->staged.event >= ttcap_info(capture)->event_count,
              err, "--insn %s: there is no such event, the capture has %llu", expect->asked.insn,
              (unsigned long long)ttcap_info(capture)->event_count);
    if (options->has_until && (uint64_t)reference->after >= options->until)
        reference->after = (int64_t)options->until - 1;
    reference->id = expects->count > 1 ? expect->asked.path : "expected";
    reference->count = expect->part_count;
    memcpy(reference->ranges, expect->parts, sizeof reference->ranges);
    return TT_OK;
}

enum tt_status expects_put(struct expects *expects, struct ttcap *capture, struct replay_options *options,
                           struct tt_error *err)
{
    if (!expects->count)
        return TT_OK;
    TRY(check_units(capture, options, err));
    for (size_t i = 0; i < expects->count; i++)
        TRY(put_one(expects, i, capture, options, err));
    TRY(ttcap_expect(capture, expects->references, expects->count, err));
    expects->tolerance = (struct replay_tolerance){expects, accept, is_misread};
    options->tolerance = &expects->tolerance;
    options->staged = expects->staged;
    for (size_t i = 0; i < expects->count; i++) {
        if (!expects->items[i]->is_of_stage)
            continue;
        expects->items[i]->staged.checkpoint = expects->references[i].checkpoint;
        expects->staged[options->staged_count++] = &expects->items[i]->staged;
    }
    return TT_OK;
}
