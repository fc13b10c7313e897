/* SPDX-License-Identifier: Apache-2.0 */
/* The state that a move touches: accesses that the tile reports, and those that it does not report because they are
 * small and always the same. docs/semantics/program-order.md#schedules */
#include "schedules/explore.h"

#include "insn_ids.h"
#include "isa/effects.h"
#include "isa/mmio.h"
#include "sync_insns.h"

enum { ROW_BYTES = DST_COLUMNS * 2, MERGED = 4 };
enum { SEMAPHORE_MOST = 15 };

#define STATE_RANGE(member)                                                                                            \
    (uint32_t) offsetof(struct small_state, member),                                                                   \
        (uint32_t)(offsetof(struct small_state, member) + sizeof(((struct small_state *)0)->member))

/* A word of the configuration of which no unit is known to read any field counts for all. */
void touches_init(struct touches *touches, enum tt_chip chip)
{
    *touches = (struct touches){.cfg_words = chip_get(chip)->cfg_words};
    hazard_cfg_users(chip, touches->cfg_users);
    for (unsigned word = 0; word < CFG_WORDS_MAX; word++)
        touches->cfg_users[word] = touches->cfg_users[word] ? touches->cfg_users[word] : UINT8_MAX;
}

static bool touch_is_same_kind(const struct touch *a, const struct touch *b)
{
    return a->space == b->space && a->kind == b->kind && a->is_idle == b->is_idle && a->lo <= b->hi && b->lo <= a->hi;
}

static void touch_add(struct touches *touches, struct touch touch)
{
    for (size_t i = touches->count; i > touches->first && touches->count - i < MERGED; i--) {
        struct touch *last = &touches->items[i - 1];
        if (touch.kind > TOUCH_WRITE || !touch_is_same_kind(last, &touch))
            continue;
        last->lo = touch.lo < last->lo ? touch.lo : last->lo;
        last->hi = touch.hi > last->hi ? touch.hi : last->hi;
        return;
    }
    touches->has_failed |= !MEM_PUSH(touches->items, touches->count, touches->capacity, touch);
}

static void touch_add_state(struct touches *touches, enum touch_kind kind, uint32_t lo, uint32_t hi)
{
    touch_add(touches, (struct touch){.space = TT_SPACE_STATE, .kind = (uint8_t)kind, .lo = lo, .hi = hi});
}

static void touch_add_semaphores(struct touches *touches, enum touch_kind kind, uint32_t mask, uint32_t value)
{
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        if (mask >> i & 1)
            touch_add(touches, (struct touch){TOUCH_SEMAPHORE, (uint8_t)kind, false, (uint16_t)value, i, i + 1});
    }
}

void touch_access(struct touches *touches, const struct probe_access *access)
{
    if (access->lo >= access->hi)
        return;
    struct touch touch = {.space = (uint8_t)access->space,
                          .kind = access->is_write ? TOUCH_WRITE : TOUCH_READ,
                          .lo = access->lo,
                          .hi = access->hi};
    if (access->space == TT_SPACE_DST_VALID) { /* whoever reads a row asks whether it is valid */
        touch.space = TT_SPACE_DST;
        touch.lo *= ROW_BYTES;
        touch.hi *= ROW_BYTES;
    }
    if (access->space == TT_SPACE_STATE && access->lo >= offsetof(struct small_state, sem) &&
        access->hi <= offsetof(struct small_state, mop_cfg))
        return; /* semaphores and mutexes: by what is done to them */
    touch_add(touches, touch);
}

static void touch_mmio(struct touches *touches, struct explore_move *move, const struct ttcap_event *event)
{
    const uint32_t semaphore = (event->addr - MMIO_SEMAPHORE) / 4;
    if (event->addr >= MMIO_SEMAPHORE && semaphore < SEMAPHORES)
        touch_add_semaphores(touches, event->value & 1 ? TOUCH_GET : TOUCH_POST, 1u << semaphore, 0);
    if (event->addr == MMIO_DEBUG + DEBUG_OFFSET_FEATURE_DISABLE) /* how 16 bits of Dst are found (M9x) */
        touch_add(touches, (struct touch){.space = TT_SPACE_DST, .kind = TOUCH_WRITE, .hi = DST_ROWS * ROW_BYTES});
    if (event->addr >= MMIO_TDMA && event->addr < MMIO_STREAM_END)
        touch_add(touches, (struct touch){.space = TOUCH_TDMA, .kind = TOUCH_WRITE, .hi = 1});
    move->waits_for_pipe = event->addr == MMIO_PIPE_DRY && event->thread >= 0;
}

void touch_event(struct touches *touches, struct explore_move *move, const struct ttcap_event *event)
{
    if (event->kind == TTCAP_MMIO)
        touch_mmio(touches, move, event);
    if (event->kind == TTCAP_SEMR && event->addr >= SEMAPHORES)
        touch_add(touches, (struct touch){.space = TOUCH_TDMA, .kind = TOUCH_READ, .hi = 1});
    if (event->addr >= SEMAPHORES)
        return;
    if (event->kind == TTCAP_SEMW)
        touch_add_semaphores(touches, event->value == 0 ? TOUCH_POST : TOUCH_GET, 1u << event->addr, 0);
    if (event->kind == TTCAP_SEMR && event->addr == SEMAPHORE_UNPACK_SYNC)
        touch_add_semaphores(touches, TOUCH_WAIT_BELOW, 1u << event->addr, event->value + 1);
    else if (event->kind == TTCAP_SEMR)
        touch_add_semaphores(touches, TOUCH_POLL, 1u << event->addr, 0);
}

void touch_take(struct touches *touches, struct explore_move *move, const struct tile *tile, uint32_t word)
{
    const uint32_t bytes = sizeof(((struct small_state *)0)->mop_cfg[0]);
    const uint32_t lo = (uint32_t)offsetof(struct small_state, mop_cfg) + move->pipe * bytes;
    if (word_reads_as(isa_find(tile_chip(tile), word), word, WHAT_MOP_CFG, EXTENT_THREAD))
        touch_add_state(touches, TOUCH_READ, lo, lo + bytes);
}

/* A word, and where it stands. */
struct touching {
    struct touches *touches;
    const struct tile *tile;
    unsigned thread;
    const struct isa_insn *insn;
    uint32_t word;
};

static void touch_maxima(const struct touching *at, uint32_t mask)
{
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        uint8_t max[sizeof(uint32_t)];
        tile_load(at->tile, TT_SPACE_STATE, (uint32_t)offsetof(struct small_state, sem[i].max), sizeof max, max);
        touch_add_semaphores(at->touches, TOUCH_WAIT_BELOW, mask & 1u << i, max[0]);
    }
}

/* A post at the most that a semaphore counts to, or a get at 0, is lost (F18). */
static void touch_steps(const struct touching *at, enum touch_kind kind, uint32_t mask)
{
    const uint8_t limit = kind == TOUCH_POST ? SEMAPHORE_MOST : 0;
    for (unsigned i = 0; i < SEMAPHORES; i++) {
        uint8_t value[sizeof(uint32_t)];
        tile_load(at->tile, TT_SPACE_STATE, (uint32_t)offsetof(struct small_state, sem[i].value), sizeof value, value);
        touch_add_semaphores(at->touches, kind, mask & 1u << i, value[0] == limit);
    }
}

/* Semaphores and mutexes: by what is done to them. False: the effect is of something else. */
static bool touch_shared(const struct touching *at, const struct isa_effect *effect)
{
    const uint32_t value = effect_field(effect, at->word);
    switch ((unsigned)effect->extent) {
    case EXTENT_TAKE:
    case EXTENT_GIVE:
        touch_add(at->touches, (struct touch){TOUCH_MUTEX, effect->extent == EXTENT_TAKE ? TOUCH_GET : TOUCH_POST,
                                              false, 0, value, value + 1});
        return true;
    case EXTENT_SET:
        touch_add_semaphores(at->touches, TOUCH_WRITE, value,
                             isa_decode_seminit(tile_chip(at->tile), at->word).init_value);
        return true;
    case EXTENT_POST:
    case EXTENT_GET:
        touch_steps(at, effect->extent == EXTENT_POST ? TOUCH_POST : TOUCH_GET, value);
        return true;
    case EXTENT_ABOVE:
        touch_add_semaphores(at->touches, TOUCH_WAIT_ABOVE, value, 0);
        return true;
    case EXTENT_BELOW:
        touch_maxima(at, value);
        return true;
    default:
        return false;
    }
}

/* The bank of SrcA or SrcB that a side works on. */
static uint32_t touch_bank_of(const struct tile *tile, bool is_srcb, bool is_matrix)
{
    uint32_t banks[4]; /* struct small_state, src_bank */
    tile_load_numbers(tile, TT_SPACE_STATE, (uint32_t)offsetof(struct small_state, src_bank), 4, banks);
    return banks[2 * is_matrix + is_srcb] & 1;
}

/* The bytes of a run of words of a group that an effect is of: all of it, or the word of a bank or of a thread. */
static void touch_narrow(const struct touching *at, const struct isa_effect *effect, uint32_t *lo, uint32_t *hi)
{
    const bool is_matrix = isa_unit_of(at->insn, at->word) == TT_UNIT_MATRIX;
    const bool is_srcb = effect->what == WHAT_SRC_VALID_B || effect->what == WHAT_SRC_FORMAT_B;
    const uint32_t count = *hi - *lo;
    uint32_t part = count, which = 0;
    if (effect->extent == EXTENT_WAIT || effect->extent == EXTENT_BANK || effect->extent == EXTENT_WAIT_BEHIND) {
        part = count / SRC_BANKS;
        which = touch_bank_of(at->tile, is_srcb, is_matrix != (effect->extent == EXTENT_WAIT_BEHIND));
    } else if (effect->extent == EXTENT_THREAD) {
        part = count / THREADS;
        which = at->thread;
    }
    *lo += which * part;
    *hi = *lo + part;
}

/* A STALLWAIT reads all banks' owners alike, and depends on those that its conditions name. */
static bool touch_is_gate_without(const struct touching *at, const struct isa_effect *effect)
{
    bool is_asked = false;
    if (effect->extent != EXTENT_GATE || at->insn->id != INSN_STALLWAIT)
        return false;
    for (unsigned is_matrix = 0; is_matrix < 2; is_matrix++) {
        for (unsigned is_srcb = 0; is_srcb < 2; is_srcb++) {
            const unsigned bank = is_srcb ? (is_matrix ? WHAT_SRC_BANK_MATH_B : WHAT_SRC_BANK_UNP_B)
                                          : (is_matrix ? WHAT_SRC_BANK_MATH_A : WHAT_SRC_BANK_UNP_A);
            const unsigned valid = is_srcb ? WHAT_SRC_VALID_B : WHAT_SRC_VALID_A;
            if (effect->what == bank || effect->what == valid)
                is_asked |= sync_asks_for_bank(at->tile, at->insn, at->word, is_srcb, is_matrix);
        }
    }
    return !is_asked;
}

static void touch_group(const struct touching *at, const struct isa_effect *effect, enum touch_kind kind)
{
    const bool is_idle = kind == TOUCH_READ && touch_is_gate_without(at, effect);
    unsigned count;
    const struct isa_state_run *runs = what_runs(effect->what, &count);
    for (unsigned i = 0; i < count; i++) {
        uint32_t lo = runs[i].first * UINT32_C(4), hi = runs[i].end * UINT32_C(4);
        touch_narrow(at, effect, &lo, &hi);
        touch_add(
            at->touches,
            (struct touch){.space = TT_SPACE_STATE, .kind = (uint8_t)kind, .is_idle = is_idle, .lo = lo, .hi = hi});
    }
}

/* Reads of the state; writes of it that the tile does not report; what stands outside of it. */
static void touch_effect(const struct touching *at, const struct isa_effect *effect, enum touch_kind kind)
{
    if (!effect_holds(effect, at->word) || touch_shared(at, effect))
        return;
    if (effect->what > TT_SPACE_STATE && effect->what < WHAT_OUTSIDE &&
        (kind == TOUCH_READ || effect->extent == EXTENT_QUIET))
        touch_group(at, effect, kind);
    if (effect->what == WHAT_TDMA || effect->what == WHAT_REGISTERS)
        touch_add(at->touches, (struct touch){.space = TOUCH_TDMA, .kind = (uint8_t)kind, .hi = 1});
    if (effect->what == WHAT_MACROS)
        touch_add(at->touches, (struct touch){.space = TOUCH_MACROS, .kind = (uint8_t)kind, .hi = 1});
}

void touch_word(struct touches *touches, struct explore_move *move, const struct tile *tile,
                const struct isa_insn *insn, uint32_t word)
{
    const struct touching at = {touches, tile, move->text.thread, insn, word};
    uint8_t state;
    if (!insn)
        return;
    for (unsigned i = 0; i < insn->read_count; i++)
        touch_effect(&at, &insn->reads[i], TOUCH_READ);
    for (unsigned i = 0; i < insn->write_count; i++)
        touch_effect(&at, &insn->writes[i], TOUCH_WRITE);
    if (!word_settings(insn, word))
        return;
    tile_load(tile, TT_SPACE_THREAD_CFG, at.thread * chip_get(tile_chip(tile))->thread_words * 2, 1, &state);
    move->footprint.unit = isa_unit_of(insn, word);
    move->footprint.state = state & 1;
}

enum { BITS_STATE = 16, BITS_GPR = 48, BITS_BYTES = 64 };
static_assert((int)BITS_STATE >= (int)TOUCH_SPACES && BITS_STATE + sizeof(struct small_state) / BITS_BYTES < BITS_GPR &&
                  BITS_GPR + THREADS * GPRS * 4 / BITS_BYTES <= 64,
              "a bit for each");

static uint64_t touch_bits_of(const struct touch *touch)
{
    const bool is_state = touch->space == TT_SPACE_STATE;
    if (!is_state && touch->space != TT_SPACE_GPR)
        return UINT64_C(1) << touch->space;
    const uint32_t base = is_state ? BITS_STATE : BITS_GPR, end = is_state ? BITS_GPR : 64;
    uint64_t bits = 0;
    for (uint32_t at = base + touch->lo / BITS_BYTES; at < end && (at - base) * BITS_BYTES < touch->hi; at++)
        bits |= UINT64_C(1) << at;
    return bits;
}

void touch_sum(const struct touches *touches, struct footprint *footprint)
{
    footprint->count = (uint32_t)touches->count - footprint->first;
    for (size_t i = footprint->first; i < touches->count; i++) {
        const struct touch *touch = &touches->items[i];
        *(touch->kind == TOUCH_READ ? &footprint->reads : &footprint->writes) |= touch_bits_of(touch);
    }
    if (footprint->unit != TT_UNIT_COUNT)
        footprint->reads |= UINT64_C(1) << TT_SPACE_CFG;
}

/* ---- conflicts: a comes first ---- */

/* Posts and gets that are lost at a limit, waits for either: what orders them for certain is known beforehand. */
static bool touch_semaphore_conflict(uint8_t a, uint8_t b)
{
    const bool steps[] = {a == TOUCH_POST || a == TOUCH_GET, b == TOUCH_POST || b == TOUCH_GET};
    if (a == TOUCH_WRITE || b == TOUCH_WRITE)
        return true;
    if (steps[0] && steps[1])
        return a != b;
    return (steps[0] || steps[1]) && a != TOUCH_POLL && b != TOUCH_POLL;
}

static bool touch_collide(const struct touch *a, const struct touch *b)
{
    if (a->space != b->space || a->lo >= b->hi || b->lo >= a->hi)
        return false;
    if (a->space == TOUCH_SEMAPHORE)
        return touch_semaphore_conflict(a->kind, b->kind);
    if (a->space == TOUCH_MUTEX)
        return a->kind == TOUCH_GET && b->kind == TOUCH_GET;
    return a->kind == TOUCH_WRITE || b->kind == TOUCH_WRITE;
}

/* By one of the configuration words that a move writes and the other's unit reads. */
static enum touch_meeting touch_meet_by_cfg(const struct touches *touches, const struct footprint *writer,
                                            const struct footprint *reader)
{
    const uint32_t words = touches->cfg_words;
    enum touch_meeting meeting = TOUCH_APART;
    if (reader->unit == TT_UNIT_COUNT || !(writer->writes >> TT_SPACE_CFG & 1))
        return TOUCH_APART;
    for (uint32_t i = 0; i < writer->count && meeting != TOUCH_MEET; i++) {
        const struct touch *touch = &touches->items[writer->first + i];
        if (touch->space != TT_SPACE_CFG || touch->kind != TOUCH_WRITE)
            continue;
        for (uint32_t at = touch->lo / 4; at < touch->hi / 4; at++) {
            if (at / words == reader->state && (touches->cfg_users[at % words] >> (reader->unit - TT_UNIT_MOVER) & 1))
                meeting = touch->is_idle ? TOUCH_IDLY : TOUCH_MEET;
        }
    }
    return meeting;
}

/* Whether any touch of a move can collide with this one, by their sums. */
static bool touch_may_collide(const struct touch *touch, const struct footprint *other)
{
    return (touch_bits_of(touch) & (touch->kind == TOUCH_READ ? other->writes : other->reads | other->writes)) != 0;
}

enum touch_meeting touch_meeting(const struct touches *touches, const struct explore_move *a,
                                 const struct explore_move *b)
{
    const struct footprint *x = &a->footprint, *y = &b->footprint;
    enum touch_meeting meeting = TOUCH_APART;
    if (!((x->writes & (y->reads | y->writes)) | (x->reads & y->writes)))
        return TOUCH_APART;
    const enum touch_meeting by_cfg[] = {touch_meet_by_cfg(touches, x, y), touch_meet_by_cfg(touches, y, x)};
    meeting = by_cfg[0] > by_cfg[1] ? by_cfg[0] : by_cfg[1];
    for (uint32_t i = 0; i < x->count && meeting != TOUCH_MEET; i++) {
        const struct touch *touch = &touches->items[x->first + i];
        if (!touch_may_collide(touch, y))
            continue;
        for (uint32_t j = 0; j < y->count && meeting != TOUCH_MEET; j++) {
            const struct touch *other = &touches->items[y->first + j];
            if (touch_collide(touch, other))
                meeting = touch->is_idle || other->is_idle ? TOUCH_IDLY : TOUCH_MEET;
        }
    }
    return meeting;
}

bool touch_waits(const struct touches *touches, const struct explore_move *move)
{
    bool waits = false;
    for (uint32_t i = 0; i < move->footprint.count; i++) {
        const struct touch *touch = &touches->items[move->footprint.first + i];
        waits |= touch->space == TOUCH_SEMAPHORE && touch->kind >= TOUCH_WAIT_ABOVE && touch->kind != TOUCH_POLL;
    }
    return waits;
}

bool touch_only_banks(const struct touches *touches, const struct explore_move *a, const struct explore_move *b)
{
    const struct footprint *x = &a->footprint, *y = &b->footprint;
    for (uint32_t i = 0; i < x->count; i++) {
        for (uint32_t j = 0; j < y->count; j++) {
            const struct touch *touch = &touches->items[x->first + i];
            if (!touch_collide(touch, &touches->items[y->first + j]))
                continue;
            if (touch->space != TT_SPACE_STATE || touch->lo < offsetof(struct small_state, src_bank) ||
                touch->hi > offsetof(struct small_state, sem))
                return false;
        }
    }
    return true;
}
