/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses by a seed, copies, and notes what a search ought to find. */
#include "plant/plant.h"

#include "ask/reduce/copy.h"
#include "isa/isa.h"
#include "isa/spaces.h"
#include "isa/unit_fields.h"
#include "order/record.h"
#include "plant/device.h"
#include "plant/operand.h"
#include "plant/others.h"
#include "plant/runs.h"
#include "plant/trail.h"
#include "plant/waits.h"
#include "plant/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 60, NARROW_BITS = 8, FIRST_KINDS = 4 /* whose seeds stay as they were */ };

const char *plant_kind_name(enum plant_kind kind)
{
    static const char *const names[PLANT_KINDS] = {
        "output byte",  "Dst cell",     "pack field",   "variant",       "word lost",       "word doubled",
        "word changed", "word swapped", "operand",      "unwritten",     "core's store",    "two words",
        "pushed, Dst",  "pushed, word", "core's code",  "unit field",    "word value",      "pushed lost",
        "pushed twice", "pushed swap",  "pushed value", "hang",          "hang, twice",     "hang, value",
        "code: store",  "code: upper",  "code: branch", "slip",          "pushed slip",     "unzeroed",
        "datum",        "moment",       "input tile",   "wait",          "run lost",        "run twice",
        "round lost",   "round twice",  "every lost",   "every value",   "exchanged",       "moved",
        "stray",        "stale",        "tail",         "region",        "stuck",           "code: push",
        "code: lost",   "code: slip",   "NOP instead",  "other instead", "between readers", "left"};
    return names[kind];
}

/* splitmix64 */
uint64_t plant_draw(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

uint32_t plant_wide_value(uint32_t value, unsigned bits, uint64_t *state)
{
    const uint32_t mask = (uint32_t)((UINT64_C(1) << bits) - 1), bit = UINT32_C(1) << plant_draw(state) % bits;
    const uint32_t others[] = {value ^ bit, value + 1, value - 1, value << 1, value >> 1, 0, value ^ bit};
    return others[plant_draw(state) % (sizeof others / sizeof *others)] & mask;
}

/* ---- a bit of a checkpoint ---- */

static void flip(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes,
                 uint8_t *known)
{
    const struct plant *plant = user;
    (void)known;
    if (checkpoint == plant->checkpoint && space == plant->space && plant->addr >= lo && plant->addr < lo + count)
        bytes[plant->addr - lo] ^= (uint8_t)(1u << plant->bit);
}

/* Every byte of a space by its last writer up to an event: index into the trail's writes, or -1. */
static int32_t *last_writers(const struct trail *trail, enum tt_space space, uint32_t size, int64_t after)
{
    int32_t *last = malloc(size * sizeof *last);
    if (!last)
        abort();
    memset(last, 0xFF, size * sizeof *last);
    for (size_t i = 0; i < trail->write_count; i++) {
        const struct trail_write *write = &trail->writes[i];
        if (write->space == space && (int64_t)write->seq <= after)
            for (uint32_t addr = write->lo; addr < write->hi; addr++)
                last[addr] = (int32_t)i;
    }
    return last;
}

/* A known byte that one of `units` wrote last. */
static bool choose_byte(struct plant *plant, const struct trail *trail, struct ttcap *from, uint32_t units,
                        uint64_t *state)
{
    const uint32_t size = space_bytes(ttcap_info(from)->chip, plant->space);
    int32_t *last = last_writers(trail, plant->space, size, ttcap_checkpoint(from, plant->checkpoint)->after_event);
    bool is_found = false;
    for (int i = 0; i < 100000 && !is_found; i++) {
        const struct trail_write *write =
            trail->write_count ? &trail->writes[plant_draw(state) % trail->write_count] : NULL;
        uint8_t byte, known;
        struct tt_error err;
        if (!write || write->space != plant->space || !(units >> write->unit & 1))
            continue;
        plant->addr = write->lo + (uint32_t)(plant_draw(state) % (write->hi - write->lo));
        plant->bit = plant_draw(state) % 8;
        if (last[plant->addr] < 0 ||
            ttcap_read(from, plant->checkpoint, plant->space, plant->addr, 1, &byte, &known, &err) ||
            !(known >> plant->bit & 1))
            continue;
        write = &trail->writes[last[plant->addr]];
        is_found = units >> write->unit & 1;
        plant->seq = write->seq;
        plant->unit = write->unit;
    }
    free(last);
    return is_found;
}

static enum tt_status plant_bit(struct plant *plant, bool *is_made, struct ttcap *from, const char *path,
                                uint64_t *state, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(from);
    const uint32_t data =
        UINT32_C(1) << TT_UNIT_MATRIX | UINT32_C(1) << TT_UNIT_VECTOR | UINT32_C(1) << TT_UNIT_UNPACK0;
    const struct copy_edit edit = {.user = plant, .change_known = flip};
    const bool is_dst = plant->kind == PLANT_DST;
    if (info->checkpoint_count < (is_dst ? 3u : 2u))
        return TT_OK;
    plant->space = is_dst ? TT_SPACE_DST : TT_SPACE_L1;
    plant->checkpoint =
        is_dst ? 1 + (uint32_t)(plant_draw(state) % (info->checkpoint_count - 2)) : info->checkpoint_count - 1;
    struct trail trail = {0};
    struct replay_options options;
    replay_options_init(&options, info);
    enum tt_status status = trail_follow(&trail, from, &options, err);
    if (!status)
        *is_made = choose_byte(plant, &trail, from, is_dst ? data : UINT32_C(1) << TT_UNIT_PACK, state);
    trail_clear(&trail);
    (void)snprintf(plant->text, sizeof plant->text,
                   "bit %u of %s byte 0x%" PRIx32 " at checkpoint %s, of event %" PRIu64, plant->bit,
                   space_name(plant->space), plant->addr, ttcap_checkpoint(from, plant->checkpoint)->id, plant->seq);
    return status || !*is_made ? status : capture_copy(from, path, true, &edit, err);
}

/* ---- a field ---- */

static void hide(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count, uint8_t *bytes,
                 uint8_t *known)
{
    const struct plant *plant = user;
    (void)lo;
    (void)bytes;
    if (plant->is_hidden && checkpoint > 0 && (space == TT_SPACE_CFG || space == TT_SPACE_THREAD_CFG))
        memset(known, 0, count);
}

struct first_pack {
    enum tt_chip chip;
    enum tt_unit unit;
    unsigned skipped; /* words of the unit that come before it */
    bool is_found;
    uint64_t seq;
    unsigned thread;
    uint32_t cfg[CFG_STATES][CFG_WORDS_MAX];
    uint16_t thread_cfg[THREAD_WORDS_MAX];
};

static void on_before(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct first_pack *first = user;
    const struct chip *chip = chip_get(first->chip);
    if (first->is_found || isa_unit(first->chip, word) != first->unit || first->skipped-- > 0)
        return;
    first->is_found = true;
    first->seq = seq;
    first->thread = thread;
    for (unsigned state = 0; state < CFG_STATES; state++)
        tile_load_numbers(tile, TT_SPACE_CFG, state * chip->cfg_words * 4, chip->cfg_words, first->cfg[state]);
    tile_load_numbers(tile, TT_SPACE_THREAD_CFG, thread * chip->thread_words * 2, chip->thread_words,
                      first->thread_cfg);
}

/* A store of the field's word with the field at another value. False: the field is none that a store can change. */
static bool change_field(struct plant *plant, const struct first_pack *first, uint32_t value, struct ttcap_event *event)
{
    const struct reg_field *field = reg_field_get(first->chip, plant->field);
    plant->wrong = value;
    const uint32_t mask = (uint32_t)(((UINT64_C(1) << field->bits) - 1) << field->shift);
    const enum reg_id id = reg_find(first->chip, "CFG_STATE_ID_StateID");
    const uint32_t state = id == REG_COUNT ? 0 : reg_value_thread(first->chip, id, first->thread_cfg) % CFG_STATES;
    *event = (struct ttcap_event){.thread = (int8_t)first->thread, .kind = TTCAP_CFGW, .index = (uint8_t)state};
    if (field->space == TT_SPACE_CFG) {
        plant->value = reg_value_cfg(first->chip, plant->field, first->cfg[state]);
        event->addr = field->word;
        event->value = (first->cfg[state][field->word] & ~mask) | (value << field->shift & mask);
        return event->value != first->cfg[state][field->word];
    }
    const struct isa_insn *insn = isa_find_mnemonic(first->chip, "SETC16");
    plant->value = reg_value_thread(first->chip, plant->field, first->thread_cfg);
    const uint32_t word = (first->thread_cfg[field->word] & ~mask) | (value << field->shift & mask);
    event->kind = TTCAP_EXEC;
    event->value = (uint32_t)insn->opcode << 24 | (uint32_t)field->word << 16 | word;
    return word != first->thread_cfg[field->word];
}

/* A unit whose fields are changed, and before which of its words. */
static void plant_choose_unit(struct first_pack *first, bool is_between, uint64_t *state)
{
    static const enum tt_unit units[] = {TT_UNIT_UNPACK0, TT_UNIT_UNPACK1, TT_UNIT_MATRIX, TT_UNIT_VECTOR,
                                         TT_UNIT_PACK};
    enum { EACH = 4, WITH_PACK = 5, LATER = 12 };
    first->unit = units[plant_draw(state) % (is_between ? WITH_PACK : EACH)];
    first->skipped = (unsigned)(is_between + plant_draw(state) % (is_between ? LATER : EACH));
}

static uint32_t plant_field_now(const struct plant *plant, const struct first_pack *first)
{
    const enum reg_id id = reg_find(first->chip, "CFG_STATE_ID_StateID");
    const uint32_t state = id == REG_COUNT ? 0 : reg_value_thread(first->chip, id, first->thread_cfg) % CFG_STATES;
    return reg_field_get(first->chip, plant->field)->space == TT_SPACE_CFG
               ? reg_value_cfg(first->chip, plant->field, first->cfg[state])
               : reg_value_thread(first->chip, plant->field, first->thread_cfg);
}

static enum tt_status plant_field(struct plant *plant, bool *is_made, struct ttcap *from, const char *path,
                                  uint64_t *state, struct tt_error *err)
{
    struct first_pack first = {.chip = ttcap_info(from)->chip, .unit = TT_UNIT_PACK};
    if (plant_is_of_unit_field(plant->kind))
        plant_choose_unit(&first, plant->kind == PLANT_BETWEEN, state);
    const struct replay_observer observer = {.user = &first, .before = on_before};
    struct replay_options options;
    struct replay_summary summary;
    struct ttcap_event event;
    enum reg_id ids[REG_COUNT];
    const struct copy_edit edit = {.user = plant, .change_known = hide, .inserted = &event, .inserted_count = 1};
    struct copy_edit with = edit;
    replay_options_init(&options, ttcap_info(from));
    enum tt_status status = replay_run(from, &options, NULL, &observer, &summary, err);
    const size_t count = unit_fields(first.chip, first.unit, first.unit == TT_UNIT_UNPACK1, ids);
    plant->is_hidden = plant_draw(state) % 2;
    for (int i = 0; i < TRIES && !status && !*is_made && first.is_found; i++) {
        plant->field = ids[plant_draw(state) % count];
        const struct reg_field *field = reg_field_get(first.chip, plant->field);
        uint32_t value = (uint32_t)(plant_draw(state) & ((UINT64_C(1) << field->bits) - 1));
        if (plant_is_of_unit_field(plant->kind) &&
            field->bits > NARROW_BITS) /* an address, a count: as a slip makes it */
            value = plant_wide_value(plant_field_now(plant, &first), field->bits, state);
        if (!change_field(plant, &first, value, &event))
            continue;
        with.inserted_before = first.seq;
        plant->inserted = first.seq;
        plant->thread = first.thread;
        plant->is_store = true;
        plant->first_event = plant->last_event = (int64_t)first.seq;
        status = capture_copy(from, path, true, &with, err);
        if (!status)
            status = trail_part(plant, is_made, from, path, first.seq, err);
        (void)snprintf(plant->text, sizeof plant->text,
                       "%s=%" PRIu32 " instead of %" PRIu32 " before event %" PRIu64 "%s", field->name, value,
                       plant->value, first.seq, plant->is_hidden ? ", not in any checkpoint" : "");
    }
    return status;
}

/* ---- a variant ---- */

struct poking {
    const struct plant_poke *poke; /* null once it is done */
};

static void on_poke(void *user, struct tile *tile, unsigned thread, uint32_t word, uint64_t seq)
{
    struct poking *poking = user;
    const struct plant_poke *poke = poking->poke;
    uint8_t byte;
    (void)thread, (void)word;
    if (!poke || seq <= poke->behind)
        return;
    tile_load(tile, poke->space, poke->at, 1, &byte);
    byte ^= (uint8_t)(1u << poke->bit);
    tile_store(tile, poke->space, poke->at, 1, &byte, NULL);
    poking->poke = NULL;
}

enum tt_status plant_record(struct ttcap *from, const struct replay_options *options, const struct plant_poke *poke,
                            const char *path, struct replay_summary *summary, struct tt_error *err)
{
    struct poking poking = {poke};
    struct recorder *recorder;
    enum tt_status status = recorder_open(&recorder, path, true, from, options, err);
    if (status)
        return status;
    const struct replay_observer recording = recorder_observer(recorder);
    const struct replay_observer observer = {.user = &poking, .before = poke ? on_poke : NULL, .next = &recording};
    status = replay_run(from, options, NULL, &observer, summary, err);
    if (!status)
        return recorder_finish(recorder, err);
    recorder_abandon(recorder);
    return status;
}

static enum tt_status plant_variant(struct plant *plant, bool *is_made, struct ttcap *from, const char *path,
                                    uint64_t *state, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    for (int i = 0; i < TRIES && !status && !*is_made; i++) {
        struct replay_options options, other;
        struct replay_summary summary;
        replay_options_init(&options, ttcap_info(from));
        plant->variant = (enum variant_id)(plant_draw(state) % VARIANT_COUNT);
        const struct variant_info *info = variant_get(plant->variant);
        plant->choice = (uint8_t)(plant_draw(state) % info->choice_count);
        if (plant->choice == options.variants.choice[plant->variant])
            continue;
        other = options;
        other.variants.choice[plant->variant] = plant->choice;
        status = plant_record(from, &other, NULL, path, &summary, err);
        if (!status && summary.facts.bytes.differing) {
            *is_made = true;
            status = trail_part_options(plant, from, &options, &other, err);
        }
        (void)snprintf(plant->text, sizeof plant->text, "%s=%s", info->key, info->choices[plant->choice]);
    }
    return status;
}

enum tt_status plant_make(struct plant *plant, bool *is_made, enum plant_kind kind, uint64_t seed, struct ttcap *from,
                          const char *path, struct tt_error *err)
{
    uint64_t state = seed * FIRST_KINDS + (uint64_t)kind + ((int)kind < FIRST_KINDS ? 0 : UINT64_C(1) << 40);
    *plant = (struct plant){.kind = kind};
    *is_made = false;
    switch (kind) {
    case PLANT_OUTPUT:
    case PLANT_DST:
        return plant_bit(plant, is_made, from, path, &state, err);
    case PLANT_FIELD:
    case PLANT_UNIT_FIELD:
    case PLANT_BETWEEN:
        return plant_field(plant, is_made, from, path, &state, err);
    case PLANT_VARIANT:
        return plant_variant(plant, is_made, from, path, &state, err);
    case PLANT_LOST:
    case PLANT_DOUBLED:
    case PLANT_CHANGED:
    case PLANT_SWAPPED:
    case PLANT_VALUE:
    case PLANT_PUSHED_LOST:
    case PLANT_PUSHED_DOUBLED:
    case PLANT_PUSHED_SWAPPED:
    case PLANT_PUSHED_VALUE:
    case PLANT_HANG:
    case PLANT_HANG_TWICE:
    case PLANT_HANG_VALUE:
    case PLANT_UNZEROED:
        return plant_word(plant, is_made, from, path, &state, err);
    case PLANT_OPERAND:
        return plant_operand(plant, is_made, from, path, &state, err);
    case PLANT_UNWRITTEN:
    case PLANT_STORE:
    case PLANT_TWO:
    case PLANT_PUSHED_DST:
    case PLANT_PUSHED_CHANGED:
    case PLANT_CODE:
    case PLANT_CODE_STORE:
    case PLANT_CODE_UPPER:
    case PLANT_CODE_BRANCH:
    case PLANT_CODE_PUSH:
    case PLANT_CODE_LOST:
    case PLANT_CODE_SLIP:
    case PLANT_SLIP:
    case PLANT_PUSHED_SLIP:
        return plant_other(plant, is_made, from, path, &state, err);
    case PLANT_DATUM:
    case PLANT_MOMENT:
        return plant_device(plant, is_made, from, path, &state, err);
    case PLANT_TILE:
        return plant_tile(plant, is_made, from, path, &state, err);
    case PLANT_WAIT:
        return plant_wait(plant, is_made, from, path, &state, err);
    case PLANT_RUN_LOST:
    case PLANT_RUN_TWICE:
    case PLANT_ROUND_LOST:
    case PLANT_ROUND_TWICE:
    case PLANT_EVERY_LOST:
    case PLANT_EVERY_VALUE:
    case PLANT_EXCHANGED:
    case PLANT_MOVED:
    case PLANT_STRAY:
    case PLANT_STALE:
    case PLANT_TAIL:
    case PLANT_REGION:
    case PLANT_STUCK:
    case PLANT_NOP:
    case PLANT_OTHER:
    case PLANT_LEFT:
        return plant_run(plant, is_made, from, path, &state, err);
    case PLANT_KINDS:
        break;
    }
    return TT_OK;
}
