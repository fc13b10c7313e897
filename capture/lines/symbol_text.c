/* SPDX-License-Identifier: Apache-2.0 */
/* A symbol in bytes and back. docs/formats/ttcap.md#symbols */
#include "capture/lines/symbol_text.h"

bool symbol_is_sound(const struct ttcap_symbol *symbol, const char **why)
{
    size_t length = strlen(symbol->name);
    *why = NULL;
    if ((unsigned)symbol->core >= TT_CORE_COUNT)
        *why = "its core is unknown";
    else if ((unsigned)symbol->kind > TTCAP_OBJECT)
        *why = "it is neither a function nor an object";
    else if (length == 0 || length > SYMBOL_NAME_MAX)
        *why = "its name is empty or longer than 4095 bytes";
    return *why == NULL;
}

bool symbol_write(struct byte_buffer *out, uint32_t *end, const struct ttcap_symbol *symbol)
{
    size_t length = strlen(symbol->name);
    bool is_ok = buffer_u8(out, (uint8_t)((unsigned)symbol->core << 1 | (unsigned)symbol->kind)) &&
                 buffer_varint(out, zigzag((int64_t)symbol->addr - *end)) && buffer_varint(out, symbol->bytes) &&
                 buffer_varint(out, length) && buffer_append(out, symbol->name, length);
    *end = symbol->addr + symbol->bytes;
    return is_ok;
}

bool symbol_read(struct byte_reader *reader, uint32_t *end, struct ttcap_symbol *symbol, size_t *name_bytes)
{
    uint8_t what = read_u8(reader);
    int64_t distance = unzigzag(read_varint(reader));
    uint64_t bytes = read_varint(reader);
    uint64_t length = read_varint(reader);
    symbol->name = (const char *)read_bytes(reader, length);
    if (reader->is_bad || what >> 1 >= TT_CORE_COUNT || bytes > UINT32_MAX || length == 0 || length > SYMBOL_NAME_MAX)
        return false;
    if (distance < -(int64_t)UINT32_MAX || distance > UINT32_MAX || memchr(symbol->name, 0, (size_t)length))
        return false;
    int64_t addr = *end + distance;
    if (addr < 0 || addr > UINT32_MAX)
        return false;
    symbol->core = (enum tt_core)(what >> 1);
    symbol->kind = (enum ttcap_symbol_kind)(what & 1);
    symbol->addr = (uint32_t)addr;
    symbol->bytes = (uint32_t)bytes;
    *name_bytes = (size_t)length;
    *end = symbol->addr + symbol->bytes;
    return true;
}

enum tt_status symbols_check(const uint8_t *raw, size_t raw_bytes, uint32_t count, struct tt_error *err)
{
    struct byte_reader reader = byte_reader(raw, raw_bytes);
    uint32_t end = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct ttcap_symbol symbol;
        size_t name_bytes;
        REFUSE_IF(!symbol_read(&reader, &end, &symbol, &name_bytes), err, "its symbol %u is not valid", i);
    }
    return reader.at == reader.end ? TT_OK : tt_fail(err, TT_BAD_INPUT, "it is longer than its symbols");
}
