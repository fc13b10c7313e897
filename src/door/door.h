/* SPDX-License-Identifier: Apache-2.0 */
/* A chip for a host that is there: what it asks is done at once, recorded, and refused by name where nothing here has
 * it. Behind it stands the chip of device/device.h, or another that answers itself. docs/semantics/device.md#live */
#pragma once

#include "capture/import/wire/wire.h"

struct door;

struct door_settings {
    enum tt_chip chip;
    bool is_translated; /* R70t */
    bool is_strict;     /* a refusal ends the door */
    bool is_elsewhere;  /* another device answers: this one only records */
    const char *record; /* file of the conversation */
    const char *name;   /* of the door, in the heading: "so" */
};

enum tt_status door_open(struct door **out, const struct door_settings *settings, struct tt_error *err);
/* Says on stderr what came of it. Null is allowed. */
void door_close(struct door *door);
OWNED_AT(struct door, door_close)

/* An operation of the host. TT_BAD_INPUT: the door is strict and has refused. Others: nothing can go on. A read that is
 * refused gives zeros. */
enum tt_status door_write(struct door *door, uint32_t x, uint32_t y, uint64_t addr, const uint8_t *bytes,
                          uint32_t count, struct tt_error *err);
enum tt_status door_read(struct door *door, uint32_t x, uint32_t y, uint64_t addr, uint8_t *bytes, uint32_t count,
                         struct tt_error *err);
enum tt_status door_reset(struct door *door, enum wire_kind kind, uint32_t x, uint32_t y, struct tt_error *err);
enum tt_status door_clock(struct door *door, uint32_t count, struct tt_error *err);
enum tt_status door_end(struct door *door, struct tt_error *err);
/* A sentence on stderr and in the record; what it is about did not happen. */
enum tt_status door_refuse(struct door *door, struct tt_error *err, const char *format, ...) TT_PRINTF(3, 4);

/* Of another device: what was said to it. op->bytes of a read: its answer. */
enum tt_status door_heard(struct door *door, const struct wire_op *op, struct tt_error *err);
enum tt_status door_heard_note(struct door *door, const char *key, const char *text, const uint8_t *bytes,
                               uint32_t count, struct tt_error *err);
