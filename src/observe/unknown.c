/* SPDX-License-Identifier: Apache-2.0 */
/* Unknown bytes, and the probe that follows the reads, dependences and writes of each instruction. */
#include "observe/unknown_internal.h"

#include "isa/findings.h"

static bool listens(const struct unknown *unknown, unsigned what)
{
    return unknown->listener && (unknown->listener->wants & what);
}

/* ---- what is unknown ---- */

void unknown_assume(struct unknown *unknown, uint32_t spaces)
{
    unknown->origins.assumed_spaces = spaces;
}

void unknown_mark(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count)
{
    shadow_put(&unknown->shadow, space, lo, count, origin_bit(ORIGIN_LOST));
}

void unknown_clear(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count)
{
    shadow_put(&unknown->shadow, space, lo, count, 0);
}

void unknown_mark_all(struct unknown *unknown, enum tt_space space)
{
    unknown_mark(unknown, space, 0, unknown->shadow.size[space]);
}

void unknown_mark_input(struct unknown *unknown, enum tt_space space)
{
    shadow_put(&unknown->shadow, space, 0, unknown->shadow.size[space], origin_bit(ORIGIN_UNREAD));
}

void unknown_watch(struct unknown *unknown, unsigned number, enum tt_space space, uint32_t lo, uint32_t hi)
{
    struct origins *origins = &unknown->origins;
    for (; origins->count <= number; origins->count++)
        origins->items[origins->count] = (struct origin){.space = space, .lo = lo, .hi = lo};
    struct origin *origin = &origins->items[number];
    *origin = (struct origin){.space = space, .lo = lo, .hi = hi, .read_lo = lo, .read_hi = hi};
    shadow_put(&unknown->shadow, space, lo, hi - lo, origin_bit(number));
}

void unknown_lose_control(struct unknown *unknown, bool is_lost)
{
    unknown->is_control_lost = is_lost;
}

void unknown_mark_missing(struct unknown *unknown, enum tt_space space)
{
    shadow_put(&unknown->shadow, space, 0, unknown->shadow.size[space], origin_bit(ORIGIN_MISSING));
}

/* How many bytes from the first on are alike. */
static uint32_t unknown_run_of(const uint8_t *bytes, uint32_t count)
{
    uint32_t run = 1;
    while (run < count && bytes[run] == *bytes)
        run++;
    return run;
}

void unknown_take(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t count, const uint8_t *known,
                  bool rest_is_missing)
{
    const bool has_bits = unknown->shadow.bits[space] != NULL;
    if (unknown->shadow.count[space] == 0 && !rest_is_missing)
        return;
    for (uint32_t i = 0, end; i < count; i = end) {
        end = i + unknown_run_of(known + i, count - i);
        if (known[i] == 0xFF)
            shadow_put(&unknown->shadow, space, lo + i, end - i, 0);
        else if (rest_is_missing)
            shadow_put(&unknown->shadow, space, lo + i, end - i, origin_bit(ORIGIN_MISSING));
        for (uint32_t at = i; at < end && !rest_is_missing && has_bits && known[i] != 0xFF && known[i]; at++)
            shadow_put_bits(&unknown->shadow, space, lo + at, known[i], 0);
    }
}

void unknown_disregard(struct unknown *unknown, bool is_disregarded)
{
    unknown->is_disregarded = is_disregarded;
}

bool unknown_any(const struct unknown *unknown)
{
    return !unknown->is_disregarded && (unknown->shadow.total > 0 || unknown->is_control_lost || unknown->has_loaded);
}

unsigned unknown_asks(const struct unknown *unknown)
{
    if (!unknown_any(unknown))
        return 0;
    const bool has_settings =
        unknown->is_control_lost || unknown_has(unknown, TT_SPACE_CFG) || unknown_has(unknown, TT_SPACE_THREAD_CFG);
    return PROBE_STAGE | PROBE_CONTROL | (has_settings ? PROBE_SETTINGS : 0);
}

bool unknown_has(const struct unknown *unknown, enum tt_space space)
{
    return !unknown->is_disregarded && unknown->shadow.count[space] > 0;
}

uint8_t unknown_bits(const struct unknown *unknown, enum tt_space space, uint32_t at)
{
    return shadow_bits(&unknown->shadow, space, at);
}

const struct origins *unknown_origins(const struct unknown *unknown)
{
    return &unknown->origins;
}

void unknown_set_core(struct unknown *unknown, enum tt_core core)
{
    unknown->core = core;
}

static void unknown_load(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t hi)
{
    unknown->by_core[unknown->core] |= unknown_of(unknown, space, lo, hi, UINT32_MAX);
    unknown->has_loaded |= unknown->by_core[unknown->core] != 0;
}

void unknown_core_loads(struct unknown *unknown, uint32_t lo, uint32_t count)
{
    if (unknown->core != TT_CORE_COUNT)
        unknown_load(unknown, TT_SPACE_L1, lo, lo + count);
}

bool unknown_core_depends(const struct unknown *unknown)
{
    return unknown->core != TT_CORE_COUNT && unknown->by_core[unknown->core];
}

void unknown_core_pushes(struct unknown *unknown, unsigned thread)
{
    if (unknown->core != TT_CORE_COUNT && thread < THREADS)
        unknown->by_thread[thread] |= unknown->by_core[unknown->core];
}

/* ---- where it comes from ---- */

/* The run of bytes around one of L1 that the recording does not hold. */
static void find_run(const struct shadow *shadow, struct origin_place *place)
{
    place->run_lo = place->lo;
    place->run_hi = place->hi;
    shadow_widen(shadow, TT_SPACE_L1, origin_bit(ORIGIN_UNREAD), &place->run_lo, &place->run_hi);
}

/* The bit of an input; in L1 mostly one that is there already. */
static unsigned input_at(struct unknown *unknown, enum tt_space space, uint32_t at, uint32_t mask)
{
    struct origin_place place = {space, at, at + 1, mask, at, at + 1};
    for (unsigned i = 0; space == TT_SPACE_L1 && i < unknown->origins.count; i++) {
        struct origin *origin = &unknown->origins.items[i];
        if (origin->space != TT_SPACE_L1 || origin->lo > at || origin->hi <= at)
            continue;
        origin->read_lo = at < origin->read_lo ? at : origin->read_lo;
        origin->read_hi = at + 1 > origin->read_hi ? at + 1 : origin->read_hi;
        return i;
    }
    if (space == TT_SPACE_L1)
        find_run(&unknown->shadow, &place);
    return origin_of(&unknown->origins, &place);
}

/* The inputs of bytes that all have one set. */
static origin_set of_alike(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t hi, uint32_t mask,
                           origin_set held)
{
    const origin_set unread = origin_bit(ORIGIN_UNREAD);
    origin_set origins = held & ~unread;
    for (uint32_t at = lo; at < hi && (held & unread); at++)
        origins |= origin_bit(input_at(unknown, space, at, mask));
    return origins;
}

origin_set unknown_of(struct unknown *unknown, enum tt_space space, uint32_t lo, uint32_t hi, uint32_t mask)
{
    const struct shadow *shadow = &unknown->shadow;
    const uint32_t last = hi < shadow->size[space] ? hi : shadow->size[space];
    const bool has_bits = shadow->bits[space] != NULL;
    origin_set origins = 0;
    if (shadow->count[space] == 0)
        return 0;
    for (uint32_t at = lo, end; at < last; at = end) {
        const uint8_t bits = (uint8_t)(mask == UINT32_MAX ? mask : mask >> 8 * (at - lo));
        end = has_bits ? at + 1 : shadow_alike_end(shadow, space, at, last);
        origins |= of_alike(unknown, space, at, end, mask, shadow_at(shadow, space, at, bits));
    }
    return origins;
}

bool unknown_is_unwritten(const struct unknown *unknown, enum tt_space space, uint32_t at)
{
    return origin_is_in(shadow_origins(&unknown->shadow, space, at), ORIGIN_UNREAD);
}

origin_set unknown_origins_at(struct unknown *unknown, enum tt_space space, uint32_t at)
{
    return unknown_of(unknown, space, at, at + 1, UINT32_MAX);
}

origin_set unknown_chosen_state(struct unknown *unknown)
{
    const uint32_t lo = 2 * unknown->insn.thread * chip_get(unknown->chip)->thread_words;
    return unknown->insn.thread < THREADS ? unknown_of(unknown, TT_SPACE_THREAD_CFG, lo, lo + 2, 1) : 0;
}

/* ---- the probe ---- */

static void unknown_on_insn_begin(void *user, const struct probe_insn *insn)
{
    struct unknown *unknown = user;
    unknown->is_in_insn = true;
    unknown->insn = *insn;
    unknown->read = unknown->control = unknown->steps = 0;
    unknown->is_undefined = false;
    const struct extent rows = unknown->rows_read;
    if (rows.lo < rows.hi)
        memset(&unknown->rows[rows.lo], 0, (rows.hi - rows.lo) * sizeof *unknown->rows);
    unknown->rows_read = (struct extent){0};
    unknown->written.count = 0;
    unknown->has_lost_written = false;
    if (unknown_any(unknown))
        insn_log_begin(unknown->log, insn);
    if (listens(unknown, PROBE_INSN) && unknown->listener->insn_begin)
        unknown->listener->insn_begin(unknown->listener->user, insn);
}

bool outcomes_add(struct outcomes *list, const struct outcome *range)
{
    struct outcome *last = list->count ? &list->items[list->count - 1] : NULL;
    if (last && last->space == range->space && last->hi == range->lo && last->origins == range->origins) {
        last->hi = range->hi;
        return true;
    }
    if (list->count == list->capacity) {
        if (mem_grow(&list->items, &list->capacity, list->count + 1, sizeof *list->items))
            return false;
    }
    list->items[list->count++] = *range;
    return true;
}

static void unknown_on_insn_end(void *user, const struct probe_insn *insn)
{
    struct unknown *unknown = user;
    unknown_resolve(unknown);
    unknown->is_in_insn = false;
    if (listens(unknown, PROBE_INSN) && unknown->listener->insn_end)
        unknown->listener->insn_end(unknown->listener->user, insn);
}

static void unknown_take_access(struct unknown *unknown, const struct probe_access *access)
{
    if (access->lo >= access->hi || access->hi > unknown->shadow.size[access->space])
        return;
    if (unknown->is_in_insn)
        insn_log_access(unknown->log, access);
    else if (!access->is_write && unknown->core != TT_CORE_COUNT)
        unknown_load(unknown, access->space, access->lo, access->hi);
    else if (access->is_write)
        unknown_clear(unknown, access->space, access->lo, access->hi - access->lo);
}

static inline void note_written(struct unknown *unknown, const struct probe_access *access)
{
    const struct outcome range = {access->space, access->lo, access->hi, origin_bit(ORIGIN_UNDEFINED)};
    const bool is_counter = access->space == TT_SPACE_STATE && unknown_is_counter(access->lo);
    if (!is_counter && access->lo < access->hi && access->hi <= unknown->shadow.size[access->space] &&
        !outcomes_add(&unknown->written, &range))
        unknown->has_lost_written = true;
}

/* An access to known bytes changes nothing; what is written may still turn out to be undefined. */
static void unknown_on_access(void *user, const struct probe_access *access)
{
    struct unknown *unknown = user;
    if (unknown_any(unknown))
        unknown_take_access(unknown, access);
    else if (access->is_write && unknown->is_in_insn)
        note_written(unknown, access);
    const struct probe *listener = unknown->listener;
    if (listens(unknown, probe_wants_of(access->space)) && listener->access)
        listener->access(listener->user, access);
}

static void unknown_note_one(void *user, const struct probe_access *access)
{
    note_written(user, access);
}

static void unknown_on_series(void *user, const struct probe_series *series)
{
    struct unknown *unknown = user;
    if (unknown_any(unknown)) {
        probe_each(series, unknown_on_access, unknown);
        return;
    }
    if (series->one.is_write && unknown->is_in_insn)
        probe_each(series, unknown_note_one, unknown);
    const struct probe *listener = unknown->listener;
    if (listens(unknown, probe_wants_of(series->one.space)))
        probe_pass_series(listener, series);
}

static void unknown_on_stage(void *user, const struct probe_stage *stage)
{
    struct unknown *unknown = user;
    if (unknown_any(unknown))
        insn_log_stage(unknown->log, stage);
    if (listens(unknown, PROBE_STAGE) && unknown->listener->stage)
        unknown->listener->stage(unknown->listener->user, stage);
}

static void note_row(struct unknown *unknown, const struct probe_control *control)
{
    const uint32_t row = control->lo / DST_ROW_BYTES;
    if (row >= DST_ROWS)
        return;
    extent_add(&unknown->rows_read, row, row + 1);
    unknown->rows[row] = (struct dst_row_read){(uint16_t)control->flag, true, control->kind == CONTROL_EMPTY};
}

/* As for a write; listeners get no report where nothing changed. */
static void note_set(struct unknown *unknown, const struct probe_control *control)
{
    const struct probe_access access = {
        .space = control->space, .unit = unknown->insn.unit, .is_write = true, .lo = control->lo, .hi = control->hi};
    unknown_take_access(unknown, &access);
}

static void take_control(struct unknown *unknown, const struct probe_control *control)
{
    switch (control->kind) {
    case CONTROL_READS:
        unknown->control |= unknown_of(unknown, control->space, control->lo, control->hi, control->mask);
        if (control->space == TT_SPACE_CFG)
            unknown->control |= unknown_chosen_state(unknown);
        return;
    case CONTROL_STEPS:
        unknown->steps |= unknown_of(unknown, control->space, control->lo, control->hi, control->mask);
        return;
    case CONTROL_SETS:
        note_set(unknown, control);
        return;
    case CONTROL_KEEPS:
        insn_log_control(unknown->log, control);
        return;
    case CONTROL_FULL:
    case CONTROL_EMPTY:
        note_row(unknown, control);
        return;
    }
}

static void unknown_on_control(void *user, const struct probe_control *control)
{
    struct unknown *unknown = user;
    if (unknown_any(unknown))
        take_control(unknown, control);
    if (listens(unknown, PROBE_CONTROL) && unknown->listener->control)
        unknown->listener->control(unknown->listener->user, control);
}

/* The results of an instruction of undefined behaviour are unknown. */
static void unknown_on_finding(void *user, const struct probe_finding *finding)
{
    struct unknown *unknown = user;
    const enum finding_class kind = finding_get(finding->id)->kind;
    if (unknown->is_in_insn && (kind == FINDING_UNDEFINED_BEHAVIOR || kind == FINDING_UNPREDICTABLE_VALUE_USED))
        unknown->is_undefined = true;
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
    const unsigned more = unknown_asks(unknown);
    unknown->probe.wants =
        PROBE_INSN | PROBE_ACCESS | PROBE_FINDING | more | (unknown->listener ? unknown->listener->wants : 0);
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
    unknown->chip = unknown->origins.chip = chip;
    unknown->core = TT_CORE_COUNT;
    unknown->log = insn_log_new(false);
    if (!shadow_init(&unknown->shadow, chip) || !unknown->log) {
        unknown_free(unknown);
        return NULL;
    }
    unknown->probe = (struct probe){unknown,
                                    0,
                                    unknown_on_insn_begin,
                                    unknown_on_insn_end,
                                    unknown_on_stage,
                                    unknown_on_access,
                                    unknown_on_finding,
                                    unknown_on_control,
                                    unknown_on_series};
    unknown_set_next(unknown, listener);
    return unknown;
}

void unknown_free(struct unknown *unknown)
{
    if (!unknown)
        return;
    shadow_clear(&unknown->shadow);
    depends_clear(&unknown->depends);
    mem_free(unknown->outcomes.items);
    mem_free(unknown->written.items);
    insn_log_free(unknown->log);
    mem_free(unknown);
}
