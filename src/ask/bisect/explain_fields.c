/* SPDX-License-Identifier: Apache-2.0 */
/* Fields of the configuration at other values: those that a checkpoint shows, those that the unit reads which wrote the
 * first difference, those of all other units. */
#include "ask/bisect/explain_internal.h"

#include "ask/bisect/quick.h"
#include "base/little.h"
#include "isa/isa.h"
#include "isa/unit_fields.h"

/* With the value that the field had, and the writer that left it so. */
static struct bisect_change fields_change(const struct fields *fields, enum reg_id id, uint32_t value)
{
    const struct word_written *written = fields_written(fields, id);
    return (struct bisect_change){.kind = BISECT_SET,
                                  .set = {.field = id, .value = value},
                                  .was = fields_value(fields, id),
                                  .is_unwritten = !written->is_there,
                                  .has_writer = fields_is_left_by(fields, id, written),
                                  .writer = written->seq,
                                  .is_writer_word = written->is_word,
                                  .writer_thread = written->thread};
}

/* A field at another value for good, or from the instruction on alone. */
static enum tt_status fields_try_value(struct search *search, enum reg_id id, uint32_t value, uint64_t seq)
{
    struct bisect_explanation explanation = {.changes = {fields_change(&search->fields, id, value)}, .count = 1};
    enum tt_status status = explain_try(search, &explanation);
    const bool has_events = search->options->replay.order == REPLAY_EXECUTED;
    if (status || !has_events || search->has_held)
        return status;
    explanation.changes[0].set.has_event = true;
    explanation.changes[0].set.event = seq;
    explanation.changes[0].is_guess = true; /* nothing in the recording stores it there */
    return explain_try(search, &explanation);
}

static bool unit_has_settings(enum tt_unit unit)
{
    return unit == TT_UNIT_PACK || unit_is_unpacker(unit) || unit == TT_UNIT_MATRIX || unit == TT_UNIT_VECTOR;
}

/* Of an address also those at which its data landed; *seen: values that are no guess. */
static unsigned fields_values(const struct search *search, const struct fields *fields, enum reg_id id, unsigned *seen,
                              uint32_t values[static FIELD_VALUES_MAX + LANDING_MAX])
{
    const struct landing *landing = &search->landing;
    const uint32_t bits = reg_field_get(fields->chip, id)->bits;
    const unsigned landed = bits >= LANDING_BITS ? landing->count : 0;
    for (unsigned i = 0; i < landed; i++)
        values[i] = (uint32_t)((fields_value(fields, id) + (uint32_t)landing->by[i]) & ((UINT64_C(1) << bits) - 1));
    const unsigned count = fields_other_values(fields, id, seen, values + landed);
    *seen += landed;
    return landed + count;
}

/* One field: values that it held at another time, or those that only might have been. */
static enum tt_status fields_try_one(struct search *search, struct quick *quick, enum reg_id id, bool is_guessing)
{
    uint32_t values[FIELD_VALUES_MAX + LANDING_MAX];
    unsigned seen;
    const unsigned count = fields_values(search, &search->fields, id, &seen, values);
    enum tt_status status = TT_OK;
    for (unsigned i = is_guessing ? seen : 0; i < (is_guessing ? count : seen) && !status; i++) {
        const struct replay_set set = {.field = id, .value = values[i]};
        if (!is_guessing || quick_may_explain(quick, &set))
            status = fields_try_value(search, id, values[i], search->result->first.seq);
    }
    return status;
}

/* Every field that the unit reads; guesses, too, where a value explains all: another field may do as well. */
static enum tt_status fields_try_unit(struct search *search, struct quick *quick)
{
    const struct bisect_place *first = &search->result->first;
    const unsigned section = first->unit == TT_UNIT_PACK ? first->instance : first->unit == TT_UNIT_UNPACK1;
    enum reg_id ids[REG_COUNT];
    const size_t count = unit_fields(search->fields.chip, first->unit, section, ids);
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = fields_try_one(search, quick, ids[i], false);
    enum { SHARE = 8 }; /* of the budget, where one explains all */
    const uint64_t until = search->result->explanation_count
                               ? search->result->replays + explain_share(search->options, SHARE)
                               : UINT64_MAX;
    for (size_t i = 0; i < count && !status && search->result->replays < until; i++)
        status = fields_try_one(search, quick, ids[i], true);
    search->is_cut |= search->result->replays >= until;
    return status;
}

enum tt_status explain_unit_fields(struct search *search)
{
    const struct bisect_place *first = &search->result->first;
    struct quick *quick;
    if ((!first->has_writer && !first->has_suspect) || !unit_has_settings(first->unit))
        return TT_OK;
    enum tt_status status = quick_new(&quick, search->capture, &search->options->replay, first, search->err);
    if (!status)
        status = fields_try_unit(search, quick);
    quick_free(quick);
    return status;
}

/* ---- other units ---- */

/* The thread whose words a unit executes in every kernel of the vendor: its thread configuration is read. */
static unsigned fields_usual_thread(enum tt_unit unit)
{
    return unit_is_unpacker(unit) ? 0 : unit == TT_UNIT_PACK ? 2 : 1;
}

/* Throughout, or from the last instruction on that the first difference came from and that read the field; of a wide
 * field of a thread's own, which loops store again and again, from each that read it. */
static enum tt_status fields_screen_value(struct search *search, const struct bisect_change *change,
                                          const struct chain_setting *setting)
{
    enum { WIDE = 8 /* bits */ };
    struct bisect_explanation explanation = {.changes = {*change}, .count = 1};
    const struct reg_field *field = reg_field_get(search->fields.chip, change->set.field);
    const bool is_wide = field->space == TT_SPACE_THREAD_CFG && field->bits > WIDE;
    enum tt_status status = explain_screen(search, &explanation);
    if (status || !setting->event || !search->chain.is_executed)
        return status;
    explanation.changes[0].set.has_event = true;
    explanation.changes[0].set.event = setting->event;
    if (!search->has_held)
        status = explain_screen(search, &explanation);
    for (unsigned i = 1; i < setting->event_count && is_wide && !search->has_held && !status; i++) {
        explanation.changes[0].set.event = setting->events[i];
        status = explain_screen(search, &explanation);
    }
    return status;
}

static enum tt_status fields_screen_values(struct search *search, const struct fields *fields, enum reg_id id,
                                           const struct chain_setting *setting, bool is_guessing)
{
    uint32_t values[FIELD_VALUES_MAX + LANDING_MAX];
    unsigned seen;
    const unsigned count = fields_values(search, fields, id, &seen, values);
    enum tt_status status = TT_OK;
    for (unsigned i = is_guessing ? seen : 0; i < (is_guessing ? count : seen) && !status; i++) {
        struct bisect_change change = fields_change(fields, id, values[i]);
        change.is_guess = true; /* of hundreds, whatever its value */
        status = fields_screen_value(search, &change, setting);
    }
    return status;
}

struct upstream_search {
    struct fields fields;
    uint64_t until; /* replays */
    bool is_tried[REG_COUNT];
};

/* A field that two units read is tried once. */
static enum tt_status fields_screen_unit(struct search *search, struct upstream_search *upstream, enum tt_unit unit,
                                         bool is_guessing)
{
    enum reg_id ids[REG_COUNT];
    const size_t count = unit_fields(search->fields.chip, unit, REG_EVERY_SECTION, ids);
    enum tt_status status = fields_read(&upstream->fields, search->capture, &search->options->replay,
                                        fields_usual_thread(unit), search->fields.seq, search->err);
    search->result->replays++;
    for (size_t i = 0; i < count && !status && search->result->replays < upstream->until; i++) {
        const struct chain_setting *setting;
        if (upstream->is_tried[ids[i]] || !unit_reads(search->fields.chip, unit, ids[i]) ||
            !chain_reads(&search->chain, search->fields.chip, ids[i], &setting))
            continue;
        upstream->is_tried[ids[i]] = true;
        status = fields_screen_values(search, &upstream->fields, ids[i], setting, is_guessing);
    }
    return status;
}

enum tt_status explain_upstream_fields(struct search *search)
{
    /* Against the way of the data. */
    static const enum tt_unit units[] = {TT_UNIT_PACK, TT_UNIT_VECTOR, TT_UNIT_MATRIX, TT_UNIT_UNPACK0,
                                         TT_UNIT_UNPACK1};
    struct upstream_search *upstream = mem_calloc(1, sizeof *upstream);
    if (!upstream)
        return tt_fail(search->err, TT_NO_MEMORY, "no memory for the fields of all units");
    enum { SHARE = 8 }; /* of the budget, one part in so many; the rest is for words */
    enum tt_status status = explain_chain(search);
    upstream->until = search->result->replays + explain_share(search->options, SHARE);
    for (int is_guessing = 0; is_guessing < 2 && !status; is_guessing++) {
        if (search->result->explanation_count)
            break;
        memset(upstream->is_tried, 0, sizeof upstream->is_tried);
        for (size_t i = 0; i < sizeof units / sizeof *units && !status; i++)
            status = fields_screen_unit(search, upstream, units[i], is_guessing);
    }
    search->is_cut |= search->result->replays >= upstream->until;
    mem_free(upstream);
    return status;
}

/* ---- what a checkpoint shows ---- */

enum { SHOWN_MAX = 64 };

/* When the device may have come to the value that a checkpoint shows: behind what wrote the replayed one, or at an
 * event of [clean, end), behind the checkpoint before it. */
struct shown_moments {
    uint64_t writer, clean, end; /* writer 0: none */
};

enum { SHOWN_EACH = 96 /* events */ };

static enum tt_status shown_try_from(struct search *search, const struct bisect_explanation *throughout, uint64_t event)
{
    struct bisect_explanation explanation = *throughout;
    explanation.changes[0].set.has_event = true;
    explanation.changes[0].set.event = event;
    return explain_try(search, &explanation);
}

/* A field that the device held at another value than the replay. */
static enum tt_status shown_try_field(struct search *search, const struct reg_field *field, enum reg_id id,
                                      uint32_t held, uint32_t replayed, const struct writer *writer,
                                      const struct shown_moments *moments)
{
    const uint32_t mask = (uint32_t)((UINT64_C(1) << field->bits) - 1);
    const unsigned before = search->result->explanation_count;
    struct bisect_explanation explanation = {.count = 1};
    explanation.changes[0] = (struct bisect_change){.kind = BISECT_SET,
                                                    .set = {.field = id, .value = held >> field->shift & mask},
                                                    .was = replayed >> field->shift & mask,
                                                    .is_shown = true,
                                                    .has_writer = writer != NULL,
                                                    .writer = writer ? writer->seq : 0};
    const bool has_events = search->options->replay.order == REPLAY_EXECUTED;
    const uint64_t count = has_events ? moments->end - moments->clean : 0;
    enum tt_status status = TT_OK;
    if (has_events && moments->writer)
        status = shown_try_from(search, &explanation, moments->writer);
    if (!status && search->result->explanation_count == before)
        status = explain_try(search, &explanation);
    search->is_cut |= count > SHOWN_EACH;
    for (uint64_t i = 0; i < count && i < SHOWN_EACH && !status && !search->result->explanation_count; i++)
        status = shown_try_from(search, &explanation, moments->clean + i);
    return status;
}

static struct shown_moments shown_moments_of(struct search *search, uint32_t checkpoint, const struct writer *writer)
{
    const uint64_t events = ttcap_info(search->capture)->event_count;
    const struct ttcap_checkpoint *differs = ttcap_checkpoint(search->capture, checkpoint);
    const struct ttcap_checkpoint *clean = checkpoint ? ttcap_checkpoint(search->capture, checkpoint - 1) : differs;
    const uint64_t end = (uint64_t)(differs->after_event + 1);
    const uint64_t from = checkpoint > 1 ? (uint64_t)(clean->after_event + 1) : end;
    const uint64_t written = writer && writer->seq + 1 < events ? writer->seq + 1 : 0;
    return (struct shown_moments){
        .writer = written, .clean = from > written ? from : written, .end = end > written ? end : written};
}

/* All of a word's fields at once, as the device held them: the first of those that overlap. */
static enum tt_status shown_try_whole(struct search *search, const enum reg_id *ids, size_t count, uint32_t held,
                                      uint32_t replayed, uint32_t differs)
{
    struct bisect_explanation explanation = {.count = 0};
    for (size_t i = 0; i < count && explanation.count < BISECT_PARTS_MAX; i++) {
        const struct reg_field *field = reg_field_get(search->fields.chip, ids[i]);
        const uint32_t bits = reg_field_bits(field);
        if (!(differs & bits))
            continue;
        explanation.changes[explanation.count++] =
            (struct bisect_change){.kind = BISECT_SET,
                                   .set = {.field = ids[i], .value = (held & bits) >> field->shift},
                                   .was = (replayed & bits) >> field->shift,
                                   .is_shown = true};
        differs &= ~bits;
    }
    return differs || explanation.count < 2 ? TT_OK : explain_try(search, &explanation);
}

/* The word of configuration that a differing byte lies in, as it was held and replayed: bytes that do not differ are
 * alike in both, and do not count. */
static enum tt_status shown_try_word(struct search *search, size_t first, size_t end)
{
    const struct difference *base = search->base;
    const struct differing_byte *bytes = base->bytes;
    const enum tt_space space = (enum tt_space)bytes[first].space;
    const enum tt_chip chip = search->fields.chip;
    const bool is_cfg = space == TT_SPACE_CFG;
    const uint32_t width = is_cfg ? 4 : 2, words = is_cfg ? chip_get(chip)->cfg_words : chip_get(chip)->thread_words;
    const uint32_t lo = bytes[first].addr - bytes[first].addr % width;
    uint32_t differs = 0;
    uint8_t held[4] = {0}, known[4], replayed[4] = {0};
    enum tt_status status =
        ttcap_read(search->capture, bytes[first].checkpoint, space, lo, width, held, known, search->err);
    memcpy(replayed, held, sizeof replayed);
    for (size_t i = first; i < end; i++) {
        replayed[bytes[i].addr - lo] = bytes[i].replayed;
        differs |= (uint32_t)((bytes[i].held ^ bytes[i].replayed) & bytes[i].known) << 8 * (bytes[i].addr - lo);
    }
    enum reg_id ids[32];
    const size_t count = reg_fields_of_word(chip, space, lo / width % words, ids);
    const struct writer *writer = writer_of(search->writers, first);
    const struct shown_moments moments = shown_moments_of(search, bytes[first].checkpoint, writer);
    if (!status)
        status = shown_try_whole(search, ids, count, load_number(held, width), load_number(replayed, width), differs);
    for (size_t i = 0; i < count && !status; i++) {
        const struct reg_field *field = reg_field_get(chip, ids[i]);
        const uint32_t mask = (uint32_t)((UINT64_C(1) << field->bits) - 1);
        if (differs >> field->shift & mask)
            status = shown_try_field(search, field, ids[i], load_number(held, width), load_number(replayed, width),
                                     writer, &moments);
    }
    return status;
}

enum tt_status explain_shown(struct search *search)
{
    const struct difference *base = search->base;
    enum tt_status status = TT_OK;
    unsigned tried = 0;
    for (size_t i = 0, end; i < base->count && !status; i = end) {
        const struct differing_byte *byte = &base->bytes[i];
        const uint32_t width = byte->space == TT_SPACE_CFG ? 4 : 2;
        end = i + 1;
        if ((byte->space != TT_SPACE_CFG && byte->space != TT_SPACE_THREAD_CFG) || byte->window)
            continue;
        while (end < base->count && base->bytes[end].checkpoint == byte->checkpoint &&
               base->bytes[end].space == byte->space && base->bytes[end].addr / width == byte->addr / width)
            end++;
        search->is_cut |= tried == SHOWN_MAX;
        if (tried < SHOWN_MAX)
            status = shown_try_word(search, i, end);
        tried += tried < SHOWN_MAX;
    }
    return status;
}
