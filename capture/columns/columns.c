/* SPDX-License-Identifier: Apache-2.0 */
/* Events into columns. docs/formats/ttcap.md#events */
#include "capture/columns/columns.h"

#include "capture/columns/columns_order.h"
#include "capture/columns/event_kinds.h"

bool event_is_sound(const struct ttcap_event *event, const char **why)
{
    *why = NULL;
    if ((unsigned)event->kind >= TTCAP_KIND_COUNT) {
        *why = "its kind is unknown";
        return false;
    }
    const struct event_kind *kind = &event_kinds[event->kind];
    if (event->thread < (kind->may_lack_thread ? -1 : 0) || event->thread > 2)
        *why = "its thread is not one of 0 to 2";
    else if (event->byte_count > EVENT_BYTES_MAX)
        *why = "it stores more bytes than L1 has";
    else if (event->kind == TTCAP_SEMW && event->value > 1)
        *why = "it neither posts (0) nor gets (1)";
    else if (event->kind == TTCAP_CFGW && event->index > 1)
        *why = "its configuration state is not 0 or 1";
    else if (event->has_pc && (unsigned)event->core >= TT_CORE_COUNT)
        *why = "its core is unknown";
    return *why == NULL;
}

bool columns_add(struct columns *columns, const struct ttcap_event *event)
{
    const struct event_kind *kind = &event_kinds[event->kind];
    unsigned lane = lane_of(event->kind, event->thread);
    bool is_ok = buffer_u8(&columns->order, (uint8_t)lane);
    if (kind->has_addr)
        is_ok = is_ok && buffer_u32(&columns->lane[lane].addr, event->addr);
    if (kind->has_index)
        is_ok = is_ok && buffer_u8(&columns->lane[lane].index, event->index);
    if (kind->has_value)
        is_ok = is_ok && buffer_u32(&columns->lane[lane].value, event->value);
    if (kind->has_bytes)
        is_ok = is_ok && buffer_u32(&columns->lane[lane].length, event->byte_count) &&
                buffer_append(&columns->bytes, event->bytes, event->byte_count);
    if (!is_ok || !pc_columns_add(&columns->pc, event, columns->count))
        return false;
    columns->count++;
    columns->kind_count[event->kind]++;
    return true;
}

void columns_reset(struct columns *columns)
{
    columns->order.size = columns->bytes.size = 0;
    pc_columns_reset(&columns->pc);
    columns->count = 0;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        columns->lane[lane].addr.size = columns->lane[lane].index.size = 0;
        columns->lane[lane].value.size = columns->lane[lane].length.size = 0;
    }
    memset(columns->kind_count, 0, sizeof columns->kind_count);
}

void columns_clear(struct columns *columns)
{
    buffer_clear(&columns->order);
    buffer_clear(&columns->bytes);
    pc_columns_clear(&columns->pc);
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        buffer_clear(&columns->lane[lane].addr);
        buffer_clear(&columns->lane[lane].index);
        buffer_clear(&columns->lane[lane].value);
        buffer_clear(&columns->lane[lane].length);
    }
    columns_reset(columns);
}

bool columns_pack(const struct columns *columns, struct byte_buffer *out, size_t *order_end)
{
    struct order_model model;
    struct order_last last = {0};
    order_model_init(&model);
    bool is_ok = true;
    for (size_t i = 0; i < columns->order.size && is_ok; i++)
        is_ok = buffer_u8(out, order_encode(&model, &last, columns->order.data[i]));
    *order_end = out->size;
    for (unsigned lane = 0; lane < LANE_COUNT; lane++) {
        const struct byte_buffer *const parts[] = {&columns->lane[lane].addr, &columns->lane[lane].index,
                                                   &columns->lane[lane].value, &columns->lane[lane].length};
        for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++)
            is_ok = is_ok && buffer_append(out, parts[i]->data, parts[i]->size);
    }
    return is_ok && pc_columns_pack(&columns->pc, out) && buffer_append(out, columns->bytes.data, columns->bytes.size);
}
