/* SPDX-License-Identifier: Apache-2.0 */
/* Packets of the remote serial protocol: "$", content, "#", checksum. */
#pragma once

#include "base/text/text.h"
#include "debug/stream.h"

enum { PACKET_MAX = 0x4000 };

enum packet_kind {
    PACKET_END,      /* of the stream */
    PACKET_DATA,     /* in `data` */
    PACKET_TOO_LONG, /* its content was dropped */
    PACKET_INTERRUPT,
};

struct packets {
    struct inbox in;
    bool has_no_acks;          /* both sides have agreed */
    char data[PACKET_MAX + 1]; /* unescaped, ends in a zero that does not count */
    size_t count;
};

enum packet_kind packets_next(struct packets *packets);
/* False: the other side has closed. */
bool packets_send(struct packets *packets, const char *bytes, size_t count);
/* Whether an interrupt, or the end of the stream, waits to be read; takes the interrupt. */
bool packets_interrupted(struct packets *packets);
