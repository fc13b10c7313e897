/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the value to look at: the fault itself, not its consequences. */
#include "ask/bisect/place.h"

#include "ask/run/insn_trace.h"
#include "ask/run/upstream.h"
#include "base/little.h"
#include "capture/symbols.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "numeric/bfp.h"

static struct upstream place_of_byte(const struct difference *difference, const struct writers *writers, size_t byte)
{
    const struct writer *writer = writer_of(writers, byte);
    return (struct upstream){(enum tt_space)difference->bytes[byte].space, writer, writer ? writer->seq : 0};
}

/* Of bytes by rising number. */
static bool place_comes_before(const struct difference *difference, const struct writers *writers, size_t a, size_t b)
{
    const struct upstream place_a = place_of_byte(difference, writers, a),
                          place_b = place_of_byte(difference, writers, b);
    const int order = upstream_compare(&place_a, &place_b);
    return order ? order < 0 : a < b;
}

static enum bisect_part part_of(enum tt_space space, const struct writer *writer)
{
    if (space != TT_SPACE_L1)
        return BISECT_REGISTER;
    switch (writer ? writer->of.stream : ACCESS_PLAIN) {
    case ACCESS_PACK_DATA:
        return writer->width ? BISECT_DATUM : BISECT_BYTES;
    case ACCESS_PACK_EXPONENT:
        return BISECT_SHARED_EXPONENT;
    case ACCESS_PACK_ROW_START:
        return BISECT_ROW_START;
    case ACCESS_PACK_PADDING:
        return BISECT_PADDING;
    case ACCESS_PLAIN:
        break;
    }
    return BISECT_BYTES;
}

/* The whole value, as the device held it and as it was replayed; bytes that do not differ are the capture's. */
static enum tt_status place_take_value(struct bisect_place *place, const struct difference *difference, size_t any,
                                       struct ttcap *capture, struct tt_error *err)
{
    const struct differing_byte *bytes = difference->bytes;
    uint8_t held[4] = {0}, known[4] = {0}, replayed[4];
    size_t first = any;
    while (first > 0 && bytes[first - 1].element == bytes[any].element)
        first--;
    enum tt_status status =
        ttcap_read(capture, bytes[any].checkpoint, place->space, place->lo, place->hi - place->lo, held, known, err);
    memcpy(replayed, held, sizeof replayed);
    for (size_t i = first; i < difference->count && bytes[i].element == bytes[any].element; i++)
        replayed[(bytes[i].addr - place->lo) % 4] = bytes[i].replayed;
    place->held = load_u32(held);
    place->replayed = load_u32(replayed);
    place->known = load_u32(known);
    place->held_bytes = place->held;
    place->replayed_bytes = place->replayed;
    place->known_bytes = place->known;
    return status;
}

/* A datum that a packer wrote: which, where from, and the stage that changed it last. */
static void describe_datum(struct bisect_place *place, const struct writer *writer, const struct insn_trace *trace)
{
    const struct stage_values *last = insn_trace_last(trace);
    if (!last)
        return;
    const uint32_t bits = format_get(last->format)->storage_bits;
    const uint32_t at = (place->lo - writer->of.lo) * 8;
    uint32_t shift = 0; /* several datums in a byte: the first that differs */
    const uint32_t mask = bits < 32 ? (UINT32_C(1) << bits) - 1 : UINT32_MAX;
    while (bits < 8 && shift < 8 && !((place->held ^ place->replayed) >> shift & mask & (place->known >> shift)))
        shift += bits;
    place->format = last->format;
    place->held = place->held >> shift & mask;
    place->replayed = place->replayed >> shift & mask;
    place->known = place->known >> shift & mask;
    place->datum = writer->of.first_datum + (at + shift) / bits;
    uint32_t nth = UINT32_MAX;
    for (size_t i = 0; i < trace->write_count && nth == UINT32_MAX; i++)
        if (trace->writes[i].stream == ACCESS_PACK_DATA && trace->writes[i].tile == writer->of.tile)
            nth = place->datum - trace->writes[i].first_datum;
    const int changer = insn_trace_changer(trace, nth);
    (void)snprintf(place->stage, sizeof place->stage, "%s", changer < 0 ? "" : trace->stages[changer].name);
    for (unsigned i = 0; i < trace->stage_count && !place->has_origin; i++) {
        const struct stage_values *stage = &trace->stages[i];
        place->has_origin = stage->origin && nth < stage->count;
        if (place->has_origin)
            place->origin = stage->origin[nth];
    }
    place->datum += insn_trace_base(trace);
}

static enum tt_status describe_packed(struct bisect_place *place, const struct writer *writer, struct ttcap *capture,
                                      const struct replay_options *options, struct tt_error *err)
{
    struct insn_trace trace = {0};
    enum tt_status status =
        insn_trace_replay(&trace, capture, options, writer->of.unit, writer->of.instance, writer->seq, err);
    place->tile = writer->of.tile;
    if (!status && place->part == BISECT_DATUM)
        describe_datum(place, writer, &trace);
    if (!status && place->part == BISECT_SHARED_EXPONENT)
        place->datum = writer->of.first_datum + (place->lo - writer->of.lo) * BFP_GROUP + insn_trace_base(&trace);
    insn_trace_clear(&trace);
    return status;
}

/* ---- small state, whose changes are not reported ---- */

struct watch {
    enum tt_chip chip;
    uint32_t lo, value;
    bool has_word;
    uint32_t word; /* that ran last */
    unsigned thread;
    uint64_t seq;
    struct bisect_place *place;
};

static void place_see(struct watch *watch, const struct tile *tile)
{
    uint32_t value;
    tile_load_numbers(tile, TT_SPACE_STATE, watch->lo, 1, &value);
    if (watch->has_word && value != watch->value) {
        watch->place->has_writer = watch->place->has_word = true;
        watch->place->seq = watch->seq;
        watch->place->word = watch->word;
        watch->place->thread = (uint8_t)watch->thread;
        watch->place->unit = isa_unit(watch->chip, watch->word);
    }
    watch->value = value;
}

static void place_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct watch *watch = user;
    place_see(watch, tile);
    watch->has_word = true;
    watch->word = word;
    watch->thread = thread;
    watch->seq = seq;
}

static void place_on_ended(void *user, const struct tile *tile)
{
    place_see(user, tile);
}

/* The last instruction that changed the word before its checkpoint; a store of a core that came in between counts as
 * the word before it. */
static enum tt_status watch_state(struct bisect_place *place, struct ttcap *capture,
                                  const struct replay_options *options, int64_t after, struct tt_error *err)
{
    struct watch watch = {.chip = ttcap_info(capture)->chip, .lo = place->lo, .place = place};
    const struct replay_observer observer = {.user = &watch, .before = place_on_before, .ended = place_on_ended};
    struct replay_options until = *options;
    struct replay_summary summary;
    bisect_end_behind(&until, (uint64_t)after);
    until.takes_all = false; /* checkpoints before this one do not differ, and this one is not to change the view */
    return replay_run(capture, &until, NULL, &observer, &summary, err);
}

/* ---- bytes of L1 that the replay did not write ---- */

struct suspect {
    struct bisect_place *place;
    struct probe_insn insn;
    bool has_written, has_silent;
};

static void place_on_begin(void *user, const struct probe_insn *insn)
{
    struct suspect *suspect = user;
    suspect->insn = *insn;
    suspect->has_written = false;
}

static void place_on_access(void *user, const struct probe_access *access)
{
    struct suspect *suspect = user;
    suspect->has_written |= access->is_write && access->space == TT_SPACE_L1;
}

static void place_on_end(void *user, const struct probe_insn *insn)
{
    struct suspect *suspect = user;
    struct bisect_place *place = suspect->place;
    (void)insn;
    if (suspect->insn.unit != TT_UNIT_PACK || suspect->has_silent || (place->has_suspect && suspect->has_written))
        return;
    suspect->has_silent = !suspect->has_written;
    place->has_suspect = place->has_word = true;
    place->seq = suspect->insn.seq;
    place->word = suspect->insn.word;
    place->thread = suspect->insn.thread;
    place->unit = TT_UNIT_PACK;
}

static enum tt_status find_suspect(struct bisect_place *place, struct ttcap *capture,
                                   const struct replay_options *options, struct tt_error *err)
{
    struct suspect suspect = {.place = place};
    const struct probe probe = {.user = &suspect,
                                .wants = PROBE_INSN | PROBE_ACCESS,
                                .insn_begin = place_on_begin,
                                .insn_end = place_on_end,
                                .access = place_on_access};
    struct replay_summary summary;
    return replay_run(capture, options, &probe, NULL, &summary, err);
}

/* Whether it is of a core's program: where nothing wrote it, another program ran, and no write is missing. */
static bool is_in_program(struct ttcap *capture, uint32_t addr)
{
    char text[TTCAP_PLACE_MAX];
    bool is_named = false;
    for (int core = 0; core < TT_CORE_COUNT; core++) {
        (void)ttcap_place_text(capture, (enum tt_core)core, addr, text);
        is_named |= text[0] != '0';
    }
    return is_named;
}

/* Which stage a reference is of. */
static void name_stage(struct bisect_place *place, uint32_t checkpoint, const struct replay_options *options)
{
    unsigned count;
    for (size_t i = 0; i < options->staged_count; i++) {
        const struct staged *staged = options->staged[i];
        if (staged->checkpoint != checkpoint)
            continue;
        (void)snprintf(place->stage, sizeof place->stage, "%s", unit_stages(staged->unit, &count)[staged->stage].name);
        place->format = staged->is_mixed ? FORMAT_COUNT : staged->made_format;
    }
}

static void place_take_writer(struct bisect_place *place, const struct writer *writer)
{
    if (!writer)
        return;
    place->has_writer = true;
    place->has_word = writer->of.unit != TT_UNIT_CORE;
    place->seq = writer->seq;
    place->word = writer->word;
    place->thread = writer->thread;
    place->unit = writer->of.unit;
    place->instance = writer->of.instance;
    place->rests_on = writer->rests_on;
}

enum tt_status place_find(struct bisect_place *place, const struct difference *difference,
                          const struct writers *writers, struct ttcap *capture, const struct replay_options *options,
                          struct tt_error *err)
{
    const struct differing_byte *bytes = difference->bytes;
    size_t best = 0;
    for (size_t i = 1; i < difference->count && bytes[i].checkpoint == bytes[0].checkpoint; i++)
        if (place_comes_before(difference, writers, i, best))
            best = i;
    const struct writer *writer = writer_of(writers, best);
    const enum tt_space space = (enum tt_space)bytes[best].space;
    *place = (struct bisect_place){.space = space, .part = part_of(space, writer), .format = FORMAT_COUNT};
    place_take_writer(place, writer);
    if (bytes[best].window) {
        place->part = BISECT_WINDOW;
        place->lo = bytes[best].addr;
        place->hi = place->lo + bytes[best].window;
        return TT_OK;
    }
    const uint32_t width = space != TT_SPACE_L1          ? space_element_bytes(space)
                           : place->part == BISECT_DATUM ? writer->width
                                                         : 1;
    const uint32_t from = place->part == BISECT_DATUM ? bytes[best].addr - writer->of.lo : bytes[best].addr;
    place->lo = bytes[best].addr - from % width;
    place->hi = place->lo + width;
    enum tt_status status = place_take_value(place, difference, best, capture, err);
    if (space == TT_SPACE_STAGE)
        name_stage(place, bytes[best].checkpoint, options);
    if (!status && space == TT_SPACE_STATE && !writer)
        return watch_state(place, capture, options, ttcap_checkpoint(capture, bytes[best].checkpoint)->after_event,
                           err);
    if (!status && space == TT_SPACE_L1 && !writer && !is_in_program(capture, place->lo))
        return find_suspect(place, capture, options, err);
    if (status || !writer || writer->of.stream == ACCESS_PLAIN)
        return status;
    return describe_packed(place, writer, capture, options, err);
}
