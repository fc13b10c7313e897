/* SPDX-License-Identifier: Apache-2.0 */
/* A message of UMD's simulation socket: one table of a FlatBuffer, slots command, data, core, address, size. Nobody
 * vouches for its bytes. docs/semantics/device.md#socket */
#pragma once

#include "base/usual.h"

enum message_command {
    MESSAGE_WRITE = 0,
    MESSAGE_READ = 1,
    MESSAGE_RELEASE = 2, /* core B of a tile */
    MESSAGE_HOLD = 3,    /* all cores of a tile */
    MESSAGE_EXIT = 5,
};

struct message {
    int command;
    uint64_t x, y, addr;
    uint32_t size;
    const uint8_t *data; /* whole words */
    uint32_t count;      /* bytes of them */
};

/* Borrows from bytes. */
enum tt_status message_parse(struct message *message, const uint8_t *bytes, size_t count, struct tt_error *err);
/* Bytes in front of the data, of which there are message->count, whole words: head has room for MESSAGE_HEAD. */
enum { WORD = 4, MESSAGE_HEAD = 68 };
void message_head(const struct message *message, uint8_t *head);
