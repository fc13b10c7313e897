/* SPDX-License-Identifier: Apache-2.0 */
/* Which keys an event of a kind has, and how far its addresses go. docs/formats/bundle.md#events */
#include "capture/import/bundle/event_internal.h"
#include "isa/chip.h"
#include "isa/mmio.h"

#define BIT(key) (1u << (key))

const char *const event_key_names[KEY_COUNT] = {"i", "k", "t", "w", "a", "v", "s", "op", "h", "core", "pc"};

const uint64_t event_key_max[KEY_COUNT] = {
    [KEY_I] = (uint64_t)1 << 52, [KEY_T] = THREADS - 1,    [KEY_W] = UINT32_MAX,  [KEY_A] = UINT32_MAX,
    [KEY_V] = UINT32_MAX,        [KEY_S] = CFG_STATES - 1, [KEY_PC] = UINT32_MAX,
};

static const char *kind_names(size_t i)
{
    return i < TTCAP_KIND_COUNT ? ttcap_kind_name((enum ttcap_kind)i) : NULL;
}

static const char *op_names(size_t i)
{
    static const char *const names[] = {"post", "get", NULL};
    return names[i];
}

json_choice *const event_key_choices[KEY_COUNT] = {[KEY_K] = kind_names, [KEY_OP] = op_names, [KEY_CORE] = json_cores};

enum {
    ALWAYS = BIT(KEY_I) | BIT(KEY_K),
    PLACE = BIT(KEY_CORE) | BIT(KEY_PC), /* both or neither, with any kind */
    MOP_WORDS = 9,
};

static const struct {
    unsigned must, may;
} keys_of[TTCAP_KIND_COUNT] = {
    [TTCAP_PUSH] = {ALWAYS | BIT(KEY_T) | BIT(KEY_W), 0},
    [TTCAP_EXEC] = {ALWAYS | BIT(KEY_T) | BIT(KEY_W), 0},
    [TTCAP_CFGW] = {ALWAYS | BIT(KEY_S) | BIT(KEY_A) | BIT(KEY_V), BIT(KEY_T)},
    [TTCAP_MOPW] = {ALWAYS | BIT(KEY_T) | BIT(KEY_A) | BIT(KEY_V), 0},
    [TTCAP_GPRW] = {ALWAYS | BIT(KEY_T) | BIT(KEY_A) | BIT(KEY_V), 0},
    [TTCAP_SEMW] = {ALWAYS | BIT(KEY_A) | BIT(KEY_OP), BIT(KEY_T)},
    [TTCAP_SEMR] = {ALWAYS | BIT(KEY_A) | BIT(KEY_V), BIT(KEY_T)},
    [TTCAP_L1W] = {ALWAYS | BIT(KEY_A) | BIT(KEY_H), BIT(KEY_T)},
    [TTCAP_MMIO] = {ALWAYS | BIT(KEY_A) | BIT(KEY_V), BIT(KEY_T)},
};

bool event_keys_fit(enum ttcap_kind kind, unsigned seen)
{
    unsigned may = keys_of[kind].may | PLACE;
    bool has_place_or_none = (seen & PLACE) == PLACE || (seen & PLACE) == 0;
    return (seen & keys_of[kind].must) == keys_of[kind].must && (seen & ~(keys_of[kind].must | may)) == 0 &&
           has_place_or_none;
}

enum tt_status event_keys_fail(enum ttcap_kind kind, unsigned seen, struct tt_error *err)
{
    for (int key = 0; key < KEY_COUNT; key++) {
        bool must = keys_of[kind].must & BIT(key), may = (keys_of[kind].may | PLACE) & BIT(key);
        REFUSE_IF(must && !(seen & BIT(key)), err, "the %s event has no \"%s\"", ttcap_kind_name(kind),
                  event_key_names[key]);
        REFUSE_IF((seen & BIT(key)) && !must && !may, err, "a %s event has no key \"%s\"", ttcap_kind_name(kind),
                  event_key_names[key]);
    }
    REFUSE_IF((seen & PLACE) != 0 && (seen & PLACE) != PLACE, err,
              "the %s event has a \"%s\" alone, expected \"core\" and \"pc\"", ttcap_kind_name(kind),
              event_key_names[seen & BIT(KEY_PC) ? KEY_PC : KEY_CORE]);
    return TT_OK;
}

/* How many addresses a kind has; 0: as many as a word can say. */
static uint32_t addresses(enum ttcap_kind kind, enum tt_chip chip)
{
    const uint32_t ends[TTCAP_KIND_COUNT] = {[TTCAP_CFGW] = chip_get(chip)->cfg_words,
                                             [TTCAP_MOPW] = MOP_WORDS,
                                             [TTCAP_GPRW] = GPRS,
                                             [TTCAP_SEMW] = SEMAPHORES,
                                             [TTCAP_SEMR] = SEMAPHORES,
                                             [TTCAP_L1W] = chip_get(chip)->l1_bytes};
    return ends[kind];
}

/* A recorded read is one of a semaphore, by a thread's core, or of a stream's register, by whichever core. */
static bool is_register_read(const struct event_line *line)
{
    const uint64_t addr = line->number[KEY_A];
    return addr >= MMIO_STREAM && addr < MMIO_STREAM_END && addr % 4 == 0;
}

static enum tt_status event_keys_fail_thread(struct tt_error *err)
{
    return tt_fail(err, TT_BAD_INPUT, "the semr event of a semaphore has no \"t\"");
}

enum tt_status event_make(const struct event_line *line, enum tt_chip chip, const struct event_bytes *bytes,
                          struct ttcap_event *event, struct tt_error *err)
{
    bool has_word = line->kind == TTCAP_PUSH || line->kind == TTCAP_EXEC;
    *event = (struct ttcap_event){
        .seq = line->number[KEY_I],
        .kind = line->kind,
        .thread = (int8_t)(line->seen & BIT(KEY_T) ? (int)line->number[KEY_T] : -1),
        .index = (uint8_t)line->number[KEY_S],
        .addr = (uint32_t)line->number[KEY_A],
        .value = (uint32_t)line->number[has_word                   ? KEY_W
                                        : line->kind == TTCAP_SEMW ? KEY_OP
                                                                   : KEY_V],
        .has_pc = (line->seen & BIT(KEY_PC)) != 0,
        .core = (enum tt_core)line->number[KEY_CORE],
        .pc = (uint32_t)line->number[KEY_PC],
    };
    uint32_t limit = addresses(line->kind, chip);
    if (line->kind == TTCAP_SEMR && is_register_read(line))
        return TT_OK;
    if (line->kind == TTCAP_SEMR && event->thread < 0)
        return event_keys_fail_thread(err);
    REFUSE_IF(limit && event->addr >= limit, err, "a is %u, expected 0 to %u in a %s event of %s", event->addr,
              limit - 1, ttcap_kind_name(line->kind), chip_get(chip)->name);
    if (line->kind == TTCAP_L1W) {
        event->bytes = bytes->items;
        event->byte_count = line->byte_count;
        REFUSE_IF(event->byte_count > limit - event->addr, err, "%u bytes from 0x%x run past the end of L1 at 0x%x",
                  event->byte_count, event->addr, limit);
    }
    return TT_OK;
}
