/* SPDX-License-Identifier: Apache-2.0 */
/* Program counters of events as columns: nearly always an event of thread i comes from core Ti, and the next place is
 * near. docs/formats/ttcap.md#program-counters */
#include "capture/columns/columns_pc.h"

#include "capture/columns/event_kinds.h"

/* A byte says which core: the expected one, none, or 2 + core. */
enum { CODE_EXPECTED, CODE_NOBODY, CODE_CORES, CODE_END = CODE_CORES + TT_CORE_COUNT };

static enum tt_core expected_core(int8_t thread)
{
    return thread < 0 ? TT_CORE_B : (enum tt_core)(TT_CORE_T0 + thread);
}

static uint8_t columns_pc_code_of(const struct ttcap_event *event)
{
    if (!event->has_pc)
        return CODE_NOBODY;
    return event->core == expected_core(event->thread) ? CODE_EXPECTED : (uint8_t)(CODE_CORES + event->core);
}

bool pc_columns_add(struct pc_columns *columns, const struct ttcap_event *event, uint32_t before)
{
    if (!event->has_pc && columns->pc_count == 0)
        return true;
    while (columns->code.size < before)
        if (!buffer_u8(&columns->code, CODE_NOBODY))
            return false;
    if (!buffer_u8(&columns->code, columns_pc_code_of(event)))
        return false;
    if (!event->has_pc)
        return true;
    uint32_t *last = &columns->last[event->core];
    if (!buffer_u32(&columns->pc[event->core], event->pc - *last))
        return false;
    *last = event->pc;
    columns->pc_count++;
    return true;
}

bool pc_columns_pack(const struct pc_columns *columns, struct byte_buffer *out)
{
    if (columns->pc_count == 0)
        return true;
    bool is_ok = buffer_append(out, columns->code.data, columns->code.size);
    for (unsigned core = 0; core < TT_CORE_COUNT; core++)
        is_ok = is_ok && buffer_append(out, columns->pc[core].data, columns->pc[core].size);
    return is_ok;
}

void pc_columns_reset(struct pc_columns *columns)
{
    columns->code.size = 0;
    columns->pc_count = 0;
    for (unsigned core = 0; core < TT_CORE_COUNT; core++)
        columns->pc[core].size = 0;
    memset(columns->last, 0, sizeof columns->last);
}

void pc_columns_clear(struct pc_columns *columns)
{
    buffer_clear(&columns->code);
    for (unsigned core = 0; core < TT_CORE_COUNT; core++)
        buffer_clear(&columns->pc[core]);
    pc_columns_reset(columns);
}

/* The core that a code names, or TT_CORE_COUNT for none. */
static enum tt_core core_of(uint8_t code, int8_t thread)
{
    if (code == CODE_NOBODY)
        return TT_CORE_COUNT;
    return code == CODE_EXPECTED ? expected_core(thread) : (enum tt_core)(code - CODE_CORES);
}

enum tt_status pc_view_open(struct pc_view *view, struct byte_reader *reader, const uint8_t *lanes, uint32_t count,
                            uint32_t pc_count, struct tt_error *err)
{
    uint32_t of_core[TT_CORE_COUNT + 1] = {0};
    *view = (struct pc_view){0};
    if (pc_count == 0)
        return TT_OK;
    view->code = read_bytes(reader, count);
    for (uint32_t i = 0; view->code && i < count; i++) {
        REFUSE_IF(view->code[i] >= CODE_END, err, "its event %u is of an unknown core (code %u)", i, view->code[i]);
        of_core[core_of(view->code[i], lane_thread(lanes[i]))]++;
    }
    for (unsigned core = 0; core < TT_CORE_COUNT; core++)
        view->pc[core] = read_bytes(reader, (uint64_t)of_core[core] * 4);
    REFUSE_IF(reader->is_bad, err, "it is too short for the program counters of its events");
    REFUSE_IF(count - of_core[TT_CORE_COUNT] != pc_count, err,
              "%u of its events have a program counter, and its head counts %u", count - of_core[TT_CORE_COUNT],
              pc_count);
    return TT_OK;
}

void pc_view_next(struct pc_view *view, struct ttcap_event *event)
{
    enum tt_core core = core_of(*view->code++, event->thread);
    if (core == TT_CORE_COUNT)
        return;
    view->last[core] += load_u32(view->pc[core]);
    view->pc[core] += 4;
    event->has_pc = true;
    event->core = core;
    event->pc = view->last[core];
}
