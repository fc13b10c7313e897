/* SPDX-License-Identifier: Apache-2.0 */
/* Events of one sort are listed; one is drawn, and the capture copied, or recorded as a replay that goes otherwise
 * there. Only what a replay shows is a fault. */
#include "plant/others.h"

#include "ask/reduce/copy.h"
#include "base/little.h"
#include "isa/isa.h"
#include "isa/riscv.h"
#include "isa/spaces.h"
#include "plant/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 60, OPERAND_BITS = 24 };

struct other_event {
    uint64_t seq, planted; /* in the recording; in the copy */
    uint32_t value, addr;
    uint8_t thread;
    enum ttcap_kind kind;
};

struct others {
    struct plant *plant;
    struct other_event *items;
    size_t count;
    const struct other_event *at, *beside; /* beside: TWO */
    uint32_t flipped, flipped_beside;      /* bits of these */
    bool *is_dropped;                      /* by event of the recording */
    uint32_t *pcs;                         /* CODE: from where stores and words came */
    size_t pc_count;
};

static bool others_takes(enum plant_kind kind, const struct ttcap_event *event)
{
    const bool is_slip = kind == PLANT_SLIP || kind == PLANT_PUSHED_SLIP;
    if (is_slip && (event->kind == TTCAP_GPRW || event->kind == TTCAP_CFGW))
        return true;
    if (kind == PLANT_PUSHED_SLIP && event->kind == TTCAP_MOPW)
        return true;
    if (kind == PLANT_STORE)
        return event->kind == TTCAP_GPRW || event->kind == TTCAP_CFGW;
    return event->kind == (plant_is_of_pushed(kind) ? TTCAP_PUSH : TTCAP_EXEC);
}

static bool others_drops(enum plant_kind kind, const struct ttcap_event *event)
{
    return event->kind == TTCAP_EXEC ? plant_is_of_pushed(kind) : event->kind == TTCAP_PUSH && kind == PLANT_SLIP;
}

static enum tt_status others_read(struct others *others, struct ttcap *from, struct tt_error *err)
{
    const struct ttcap_info *info = ttcap_info(from);
    struct ttcap_cursor *cursor = NULL;
    struct ttcap_event event;
    uint64_t planted = 0;
    others->items = calloc(info->event_count + 1, sizeof *others->items);
    others->is_dropped = calloc(info->event_count + 1, sizeof *others->is_dropped);
    if (!others->items || !others->is_dropped)
        abort();
    enum tt_status status = ttcap_events_open(&cursor, from, 0, info->event_count, err);
    while (!status && !(status = ttcap_events_next(cursor, &event, err))) {
        others->is_dropped[event.seq] = others_drops(others->plant->kind, &event);
        if (others_takes(others->plant->kind, &event))
            others->items[others->count++] = (struct other_event){
                event.seq, planted, event.value, event.addr, event.thread < 0 ? 0 : (uint8_t)event.thread, event.kind};
        planted += !others->is_dropped[event.seq];
    }
    ttcap_events_close(cursor);
    return status == TT_END ? TT_OK : status;
}

static void others_on_came_from(void *user, const struct replay_origin *origin)
{
    struct others *others = user;
    uint32_t *more = realloc(others->pcs, (others->pc_count + 1) * sizeof *more);
    if (!more)
        abort();
    others->pcs = more;
    more[others->pc_count++] = origin->pc;
}

static enum tt_status others_read_code(struct others *others, struct ttcap *from, struct tt_error *err)
{
    const struct replay_observer observer = {.user = others, .came_from = others_on_came_from};
    struct replay_options options;
    struct replay_summary summary;
    replay_options_init(&options, ttcap_info(from));
    options.order = REPLAY_FIRMWARE;
    return ttcap_info(from)->boot_count ? replay_run(from, &options, NULL, &observer, &summary, err) : TT_OK;
}

/* ---- the copy ---- */

static bool others_keep(void *user, uint64_t seq)
{
    const struct others *others = user;
    return !others->is_dropped[seq];
}

static void others_change(void *user, struct ttcap_event *event)
{
    const struct others *others = user;
    if (others->at && event->seq == others->at->seq)
        event->value ^= others->flipped;
    if (others->beside && event->seq == others->beside->seq)
        event->value ^= others->flipped_beside;
}

static void others_flip(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count,
                        uint8_t *bytes, uint8_t *known)
{
    const struct plant *plant = ((const struct others *)user)->plant;
    const bool is_dst = plant->kind == PLANT_PUSHED_DST && checkpoint == plant->checkpoint;
    for (uint32_t i = 0; i < 4 && plant_is_of_code(plant->kind) && space == plant->space; i++)
        if (plant->addr + i - lo < count && known[plant->addr + i - lo] == UINT8_MAX)
            bytes[plant->addr + i - lo] = (uint8_t)(plant->wrong >> 8 * i);
    if (is_dst && space == plant->space && plant->addr >= lo && plant->addr < lo + count &&
        known[plant->addr - lo] >> plant->bit & 1)
        bytes[plant->addr - lo] ^= (uint8_t)(1u << plant->bit);
}

static enum tt_status others_record_unwritten(const struct others *others, struct ttcap *from, const char *path,
                                              uint64_t *state, struct tt_error *err)
{
    static const enum tt_space spaces[] = {TT_SPACE_SRCA, TT_SPACE_SRCB, TT_SPACE_DST};
    const struct replay_edit edit = {.kind = REPLAY_EDIT_UNWRITTEN,
                                     .event = (int64_t)others->at->seq,
                                     .other = -1,
                                     .thread = others->at->thread,
                                     .word = others->at->value,
                                     .space = spaces[plant_draw(state) % 3]};
    struct replay_options options;
    struct replay_summary summary;
    replay_options_init(&options, ttcap_info(from));
    options.edit = &edit;
    others->plant->space = edit.space;
    return plant_record(from, &options, NULL, path, &summary, err);
}

/* ---- the choice ---- */

/* Which bit of an instruction is turned; 32: it is none of the kind. */
static unsigned others_code_bit(enum plant_kind kind, uint32_t word, uint64_t *state)
{
    enum { NONE = 32, LUI = 0x37, LOAD = 0x03, STORE = 0x23, BRANCH = 0x63, WITH_NUMBER = 0x13 };
    const unsigned opcode = word & 0x7F, upper = 20 + (unsigned)(plant_draw(state) % 12);
    if (kind == PLANT_CODE_STORE)
        return opcode == STORE ? (upper < 25 ? upper - 20 + 7 : upper) : NONE;
    if (kind == PLANT_CODE_UPPER)
        return opcode == LUI || opcode == LOAD ? upper : NONE;
    if (kind == PLANT_CODE_BRANCH)
        return opcode == BRANCH ? 12 : NONE;
    return opcode == WITH_NUMBER ? upper : NONE;
}

/* A number as a slip makes it: one more or less, a tile of some format further, twice, half, none, all of its bits. */
static uint32_t others_slipped(uint32_t value, uint32_t mask, uint64_t *state)
{
    static const uint32_t tiles[] = {0x40, 0x44, 0x80, 0x88, 0x100, 0x10, 0x20, 0x4};
    const uint32_t tile = tiles[plant_draw(state) % 8];
    const uint32_t others[] = {value + 1, value - 1, value + tile, value - tile, value << 1, value >> 1, 0, mask};
    return others[plant_draw(state) % 8] & mask;
}

/* Another word in place of a core's instruction; the same: it is none of the kind. */
static uint32_t others_code(enum plant_kind kind, enum tt_chip chip, uint32_t word, uint64_t *state)
{
    enum { NOP = 0x13, NUMBER = 20, NUMBER_BITS = 12 };
    const bool is_push = riscv_is_push(word);
    const struct isa_insn *insn = is_push ? isa_find(chip, riscv_pushed_word(word)) : NULL;
    if (kind == PLANT_CODE_LOST)
        return NOP;
    if (kind == PLANT_CODE_PUSH && insn && insn->field_count) {
        const struct isa_field *field = &insn->fields[plant_draw(state) % insn->field_count];
        const uint32_t mask = (uint32_t)((UINT64_C(1) << field->bits) - 1), is = riscv_pushed_word(word);
        const uint32_t value = field->bits > 8 ? plant_wide_value(is >> field->low & mask, field->bits, state)
                                               : (uint32_t)plant_draw(state) & mask;
        const uint32_t other = (is & ~(mask << field->low)) | value << field->low;
        return other << 2 | other >> 30;
    }
    if (kind == PLANT_CODE_SLIP && riscv_opcode(word) == RISCV_ARITHMETIC_I) {
        const uint32_t mask = (UINT32_C(1) << NUMBER_BITS) - 1;
        return (word & ~(mask << NUMBER)) | others_slipped(word >> NUMBER, mask, state) << NUMBER;
    }
    const unsigned bit = kind == PLANT_CODE_PUSH || kind == PLANT_CODE_SLIP ? 32 : others_code_bit(kind, word, state);
    return bit < 32 ? word ^ UINT32_C(1) << bit : word;
}

/* An instruction of the kind, shortly before a store or a push. False: it is none. */
static bool others_choose_code(struct others *others, struct ttcap *from, uint64_t *state)
{
    struct plant *plant = others->plant;
    const uint32_t back = 4 * (uint32_t)(plant_draw(state) % 6);
    const uint32_t pc = others->pc_count ? others->pcs[plant_draw(state) % others->pc_count] : 0;
    uint8_t word[4], known[4];
    struct tt_error err;
    plant->space = TT_SPACE_L1;
    plant->addr = pc - back;
    if (pc < back || pc >= space_bytes(ttcap_info(from)->chip, TT_SPACE_L1) ||
        ttcap_read(from, 0, TT_SPACE_L1, plant->addr, 4, word, known, &err))
        return false;
    plant->word = load_u32(word);
    plant->wrong = others_code(plant->kind, ttcap_info(from)->chip, plant->word, state);
    return plant->wrong != plant->word;
}

/* Which bits of the event change: of a field of its word; of one of the configuration that it stores; of its value. */
static uint32_t others_slip(const struct others *others, enum tt_chip chip, uint64_t *state)
{
    const struct other_event *at = others->at;
    const bool is_word = at->kind == TTCAP_EXEC || at->kind == TTCAP_PUSH;
    const struct isa_insn *insn = is_word ? isa_find(chip, at->value) : NULL;
    enum reg_id ids[32];
    const size_t fields = at->kind == TTCAP_CFGW ? reg_fields_of_word(chip, TT_SPACE_CFG, at->addr, ids) : 0;
    uint32_t low = 0, bits = 32;
    if (is_word && (!insn || !insn->field_count))
        return 0;
    if (is_word) {
        const struct isa_field *field = &insn->fields[plant_draw(state) % insn->field_count];
        low = field->low;
        bits = field->bits;
    } else if (fields) {
        const struct reg_field *field = reg_field_get(chip, ids[plant_draw(state) % fields]);
        low = field->shift;
        bits = field->bits;
    }
    const uint32_t mask = (uint32_t)((UINT64_C(1) << bits) - 1), is = at->value >> low & mask;
    return (is ^ others_slipped(is, mask, state)) << low;
}

static void others_choose(struct others *others, struct ttcap *from, uint64_t *state)
{
    struct plant *plant = others->plant;
    const unsigned bits = plant->kind == PLANT_STORE ? 32 : OPERAND_BITS;
    if (plant->kind == PLANT_PUSHED_DST) {
        plant->space = TT_SPACE_DST;
        plant->checkpoint = ttcap_info(from)->checkpoint_count - 1;
        plant->addr = (uint32_t)(plant_draw(state) % (space_bytes(ttcap_info(from)->chip, TT_SPACE_DST) / 8));
        plant->bit = plant_draw(state) % 8;
        return;
    }
    others->at = &others->items[plant_draw(state) % others->count];
    others->flipped = UINT32_C(1) << plant_draw(state) % bits;
    if (plant->kind == PLANT_SLIP || plant->kind == PLANT_PUSHED_SLIP)
        others->flipped = others_slip(others, ttcap_info(from)->chip, state);
    if (plant->kind == PLANT_TWO) {
        others->beside = &others->items[plant_draw(state) % others->count];
        others->flipped_beside = UINT32_C(1) << plant_draw(state) % bits;
        plant->inserted = others->beside->planted;
        plant->other_word = others->beside->value;
    }
    plant->thread = others->at->thread;
    plant->word = others->at->value;
    plant->addr = others->at->addr;
    const enum tt_unit unit = isa_unit(ttcap_info(from)->chip, plant->word);
    plant->is_store = plant->kind == PLANT_STORE || others->at->kind == TTCAP_CFGW || others->at->kind == TTCAP_GPRW ||
                      unit == TT_UNIT_CONFIG || unit == TT_UNIT_SCALAR;
    plant->first_event = plant->last_event = (int64_t)others->at->planted;
}

static void others_say(const struct others *others, enum tt_chip chip)
{
    struct plant *plant = others->plant;
    char text[ISA_TEXT_MAX];
    if (plant_is_of_code(plant->kind))
        (void)snprintf(plant->text, sizeof plant->text, "code at 0x%" PRIx32 ": 0x%08" PRIx32 ", was 0x%08" PRIx32,
                       plant->addr, plant->wrong, plant->word);
    else if (plant->kind == PLANT_PUSHED_DST)
        (void)snprintf(plant->text, sizeof plant->text, "bit %u of Dst byte 0x%" PRIx32 " at the end", plant->bit,
                       plant->addr);
    else
        (void)snprintf(plant->text, sizeof plant->text,
                       "%s: event %" PRId64 ", thread %u, bits 0x%" PRIx32 " of %.140s", plant_kind_name(plant->kind),
                       plant->first_event, plant->thread, others->flipped,
                       others->at->kind != TTCAP_EXEC && others->at->kind != TTCAP_PUSH
                           ? "a store"
                           : isa_disassemble(chip, plant->word, text));
}

enum tt_status plant_other(struct plant *plant, bool *is_made, struct ttcap *from, const char *path, uint64_t *state,
                           struct tt_error *err)
{
    struct others others = {.plant = plant};
    const struct copy_edit edit = {
        .user = &others, .keeps_event = others_keep, .change_event = others_change, .change_known = others_flip};
    const bool is_code = plant_is_of_code(plant->kind);
    enum tt_status status = others_read(&others, from, err);
    if (!status && is_code)
        status = others_read_code(&others, from, err);
    for (int i = 0; i < TRIES && !status && !*is_made && (is_code ? others.pc_count : others.count); i++) {
        if (is_code && !others_choose_code(&others, from, state))
            continue;
        if (!is_code)
            others_choose(&others, from, state);
        status = plant->kind == PLANT_UNWRITTEN ? others_record_unwritten(&others, from, path, state, err)
                                                : capture_copy(from, path, true, &edit, err);
        if (!status)
            status = plant_is_shown(is_made, path, err);
        if (!status && !*is_made && is_code)
            status = plant_hangs(is_made, path, err);
    }
    if (*is_made)
        others_say(&others, ttcap_info(from)->chip);
    free(others.items);
    free(others.is_dropped);
    free(others.pcs);
    return status;
}
