/* SPDX-License-Identifier: Apache-2.0 */
/* What a move touches: what the tile reports of it, and what it does not report because it is small and always the
 * same. docs/semantics/program-order.md#schedules */
#include "explore/explore.h"

#include "base/memory.h"
#include "isa/mmio.h"
#include "isa_decode.h"

#include <stddef.h>

enum { OP_MOP = 0x01, OP_ATGETM = 0xA0, OP_ATRELM, OP_STALLWAIT, OP_SEMINIT, OP_SEMPOST, OP_SEMGET, OP_SEMWAIT };
enum { ROW_BYTES = DST_COLUMNS * 2, MERGED = 4 };
enum { SEMAPHORE_UNPACK_SYNC = 5 }; /* polled until it is at most, not exactly, what was read: docs/formats/bundle.md */

#define STATE_RANGE(member)                                                                                            \
    (uint32_t) offsetof(struct small_state, member),                                                                   \
        (uint32_t)(offsetof(struct small_state, member) + sizeof(((struct small_state *)0)->member))

static bool is_same_kind(const struct touch *a, const struct touch *b)
{
    return a->space == b->space && a->kind == b->kind && a->lo <= b->hi && b->lo <= a->hi;
}

static void add(struct touches *touches, struct touch touch)
{
    for (size_t i = touches->count; i > touches->first && touches->count - i < MERGED; i--) {
        struct touch *last = &touches->items[i - 1];
        if (touch.kind > TOUCH_WRITE || !is_same_kind(last, &touch))
            continue;
        last->lo = touch.lo < last->lo ? touch.lo : last->lo;
        last->hi = touch.hi > last->hi ? touch.hi : last->hi;
        return;
    }
    void *items = touches->items;
    if (mem_grow(&items, &touches->capacity, touches->count + 1, sizeof touch)) {
        touches->has_failed = true;
        return;
    }
    touches->items = items;
    touches->items[touches->count++] = touch;
}

static void add_state(struct touches *touches, enum touch_kind kind, uint32_t lo, uint32_t hi)
{
    add(touches, (struct touch){TT_SPACE_STATE, (uint8_t)kind, 0, lo, hi});
}

static void add_semaphores(struct touches *touches, enum touch_kind kind, uint32_t mask, uint32_t value)
{
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        if (mask >> i & 1)
            add(touches, (struct touch){TOUCH_SEMAPHORE, (uint8_t)kind, (uint16_t)value, i, i + 1});
    }
}

void touch_access(struct touches *touches, const struct probe_access *access)
{
    struct touch touch = {(uint8_t)access->space, access->is_write ? TOUCH_WRITE : TOUCH_READ, 0, access->lo,
                          access->hi};
    if (access->lo >= access->hi)
        return;
    if (access->space == TT_SPACE_DST_VALID) { /* whoever reads a row asks whether it is valid */
        touch.space = TT_SPACE_DST;
        touch.lo *= ROW_BYTES;
        touch.hi *= ROW_BYTES;
    }
    if (access->space == TT_SPACE_STATE && access->lo >= offsetof(struct small_state, sem) &&
        access->hi <= offsetof(struct small_state, mop_cfg))
        return; /* semaphores and mutexes: by what is done to them */
    add(touches, touch);
}

static void touch_mmio(struct touches *touches, struct explore_move *move, const struct ttcap_event *event)
{
    const uint32_t semaphore = (event->addr - MMIO_SEMAPHORE) / 4;
    if (event->addr >= MMIO_SEMAPHORE && semaphore < SEMAPHORES)
        add_semaphores(touches, event->value & 1 ? TOUCH_GET : TOUCH_POST, 1u << semaphore, 0);
    if (event->addr >= MMIO_TDMA && event->addr < MMIO_TDMA_END)
        add(touches, (struct touch){TOUCH_TDMA, TOUCH_WRITE, 0, 0, 1});
    move->waits_for_pipe = event->addr == MMIO_PIPE_DRY && event->thread >= 0;
}

void touch_event(struct touches *touches, struct explore_move *move, const struct ttcap_event *event)
{
    if (event->kind == TTCAP_MMIO)
        touch_mmio(touches, move, event);
    if (event->addr >= SEMAPHORES)
        return;
    if (event->kind == TTCAP_SEMW)
        add_semaphores(touches, event->value == 0 ? TOUCH_POST : TOUCH_GET, 1u << event->addr, 0);
    if (event->kind == TTCAP_SEMR && event->addr == SEMAPHORE_UNPACK_SYNC)
        add_semaphores(touches, TOUCH_WAIT_BELOW, 1u << event->addr, event->value + 1);
    else if (event->kind == TTCAP_SEMR)
        add_semaphores(touches, TOUCH_POLL, 1u << event->addr, 0);
}

void touch_take(struct touches *touches, struct explore_move *move, uint32_t word)
{
    const uint32_t bytes = sizeof(((struct small_state *)0)->mop_cfg[0]);
    const uint32_t lo = (uint32_t)offsetof(struct small_state, mop_cfg) + move->pipe * bytes;
    if (word >> 24 == OP_MOP)
        add_state(touches, TOUCH_READ, lo, lo + bytes);
}

static void touch_sync(struct touches *touches, const struct tile *tile, uint32_t word)
{
    const enum tt_chip chip = tile_chip(tile);
    uint8_t max[sizeof(uint32_t)];
    const struct insn_semwait wait = isa_decode_semwait(chip, word);
    /* SEMPOST and SEMGET choose semaphores in the same bits. */
    const struct insn_seminit init = isa_decode_seminit(chip, word);
    const struct insn_atgetm mutex = isa_decode_atgetm(chip, word);
    switch (word >> 24) {
    case OP_ATGETM:
    case OP_ATRELM:
        add(touches, (struct touch){TOUCH_MUTEX, word >> 24 == OP_ATGETM ? TOUCH_GET : TOUCH_POST, 0, mutex.mutex_index,
                                    mutex.mutex_index + 1});
        return;
    case OP_SEMINIT:
        add_semaphores(touches, TOUCH_WRITE, init.sem_sel, init.init_value);
        return;
    case OP_SEMPOST:
    case OP_SEMGET:
        add_semaphores(touches, word >> 24 == OP_SEMPOST ? TOUCH_POST : TOUCH_GET, init.sem_sel, 0);
        return;
    case OP_SEMWAIT:
        if (wait.wait_sem_cond & 1)
            add_semaphores(touches, TOUCH_WAIT_ABOVE, wait.sem_sel, 0);
        for (unsigned i = 0; i < SEMAPHORES && (wait.wait_sem_cond & 2); i++) {
            tile_load(tile, TT_SPACE_STATE, (uint32_t)offsetof(struct small_state, sem[i].max), sizeof max, max);
            add_semaphores(touches, TOUCH_WAIT_BELOW, wait.sem_sel & 1u << i, max[0]);
        }
        return;
    case OP_STALLWAIT: /* may ask who has a bank */
        add_state(touches, TOUCH_READ, STATE_RANGE(src_bank));
        add_state(touches, TOUCH_READ, STATE_RANGE(src_valid));
        return;
    default:
        return;
    }
}

/* Who has the bank that a word works on decides whether it waits. */
static void touch_banks(struct touches *touches, const struct tile *tile, enum tt_unit unit)
{
    uint32_t banks[4]; /* struct small_state, src_bank */
    const uint32_t valid_a = (uint32_t)offsetof(struct small_state, src_valid), valid_b = valid_a + 8;
    tile_load_numbers(tile, TT_SPACE_STATE, (uint32_t)offsetof(struct small_state, src_bank), 4, banks);
    const unsigned a = banks[unit == TT_UNIT_MATRIX ? 2 : 0] & 1, b = banks[unit == TT_UNIT_MATRIX ? 3 : 1] & 1;
    if (unit != TT_UNIT_UNPACK1)
        add_state(touches, TOUCH_READ, valid_a + 4 * a, valid_a + 4 * a + 4);
    if (unit != TT_UNIT_UNPACK0)
        add_state(touches, TOUCH_READ, valid_b + 4 * b, valid_b + 4 * b + 4);
}

static void touch_counters(struct touches *touches, enum tt_unit unit)
{
    const size_t within = unit == TT_UNIT_PACK      ? offsetof(struct adc_set, pack)
                          : unit == TT_UNIT_UNPACK1 ? offsetof(struct adc_set, unp1)
                                                    : offsetof(struct adc_set, unp0);
    for (unsigned i = 0; i < THREADS; i++) {
        const uint32_t lo = (uint32_t)(offsetof(struct small_state, adc) + i * sizeof(struct adc_set) + within);
        add_state(touches, TOUCH_READ, lo, lo + (uint32_t)sizeof(struct adc_unit));
    }
}

void touch_word(struct touches *touches, struct explore_move *move, const struct tile *tile, uint32_t word)
{
    const enum tt_unit unit = isa_unit(tile_chip(tile), word);
    const unsigned thread = move->text.thread;
    uint8_t state;
    switch (unit) {
    case TT_UNIT_SYNC:
        touch_sync(touches, tile, word);
        return;
    case TT_UNIT_UNPACK0:
    case TT_UNIT_UNPACK1:
        touch_banks(touches, tile, unit);
        touch_counters(touches, unit);
        add_state(touches, TOUCH_WRITE, STATE_RANGE(unp_row));
        break;
    case TT_UNIT_PACK:
        touch_counters(touches, unit);
        add_state(touches, TOUCH_WRITE, STATE_RANGE(packer));
        add(touches, (struct touch){TOUCH_TDMA, TOUCH_READ, 0, 0, 1});
        break;
    case TT_UNIT_VECTOR:
        add_state(touches, TOUCH_WRITE, STATE_RANGE(cc));
        break;
    case TT_UNIT_MATRIX:
        touch_banks(touches, tile, unit);
        break;
    case TT_UNIT_MOVER:
        add(touches, (struct touch){TOUCH_TDMA, TOUCH_WRITE, 0, 0, 1});
        break;
    case TT_UNIT_SCALAR:
        add(touches, (struct touch){TOUCH_TDMA, TOUCH_WRITE, 0, 0, 1});
        return;
    case TT_UNIT_FRONTEND:
    case TT_UNIT_CONFIG:
    case TT_UNIT_ADC:
    case TT_UNIT_CORE:
    case TT_UNIT_COUNT:
        return;
    }
    tile_load(tile, TT_SPACE_THREAD_CFG, thread * chip_get(tile_chip(tile))->thread_words * 2, 1, &state);
    move->footprint.unit = unit;
    move->footprint.state = state & 1;
}

void touch_sum(const struct touches *touches, struct footprint *footprint)
{
    footprint->count = (uint32_t)touches->count - footprint->first;
    for (size_t i = footprint->first; i < touches->count; i++) {
        const struct touch *touch = &touches->items[i];
        *(touch->kind == TOUCH_READ ? &footprint->reads : &footprint->writes) |= UINT32_C(1) << touch->space;
    }
    if (footprint->unit != TT_UNIT_COUNT)
        footprint->reads |= UINT32_C(1) << TT_SPACE_CFG;
}

/* ---- conflicts: a comes first ---- */

static bool semaphore_conflict(uint8_t a, uint8_t b)
{
    if (a == TOUCH_WRITE || b == TOUCH_WRITE)
        return true;
    return (a == TOUCH_POST && b == TOUCH_GET) || (a == TOUCH_GET && b == TOUCH_POST) ||
           (a == TOUCH_WAIT_ABOVE && b == TOUCH_GET) || (a == TOUCH_WAIT_BELOW && b == TOUCH_POST);
}

static bool collide(const struct touch *a, const struct touch *b)
{
    if (a->space != b->space || a->lo >= b->hi || b->lo >= a->hi)
        return false;
    if (a->space == TOUCH_SEMAPHORE)
        return semaphore_conflict(a->kind, b->kind);
    if (a->space == TOUCH_MUTEX)
        return a->kind == TOUCH_GET && b->kind == TOUCH_GET;
    return a->kind == TOUCH_WRITE || b->kind == TOUCH_WRITE;
}

/* Whether one of the configuration words that a move writes is read by the other's unit. */
static bool writes_cfg_of(const struct touches *touches, const struct footprint *writer, const struct footprint *reader)
{
    const uint32_t words = touches->cfg_words;
    if (reader->unit == TT_UNIT_COUNT)
        return false;
    for (uint32_t i = 0; i < writer->count; i++) {
        const struct touch *touch = &touches->items[writer->first + i];
        if (touch->space != TT_SPACE_CFG || touch->kind != TOUCH_WRITE)
            continue;
        for (uint32_t at = touch->lo / 4; at < touch->hi / 4; at++) {
            if (at / words == reader->state && (touches->cfg_users[at % words] >> (reader->unit - TT_UNIT_MOVER) & 1))
                return true;
        }
    }
    return false;
}

bool touch_conflict(const struct touches *touches, const struct explore_move *a, const struct explore_move *b)
{
    const struct footprint *x = &a->footprint, *y = &b->footprint;
    if (!((x->writes & (y->reads | y->writes)) | (x->reads & y->writes)))
        return false;
    if ((x->writes >> TT_SPACE_CFG & 1) && writes_cfg_of(touches, x, y))
        return true;
    if ((y->writes >> TT_SPACE_CFG & 1) && writes_cfg_of(touches, y, x))
        return true;
    for (uint32_t i = 0; i < x->count; i++) {
        for (uint32_t j = 0; j < y->count; j++) {
            if (collide(&touches->items[x->first + i], &touches->items[y->first + j]))
                return true;
        }
    }
    return false;
}

bool touch_only_banks(const struct touches *touches, const struct explore_move *a, const struct explore_move *b)
{
    const struct footprint *x = &a->footprint, *y = &b->footprint;
    for (uint32_t i = 0; i < x->count; i++) {
        for (uint32_t j = 0; j < y->count; j++) {
            const struct touch *touch = &touches->items[x->first + i];
            if (!collide(touch, &touches->items[y->first + j]))
                continue;
            if (touch->space != TT_SPACE_STATE || touch->lo < offsetof(struct small_state, src_bank) ||
                touch->hi > offsetof(struct small_state, sem))
                return false;
        }
    }
    return true;
}
