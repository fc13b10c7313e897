/* SPDX-License-Identifier: Apache-2.0 */
/* The values at an instruction of the fields that a unit reads (isa/unit_fields.h). */
#include "ask/audit/audit.h"
#include "order/sets.h"

#include "capture/ttcap.h"
#include "isa/chip.h"
#include "isa/unit_fields.h"
#include "results/results.h"

/* The run that the words are read from. */
struct reader {
    struct results *results;
    struct ttcap *capture; /* null: not to be had */
    enum tt_chip chip;
    unsigned thread, state_id;
    uint64_t seq;
    struct replay_set *sets; /* the fields of `replay --set` */
    size_t set_count;
    /* of the word at hand */
    uint32_t lo;
    uint8_t bytes[4], have[4];
    uint64_t written[4]; /* where have: when */
};

static enum tt_status settings_take_write(void *user, const struct results_access_row *row)
{
    struct reader *reader = user;
    bool is_whole = true;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t addr = reader->lo + i;
        if (!reader->have[i] && row->of.after && addr >= row->of.lo && addr < row->of.hi) {
            reader->bytes[i] = row->of.after[addr - row->of.lo];
            reader->have[i] = 1;
            reader->written[i] = row->seq;
        }
        is_whole &= reader->have[i] != 0;
    }
    return is_whole ? TT_END : TT_OK;
}

/* An element of `size` bytes at a byte address, as it stood. */
static enum tt_status read_element(struct reader *reader, enum tt_space space, uint32_t lo, uint32_t size,
                                   uint32_t *value, struct tt_error *err)
{
    reader->lo = lo;
    memset(reader->bytes, 0, sizeof reader->bytes);
    memset(reader->have, 0, sizeof reader->have);
    for (uint32_t i = size; i < 4; i++)
        reader->have[i] = 1;
    TRY(results_writers(reader->results, space, lo, lo + size, reader->seq, settings_take_write, reader, err));
    uint8_t start[4] = {0}, known[4];
    if (reader->capture) {
        TRY(ttcap_read(reader->capture, 0, space, lo, size, start, known, err));
    }
    *value = 0;
    for (uint32_t i = 0; i < size; i++)
        *value |= (uint32_t)(reader->have[i] ? reader->bytes[i] : start[i]) << 8 * i;
    return TT_OK;
}

/* The word that was read, with the fields that the replay set: one that was set before an event is in everything that
 * was written to its byte from then on; one that is held throughout has its value whatever was written. */
static uint32_t with_sets(const struct reader *reader, const struct reg_field *field, uint32_t word)
{
    for (size_t i = 0; i < reader->set_count; i++) {
        const struct replay_set *set = &reader->sets[i];
        if (replay_set_is_state(set))
            continue;
        const struct replay_set_bits bits = replay_set_bits(reader->chip, set);
        const struct reg_field *held = bits.field;
        if (held->space != field->space || held->word != field->word || (set->has_event && set->event > reader->seq))
            continue;
        uint32_t mask = bits.mask;
        for (unsigned byte = 0; byte < 4; byte++)
            if (set->has_event && reader->have[byte] && reader->written[byte] >= set->event)
                mask &= ~(UINT32_C(0xff) << byte * 8);
        word = (word & ~mask) | (bits.value & mask);
    }
    return word;
}

static enum tt_status read_field(struct reader *reader, const struct reg_field *field, uint32_t *value,
                                 struct tt_error *err)
{
    const struct chip *chip = chip_get(reader->chip);
    uint32_t word = 0;
    enum tt_status status;
    if (field->space == TT_SPACE_CFG)
        status =
            read_element(reader, TT_SPACE_CFG, (reader->state_id * chip->cfg_words + field->word) * 4, 4, &word, err);
    else
        status = read_element(reader, TT_SPACE_THREAD_CFG, (reader->thread * chip->thread_words + field->word) * 2, 2,
                              &word, err);
    word = with_sets(reader, field, word);
    *value = reg_field_value(field, word);
    return status;
}

static enum tt_status settings_add_field(struct settings *settings, struct reader *reader, enum reg_id id,
                                         struct tt_error *err)
{
    const struct reg_field *field = reg_field_get(reader->chip, id);
    NEED(!mem_grow(&settings->items, &settings->capacity, settings->count + 1, sizeof *settings->items), err,
         "no memory for the settings");
    struct setting *setting = &settings->items[settings->count];
    *setting = (struct setting){field, id, 0};
    enum tt_status status = read_field(reader, field, &setting->value, err);
    settings->count += !status;
    return status;
}

void settings_clear(struct settings *settings)
{
    mem_free(settings->items);
    *settings = (struct settings){0};
}

enum tt_status settings_read(struct settings *settings, struct results *results, enum tt_unit unit, unsigned section,
                             unsigned thread, uint64_t seq, struct tt_error *err)
{
    const struct results_run_row *run = results_run(results);
    struct reader reader = {.results = results, .chip = run->chip, .thread = thread, .seq = seq};
    enum tt_status status = run_capture_open(&reader.capture, run, NULL, err);
    *settings = (struct settings){.start_is_unknown = reader.capture == NULL};
    status = status ?: run_sets_read(run, &reader.sets, &reader.set_count, err);
    status = status ?: read_field(&reader, reg_field_get(run->chip, REG_CFG_STATE_ID_StateID), &reader.state_id, err);
    settings->state_id = reader.state_id;
    enum reg_id fields[REG_COUNT];
    const size_t count = unit_fields(run->chip, unit, section, fields);
    for (size_t i = 0; !status && i < count; i++)
        status = settings_add_field(settings, &reader, fields[i], err);
    ttcap_close(reader.capture);
    mem_free(reader.sets);
    return status;
}
