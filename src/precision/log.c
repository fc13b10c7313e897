/* SPDX-License-Identifier: Apache-2.0 */
/* What the tile reports of an instruction, retained until it ends: ranges with the bytes of registers, and each stage's
 * datums in one piece. */
#include "precision/precision_internal.h"

#include "base/memory.h"

#include <string.h>

void log_begin(struct log *log)
{
    log->access_count = 0;
    log->byte_count = 1; /* 0 stands for none */
    for (uint32_t left = log->slots; left; left &= left - 1) {
        struct logged_stage *stages = log->stages[__builtin_ctz(left)];
        for (unsigned i = 0; i < LOG_STAGES; i++) {
            stages[i].is_there = stages[i].has_origins = false;
            stages[i].count = 0;
        }
    }
    log->slots = 0;
    log->is_broken = false;
}

void log_clear(struct log *log)
{
    for (unsigned slot = 0; slot < LOG_SLOTS; slot++) {
        for (unsigned i = 0; i < LOG_STAGES; i++) {
            mem_free(log->stages[slot][i].bits);
            mem_free(log->stages[slot][i].origins);
        }
    }
    mem_free(log->accesses);
    mem_free(log->bytes);
}

static size_t log_retain(struct log *log, const uint8_t *bytes, size_t count)
{
    if (!bytes)
        return 0;
    if (mem_grow(&log->bytes, &log->byte_capacity, log->byte_count + count, 1)) {
        log->is_broken = true;
        return 0;
    }
    memcpy(log->bytes + log->byte_count, bytes, count);
    log->byte_count += count;
    return log->byte_count - count;
}

/* Bytes of L1 only where a packer may have added to them. */
static bool log_has_bytes(const struct probe_access *access)
{
    const bool is_register = access->space == TT_SPACE_DST || access->space == TT_SPACE_SRCA ||
                             access->space == TT_SPACE_SRCB || access->space == TT_SPACE_LREG ||
                             access->space == TT_SPACE_DST_VALID;
    return access->is_write && (is_register || (access->space == TT_SPACE_L1 && access->stream == ACCESS_PACK_DATA));
}

static bool log_is_followed(enum tt_space space)
{
    return space == TT_SPACE_DST || space == TT_SPACE_SRCA || space == TT_SPACE_SRCB || space == TT_SPACE_LREG ||
           space == TT_SPACE_DST_VALID || space == TT_SPACE_L1;
}

void log_access(struct log *log, const struct probe_access *access)
{
    if (!log_is_followed(access->space))
        return;
    if (mem_grow(&log->accesses, &log->access_capacity, log->access_count + 1, sizeof *log->accesses)) {
        log->is_broken = true;
        return;
    }
    struct logged_access *to = &log->accesses[log->access_count++];
    *to = (struct logged_access){.access = *access};
    if (log_has_bytes(access)) {
        to->before = log_retain(log, access->before, access->hi - access->lo);
        to->after = log_retain(log, access->after, access->hi - access->lo);
    }
    to->access.before = to->access.after = NULL;
}

static unsigned log_slot_of(enum tt_unit unit, unsigned instance)
{
    return (unit == TT_UNIT_VECTOR ? (unsigned)PROBE_INSTANCES : 0) + instance;
}

static bool log_make_room(struct logged_stage *to, const struct probe_stage *stage)
{
    const size_t need = to->count + stage->count;
    const bool is_full = mem_grow(&to->bits, &to->capacity, need, sizeof *to->bits) ||
                         mem_grow(&to->origins, &to->origin_capacity, need, sizeof *to->origins);
    return !is_full;
}

/* Numbers of the host's, by their width. */
static void log_take_values(uint32_t *bits, const struct probe_stage *stage)
{
    const uint32_t *words = stage->values;
    const uint16_t *halves = stage->values;
    const uint8_t *bytes = stage->values;
    for (uint32_t i = 0; i < stage->count; i++)
        bits[i] = stage->value_bytes == 4 ? words[i] : stage->value_bytes == 2 ? halves[i] : bytes[i];
}

void log_stage(struct log *log, const struct probe_stage *stage)
{
    const unsigned slot = log_slot_of(stage->unit, stage->instance);
    if (stage->stage >= LOG_STAGES || slot >= LOG_SLOTS)
        return;
    struct logged_stage *to = &log->stages[slot][stage->stage];
    log->slots |= UINT32_C(1) << slot;
    if (!log_make_room(to, stage)) {
        log->is_broken = true;
        return;
    }
    to->is_there = true;
    to->width = stage->value_bytes;
    to->format = (enum format)stage->format;
    to->has_origins = stage->origin != NULL;
    log_take_values(to->bits + to->count, stage);
    for (uint32_t i = 0; i < stage->count; i++)
        to->origins[to->count + i] = stage->origin ? stage->origin[i] : UINT16_MAX;
    to->count += stage->count;
}

const struct logged_stage *log_stage_of(const struct log *log, enum tt_unit unit, unsigned instance, unsigned stage)
{
    const struct logged_stage *found = &log->stages[log_slot_of(unit, instance)][stage];
    return stage < LOG_STAGES && found->is_there ? found : NULL;
}

static uint32_t log_row_bytes(enum tt_space space)
{
    return space == TT_SPACE_DST ? DST_COLUMNS * 2 : SRC_COLUMNS * 4;
}

void rows_list(const struct log *log, enum tt_space space, bool is_write, struct rows *rows)
{
    enum { LOW_HALF = 8 };
    const uint32_t bytes = log_row_bytes(space);
    rows->count = 0;
    rows->is_wide = false;
    for (size_t i = 0; i < log->access_count; i++) {
        const struct probe_access *access = &log->accesses[i].access;
        if (access->space != space || access->is_write != is_write)
            continue;
        for (uint32_t row = access->lo / bytes; row * bytes < access->hi && rows->count < ROWS_MAX; row++) {
            const bool is_low = space == TT_SPACE_DST && rows->count && row == rows->at[rows->count - 1] + LOW_HALF;
            rows->is_wide |= is_low;
            if (!is_low)
                rows->at[rows->count++] = row;
        }
    }
}

bool cell_bytes(const struct log *log, enum tt_space space, uint32_t cell, bool is_after, uint32_t *bits)
{
    const uint32_t width = space_element_bytes(space), lo = cell * width;
    for (size_t i = log->access_count; i-- > 0;) {
        const struct logged_access *at = &log->accesses[i];
        const size_t from = is_after ? at->after : at->before;
        if (at->access.space != space || !from || lo < at->access.lo || lo + width > at->access.hi)
            continue;
        *bits = 0;
        for (uint32_t k = 0; k < width; k++)
            *bits |= (uint32_t)log->bytes[from + (lo - at->access.lo) + k] << 8 * k;
        return true;
    }
    return false;
}
