/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a conversation while it goes on. Each line is there, whole, before the next operation, however the process
 * ends. docs/formats/wire.md */
#pragma once

#include "capture/import/wire/wire.h"

struct wire_writer;

/* A new file under its final name, with a heading: door is a word for who talked to whom ("so"). TT_BAD_INPUT: the file
 * exists. */
enum tt_status wire_writer_open(struct wire_writer **out, const char *path, enum tt_chip chip, bool is_translated,
                                const char *door, struct tt_error *err);
/* op->line counts for nothing; of a read bytes may be null, of others than writes they are. */
enum tt_status wire_writer_put(struct wire_writer *writer, const struct wire_op *op, struct tt_error *err);
/* "# KEY TEXT", where bytes is not null with `count` of them behind it. The reader passes it over. */
enum tt_status wire_writer_note(struct wire_writer *writer, const char *key, const char *text, const uint8_t *bytes,
                                uint32_t count, struct tt_error *err);
void wire_writer_close(struct wire_writer *writer); /* null is allowed */
