/* SPDX-License-Identifier: Apache-2.0 */
/* Registers and memory. */
#include "base/little.h"
#include "base/number.h"
#include "debug/gdb/gdb_internal.h"

enum { READ_MAX = PACKET_MAX / 2 - 1 };

static void gdb_look_add_register(const struct gdb *gdb, unsigned number, struct text *text)
{
    uint64_t value;
    uint8_t image[8];
    const unsigned bytes = session_register_bytes(number);
    if (session_register(gdb->session, gdb->looks_at, number, &value)) {
        store_u64(image, value);
        text_add_hex(text, image, bytes);
    } else {
        for (unsigned i = 0; i < bytes; i++)
            text_add(text, "xx");
    }
}

static void read_registers(struct gdb *gdb, unsigned first, unsigned last)
{
    struct text text = {0};
    for (unsigned number = first; number < last; number++)
        gdb_look_add_register(gdb, number, &text);
    gdb_reply_text(gdb, &text);
}

static bool gdb_look_write_register(const struct gdb *gdb, unsigned number, const char *digits, struct tt_error *err)
{
    uint8_t image[8] = {0};
    size_t count;
    if (!hex_bytes(digits, 2 * (size_t)session_register_bytes(number), image, sizeof image, &count)) {
        (void)tt_fail(err, TT_BAD_INPUT, "a register's value is expected as digits");
        return false;
    }
    return session_set_register(gdb->session, gdb->looks_at, number, load_u64(image), err) == TT_OK;
}

/* All of them: only those that differ are stored, since some cannot be. */
static void write_registers(struct gdb *gdb, const char *digits)
{
    struct tt_error err;
    size_t left = strlen(digits);
    for (unsigned number = 0; number < DEBUG_REGISTERS; number++) {
        const size_t count = 2 * (size_t)session_register_bytes(number);
        struct text now = {0};
        if (left < count)
            break;
        gdb_look_add_register(gdb, number, &now);
        const bool differs = *digits != 'x' && strncmp(text_of(&now), digits, count) != 0;
        text_clear(&now);
        if (differs && !gdb_look_write_register(gdb, number, digits, &err)) {
            gdb_reply_error(gdb, &err);
            return;
        }
        digits += count;
        left -= count;
    }
    gdb_reply(gdb, "OK");
}

void gdb_registers(struct gdb *gdb, const char *packet)
{
    const char *from = packet + 1;
    uint64_t number;
    struct tt_error err;
    if (*packet == 'g') {
        read_registers(gdb, 0, DEBUG_REGISTERS);
    } else if (*packet == 'G') {
        write_registers(gdb, from);
    } else if (!gdb_number(&from, DEBUG_REGISTERS - 1, &number) || *from != (*packet == 'P' ? '=' : '\0')) {
        gdb_reply(gdb, "E01");
    } else if (*packet == 'p') {
        read_registers(gdb, (unsigned)number, (unsigned)number + 1);
    } else if (strlen(from + 1) != 2 * (size_t)session_register_bytes((unsigned)number)) {
        gdb_reply(gdb, "E01");
    } else if (gdb_look_write_register(gdb, (unsigned)number, from + 1, &err)) {
        gdb_reply(gdb, "OK");
    } else {
        gdb_reply_error(gdb, &err);
    }
}

static void read_memory(struct gdb *gdb, uint32_t addr, uint32_t count)
{
    uint8_t bytes[READ_MAX];
    const uint32_t got = session_read(gdb->session, gdb->looks_at, addr, count < READ_MAX ? count : READ_MAX, bytes);
    struct text text = {0};
    if (!got && count) {
        gdb_reply(gdb, "E14");
        return;
    }
    text_add_hex(&text, bytes, got);
    gdb_reply_text(gdb, &text);
}

/* "m60000,10"; "M60000,2:0102"; "X60000,2:" and the bytes themselves. */
void gdb_memory(struct gdb *gdb, const char *packet)
{
    const char *from = packet + 1, *end = packet + gdb->packets.count;
    uint64_t addr, count;
    uint8_t bytes[PACKET_MAX];
    size_t given = 0;
    struct tt_error err;
    if (!gdb_number(&from, UINT32_MAX, &addr) || *from++ != ',' || !gdb_number(&from, UINT32_MAX, &count) ||
        *from != (*packet == 'm' ? '\0' : ':')) {
        gdb_reply(gdb, "E01");
        return;
    }
    if (*packet == 'm') {
        read_memory(gdb, (uint32_t)addr, (uint32_t)count);
        return;
    }
    from++;
    if (*packet == 'X') {
        given = (size_t)(end - from);
        memcpy(bytes, from, given);
    } else if (!hex_bytes(from, (size_t)(end - from), bytes, sizeof bytes, &given)) {
        given = SIZE_MAX;
    }
    if (given != count)
        gdb_reply(gdb, "E01");
    else if (session_write(gdb->session, gdb->looks_at, (uint32_t)addr, (uint32_t)count, bytes, &err))
        gdb_reply_error(gdb, &err);
    else
        gdb_reply(gdb, "OK");
}
