/* SPDX-License-Identifier: Apache-2.0 */
/* A conversation of a host with either chip, read and run: what is refused is refused with a sentence, and each
 * operation lies within the text. The last byte says the chip. */
#include "device/conversation.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"

#include "base/memory.h"

#include <string.h>

enum { ROUNDS = 200 };

static void run(const struct wire *wire, enum tt_chip chip)
{
    const struct variant_set variants = {{0}};
    struct conversation conversation = {.wire = wire, .max_rounds = ROUNDS};
    struct device *device = NULL;
    struct tt_error err = {""};
    require(device_new(&device, chip, wire->is_translated, &variants, NULL, &err) == TT_OK);
    if (conversation_run(&conversation, device, chip, "wire", &err))
        require(*err.text);
    for (size_t i = 0; i < conversation.count; i++) {
        const struct readback *readback = &conversation.readbacks[i];
        require(readback->differing + readback->undecided <= readback->op->size);
    }
    conversation_clear(&conversation);
    device_free(device);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wire wire;
    struct tt_error err = {""};
    char *text = mem_alloc(size + 1);
    require(text);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    const enum tt_status status = wire_parse(&wire, text, size, "wire", &err);
    require(!status || *err.text);
    for (size_t i = 0; i < wire.count; i++) {
        const struct wire_op *op = &wire.ops[i];
        const uint8_t *end = (const uint8_t *)wire.text + size;
        require(op->x <= WIRE_COORDINATE_MAX && op->y <= WIRE_COORDINATE_MAX);
        require(!op->bytes || (op->bytes <= end && op->size <= (size_t)(end - op->bytes)));
    }
    if (!status)
        run(&wire, size && data[size - 1] == ' ' ? TT_BLACKHOLE : TT_WORMHOLE_B0);
    wire_clear(&wire);
    return 0;
}
