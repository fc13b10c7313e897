/* SPDX-License-Identifier: Apache-2.0 */
/* Follows the configuration through a replay, by its writes and its end. */
#include "ask/bisect/fields.h"

#include "base/little.h"

enum { SMALL_BITS = 4 };

unsigned fields_add_distinct(uint32_t *values, unsigned count, unsigned most, uint32_t value)
{
    for (unsigned i = 0; i < count; i++)
        if (values[i] == value)
            return count;
    if (count < most)
        values[count++] = value;
    return count;
}

static void add_seen(struct word_seen *seen, uint32_t value)
{
    seen->count = (uint8_t)fields_add_distinct(seen->values, seen->count, FIELD_SEEN_MAX, value);
}

static void fields_on_begin(void *user, const struct probe_insn *insn)
{
    ((struct fields *)user)->insn = *insn;
}

static void fields_note_written(struct fields *fields, bool is_cfg, uint32_t nth, uint32_t words, uint32_t value)
{
    const uint32_t copy = nth / words, word = nth % words;
    if (fields->is_read || copy >= (uint32_t)(is_cfg ? CFG_STATES : THREADS))
        return;
    *(is_cfg ? &fields->cfg_written[copy][word] : &fields->thread_written[copy][word]) =
        (struct word_written){.is_there = true,
                              .is_word = fields->insn.unit != TT_UNIT_CORE,
                              .thread = fields->insn.thread,
                              .value = value,
                              .seq = fields->insn.seq};
}

static void fields_on_access(void *user, const struct probe_access *access)
{
    struct fields *fields = user;
    const struct chip *chip = chip_get(fields->chip);
    const bool is_cfg = access->space == TT_SPACE_CFG;
    if (!access->is_write || !access->after || (!is_cfg && access->space != TT_SPACE_THREAD_CFG))
        return;
    const uint32_t width = is_cfg ? 4 : 2, words = is_cfg ? chip->cfg_words : chip->thread_words;
    for (uint32_t lo = access->lo - access->lo % width; lo + width <= access->hi; lo += width) {
        if (lo < access->lo)
            continue;
        const uint32_t at = lo - access->lo;
        const uint32_t before = access->before ? load_number(access->before + at, width) : 0;
        struct word_seen *seen =
            is_cfg ? &fields->cfg_seen[lo / width % words] : &fields->thread_seen[lo / width % words];
        const uint32_t after = load_number(access->after + at, width);
        add_seen(seen, before);
        add_seen(seen, after);
        fields_note_written(fields, is_cfg, lo / width, words, after);
    }
}

static void read_fields(struct fields *fields, const struct tile *tile)
{
    const struct chip *chip = chip_get(fields->chip);
    tile_load_numbers(tile, TT_SPACE_THREAD_CFG, fields->thread * chip->thread_words * 2, chip->thread_words,
                      fields->thread_cfg);
    fields->state = reg_value_thread(fields->chip, REG_CFG_STATE_ID_StateID, fields->thread_cfg) % CFG_STATES;
    tile_load_numbers(tile, TT_SPACE_CFG, fields->state * chip->cfg_words * 4, chip->cfg_words, fields->cfg);
}

/* The replay ends before the instruction, or, in orders that run whole, comes to it. */
static void fields_on_ended(void *user, const struct tile *tile)
{
    struct fields *fields = user;
    if (!fields->is_read)
        read_fields(fields, tile);
}

static void fields_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct fields *fields = user;
    (void)thread, (void)word;
    if (seq == fields->seq)
        fields_on_ended(user, tile);
    fields->is_read |= seq == fields->seq;
}

enum tt_status fields_read(struct fields *fields, struct ttcap *capture, const struct replay_options *options,
                           unsigned thread, uint64_t seq, struct tt_error *err)
{
    struct replay_options until = *options;
    struct replay_summary summary;
    const struct probe probe = {
        .user = fields, .wants = PROBE_INSN | PROBE_ACCESS, .insn_begin = fields_on_begin, .access = fields_on_access};
    const struct replay_observer observer = {.user = fields,
                                             .before = options->order == REPLAY_EXECUTED ? NULL : fields_on_before,
                                             .ended = fields_on_ended};
    *fields = (struct fields){.chip = ttcap_info(capture)->chip, .thread = thread, .seq = seq};
    if (options->order == REPLAY_EXECUTED)
        until.last = seq;
    return replay_run(capture, &until, &probe, &observer, &summary, err);
}

uint32_t fields_value(const struct fields *fields, enum reg_id id)
{
    return reg_field_get(fields->chip, id)->space == TT_SPACE_CFG
               ? reg_value_cfg(fields->chip, id, fields->cfg)
               : reg_value_thread(fields->chip, id, fields->thread_cfg);
}

static uint32_t fields_mask_of(const struct reg_field *field)
{
    return (uint32_t)((UINT64_C(1) << field->bits) - 1);
}

static const struct word_seen *fields_seen_of(const struct fields *fields, const struct reg_field *field)
{
    return field->space == TT_SPACE_CFG ? &fields->cfg_seen[field->word] : &fields->thread_seen[field->word];
}

/* Adds a value that is neither there already nor the field's. */
static unsigned add_value(uint32_t is, uint32_t value, unsigned count, uint32_t *out)
{
    if (value == is || count == FIELD_VALUES_MAX)
        return count;
    for (unsigned i = 0; i < count; i++)
        if (out[i] == value)
            return count;
    out[count] = value;
    return count + 1;
}

const struct word_written *fields_written(const struct fields *fields, enum reg_id id)
{
    const struct reg_field *field = reg_field_get(fields->chip, id);
    return field->space == TT_SPACE_CFG ? &fields->cfg_written[fields->state][field->word]
                                        : &fields->thread_written[fields->thread][field->word];
}

bool fields_is_left_by(const struct fields *fields, enum reg_id id, const struct word_written *written)
{
    const struct reg_field *field = reg_field_get(fields->chip, id);
    return written->is_there && (written->value >> field->shift & fields_mask_of(field)) == fields_value(fields, id);
}

unsigned fields_other_values(const struct fields *fields, enum reg_id id, unsigned *seen_count,
                             uint32_t out[static FIELD_VALUES_MAX])
{
    const struct reg_field *field = reg_field_get(fields->chip, id);
    const struct word_seen *seen = fields_seen_of(fields, field);
    const uint32_t is = fields_value(fields, id), mask = fields_mask_of(field);
    unsigned count = 0;
    for (unsigned i = 0; i < seen->count; i++)
        count = add_value(is, seen->values[i] >> field->shift & mask, count, out);
    *seen_count = count;
    if (field->bits <= SMALL_BITS) {
        for (uint32_t value = 0; value <= mask; value++)
            count = add_value(is, value, count, out);
        return count;
    }
    count = add_value(is, 0, count, out);
    count = add_value(is, mask, count, out);
    const uint32_t near[] = {is << 1, is >> 1, is + 1, is - 1};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        count = add_value(is, near[i] & mask, count, out);
    for (unsigned bit = 0; bit < field->bits; bit++)
        count = add_value(is, is ^ UINT32_C(1) << bit, count, out);
    return count;
}
