/* SPDX-License-Identifier: Apache-2.0 */
#include "observe/insn_log.h"

#include "isa/isa.h"
#include "observe/depends_index.h"

struct insn_log *insn_log_new(bool retains_values)
{
    struct insn_log *log = mem_calloc(1, sizeof *log);
    if (!log)
        return NULL;
    log->retains_values = retains_values;
    log->byte_count = 1; /* 0 stands for none */
    log->insn.index = depends_index_new();
    if (log->insn.index)
        return log;
    mem_free(log);
    return NULL;
}

void insn_log_free(struct insn_log *log)
{
    if (!log)
        return;
    for (unsigned slot = 0; slot < LOG_SLOTS; slot++) {
        for (unsigned i = 0; i < LOG_STAGES; i++) {
            mem_free(log->stages[slot][i].bits);
            mem_free(log->stages[slot][i].origins);
        }
    }
    mem_free(log->accesses);
    mem_free(log->retained);
    mem_free(log->controls);
    mem_free(log->bytes);
    depends_index_free(log->insn.index);
    mem_free(log);
}

void insn_log_begin(struct insn_log *log, const struct probe_insn *insn)
{
    log->insn.row = insn->insn;
    log->insn.unit = insn->unit;
    log->insn.word = insn->word;
    log->insn.access_count = log->control_count = 0;
    log->byte_count = 1;
    log->is_broken = log->has_staying = false;
    depends_index_reset(log->insn.index);
    for (uint32_t left = log->slots; left; left &= left - 1) {
        struct logged_stage *stages = log->stages[__builtin_ctz(left)];
        for (unsigned i = 0; i < LOG_STAGES; i++) {
            stages[i].is_there = stages[i].has_origins = false;
            stages[i].count = 0;
        }
    }
    log->slots = 0;
}

/* ---- ranges ---- */

static size_t insn_log_retain(struct insn_log *log, const uint8_t *bytes, size_t count)
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
static bool insn_log_has_bytes(const struct probe_access *access)
{
    const bool is_register = access->space == TT_SPACE_DST || access->space == TT_SPACE_SRCA ||
                             access->space == TT_SPACE_SRCB || access->space == TT_SPACE_LREG ||
                             access->space == TT_SPACE_DST_VALID;
    return access->is_write && (is_register || (access->space == TT_SPACE_L1 && access->stream == ACCESS_PACK_DATA));
}

void insn_log_access(struct insn_log *log, const struct probe_access *access)
{
    const size_t at = log->insn.access_count;
    if ((at == log->capacity && mem_grow(&log->accesses, &log->capacity, at + 1, sizeof *log->accesses)) ||
        (log->retains_values && mem_grow(&log->retained, &log->retained_capacity, at + 1, sizeof *log->retained))) {
        log->is_broken = true;
        return;
    }
    log->accesses[at] = probe_access_bare(access);
    log->insn.access_count++;
    if (!log->retains_values)
        return;
    const size_t count = insn_log_has_bytes(access) ? access->hi - access->lo : 0;
    log->retained[at] = (struct logged_bytes){0, 0};
    if (count) {
        log->retained[at].before = insn_log_retain(log, access->before, count);
        log->retained[at].after = insn_log_retain(log, access->after, count);
    }
}

void insn_log_control(struct insn_log *log, const struct probe_control *control)
{
    log->has_staying |= control->kind == CONTROL_KEEPS;
    log->is_broken |= !MEM_PUSH(log->controls, log->control_count, log->control_capacity, *control);
}

const struct probe_control *insn_log_keeps(const struct insn_log *log, enum tt_space space, uint32_t lo)
{
    for (size_t i = 0; log->has_staying && i < log->control_count; i++) {
        const struct probe_control *control = &log->controls[i];
        if (control->kind == CONTROL_KEEPS && control->space == space && control->lo == lo)
            return control;
    }
    return NULL;
}

/* ---- stages ---- */

static unsigned insn_log_slot_of(enum tt_unit unit, unsigned instance)
{
    return (unit == TT_UNIT_VECTOR ? (unsigned)PROBE_INSTANCES : 0) + instance;
}

static bool insn_log_put_values(struct logged_stage *to, const struct probe_stage *stage)
{
    const uint32_t *words = stage->values;
    const uint16_t *halves = stage->values;
    const uint8_t *bytes = stage->values;
    if (mem_grow(&to->bits, &to->capacity, to->count + stage->count, sizeof *to->bits))
        return false;
    for (uint32_t i = 0; i < stage->count; i++) /* numbers of the host's, by their width */
        to->bits[to->count + i] = stage->value_bytes == 4 ? words[i] : stage->value_bytes == 2 ? halves[i] : bytes[i];
    return true;
}

static bool insn_log_put_origins(struct logged_stage *to, const struct probe_stage *stage)
{
    if (mem_grow(&to->origins, &to->origin_capacity, to->count + stage->count, sizeof *to->origins))
        return false;
    if (stage->count)
        memset(to->origins + to->count, 0xFF, stage->count * sizeof *to->origins);
    if (stage->origin)
        memcpy(to->origins + to->count, stage->origin, stage->count * sizeof *to->origins);
    return true;
}

/* Stage 0 of an unpacker reports addresses. */
void insn_log_stage(struct insn_log *log, const struct probe_stage *stage)
{
    const unsigned slot = insn_log_slot_of(stage->unit, stage->instance);
    const bool is_unpacker = unit_is_unpacker(stage->unit), is_moved = is_unpacker || stage->unit == TT_UNIT_PACK;
    const bool has_values = log->retains_values || (is_unpacker && stage->stage == 0);
    const bool has_origins = log->retains_values || (is_moved && stage->origin);
    if (stage->stage >= LOG_STAGES || slot >= LOG_SLOTS || !(has_values || has_origins))
        return;
    struct logged_stage *to = &log->stages[slot][stage->stage];
    log->slots |= UINT32_C(1) << slot;
    if ((has_values && !insn_log_put_values(to, stage)) || (has_origins && !insn_log_put_origins(to, stage))) {
        log->is_broken = true;
        return;
    }
    to->is_there = true;
    to->width = stage->value_bytes;
    to->format = (enum format)stage->format;
    to->has_origins = stage->origin != NULL;
    to->count += stage->count;
}

const struct logged_stage *insn_log_stage_of(const struct insn_log *log, enum tt_unit unit, unsigned instance,
                                             unsigned stage)
{
    const struct logged_stage *found = &log->stages[insn_log_slot_of(unit, instance)][stage];
    return stage < LOG_STAGES && found->is_there ? found : NULL;
}

/* The cells of the last stage that has some; of an unpacker an address for each. */
static void insn_log_add_datums(struct insn_log *log, unsigned instance)
{
    const struct logged_stage *stages = log->stages[instance], *cells = NULL;
    const bool has_addrs = unit_is_unpacker(log->insn.unit);
    for (unsigned i = 0; i < LOG_STAGES; i++)
        if (stages[i].has_origins)
            cells = &stages[i];
    if (cells && cells->count && (!has_addrs || stages[0].count == cells->count))
        log->datums[log->insn.datums_count++] =
            (struct depends_datums){log->insn.unit, (uint8_t)instance, (uint32_t)cells->count, cells->origins,
                                    has_addrs ? stages[0].bits : NULL};
}

const struct depends_insn *insn_log_end(struct insn_log *log, bool has_remap, bool has_swizzle)
{
    log->insn.accesses = log->accesses;
    log->insn.has_remap = has_remap;
    log->insn.has_swizzle = has_swizzle;
    log->insn.datums = log->datums;
    log->insn.datums_count = 0;
    const bool is_moved = log->insn.unit == TT_UNIT_PACK || unit_is_unpacker(log->insn.unit);
    for (unsigned i = 0; i < PACKERS_MAX && is_moved; i++)
        if (log->slots >> i & 1)
            insn_log_add_datums(log, i);
    return &log->insn;
}
