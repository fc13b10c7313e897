/* SPDX-License-Identifier: Apache-2.0 */
#include "debug/gdb/packets.h"

#include "base/number.h"

enum { INTERRUPT = 3, ESCAPE = '}', ESCAPED = 0x20 };

/* The content behind "$", up to "#"; false: the stream ended. A "$" in it starts it again. */
static bool read_content(struct packets *packets, uint8_t *sum, bool *is_too_long)
{
    bool is_escaped = false;
    packets->count = 0;
    *sum = 0;
    *is_too_long = false;
    for (;;) {
        const int byte = inbox_next(&packets->in);
        if (byte == EOF)
            return false;
        if (byte == '#')
            break;
        if (byte == '$') {
            packets->count = 0;
            *sum = 0;
            *is_too_long = is_escaped = false;
            continue;
        }
        *sum = (uint8_t)(*sum + byte);
        if (byte == ESCAPE && !is_escaped) {
            is_escaped = true;
            continue;
        }
        if (packets->count == PACKET_MAX)
            *is_too_long = true;
        else
            packets->data[packets->count++] = (char)(is_escaped ? byte ^ ESCAPED : byte);
        is_escaped = false;
    }
    packets->data[packets->count] = '\0';
    return true;
}

static bool acknowledge(const struct packets *packets, char sign)
{
    return packets->has_no_acks || packets->in.stream->write(packets->in.stream->user, &sign, 1);
}

/* Of the checksum; -1: none. */
static int digit(struct packets *packets)
{
    const int byte = inbox_next(&packets->in);
    return byte == EOF ? -1 : hex_digit((char)byte);
}

enum packet_kind packets_next(struct packets *packets)
{
    for (;;) {
        uint8_t sum;
        bool is_too_long;
        const int byte = inbox_next(&packets->in);
        if (byte == EOF)
            return PACKET_END;
        if (byte == INTERRUPT)
            return PACKET_INTERRUPT;
        if (byte != '$') /* acknowledgements, and bytes that are no packet */
            continue;
        if (!read_content(packets, &sum, &is_too_long))
            return PACKET_END;
        const int high = digit(packets), low = digit(packets);
        if (packets->in.has_ended)
            return PACKET_END;
        const bool is_whole = high >= 0 && low >= 0 && high * 16 + low == sum;
        if (!acknowledge(packets, is_whole || packets->has_no_acks ? '+' : '-'))
            return PACKET_END;
        if (is_whole)
            return is_too_long ? PACKET_TOO_LONG : PACKET_DATA;
    }
}

bool packets_send(struct packets *packets, const char *bytes, size_t count)
{
    struct text out = {0};
    uint8_t sum = 0;
    text_add_bytes(&out, "$", 1);
    for (size_t i = 0; i < count; i++) {
        char byte = bytes[i];
        if (byte == '$' || byte == '#' || byte == ESCAPE || byte == '*') {
            text_add_bytes(&out, "}", 1);
            sum = (uint8_t)(sum + ESCAPE);
            byte = (char)(byte ^ ESCAPED);
        }
        text_add_bytes(&out, &byte, 1);
        sum = (uint8_t)(sum + (uint8_t)byte);
    }
    text_add(&out, "#%02x", sum);
    const bool is_sent = !out.has_failed && packets->in.stream->write(packets->in.stream->user, out.bytes, out.count);
    text_clear(&out);
    return is_sent;
}

/* While a run is under way gdb sends nothing but an interrupt. Another packet, out of order, is answered behind the
 * run.
 */
bool packets_interrupted(struct packets *packets)
{
    struct inbox *in = &packets->in;
    while (inbox_has_more(in)) {
        const int byte = inbox_next(in);
        if (byte == EOF || byte == INTERRUPT)
            return true;
        if (byte != '+') {
            in->at--;
            return false;
        }
    }
    return false;
}
