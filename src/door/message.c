/* SPDX-License-Identifier: Apache-2.0 */
#include "door/message.h"

#include "base/little.h"

enum { SLOT_COMMAND, SLOT_DATA, SLOT_CORE, SLOT_ADDRESS, SLOT_SIZE, SLOTS };

/* Bytes, and where its one table and the list of the table's slots stand. */
struct flat {
    const uint8_t *bytes;
    size_t count, table, slots;
    unsigned slot_bytes;
};

static bool flat_has(const struct flat *flat, size_t at, size_t count)
{
    return at <= flat->count && count <= flat->count - at;
}

static bool flat_open(struct flat *flat)
{
    if (!flat_has(flat, 0, WORD))
        return false;
    flat->table = load_u32(flat->bytes);
    if (!flat_has(flat, flat->table, WORD))
        return false;
    const int64_t slots = (int64_t)flat->table - (int32_t)load_u32(flat->bytes + flat->table);
    if (slots < 0 || !flat_has(flat, (size_t)slots, WORD))
        return false;
    flat->slots = (size_t)slots;
    flat->slot_bytes = load_u16(flat->bytes + slots);
    return flat->slot_bytes >= WORD && flat_has(flat, flat->slots, flat->slot_bytes);
}

/* Where a slot's value stands, of so many bytes; *at 0: it is left out. */
static bool flat_slot(const struct flat *flat, unsigned slot, size_t bytes, size_t *at)
{
    const unsigned entry = WORD + 2 * slot;
    *at = entry + 2 <= flat->slot_bytes ? load_u16(flat->bytes + flat->slots + entry) : 0;
    if (!*at)
        return true;
    *at += flat->table;
    return flat_has(flat, *at, bytes);
}

static bool flat_data(const struct flat *flat, size_t at, struct message *message)
{
    const size_t list = at + load_u32(flat->bytes + at);
    if (!flat_has(flat, list, WORD))
        return false;
    const uint64_t count = (uint64_t)WORD * load_u32(flat->bytes + list);
    if (!flat_has(flat, list + WORD, count))
        return false;
    message->data = flat->bytes + list + WORD;
    message->count = (uint32_t)count;
    return true;
}

enum tt_status message_parse(struct message *message, const uint8_t *bytes, size_t count, struct tt_error *err)
{
    static const uint8_t sizes[SLOTS] = {1, 4, 16, 8, 4};
    struct flat flat = {.bytes = bytes, .count = count};
    size_t at[SLOTS] = {0};
    *message = (struct message){.data = bytes};
    bool is_whole = count <= UINT32_MAX && flat_open(&flat);
    for (unsigned i = 0; i < SLOTS && is_whole; i++)
        is_whole = flat_slot(&flat, i, sizes[i], &at[i]);
    if (is_whole && at[SLOT_DATA])
        is_whole = flat_data(&flat, at[SLOT_DATA], message);
    REFUSE_IF(!is_whole, err, "a message of %zu bytes: expected a whole table DeviceRequestResponse", count);
    message->command = at[SLOT_COMMAND] ? (int8_t)bytes[at[SLOT_COMMAND]] : 0;
    message->x = at[SLOT_CORE] ? load_u64(bytes + at[SLOT_CORE]) : 0;
    message->y = at[SLOT_CORE] ? load_u64(bytes + at[SLOT_CORE] + 8) : 0;
    message->addr = at[SLOT_ADDRESS] ? load_u64(bytes + at[SLOT_ADDRESS]) : 0;
    message->size = at[SLOT_SIZE] ? load_u32(bytes + at[SLOT_SIZE]) : 0;
    return TT_OK;
}

/* The root, its slots, the table with all of them, and the number of words. */
void message_head(const struct message *message, uint8_t *head)
{
    enum { SLOTS_AT = 6, SLOTS_BYTES = 14, TABLE = 24, TABLE_BYTES = 40, LIST = TABLE + TABLE_BYTES };
    static const uint16_t slots[] = {SLOTS_BYTES, TABLE_BYTES, 4, 8, 16, 32, 12};
    memset(head, 0, MESSAGE_HEAD);
    store_u32(head, TABLE);
    for (unsigned i = 0; i < sizeof slots / sizeof *slots; i++)
        store_u16(head + SLOTS_AT + 2 * (size_t)i, slots[i]);
    store_u32(head + TABLE, TABLE - SLOTS_AT);
    head[TABLE + 4] = (uint8_t)message->command;
    store_u32(head + TABLE + 8, LIST - (TABLE + 8));
    store_u32(head + TABLE + 12, message->size);
    store_u64(head + TABLE + 16, message->x);
    store_u64(head + TABLE + 24, message->y);
    store_u64(head + TABLE + 32, message->addr);
    store_u32(head + LIST, message->count / WORD);
}
