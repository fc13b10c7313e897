/* SPDX-License-Identifier: Apache-2.0 */
/* A byte of shadow for every byte of state, and the probe that carries "unknown" from reads to writes.
 * docs/semantics/replay.md, "Unknown is not zero". */
#include "replay/unknown.h"

#include "base/memory.h"
#include "isa/spaces.h"

#include <string.h>

/* A write of the instruction at work; what it leaves is known only when the instruction ends. */
struct pending {
    enum tt_space space;
    uint32_t lo, hi;
};

struct unknown {
    uint8_t *shadow[TT_SPACE_COUNT];
    uint32_t size[TT_SPACE_COUNT];
    uint32_t count[TT_SPACE_COUNT]; /* unknown bytes of each */
    uint64_t total;
    bool is_control_unknown;
    uint32_t read_from;
    bool is_in_insn, reads_unknown;
    struct pending *pending;
    size_t pending_count, pending_capacity;
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
    unknown->reads_unknown = unknown->is_control_unknown && insn->unit != TT_UNIT_CORE; /* a store is recorded whole */
    unknown->pending_count = 0;
    if (listens(unknown, PROBE_INSN) && unknown->listener->insn_begin)
        unknown->listener->insn_begin(unknown->listener->user, insn);
}

/* Configuration made from what nobody knows controls all that follows. */
static void settle(struct unknown *unknown, const struct pending *write)
{
    set_range(unknown, write->space, write->lo, write->hi - write->lo, unknown->reads_unknown ? 1 : 0);
    if (unknown->reads_unknown && write->space == TT_SPACE_CFG)
        unknown->is_control_unknown = true;
}

static void on_insn_end(void *user, const struct probe_insn *insn)
{
    struct unknown *unknown = user;
    for (size_t i = 0; i < unknown->pending_count; i++)
        settle(unknown, &unknown->pending[i]);
    unknown->is_in_insn = false;
    if (listens(unknown, PROBE_INSN) && unknown->listener->insn_end)
        unknown->listener->insn_end(unknown->listener->user, insn);
}

static void saw_write(struct unknown *unknown, const struct probe_access *access)
{
    struct pending write = {access->space, access->lo, access->hi};
    if (!unknown->is_in_insn) {
        unknown->reads_unknown = false;
        settle(unknown, &write);
        return;
    }
    void *items = unknown->pending;
    if (mem_grow(&items, &unknown->pending_capacity, unknown->pending_count + 1, sizeof write)) {
        /* Out of memory: settle at once, and on the safe side. */
        set_range(unknown, write.space, write.lo, write.hi - write.lo, 1);
        return;
    }
    unknown->pending = items;
    unknown->pending[unknown->pending_count++] = write;
}

static void on_access(void *user, const struct probe_access *access)
{
    struct unknown *unknown = user;
    if (access->lo < access->hi && access->hi <= unknown->size[access->space]) {
        if (access->is_write)
            saw_write(unknown, access);
        else if (unknown->count[access->space] &&
                 memchr(unknown->shadow[access->space] + access->lo, 1, access->hi - access->lo)) {
            unknown->reads_unknown = true;
            unknown->read_from |= 1u << access->space;
        }
    }
    if (listens(unknown, PROBE_ACCESS) && unknown->listener->access)
        unknown->listener->access(unknown->listener->user, access);
}

static void on_stage(void *user, const struct probe_stage *stage)
{
    struct unknown *unknown = user;
    if (listens(unknown, PROBE_STAGE) && unknown->listener->stage)
        unknown->listener->stage(unknown->listener->user, stage);
}

static void on_finding(void *user, const struct probe_finding *finding)
{
    struct unknown *unknown = user;
    if (listens(unknown, PROBE_FINDING) && unknown->listener->finding)
        unknown->listener->finding(unknown->listener->user, finding);
}

const struct probe *unknown_probe(struct unknown *unknown)
{
    return &unknown->probe;
}

void unknown_set_listener(struct unknown *unknown, const struct probe *listener)
{
    unknown->listener = listener;
    unknown->probe.wants = PROBE_INSN | PROBE_ACCESS | (listener ? listener->wants : 0);
}

struct unknown *unknown_new(enum tt_chip chip, const struct probe *listener)
{
    struct unknown *unknown = mem_calloc(1, sizeof *unknown);
    if (!unknown)
        return NULL;
    for (int space = 0; space < TT_SPACE_COUNT; space++) {
        unknown->size[space] = space_bytes(chip, (enum tt_space)space);
        unknown->shadow[space] = mem_calloc(unknown->size[space], 1);
        if (!unknown->shadow[space]) {
            unknown_free(unknown);
            return NULL;
        }
    }
    unknown->probe = (struct probe){unknown, 0, on_insn_begin, on_insn_end, on_stage, on_access, on_finding};
    unknown_set_listener(unknown, listener);
    return unknown;
}

void unknown_free(struct unknown *unknown)
{
    if (!unknown)
        return;
    for (int space = 0; space < TT_SPACE_COUNT; space++)
        mem_free(unknown->shadow[space]);
    mem_free(unknown->pending);
    mem_free(unknown);
}
