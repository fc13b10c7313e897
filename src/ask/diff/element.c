/* SPDX-License-Identifier: Apache-2.0 */
/* From a differing byte to the thing it belongs to: a datum, a shared exponent, padding, a register. */
#include "ask/diff/diff_internal.h"

#include "base/little.h"
#include "base/search.h"
#include "isa/spaces.h"
#include "numeric/bfp.h"

static bool differs_at(const struct replay_mismatch *run, uint32_t at)
{
    return ((run->held[at] ^ run->replayed[at]) & run->known[at]) != 0;
}

bool group_bytes(const struct diff_group *group, uint32_t addr, uint8_t *held, uint8_t *replayed)
{
    const size_t i = SEARCH_FIRST(group->runs, group->count, item->hi <= addr);
    if (i == group->count || addr < group->runs[i].lo)
        return false;
    const struct replay_mismatch *run = &group->runs[i];
    *held = run->held[addr - run->lo];
    *replayed = run->replayed[addr - run->lo];
    return true;
}

/* Up to four bytes from `at`. */
static uint32_t bytes_at(const uint8_t *bytes, uint32_t at, uint32_t count)
{
    return load_number(bytes + at, count < 4 ? count : 4);
}

static void element_take_values(struct diff_item *item, const struct replay_mismatch *run, uint32_t at, uint32_t count)
{
    item->lo = run->lo + at;
    item->hi = item->lo + count;
    item->held = bytes_at(run->held, at, count);
    item->replayed = bytes_at(run->replayed, at, count);
    item->known = bytes_at(run->known, at, count);
}

/* Differing bytes in a row that have the same owner, as one thing. */
static uint32_t stretch_of_owner(const struct differ *differ, const struct replay_mismatch *run, uint32_t at)
{
    const struct results_access_row *owner = owner_at(differ, at);
    uint32_t end = at + 1;
    while (end < run->hi - run->lo && differs_at(run, end) && owner_at(differ, end) == owner)
        end++;
    return end - at;
}

static void element_take_stages(struct diff_item *item, const struct insn_trace *trace, uint32_t nth)
{
    for (unsigned i = 0; i < trace->stage_count; i++) {
        const struct stage_values *stage = &trace->stages[i];
        struct diff_stage *into = &item->stages[item->stage_count];
        if (!format_is_datum(stage->format) || !stage_value_at(trace, stage, nth, &into->bits))
            continue;
        into->name = stage->name;
        into->format = stage->format;
        into->is_changed = stage->is_changed;
        item->stage_count++;
        if (stage->origin && nth < stage->count && stage->origin[nth] != UINT16_MAX) {
            item->has_origin = true;
            item->origin = stage->origin[nth];
        }
    }
    int changer = insn_trace_changer(trace, nth);
    if (changer >= 0)
        (void)snprintf(item->stage, sizeof item->stage, "%s", trace->stages[changer].name);
}

/* The shared exponents of a block datum, put into bits 15:8 of both values. */
static void take_shared(const struct differ *differ, struct diff_item *item, uint32_t from_stage)
{
    uint32_t addr = 0;
    uint8_t held = (uint8_t)(from_stage >> 8), replayed = held;
    if (insn_trace_exponent(&differ->trace, item->tile, item->datum, &addr))
        (void)group_bytes(&differ->group, addr, &held, &replayed);
    item->held |= (uint32_t)held << 8;
    item->replayed |= (uint32_t)replayed << 8;
}

static uint64_t element_distance(const struct diff_item *item, bool is_block)
{
    if (is_block)
        return format_ulps(item->format, item->held & 0xFF, item->held >> 8, item->replayed & 0xFF,
                           item->replayed >> 8);
    return format_ulps(item->format, item->held, 0, item->replayed, 0);
}

/* Datum `nth` of the instruction, at byte `at` of the run and bit `shift` of it. */
static enum tt_status element_add_datum(struct differ *differ, const struct replay_mismatch *run,
                                        struct diff_item *item, uint32_t at, uint32_t nth, uint32_t shift)
{
    const struct stage_values *last = insn_trace_last(&differ->trace);
    const struct format_info *info = format_get(last->format);
    uint32_t width = info->storage_bits, mask = width < 32 ? (1u << width) - 1 : UINT32_MAX;
    element_take_values(item, run, at, width < 8 ? 1 : width / 8);
    item->part = DIFF_DATUM;
    item->format = last->format;
    item->held = (item->held >> shift) & mask;
    item->replayed = (item->replayed >> shift) & mask;
    item->known = (item->known >> shift) & mask;
    item->datum_count = 1;
    if (!((item->held ^ item->replayed) & item->known))
        return TT_OK;
    element_take_stages(item, &differ->trace, nth);
    if (info->is_block)
        take_shared(differ, item, nth < last->count ? last->values[nth] : 0);
    item->ulps = element_distance(item, info->is_block);
    item->datum += insn_trace_base(&differ->trace);
    (void)datum_place_text(item->datum, item->place);
    return tally_add(differ, item);
}

/* The datum, or the few datums, that the byte `at` holds a part of. */
static enum tt_status element_add_datums(struct differ *differ, const struct replay_mismatch *run,
                                         const struct results_access_row *owner, const struct diff_item *base,
                                         uint32_t at, uint32_t *next)
{
    const struct probe_access *first = insn_trace_write(&differ->trace, ACCESS_PACK_DATA);
    uint32_t width = format_get(insn_trace_last(&differ->trace)->format)->storage_bits;
    uint32_t offset = run->lo + at - owner->of.lo;
    uint32_t bytes = width < 8 ? 1 : width / 8, start = offset / bytes * bytes;
    uint32_t back = offset - start; /* the datum may begin before the byte that differs */
    if (back > at)
        back = at;
    uint32_t from = at - back, length = run->hi - run->lo;
    *next = from + bytes < length ? from + bytes : length;
    for (uint32_t shift = 0; shift < 8; shift += width) {
        struct diff_item item = *base;
        item.tile = owner->of.tile;
        item.datum = owner->of.first_datum + (start * 8 + shift) / width;
        uint32_t nth = first && first->tile == owner->of.tile ? item.datum - first->first_datum : UINT32_MAX;
        enum tt_status status = TT_OK;
        if (*next - from == bytes)
            status = element_add_datum(differ, run, &item, from, nth, shift);
        if (status)
            return status;
        if (width >= 8)
            break;
    }
    return TT_OK;
}

static const char *block_stage(const struct insn_trace *trace)
{
    for (unsigned i = 0; i < trace->stage_count; i++) {
        const struct format_info *info = format_get(trace->stages[i].format);
        if (info && info->is_block)
            return trace->stages[i].name;
    }
    return "";
}

static enum tt_status add_exponent(struct differ *differ, const struct replay_mismatch *run,
                                   const struct results_access_row *owner, struct diff_item *item, uint32_t at)
{
    element_take_values(item, run, at, 1);
    item->part = DIFF_SHARED_EXPONENT;
    item->format = FORMAT_EXPONENT;
    item->tile = owner->of.tile;
    item->datum = owner->of.first_datum + (item->lo - owner->of.lo) * BFP_GROUP + insn_trace_base(&differ->trace);
    item->datum_count = BFP_GROUP;
    (void)snprintf(item->stage, sizeof item->stage, "%s", block_stage(&differ->trace));
    (void)snprintf(item->place, sizeof item->place, "face %u, row %u", item->datum / 256, item->datum % 256 / 16);
    return tally_add(differ, item);
}

static enum tt_status add_stretch(struct differ *differ, const struct replay_mismatch *run, struct diff_item *item,
                                  enum diff_part part, uint32_t at, uint32_t *next)
{
    uint32_t count = stretch_of_owner(differ, run, at);
    element_take_values(item, run, at, count);
    item->part = part;
    *next = at + count;
    return tally_add(differ, item);
}

static enum tt_status add_register(struct differ *differ, const struct replay_mismatch *run, struct diff_item *item,
                                   uint32_t at, uint32_t *next)
{
    uint32_t bytes = space_element_bytes(item->space);
    uint32_t from = at - (run->lo + at) % bytes, length = run->hi - run->lo;
    if (from > at) /* the run begins inside the element */
        from = 0;
    uint32_t count = from + bytes < length ? bytes : length - from;
    element_take_values(item, run, from, count);
    item->part = DIFF_REGISTER;
    *next = from + count;
    (void)place_text(differ->chip, item->space, item->lo, (item->held ^ item->replayed) & item->known, item->place);
    return tally_add(differ, item);
}

static enum tt_status take_owner(struct differ *differ, const struct results_access_row *owner, struct diff_item *item)
{
    if (!owner)
        return TT_OK;
    item->has_writer = true;
    item->seq = owner->seq;
    item->unit = owner->of.unit;
    item->instance = owner->of.instance;
    enum tt_status status = TT_OK;
    if (!differ->insn.is_known || differ->insn.seq != owner->seq) {
        struct results_insn_row row;
        status = results_insn_at(differ->results, owner->seq, &row, &differ->insn.has_word, differ->err);
        differ->insn.is_known = status == TT_OK;
        differ->insn.seq = owner->seq;
        if (differ->insn.has_word) {
            differ->insn.word = row.word;
            differ->insn.thread = row.thread;
        }
    }
    item->has_word = differ->insn.has_word;
    item->word = differ->insn.word;
    item->thread = differ->insn.thread;
    return status;
}

/* Whether the instruction's stages say how wide its datums are in L1. */
static bool has_width(const struct insn_trace *trace)
{
    const struct stage_values *last = insn_trace_last(trace);
    if (!last)
        return false;
    uint32_t width = format_get(last->format)->storage_bits;
    return width == 2 || width == 4 || width == 8 || width == 16 || width == 32;
}

enum tt_status element_add(struct differ *differ, const struct replay_mismatch *run, uint32_t at, uint32_t *next)
{
    const struct results_access_row *owner = owner_at(differ, at);
    struct diff_item item = {
        .checkpoint = differ->group.checkpoint, .space = differ->group.space, .format = FORMAT_COUNT};
    *next = at + 1;
    TRY(take_owner(differ, owner, &item));
    if (item.space != TT_SPACE_L1)
        return add_register(differ, run, &item, at, next);
    if (!owner)
        return add_stretch(differ, run, &item, DIFF_UNWRITTEN, at, next);
    if (owner->of.stream == ACCESS_PLAIN)
        return add_stretch(differ, run, &item, DIFF_STORE, at, next);
    TRY(insn_trace_load(&differ->trace, differ->results, owner->of.unit, owner->of.instance, owner->seq, differ->err));
    switch (owner->of.stream) {
    case ACCESS_PACK_DATA:
        if (has_width(&differ->trace))
            return element_add_datums(differ, run, owner, &item, at, next);
        return add_stretch(differ, run, &item, DIFF_BYTES, at, next);
    case ACCESS_PACK_EXPONENT:
        return add_exponent(differ, run, owner, &item, at);
    case ACCESS_PACK_ROW_START:
        return add_stretch(differ, run, &item, DIFF_ROW_START, at, next);
    case ACCESS_PACK_PADDING:
        return add_stretch(differ, run, &item, DIFF_PADDING, at, next);
    case ACCESS_PLAIN:
        break;
    }
    return TT_OK;
}
