/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the target, of which there is one: the programs of the capture, which gdb fetches by itself. */
#include "base/number.h"
#include "debug/gdb/gdb_internal.h"
#include "debug/session.h"

enum { FILE_NUMBER = 5, ENOENT_OF_GDB = 2, EBADF_OF_GDB = 9, EINVAL_OF_GDB = 22, STAT_BYTES = 64 };

static void gdb_file_refuse(struct gdb *gdb, int number)
{
    gdb_reply(gdb, "F-1,%x", (unsigned)number);
}

bool gdb_has_program(struct gdb *gdb)
{
    struct tt_error err;
    if (!gdb->has_elf && program_elf(gdb->session->capture, &gdb->elf, &err))
        text_clear(&gdb->elf);
    gdb->has_elf = true;
    return gdb->elf.count != 0;
}

/* "HEXNAME,FLAGS,MODE": for reading. */
static void gdb_file_open(struct gdb *gdb, const char *from)
{
    uint8_t name[sizeof GDB_FILE_NAME];
    size_t count;
    const char *end = strchr(from, ',');
    if (!end || !hex_bytes(from, (size_t)(end - from), name, sizeof name, &count) ||
        count != sizeof GDB_FILE_NAME - 1 || memcmp(name, GDB_FILE_NAME, count) != 0 || !gdb_has_program(gdb)) {
        gdb_file_refuse(gdb, ENOENT_OF_GDB);
        return;
    }
    gdb->is_open = true;
    gdb_reply(gdb, "F%x", FILE_NUMBER);
}

static bool gdb_file_read_number(struct gdb *gdb, const char **from, uint64_t most, uint64_t *value)
{
    if (gdb_number(from, most, value))
        return true;
    gdb_file_refuse(gdb, EINVAL_OF_GDB);
    return false;
}

static bool gdb_file_is_open(struct gdb *gdb, uint64_t number)
{
    if (number == FILE_NUMBER && gdb->is_open)
        return true;
    gdb_file_refuse(gdb, EBADF_OF_GDB);
    return false;
}

/* "NUMBER,COUNT,OFFSET". */
static void gdb_file_read(struct gdb *gdb, const char *from)
{
    uint64_t number, count, offset;
    if (!gdb_file_read_number(gdb, &from, UINT32_MAX, &number) || !gdb_file_is_open(gdb, number))
        return;
    if (*from++ != ',' || !gdb_number(&from, UINT32_MAX, &count) || *from++ != ',' ||
        !gdb_number(&from, UINT32_MAX, &offset)) {
        gdb_file_refuse(gdb, EINVAL_OF_GDB);
        return;
    }
    const size_t left = offset < gdb->elf.count ? gdb->elf.count - (size_t)offset : 0;
    count = count < left ? count : left;
    count = count < PACKET_MAX / 2 ? count : PACKET_MAX / 2;
    struct text reply = {0};
    text_add(&reply, "F%x;", (unsigned)count);
    if (count)
        text_add_bytes(&reply, gdb->elf.bytes + offset, (size_t)count);
    gdb_reply_text(gdb, &reply);
}

/* A structure of big-endian numbers: mode is the third, the size stands behind seven. */
static void report_size(struct gdb *gdb, const char *from)
{
    enum { MODE = 2 * 4, SIZE = 7 * 4 + 4, REGULAR_READ_ONLY = 0100444 };
    uint64_t number;
    char stat[STAT_BYTES] = {0};
    if (!gdb_file_read_number(gdb, &from, UINT32_MAX, &number) || !gdb_file_is_open(gdb, number))
        return;
    for (unsigned i = 0; i < 4; i++) {
        stat[MODE + i] = (char)((uint32_t)REGULAR_READ_ONLY >> (24 - 8 * i));
        stat[SIZE + i] = (char)((uint32_t)gdb->elf.count >> (24 - 8 * i));
    }
    struct text reply = {0};
    text_add(&reply, "F%x;", STAT_BYTES);
    text_add_bytes(&reply, stat, sizeof stat);
    gdb_reply_text(gdb, &reply);
}

void gdb_file(struct gdb *gdb, const char *packet)
{
    uint64_t number;
    if (strncmp(packet, "setfs:", 6) == 0) {
        gdb_reply(gdb, "F0");
    } else if (strncmp(packet, "open:", 5) == 0) {
        gdb_file_open(gdb, packet + 5);
    } else if (strncmp(packet, "pread:", 6) == 0) {
        gdb_file_read(gdb, packet + 6);
    } else if (strncmp(packet, "fstat:", 6) == 0) {
        report_size(gdb, packet + 6);
    } else if (strncmp(packet, "close:", 6) == 0) {
        const char *from = packet + 6;
        if (!gdb_file_read_number(gdb, &from, UINT32_MAX, &number) || !gdb_file_is_open(gdb, number))
            return;
        gdb->is_open = false;
        gdb_reply(gdb, "F0");
    } else {
        gdb_reply_nothing(gdb);
    }
}
