/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration as the instructions see it: one replay leaves a number for each instruction, the other is held
 * against them, and the first difference is then looked at in both. */
#include "ask/bisect/pair/pair_internal.h"

#include "isa/isa.h"
#include "isa/unit_fields.h"
#include "order/options_text.h"

/* The fields of a unit, found once. */
struct unit_list {
    bool is_made;
    enum reg_id ids[REG_COUNT];
    size_t count;
};

/* The fields that one instruction of a data unit read. */
struct reading {
    uint64_t digest, event;
    uint32_t word;
    enum tt_unit unit;
};

struct readings {
    struct reading *items;
    size_t count, capacity;
};

struct reader {
    enum tt_chip chip;
    const uint64_t *agreed;
    bool is_pushed;
    uint64_t words[THREADS]; /* so far */
    struct readings threads[THREADS];
    struct unit_list units[TT_UNIT_COUNT];
    bool is_out_of_memory;
    uint32_t cfg[CFG_WORDS_MAX];
    uint16_t thread_cfg[THREAD_WORDS_MAX];
    /* the one to look at; its values */
    bool is_looking;
    unsigned wanted_thread;
    size_t wanted;
    uint32_t *values;
};

static const struct unit_list *pair_fields_of(struct reader *reader, enum tt_unit unit)
{
    struct unit_list *list = &reader->units[unit];
    if (!list->is_made)
        list->count = unit_fields(reader->chip, unit, unit == TT_UNIT_UNPACK1, list->ids);
    list->is_made = true;
    return list;
}

/* Copies the words that the thread sees. */
static void read_words(struct reader *reader, const struct tile *tile, unsigned thread)
{
    const struct chip *chip = chip_get(reader->chip);
    tile_load_numbers(tile, TT_SPACE_THREAD_CFG, thread * chip->thread_words * 2, chip->thread_words,
                      reader->thread_cfg);
    const uint32_t state = reg_value_thread(reader->chip, REG_CFG_STATE_ID_StateID, reader->thread_cfg) % CFG_STATES;
    tile_load_numbers(tile, TT_SPACE_CFG, state * chip->cfg_words * 4, chip->cfg_words, reader->cfg);
}

static uint32_t pair_fields_value_of(const struct reader *reader, enum reg_id id)
{
    return reg_field_get(reader->chip, id)->space == TT_SPACE_CFG
               ? reg_value_cfg(reader->chip, id, reader->cfg)
               : reg_value_thread(reader->chip, id, reader->thread_cfg);
}

static void pair_fields_keep(struct reader *reader, unsigned thread, const struct reading *reading)
{
    struct readings *readings = &reader->threads[thread];
    reader->is_out_of_memory |=
        mem_grow(&readings->items, &readings->capacity, readings->count + 1, sizeof *reading) != 0;
    if (!reader->is_out_of_memory)
        readings->items[readings->count++] = *reading;
}

static void pair_fields_on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct reader *reader = user;
    const enum tt_unit unit = isa_unit(reader->chip, word);
    const bool is_agreed = reader->is_pushed || reader->words[thread]++ < reader->agreed[thread];
    if (unit < TT_UNIT_MOVER || unit > TT_UNIT_PACK || !is_agreed || reader->is_out_of_memory)
        return;
    const struct unit_list *list = pair_fields_of(reader, unit);
    if (list->count == 0)
        return;
    struct reading reading = {.digest = list->count, .event = seq, .word = word, .unit = unit};
    read_words(reader, tile, thread);
    const bool is_wanted =
        reader->is_looking && thread == reader->wanted_thread && reader->threads[thread].count == reader->wanted;
    for (size_t i = 0; i < list->count; i++) {
        const uint32_t value = pair_fields_value_of(reader, list->ids[i]);
        reading.digest = (reading.digest + value + 1) * UINT64_C(6364136223846793005);
        if (is_wanted)
            reader->values[i] = value;
    }
    pair_fields_keep(reader, thread, &reading);
}

static enum tt_status read_capture(struct reader *reader, struct ttcap *capture, const struct pair *pair,
                                   struct tt_error *err)
{
    struct replay_options options;
    struct replay_summary summary;
    const struct replay_observer observer = {.user = reader, .before = pair_fields_on_before};
    replay_options_init(&options, ttcap_info(capture));
    options.order = order_usual(ttcap_info(capture), false);
    reader->chip = ttcap_info(capture)->chip;
    reader->agreed = pair->agreed;
    reader->is_pushed = pair->result->words.of == PAIR_PUSHED;
    memset(reader->words, 0, sizeof reader->words);
    for (int thread = 0; thread < THREADS; thread++)
        reader->threads[thread].count = 0;
    enum tt_status status = replay_run(capture, &options, NULL, &observer, &summary, err);
    return !status && reader->is_out_of_memory ? tt_fail(err, TT_NO_MEMORY, "no memory for two replays") : status;
}

/* The first reading that differs, of the thread where it comes first in the bad capture. */
static bool find_first(const struct reader *good, const struct reader *bad, struct pair_fields *fields, size_t *number)
{
    for (unsigned thread = 0; thread < THREADS; thread++) {
        const struct readings *a = &good->threads[thread], *b = &bad->threads[thread];
        for (size_t i = 0; i < a->count && i < b->count; i++) {
            if (a->items[i].unit !=
                b->items[i].unit) /* in program order threads may part without a word that differs */
                break;
            if (a->items[i].digest == b->items[i].digest) {
                fields->compared++;
                continue;
            }
            if (fields->differs && fields->bad_event <= b->items[i].event)
                break;
            *number = i;
            fields->differs = true;
            fields->thread = thread;
            fields->unit = b->items[i].unit;
            fields->word = b->items[i].word;
            fields->good_event = a->items[i].event;
            fields->bad_event = b->items[i].event;
            break;
        }
    }
    return fields->differs;
}

static enum tt_status pair_fields_name(struct pair *pair, struct reader *good, struct reader *bad, size_t number,
                                       struct tt_error *err)
{
    static const size_t size = REG_COUNT * sizeof(uint32_t);
    struct pair_fields *fields = &pair->result->fields;
    uint32_t *values = mem_calloc(2, size);
    NEED(values, err, "no memory for two configurations");
    good->is_looking = bad->is_looking = true;
    good->wanted_thread = bad->wanted_thread = fields->thread;
    good->wanted = bad->wanted = number;
    good->values = values;
    bad->values = values + REG_COUNT;
    enum tt_status status = read_capture(good, pair->good, pair, err);
    if (!status)
        status = read_capture(bad, pair->bad, pair, err);
    const struct unit_list *list = pair_fields_of(good, fields->unit);
    for (size_t i = 0; i < list->count && !status && fields->field_count < PAIR_FIELDS_MAX; i++)
        if (good->values[i] != bad->values[i])
            fields->fields[fields->field_count++] = (struct pair_field){list->ids[i], good->values[i], bad->values[i]};
    mem_free(values);
    return status;
}

static void pair_fields_clear(struct reader *reader)
{
    for (int thread = 0; reader && thread < THREADS; thread++)
        mem_free(reader->threads[thread].items);
    mem_free(reader);
}

enum tt_status pair_compare_fields(struct pair *pair, struct tt_error *err)
{
    struct reader *good = mem_calloc(1, sizeof *good), *bad = mem_calloc(1, sizeof *bad);
    size_t number = 0;
    if (!good || !bad) {
        pair_fields_clear(good);
        pair_fields_clear(bad);
        return tt_fail(err, TT_NO_MEMORY, "no memory for two replays");
    }
    enum tt_status status = read_capture(good, pair->good, pair, err);
    if (!status)
        status = read_capture(bad, pair->bad, pair, err);
    if (!status && find_first(good, bad, &pair->result->fields, &number))
        status = pair_fields_name(pair, good, bad, number, err);
    pair_fields_clear(good);
    pair_fields_clear(bad);
    return status;
}
