/* SPDX-License-Identifier: Apache-2.0 */
#include "debug/engine.h"

#include "base/little.h"
#include "observe/unknown.h"

enum { STEPS_A_QUESTION = 1024 };

struct edit {
    uint64_t at;
    struct engine_edit edit; /* its bytes and mask are `memory` */
    uint8_t *memory;
};

struct engine {
    struct ttcap *capture;
    struct steps *steps;
    struct keys *keys;
    struct edit *edits; /* by step, those of one step in their order */
    size_t edit_count, edit_capacity;
    bool has_last;
    struct steps_done last;
    uint64_t asked;
};

enum tt_status engine_open(struct engine **out, struct ttcap *capture, const struct engine_options *options,
                           struct tt_error *err)
{
    struct engine *engine = *out = mem_calloc(1, sizeof *engine);
    NEED(engine, err, "no memory to travel with");
    engine->capture = capture;
    enum tt_status status = steps_open(&engine->steps, capture, &options->replay, options->observer, err);
    if (!status)
        engine->keys = keys_new(engine->steps, &(struct keys_limits){512, 1 << 14, options->memory});
    if (engine->keys)
        keys_save(engine->keys, steps_at(engine->steps));
    if (!status && (!engine->keys || !keys_count(engine->keys)))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the first key frame");
    if (!status)
        return TT_OK;
    engine_close(engine);
    *out = NULL;
    return status;
}

static void clear_edits(struct engine *engine)
{
    for (size_t i = 0; i < engine->edit_count; i++)
        mem_free(engine->edits[i].memory);
    engine->edit_count = 0;
}

void engine_close(struct engine *engine)
{
    if (!engine)
        return;
    clear_edits(engine);
    mem_free(engine->edits);
    keys_free(engine->keys);
    steps_close(engine->steps);
    mem_free(engine);
}

struct steps *engine_steps(struct engine *engine)
{
    return engine->steps;
}

struct keys *engine_keys(struct engine *engine)
{
    return engine->keys;
}

uint64_t engine_at(const struct engine *engine)
{
    return steps_at(engine->steps);
}

enum steps_end engine_end(const struct engine *engine)
{
    return steps_end(engine->steps);
}

bool engine_last(const struct engine *engine, struct steps_done *done)
{
    if (engine->has_last)
        *done = engine->last;
    return engine->has_last;
}

/* ---- stores ---- */

static void engine_put(struct engine *engine, const struct engine_edit *edit)
{
    struct cores *cores = steps_cores(engine->steps);
    switch (edit->place) {
    case ENGINE_SPACE:
        tile_store(steps_tile(engine->steps), edit->space, edit->lo, edit->count, edit->bytes, edit->mask);
        unknown_clear(steps_unknown(engine->steps), edit->space, edit->lo, edit->count);
        break;
    case ENGINE_LOCAL:
        memcpy(cores_local(cores, edit->core) + edit->lo, edit->bytes, edit->count);
        break;
    case ENGINE_X:
        if (edit->lo)
            cores_registers(cores, edit->core)->x[edit->lo] = load_u32(edit->bytes);
        break;
    case ENGINE_F:
        cores_registers(cores, edit->core)->f[edit->lo] = load_u32(edit->bytes);
        break;
    case ENGINE_PC:
        cores_registers(cores, edit->core)->pc = load_u32(edit->bytes);
        break;
    }
}

/* Stores everything that is due at the step where the engine stands. */
static void put_edits(struct engine *engine)
{
    const uint64_t at = engine_at(engine);
    bool is_any = false;
    for (size_t i = 0; i < engine->edit_count; i++) {
        if (engine->edits[i].at != at)
            continue;
        engine_put(engine, &engine->edits[i].edit);
        is_any = true;
    }
    if (is_any)
        steps_changed(engine->steps);
}

enum tt_status engine_store(struct engine *engine, const struct engine_edit *edit, struct tt_error *err)
{
    const uint64_t at = engine_at(engine);
    uint8_t *memory = mem_alloc(2 * (size_t)edit->count + 1);
    if (!memory || mem_grow(&engine->edits, &engine->edit_capacity, engine->edit_count + 1, sizeof *engine->edits)) {
        mem_free(memory);
        return tt_fail(err, TT_NO_MEMORY, "no memory for what is stored");
    }
    memcpy(memory, edit->bytes, edit->count);
    if (edit->mask)
        memcpy(memory + edit->count, edit->mask, edit->count);
    struct edit *added = &engine->edits[engine->edit_count++];
    *added = (struct edit){at, *edit, memory};
    added->edit.bytes = memory;
    added->edit.mask = edit->mask ? memory + edit->count : NULL;
    keys_drop(engine->keys, at);
    engine_put(engine, &added->edit);
    steps_changed(engine->steps);
    return TT_OK;
}

size_t engine_edits(const struct engine *engine)
{
    return engine->edit_count;
}

/* ---- one step, and back ---- */

static enum tt_status engine_step(struct engine *engine, struct tt_error *err)
{
    TRY(steps_next(engine->steps, &engine->last, err));
    engine->has_last = true;
    if (engine->edit_count)
        put_edits(engine);
    keys_save(engine->keys, steps_at(engine->steps));
    return TT_OK;
}

/* To the last frame at a step or before it. */
static enum tt_status go_to_frame(struct engine *engine, uint64_t at, struct tt_error *err)
{
    bool is_first;
    enum tt_status status;
    REFUSE_IF(!keys_go(engine->keys, at, &is_first, &status, err), err, "step %llu is before the first, %llu",
              (unsigned long long)at, (unsigned long long)steps_first(engine->steps));
    engine->has_last = false;
    if (!status && is_first)
        put_edits(engine);
    return status;
}

enum tt_status engine_go(struct engine *engine, uint64_t at, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    if (at < engine_at(engine) || keys_before(engine->keys, at) > engine_at(engine))
        status = go_to_frame(engine, at, err);
    while (!status && engine_at(engine) < at)
        status = engine_step(engine, err);
    return walk_ended(status);
}

enum tt_status engine_forget_edits(struct engine *engine, struct tt_error *err)
{
    const uint64_t at = engine_at(engine);
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i < engine->edit_count; i++)
        first = engine->edits[i].at < first ? engine->edits[i].at : first;
    clear_edits(engine);
    if (first == UINT64_MAX)
        return TT_OK;
    keys_drop(engine->keys, first);
    const enum tt_status status = go_to_frame(engine, at, err);
    return status ? status : engine_go(engine, at, err);
}

/* ---- runs ---- */

static bool engine_is_interrupted(struct engine *engine, const struct engine_stops *stops)
{
    return ++engine->asked % STEPS_A_QUESTION == 0 && stops->is_interrupted && stops->is_interrupted(stops->user);
}

static enum tt_status watched_step(struct engine *engine, const struct engine_stops *stops, enum engine_hit *hit,
                                   struct tt_error *err)
{
    if (stops->before)
        stops->before(stops->user, engine->steps);
    const enum tt_status status = engine_step(engine, err);
    *hit = status ? ENGINE_NO : stops->hit(stops->user, &engine->last);
    return status;
}

enum tt_status engine_forward(struct engine *engine, const struct engine_stops *stops, enum engine_reached *reached,
                              struct tt_error *err)
{
    enum tt_status status = TT_OK;
    enum engine_hit hit = ENGINE_NO;
    *reached = ENGINE_HIT;
    steps_listen(engine->steps, stops->probe);
    while (!status && !hit) {
        status = watched_step(engine, stops, &hit, err);
        if (!status && !hit && engine_is_interrupted(engine, stops)) {
            *reached = ENGINE_INTERRUPTED;
            break;
        }
    }
    if (!status && hit == ENGINE_TURNED)
        status = engine_go(engine, engine_at(engine) - 1, err);
    if (status == TT_END) {
        *reached = ENGINE_AT_END;
        status = TT_OK;
    }
    steps_listen(engine->steps, NULL);
    return status;
}

/* The last hit in (frame, hi] that lies before `now`; *found: the step it stops at. */
static enum tt_status engine_find_in(struct engine *engine, const struct engine_stops *stops, uint64_t hi, uint64_t now,
                                     uint64_t *found, bool *is_found, bool *has_quit, struct tt_error *err)
{
    enum tt_status status = go_to_frame(engine, hi - 1, err);
    *is_found = *has_quit = false;
    while (!status && engine_at(engine) < hi) {
        enum engine_hit hit;
        status = watched_step(engine, stops, &hit, err);
        const uint64_t at = engine_at(engine) - (hit == ENGINE_AHEAD);
        if (!status && hit && (at < now || hit == ENGINE_TURNED)) {
            *is_found = true;
            *found = at;
        }
        if (engine_is_interrupted(engine, stops)) {
            *has_quit = true;
            *is_found = false;
            return status;
        }
    }
    return status;
}

/* Goes to a step that was found, and notes its hits once more. */
static enum tt_status go_to_hit(struct engine *engine, const struct engine_stops *stops, uint64_t found,
                                struct tt_error *err)
{
    enum engine_hit hit;
    enum tt_status status = TT_OK;
    if (found > steps_first(engine->steps)) {
        status = engine_go(engine, found - 1, err);
        status = status ?: watched_step(engine, stops, &hit, err);
        if (status || hit == ENGINE_BEHIND || hit == ENGINE_TURNED)
            return status;
    } else {
        status = engine_go(engine, found, err);
    }
    status = status ?: watched_step(engine, stops, &hit, err);
    return status ? status : engine_go(engine, found, err);
}

enum tt_status engine_back(struct engine *engine, const struct engine_stops *stops, enum engine_reached *reached,
                           struct tt_error *err)
{
    const uint64_t now = engine_at(engine), first = steps_first(engine->steps);
    uint64_t found = 0, hi = now;
    bool is_found = false, has_quit = false;
    enum tt_status status = TT_OK;
    *reached = ENGINE_AT_START;
    steps_listen(engine->steps, stops->probe);
    while (!status && hi > first && !is_found && !has_quit) {
        const uint64_t lo = keys_before(engine->keys, hi - 1);
        status = engine_find_in(engine, stops, hi, now, &found, &is_found, &has_quit, err);
        if (!has_quit)
            hi = lo;
    }
    if (!status && has_quit) { /* whoever goes on from here misses nothing */
        *reached = ENGINE_INTERRUPTED;
        status = engine_go(engine, hi, err);
    } else if (!status && is_found) {
        *reached = ENGINE_HIT;
        status = go_to_hit(engine, stops, found, err);
    } else if (!status) {
        status = engine_go(engine, first, err);
    }
    steps_listen(engine->steps, NULL);
    return status;
}
