/* SPDX-License-Identifier: Apache-2.0 */
/* A message of a host's socket: what is taken lies within its bytes, and what is written is taken again. */
#include "door/message.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct message message, again;
    struct tt_error err = {""};
    uint8_t head[MESSAGE_HEAD];
    if (message_parse(&message, data, size, &err)) {
        require(*err.text);
        return 0;
    }
    require(message.data >= data && message.count <= size - (size_t)(message.data - data));
    message.count = 0;
    message_head(&message, head);
    require(message_parse(&again, head, sizeof head, &err) == TT_OK);
    require(again.command == message.command && again.x == message.x && again.y == message.y);
    require(again.addr == message.addr && again.size == message.size && again.count == 0);
    return 0;
}
