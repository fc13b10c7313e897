/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/import/wire/wire.h"

#include "base/new_file.h"
#include "isa/chip.h"

#include <unistd.h>

enum { HEAD_MAX = 512 };

struct wire_writer {
    int descriptor;
    char *line;
    size_t capacity, count;
};

static enum tt_status wire_write_out(struct wire_writer *writer, struct tt_error *err)
{
    for (size_t done = 0; done < writer->count;) {
        const ssize_t wrote = write(writer->descriptor, writer->line + done, writer->count - done);
        if (wrote < 0 && errno != EINTR)
            return tt_fail(err, TT_IO, "the conversation cannot be written: %s", strerror(errno));
        done += wrote > 0 ? (size_t)wrote : 0;
    }
    return TT_OK;
}

/* One write makes one line. bytes null: none. */
static enum tt_status wire_write_line(struct wire_writer *writer, const char *head, const uint8_t *bytes,
                                      uint32_t count, struct tt_error *err)
{
    static const char digits[] = "0123456789abcdef";
    const size_t length = strlen(head);
    NEED(!mem_grow(&writer->line, &writer->capacity, length + 2 * (size_t)count + 2, 1), err,
         "no memory for what is recorded");
    memcpy(writer->line, head, length);
    char *at = writer->line + length;
    for (uint32_t i = 0; bytes && i < count; i++) {
        *at++ = digits[bytes[i] >> 4];
        *at++ = digits[bytes[i] & 0xF];
    }
    if (bytes && !count)
        *at++ = '-';
    *at++ = '\n';
    writer->count = (size_t)(at - writer->line);
    return wire_write_out(writer, err);
}

enum tt_status wire_writer_open(struct wire_writer **out, const char *path, enum tt_chip chip, bool is_translated,
                                const char *door, struct tt_error *err)
{
    char head[HEAD_MAX];
    struct new_file *file = NULL;
    struct wire_writer *writer = mem_calloc(1, sizeof *writer);
    *out = NULL;
    NEED(writer, err, "%s: no memory", path);
    enum tt_status status = new_file_open(&file, path, 0, err);
    writer->descriptor = status ? -1 : dup(new_file_descriptor(file));
    if (!status && writer->descriptor < 0)
        status = tt_fail(err, TT_IO, "%s: cannot be written: %s", path, strerror(errno));
    if (status)
        new_file_abandon(file);
    else
        status = new_file_commit(file, err);
    (void)snprintf(head, sizeof head, WIRE_HEADING "# arch=%s coords=%s door=%s", chip_get(chip)->name,
                   is_translated ? WIRE_TRANSLATED : "noc0", door);
    status = status ?: wire_write_line(writer, head, NULL, 0, err);
    if (status) {
        wire_writer_close(writer);
        return status;
    }
    *out = writer;
    return TT_OK;
}

enum tt_status wire_writer_put(struct wire_writer *writer, const struct wire_op *op, struct tt_error *err)
{
    char head[WIRE_HEAD_MAX];
    wire_head(op, head);
    return wire_write_line(writer, head, op->bytes, op->size, err);
}

enum tt_status wire_writer_note(struct wire_writer *writer, const char *key, const char *text, const uint8_t *bytes,
                                uint32_t count, struct tt_error *err)
{
    char head[HEAD_MAX];
    (void)snprintf(head, sizeof head, "# %s %.480s", key, text);
    for (char *at = head; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = ' ';
    return wire_write_line(writer, head, bytes, count, err);
}

void wire_writer_close(struct wire_writer *writer)
{
    if (!writer)
        return;
    if (writer->descriptor >= 0)
        (void)close(writer->descriptor);
    mem_free(writer->line);
    mem_free(writer);
}
