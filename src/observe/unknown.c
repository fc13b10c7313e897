/* SPDX-License-Identifier: Apache-2.0 */
/* A byte of shadow for every byte of state, and the probe that carries "unknown" from reads to what depends on them.
 * docs/semantics/replay.md, "Unknown is not zero". */
#include "observe/unknown.h"

#include "base/memory.h"
#include "isa/findings.h"
#include "isa/registers.h"
#include "isa/spaces.h"
#include "observe/insn_log.h"

#include <string.h>

/* A byte range that the instruction at work wrote, and what that is from its end on. */
struct outcome {
    enum tt_space space;
    uint32_t lo, hi;
    bool is_unknown;
};

/* All of the kind that the instruction at work wrote. */
struct outcomes {
    struct outcome *items;
    size_t count, capacity;
};

struct unknown {
    uint8_t *shadow[TT_SPACE_COUNT];
    uint32_t size[TT_SPACE_COUNT];
    uint32_t count[TT_SPACE_COUNT]; /* unknown bytes of each */
    uint64_t total;
    bool is_control_unknown;
    uint32_t read_from;
    enum tt_chip chip;
    bool is_in_insn, has_read_unknown, is_all_unknown; /* all: what controls it is, or it did something undefined */
    uint64_t seq;
    struct insn_log *log;
    struct outcomes outcomes, written; /* written: while nothing was unknown, as if it became so */
    bool has_lost_written;             /* for want of memory */
    struct unknown_order order;
    struct unknown_listener on_tainted;
    const struct probe *listener;
    struct probe probe;
};

static bool listens(const struct unknown *unknown, unsigned what)
{
    return unknown->listener && (unknown->listener->wants & what);
}

static uint32_t count_set(const uint8_t *bytes, uint32_t count)
{
    uint32_t set = 0;
    for (uint32_t i = 0; i < count; i++)
        set += bytes[i];
    return set;
}

static void set_range(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count, uint8_t value)
{
    if (!value && unknown->count[space] == 0)
        return;
    if (lo >= unknown->size[space])
        return;
    if (count > unknown->size[space] - lo)
        count = unknown->size[space] - lo;
    uint8_t *shadow = unknown->shadow[space] + lo;
    uint32_t before = unknown->count[space] == unknown->size[space] ? count : count_set(shadow, count);
    memset(shadow, value, count);
    uint32_t after = value ? count : 0;
    unknown->count[space] = unknown->count[space] - before + after;
    unknown->total = unknown->total - before + after;
}

void unknown_mark(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count)
{
    set_range(unknown, space, lo, count, 1);
}

void unknown_clear(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count)
{
    set_range(unknown, space, lo, count, 0);
}

void unknown_mark_all(struct unknown *unknown, enum tt_space space)
{
    if (unknown->count[space] != unknown->size[space])
        unknown_mark(unknown, space, 0, unknown->size[space]);
}

/* Where a run of wholly known bytes that starts at `from` ends. */
static uint32_t known_until(const uint8_t *known, uint32_t from, uint32_t count)
{
    static const uint8_t all[64] = {
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    };
    while (count - from >= sizeof all && memcmp(known + from, all, sizeof all) == 0)
        from += (uint32_t)sizeof all;
    while (from < count && known[from] == 0xFF)
        from++;
    return from;
}

void unknown_take(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *known,
                  bool rest_is_unknown)
{
    if (unknown->count[space] == 0 && !rest_is_unknown)
        return;
    for (uint32_t i = 0; i < count;) {
        uint32_t from = i;
        bool is_known = known[i] == 0xFF;
        if (is_known)
            i = known_until(known, i, count);
        while (i < count && !is_known && known[i] != 0xFF)
            i++;
        if (is_known)
            unknown_clear(unknown, space, lo + from, i - from);
        else if (rest_is_unknown)
            unknown_mark(unknown, space, lo + from, i - from);
    }
}

bool unknown_any(const struct unknown *unknown)
{
    return unknown->total > 0 || unknown->is_control_unknown;
}

const uint8_t *unknown_at(const struct unknown *unknown, enum tt_space space, uint32_t lo)
{
    return unknown->count[space] ? unknown->shadow[space] + lo : NULL;
}

uint32_t unknown_read_from(const struct unknown *unknown)
{
    return unknown->read_from;
}

void unknown_set_control(struct unknown *unknown, bool is_unknown)
{
    unknown->is_control_unknown = is_unknown;
}

/* ---- the probe ---- */

static void on_insn_begin(void *user, const struct probe_insn *insn)
{
    struct unknown *unknown = user;
    unknown->is_in_insn = true;
    unknown->seq = insn->seq;
    unknown->has_read_unknown = false;
    unknown->is_all_unknown = unknown->is_control_unknown && insn->unit != TT_UNIT_CORE; /* a store is recorded whole */
    unknown->written.count = 0;
    unknown->has_lost_written = false;
    if (unknown->total)
        insn_log_begin(unknown->log, unknown->chip, insn);
    if (listens(unknown, PROBE_INSN) && unknown->listener->insn_begin)
        unknown->listener->insn_begin(unknown->listener->user, insn);
}

static bool is_any_unknown(const struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t hi)
{
    return unknown->count[space] && hi <= unknown->size[space] &&
           memchr(unknown->shadow[space] + lo, 1, hi - lo) != NULL;
}

static bool depends_on_unknown(const struct unknown *unknown, const struct depends_insn *insn, enum tt_space space,
                               uint32_t lo, uint32_t hi)
{
    struct depends depends = {0};
    depends_of(insn, space, lo, hi, &depends);
    bool is_unknown = depends.is_out_of_memory;
    for (size_t i = 0; i < depends.count && !is_unknown; i++)
        is_unknown = is_any_unknown(unknown, depends.items[i].space, depends.items[i].lo, depends.items[i].hi);
    depends_clear(&depends);
    return is_unknown;
}

/* Adds a range, neighbours of a kind as one. False without memory. */
static inline bool add_outcome(struct outcomes *list, const struct outcome *range)
{
    struct outcome *last = list->count ? &list->items[list->count - 1] : NULL;
    if (last && last->space == range->space && last->hi == range->lo && last->is_unknown == range->is_unknown) {
        last->hi = range->hi;
        return true;
    }
    if (list->count == list->capacity) {
        void *items = list->items;
        if (mem_grow(&items, &list->capacity, list->count + 1, sizeof *list->items))
            return false;
        list->items = items;
    }
    list->items[list->count++] = *range;
    return true;
}

/* What becomes of a range that was written, an element after the other: judged by what stood before the instruction, so
 * that nothing is changed yet. */
static bool resolve_write(struct unknown *unknown, const struct depends_insn *insn, const struct depends_access *write)
{
    const bool is_whole = unknown->is_all_unknown || !unknown->has_read_unknown;
    const uint32_t step = is_whole                      ? write->hi - write->lo
                          : write->space == TT_SPACE_L1 ? 1
                                                        : space_element_bytes(write->space);
    bool is_good = true;
    for (uint32_t lo = write->lo; lo < write->hi && is_good; lo += step) {
        const uint32_t hi = lo + step < write->hi ? lo + step : write->hi;
        const bool is_unknown =
            unknown->is_all_unknown || (!is_whole && depends_on_unknown(unknown, insn, write->space, lo, hi));
        is_good = add_outcome(&unknown->outcomes, &(struct outcome){write->space, lo, hi, is_unknown});
    }
    return is_good;
}

/* Configuration computed from unknown state controls all that follows. */
static void apply(struct unknown *unknown, const struct outcome *range)
{
    set_range(unknown, range->space, range->lo, range->hi - range->lo, range->is_unknown ? 1 : 0);
    if (!range->is_unknown)
        return;
    if (range->space == TT_SPACE_CFG)
        unknown->is_control_unknown = true;
    if (unknown->on_tainted.tainted)
        unknown->on_tainted.tainted(unknown->on_tainted.user, unknown->seq, range->space, range->lo, range->hi);
}

/* Without memory on the safe side: all that it wrote is unknown. */
static void resolve(struct unknown *unknown, const struct depends_insn *insn)
{
    bool is_good = !insn_log_is_broken(unknown->log);
    unknown->outcomes.count = 0;
    for (size_t i = 0; i < insn->access_count && is_good; i++)
        if (insn->accesses[i].is_write)
            is_good = resolve_write(unknown, insn, &insn->accesses[i]);
    for (size_t i = 0; i < unknown->outcomes.count && is_good; i++)
        apply(unknown, &unknown->outcomes.items[i]);
    for (size_t i = 0; i < insn->access_count && !is_good; i++)
        if (insn->accesses[i].is_write)
            apply(unknown,
                  &(struct outcome){insn->accesses[i].space, insn->accesses[i].lo, insn->accesses[i].hi, true});
}

/* Something undefined was done while all was known; what was written and could not be retained may be anything. */
static void resolve_written(struct unknown *unknown)
{
    for (size_t i = 0; i < unknown->written.count; i++)
        apply(unknown, &unknown->written.items[i]);
    for (int space = 0; space < TT_SPACE_COUNT && unknown->has_lost_written; space++)
        unknown_mark_all(unknown, (enum tt_space)space);
}

static void resolve_insn(struct unknown *unknown, const struct probe_insn *insn)
{
    bool has_remap = false, has_swizzle = false;
    if (unknown->has_read_unknown && unknown->order.rows)
        unknown->order.rows(unknown->order.user, insn->thread, &has_remap, &has_swizzle);
    resolve(unknown, insn_log_end(unknown->log, has_remap, has_swizzle));
}

static void on_insn_end(void *user, const struct probe_insn *insn)
{
    struct unknown *unknown = user;
    if (unknown->total)
        resolve_insn(unknown, insn);
    else if (unknown->is_all_unknown)
        resolve_written(unknown);
    unknown->is_in_insn = false;
    if (listens(unknown, PROBE_INSN) && unknown->listener->insn_end)
        unknown->listener->insn_end(unknown->listener->user, insn);
}

static void take_access(struct unknown *unknown, const struct probe_access *access)
{
    if (access->lo >= access->hi || access->hi > unknown->size[access->space])
        return;
    if (unknown->is_in_insn)
        insn_log_access(unknown->log, access);
    else if (access->is_write)
        set_range(unknown, access->space, access->lo, access->hi - access->lo, 0);
    if (!access->is_write && is_any_unknown(unknown, access->space, access->lo, access->hi)) {
        unknown->has_read_unknown = true;
        unknown->read_from |= 1u << access->space;
    }
}

static inline void note_written(struct unknown *unknown, const struct probe_access *access)
{
    const struct outcome range = {access->space, access->lo, access->hi, true};
    if (access->lo < access->hi && access->hi <= unknown->size[access->space] &&
        !add_outcome(&unknown->written, &range))
        unknown->has_lost_written = true;
}

/* What is all known spoils nothing; what is written may turn out to be undefined. */
static void on_access(void *user, const struct probe_access *access)
{
    struct unknown *unknown = user;
    if (unknown->total)
        take_access(unknown, access);
    else if (access->is_write && unknown->is_in_insn)
        note_written(unknown, access);
    const struct probe *listener = unknown->listener;
    if (listener && (listener->wants & PROBE_ACCESS) && listener->access)
        listener->access(listener->user, access);
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    struct unknown *unknown = user;
    if (unknown->total)
        insn_log_stage(unknown->log, stage);
    if (listens(unknown, PROBE_STAGE) && unknown->listener->stage)
        unknown->listener->stage(unknown->listener->user, stage);
}

/* What an instruction of undefined behaviour leaves is unknown. */
static void on_finding(void *user, const struct probe_finding *finding)
{
    struct unknown *unknown = user;
    const enum finding_class kind = finding_get(finding->id)->kind;
    if (unknown->is_in_insn && (kind == FINDING_UNDEFINED_BEHAVIOR || kind == FINDING_UNPREDICTABLE_VALUE_USED))
        unknown->is_all_unknown = true;
    if (listens(unknown, PROBE_FINDING) && unknown->listener->finding)
        unknown->listener->finding(unknown->listener->user, finding);
}

const struct probe *unknown_probe(struct unknown *unknown)
{
    return &unknown->probe;
}

void unknown_set_next(struct unknown *unknown, const struct probe *listener)
{
    unknown->listener = listener;
    unknown_refresh(unknown);
}

void unknown_refresh(struct unknown *unknown)
{
    const unsigned stages = unknown_any(unknown) ? PROBE_STAGE : 0; /* which datum came from where */
    unknown->probe.wants =
        PROBE_INSN | PROBE_ACCESS | PROBE_FINDING | stages | (unknown->listener ? unknown->listener->wants : 0);
}

void unknown_set_order(struct unknown *unknown, const struct unknown_order *order)
{
    unknown->order = *order;
}

void unknown_set_listener(struct unknown *unknown, const struct unknown_listener *listener)
{
    unknown->on_tainted = *listener;
}

struct unknown *unknown_new(enum tt_chip chip, const struct probe *listener)
{
    struct unknown *unknown = mem_calloc(1, sizeof *unknown);
    if (!unknown)
        return NULL;
    unknown->chip = chip;
    unknown->log = insn_log_new();
    if (!unknown->log) {
        unknown_free(unknown);
        return NULL;
    }
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        unknown->size[space] = space_bytes(chip, (enum tt_space)space);
        unknown->shadow[space] = mem_calloc(unknown->size[space], 1);
        if (!unknown->shadow[space]) {
            unknown_free(unknown);
            return NULL;
        }
    }
    unknown->probe = (struct probe){unknown, 0, on_insn_begin, on_insn_end, on_stage, on_access, on_finding};
    unknown_set_next(unknown, listener);
    return unknown;
}

void unknown_free(struct unknown *unknown)
{
    if (!unknown)
        return;
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        mem_free(unknown->shadow[space]);
    mem_free(unknown->outcomes.items);
    mem_free(unknown->written.items);
    insn_log_free(unknown->log);
    mem_free(unknown);
}
