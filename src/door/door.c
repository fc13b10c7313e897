/* SPDX-License-Identifier: Apache-2.0 */
/* The order of a host that is there: before it is answered, tiles run until the answer is another than it was, or
 * nothing can change any more, or a number of rounds is over. docs/semantics/device.md#live */
#include "door/door.h"

#include "capture/import/wire/wire.h"
#include "device/device.h"

/* Rounds before an answer that stays as it is; of a clock; longer answers are looked at less often. */
enum { ROUNDS_MAX = 10000, CLOCK_MAX = 10000, BYTES_A_LOOK = 64, REFUSALS_SHOWN = 20, SENTENCE = 512 };

struct door {
    struct door_settings settings;
    struct device *device; /* null: another answers */
    struct wire_writer *writer;
    uint8_t *room; /* for an answer as it was, or flags */
    size_t capacity;
    uint64_t refusals, unsupported, undecided;
    bool rests;      /* nothing can change before the host acts */
    uint64_t rounds; /* since the last operation that was heard */
};

enum tt_status door_open(struct door **out, const struct door_settings *settings, struct tt_error *err)
{
    const struct variant_set variants = {{0}};
    struct door *door = mem_calloc(1, sizeof *door);
    *out = NULL;
    NEED(door, err, "no memory for the device");
    door->settings = *settings;
    enum tt_status status = TT_OK;
    if (!settings->is_elsewhere)
        status = device_new(&door->device, settings->chip, settings->is_translated, &variants, NULL, err);
    if (!status && settings->record)
        status = wire_writer_open(&door->writer, settings->record, settings->chip, settings->is_translated,
                                  settings->name, err);
    if (status) {
        door_close(door);
        return status;
    }
    *out = door;
    return TT_OK;
}

void door_close(struct door *door)
{
    if (!door)
        return;
    if (door->refusals)
        (void)fprintf(stderr, "tt-replay: %" PRIu64 " of what the host asked for was refused\n", door->refusals);
    wire_writer_close(door->writer);
    device_free(door->device);
    mem_free(door->room);
    mem_free(door);
}

/* ---- the record ---- */

enum tt_status door_heard(struct door *door, const struct wire_op *op, struct tt_error *err)
{
    if (door->rounds) {
        char rounds[24];
        (void)snprintf(rounds, sizeof rounds, "%" PRIu64, door->rounds);
        TRY(door_heard_note(door, WIRE_ROUNDS, rounds, NULL, 0, err));
        door->rounds = 0;
    }
    return door->writer ? wire_writer_put(door->writer, op, err) : TT_OK;
}

enum tt_status door_heard_note(struct door *door, const char *key, const char *text, const uint8_t *bytes,
                               uint32_t count, struct tt_error *err)
{
    return door->writer ? wire_writer_note(door->writer, key, text, bytes, count, err) : TT_OK;
}

static enum tt_status door_say(struct door *door, const char *key, const char *text, struct tt_error *err)
{
    if (door->refusals <= REFUSALS_SHOWN)
        (void)fprintf(stderr, "tt-replay: %s: %s\n", key, text);
    if (door->refusals == REFUSALS_SHOWN)
        (void)fprintf(stderr, "tt-replay: others that are refused stand in the record alone\n");
    return door_heard_note(door, key, text, NULL, 0, err);
}

enum tt_status door_refuse(struct door *door, struct tt_error *err, const char *format, ...)
{
    char text[SENTENCE];
    va_list words;
    va_start(words, format);
    (void)vsnprintf(text, sizeof text, format, words);
    va_end(words);
    door->refusals++;
    const enum tt_status status = door_say(door, "refused", text, err);
    return status || !door->settings.is_strict ? status : tt_fail(err, TT_BAD_INPUT, "refused: %s", text);
}

/* Work of tiles that is not modelled, said once for each time that there is more of it. */
static enum tt_status door_note_findings(struct door *door, struct tt_error *err)
{
    struct verdict_facts facts = {.chip = door->settings.chip};
    device_forget_transfers(door->device);
    device_add_facts(door->device, &facts);
    if (facts.unsupported <= door->unsupported)
        return TT_OK;
    const bool is_first = !door->unsupported;
    door->unsupported = facts.unsupported;
    return is_first ? door_refuse(door, err, "%s", facts.unsupported_detail) : TT_OK;
}

/* ---- rounds ---- */

/* Of a device: at most so many rounds; *runs: it could go on. */
static enum tt_status door_run(struct door *door, uint32_t rounds, bool *runs, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    *runs = !door->rests;
    for (uint32_t i = 0; i < rounds && *runs && !status; i++) {
        status = device_round(door->device, runs, err);
        door->rounds += *runs;
    }
    door->rests = !*runs;
    return status;
}

static enum tt_status door_room(struct door *door, uint32_t count, struct tt_error *err)
{
    NEED(!mem_grow(&door->room, &door->capacity, (size_t)count + 1, 1), err,
         "no memory for %" PRIu32 " bytes of an answer", count);
    return TT_OK;
}

static enum tt_status door_answer(struct door *door, const struct wire_op *op, uint8_t *bytes, struct tt_error *err)
{
    const uint32_t burst = 1 + op->size / BYTES_A_LOOK;
    bool runs = true;
    TRY(door_room(door, op->size, err));
    memcpy(door->room, bytes, op->size);
    for (uint32_t gone = 0; gone < ROUNDS_MAX && runs && memcmp(door->room, bytes, op->size) == 0; gone += burst) {
        TRY(door_run(door, burst, &runs, err));
        TRY(device_read(door->device, op->x, op->y, op->addr, bytes, op->size, err));
    }
    return door_note_findings(door, err);
}

/* Bytes that rest on undefined behaviour are said, with the first of them. */
static enum tt_status door_note_undecided(struct door *door, const struct wire_op *op, struct tt_error *err)
{
    uint64_t first = 0;
    TRY(door_room(door, op->size, err));
    if (!device_unknown(door->device, op->x, op->y, op->addr, op->size, door->room))
        return TT_OK;
    while (!door->room[first])
        first++;
    return door->undecided++ ? TT_OK
                             : door_refuse(door, err,
                                           "place %u,%u, address 0x%" PRIx64
                                           ": the answer rests on undefined behaviour; others that do are not said",
                                           op->x, op->y, op->addr + first);
}

/* ---- what the host does ---- */

/* Whether there can be such a place; else `why` says it. */
static enum tt_status door_look(uint32_t x, uint32_t y, struct tt_error *why)
{
    return x <= WIRE_COORDINATE_MAX && y <= WIRE_COORDINATE_MAX
               ? TT_OK
               : tt_fail(why, TT_BAD_INPUT, "place %" PRIu32 ",%" PRIu32 ": there is none", x, y);
}

/* The result of an operation: refused, with its name, where the device does not do it; else heard. */
static enum tt_status door_done(struct door *door, const struct wire_op *op, enum tt_status status,
                                const struct tt_error *why, struct tt_error *err)
{
    static const char *const what[] = {[WIRE_WRITE] = "a write", [WIRE_READ] = "a read"};
    const bool has_bytes = op->kind == WIRE_WRITE || op->kind == WIRE_READ;
    if (!status)
        return door_heard(door, op, err);
    if (status == TT_BAD_INPUT || status == TT_UNSUPPORTED)
        return has_bytes ? door_refuse(door, err, "%s of %" PRIu32 " bytes at 0x%" PRIx64 ": %s", what[op->kind],
                                       op->size, op->addr, why->text)
                         : door_refuse(door, err, "a reset: %s", why->text);
    *err = *why;
    return status;
}

enum tt_status door_write(struct door *door, uint32_t x, uint32_t y, uint64_t addr, const uint8_t *bytes,
                          uint32_t count, struct tt_error *err)
{
    const struct wire_op op = {
        .kind = WIRE_WRITE, .x = (uint8_t)x, .y = (uint8_t)y, .size = count, .addr = addr, .bytes = bytes};
    struct tt_error why;
    enum tt_status status = door_look(x, y, &why);
    status = status ?: device_write(door->device, op.x, op.y, addr, bytes, count, &why);
    device_forget_transfers(door->device);
    door->rests = false;
    return door_done(door, &op, status, &why, err);
}

enum tt_status door_read(struct door *door, uint32_t x, uint32_t y, uint64_t addr, uint8_t *bytes, uint32_t count,
                         struct tt_error *err)
{
    const struct wire_op op = {
        .kind = WIRE_READ, .x = (uint8_t)x, .y = (uint8_t)y, .size = count, .addr = addr, .bytes = bytes};
    struct tt_error why;
    enum tt_status status = door_look(x, y, &why);
    status = status ?: device_read(door->device, op.x, op.y, addr, bytes, count, &why);
    status = status ?: door_answer(door, &op, bytes, &why);
    if (status == TT_BAD_INPUT || status == TT_UNSUPPORTED)
        memset(bytes, 0, count);
    const enum tt_status noted = status ? TT_OK : door_note_undecided(door, &op, err);
    return noted ? noted : door_done(door, &op, status, &why, err);
}

enum tt_status door_reset(struct door *door, enum wire_kind kind, uint32_t x, uint32_t y, struct tt_error *err)
{
    const struct wire_op op = {.kind = kind, .x = (uint8_t)x, .y = (uint8_t)y, .size = 4};
    struct tt_error why;
    enum tt_status status = door_look(x, y, &why);
    status = status ?: (kind == WIRE_HOLD ? device_hold : device_release)(door->device, op.x, op.y, &why);
    door->rests = false;
    return door_done(door, &op, status, &why, err);
}

enum tt_status door_clock(struct door *door, uint32_t count, struct tt_error *err)
{
    bool runs = false;
    const enum tt_status status = door_run(door, count < CLOCK_MAX ? count : CLOCK_MAX, &runs, err);
    return status || door->rests ? status : door_note_findings(door, err);
}

enum tt_status door_end(struct door *door, struct tt_error *err)
{
    return door_heard(door, &(struct wire_op){.kind = WIRE_EXIT, .size = 4}, err);
}
