/* SPDX-License-Identifier: Apache-2.0 */
/* The order rule: operations in their order, and before a read is answered tiles run until it answers as it was
 * recorded, or nothing can change any more. docs/semantics/device.md#conversation */
#include "device/conversation.h"

#include "base/search.h"
#include "isa/mmio.h"
#include "order/replay.h"

/* One run of a conversation. */
struct talk {
    struct conversation *conversation;
    struct device *device;
    const char *name;
    uint8_t *here, *unknown; /* room for the largest answer, and for a flag for each of its bytes */
    uint64_t rounds;
    bool rests; /* nothing can change before the host acts */
    struct tt_error *err;
};

static enum tt_status at_line(struct talk *talk, const struct wire_op *op, enum tt_status status)
{
    if (status)
        tt_error_prefix(talk->err, "%s:%u", talk->name, op->line);
    return status;
}

/* ---- reads ---- */

static enum tt_status look(struct talk *talk, const struct wire_op *op, bool *is_same)
{
    const enum tt_status status = device_read(talk->device, op->x, op->y, op->addr, talk->here, op->size, talk->err);
    if (!status && talk->conversation->answers)
        talk->conversation->answers(talk->conversation->answering, op, talk->here);
    *is_same = !status && memcmp(talk->here, op->bytes, op->size) == 0;
    return status == TT_UNSUPPORTED ? status : at_line(talk, op, status);
}

static bool can_run(const struct talk *talk)
{
    return !talk->rests && talk->rounds < talk->conversation->max_rounds;
}

static enum tt_status run_a_round(struct talk *talk, const struct wire_op *op)
{
    bool runs = false;
    const enum tt_status status = at_line(talk, op, device_round(talk->device, &runs, talk->err));
    talk->rests = !runs;
    talk->rounds += runs;
    return status;
}

/* The rounds that the device ran before an operation, where the conversation has them. */
static enum tt_status run_as_recorded(struct talk *talk, const struct wire_op *op)
{
    for (uint64_t i = 0; i < op->rounds && can_run(talk); i++)
        TRY(run_a_round(talk, op));
    return TT_OK;
}

static enum tt_status wait_for(struct talk *talk, const struct wire_op *op)
{
    bool is_same = false;
    talk->conversation->waited_from = talk->rounds;
    TRY(look(talk, op, &is_same));
    while (!is_same && can_run(talk)) {
        TRY(run_a_round(talk, op));
        if (!talk->rests)
            TRY(look(talk, op, &is_same));
    }
    return TT_OK;
}

static void conversation_compare(struct talk *talk, struct readback *readback)
{
    const struct wire_op *op = readback->op;
    (void)device_unknown(talk->device, op->x, op->y, op->addr, op->size, talk->unknown);
    for (uint32_t i = 0; i < op->size; i++) {
        if (talk->conversation->wire->is_card && device_unwritten(talk->device, op->x, op->y, op->addr + i, 1))
            continue;
        readback->undecided += talk->unknown[i];
        if (talk->unknown[i] || talk->here[i] == op->bytes[i])
            continue;
        if (!readback->differing++) {
            readback->first = i;
            readback->recorded = op->bytes[i];
            readback->here = talk->here[i];
        }
    }
    readback->unwritten = device_unwritten(talk->device, op->x, op->y, op->addr, op->size);
    (void)device_transfers(talk->device, &readback->transfers);
    readback->step = device_step(talk->device, op->x, op->y);
}

static void hang_add(void *user, const struct replay_wait *wait)
{
    struct conversation *conversation = user;
    if (mem_grow(&conversation->waits, &conversation->wait_capacity, conversation->wait_count + 1,
                 sizeof *conversation->waits))
        return;
    conversation->waits[conversation->wait_count++] = (struct hang_wait){.wait = *wait};
}

static void hang_look(struct talk *talk, uint8_t x, uint8_t y)
{
    struct conversation *conversation = talk->conversation;
    const size_t first = conversation->wait_count;
    device_report_waits(talk->device, x, y, conversation, hang_add);
    for (size_t i = first; i < conversation->wait_count; i++) {
        conversation->waits[i].x = x;
        conversation->waits[i].y = y;
    }
}

/* Whether it is a read that a host makes until the answer is there: it did so here, or of another tile. */
static bool is_awaited(const struct talk *talk, const struct readback *readback)
{
    const struct conversation *conversation = talk->conversation;
    const struct wire_op *op = readback->op;
    if (readback->polls)
        return true;
    for (size_t i = 0; i < conversation->count; i++) {
        const struct readback *other = &conversation->readbacks[i];
        if (other->polls && other->op->addr == op->addr && other->op->size == op->size &&
            device_kind_at(talk->device, op->x, op->y) == DEVICE_WORKER)
            return true;
    }
    return false;
}

enum { TILES_FEW = 8 };

/* The waits and their causes. Ends the conversation. */
static enum tt_status conversation_hang(struct talk *talk, const struct readback *readback)
{
    struct device_tile tile;
    const uint8_t x = readback->op->x, y = readback->op->y;
    talk->conversation->is_hung = true;
    talk->conversation->facts.end = VERDICT_HANGS_UNLIKE_DEVICE;
    hang_look(talk, x, y);
    for (uint64_t i = 0; device_tile(talk->device, i, &tile); i++)
        if ((tile.requests || device_summary(talk->device).tiles <= TILES_FEW) && (tile.x != x || tile.y != y))
            hang_look(talk, tile.x, tile.y);
    return TT_END;
}

/* Once work did not happen, a byte that differs may be for want of it. */
static void conversation_judge(struct talk *talk, const struct readback *readback)
{
    struct verdict_facts *facts = &talk->conversation->facts, tiles = {.chip = facts->chip};
    const uint32_t size = readback->op->size - (talk->conversation->wire->is_card ? readback->unwritten : 0);
    device_add_facts(talk->device, &tiles);
    facts->checkpoints += size > 0;
    facts->bytes.compared += size;
    facts->bytes.bits += UINT64_C(8) * size;
    facts->bytes.equal += size - readback->differing - readback->undecided;
    facts->bytes.undecided += readback->undecided;
    *(tiles.unsupported ? &facts->bytes.undecided : &facts->bytes.differing) += readback->differing;
}

static enum tt_status read_back(struct talk *talk, const struct wire_op *op, uint32_t polls)
{
    struct conversation *conversation = talk->conversation;
    const enum device_kind kind = device_kind_at(talk->device, op->x, op->y);
    NEED(!mem_grow(&conversation->readbacks, &conversation->capacity, conversation->count + 1,
                   sizeof *conversation->readbacks),
         talk->err, "%s: no memory for what it reads", talk->name);
    struct readback *readback = &conversation->readbacks[conversation->count++];
    *readback = (struct readback){.op = op, .polls = polls, .is_judged = op->bytes && kind != DEVICE_OTHER};
    conversation->polls += polls;
    if (!readback->is_judged) {
        conversation->unjudged++;
        return TT_OK;
    }
    const enum tt_status status = wait_for(talk, op);
    readback->is_judged = !status;
    conversation->unjudged += status == TT_UNSUPPORTED;
    if (status)
        return status == TT_UNSUPPORTED ? TT_OK : status;
    conversation_compare(talk, readback);
    if (readback->differing && is_awaited(talk, readback)) {
        readback->is_judged = false;
        return conversation_hang(talk, readback);
    }
    conversation_judge(talk, readback);
    return readback->differing && conversation->ends_at_difference ? TT_END : TT_OK;
}

/* ---- blocks of reads ---- */

ORDER(by_place, struct wire_op *,
      COMPARE((*a)->x, (*b)->x) ?: COMPARE((*a)->y, (*b)->y) ?: COMPARE((*a)->addr, (*b)->addr)
      ?: COMPARE((*a)->size, (*b)->size) ?: COMPARE(*a, *b))

static bool is_same_place(const struct wire_op *one, const struct wire_op *other)
{
    return one->x == other->x && one->y == other->y && one->addr == other->addr && one->size == other->size;
}

/* Reads with nothing but reads in between. Those that are asked again are polls. */
static enum tt_status read_block(struct talk *talk, const struct wire_op *ops, size_t count)
{
    const struct wire_op **order OWNED(mem_free_at) = mem_calloc(count, sizeof *order);
    uint32_t *polls OWNED(mem_free_at) = mem_calloc(count, sizeof *polls);
    NEED(order && polls, talk->err, "%s: no memory", talk->name);
    for (size_t i = 0; i < count; i++)
        order[i] = &ops[i];
    qsort(order, count, sizeof *order, by_place);
    for (size_t i = 0; i + 1 < count; i++) {
        const size_t at = (size_t)(order[i] - ops), next = (size_t)(order[i + 1] - ops);
        if (is_same_place(order[i], order[i + 1])) {
            polls[next] = polls[at] + 1;
            polls[at] = UINT32_MAX;
        }
    }
    for (size_t i = 0; i < count; i++) {
        TRY(run_as_recorded(talk, &ops[i]));
        if (polls[i] != UINT32_MAX)
            TRY(read_back(talk, &ops[i], polls[i]));
    }
    return TT_OK;
}

/* ---- the whole ---- */

static enum tt_status act(struct talk *talk, const struct wire_op *op)
{
    struct conversation *conversation = talk->conversation;
    enum tt_status status = TT_OK;
    TRY(run_as_recorded(talk, op));
    talk->rests = false;
    device_at_line(talk->device, op->line);
    if (op->kind == WIRE_WRITE && conversation->writes_now)
        TRY(conversation->writes_now(conversation->user, talk->device, (size_t)(op - conversation->wire->ops)));
    if (op->kind == WIRE_WRITE) {
        conversation->writes++;
        status = device_write(talk->device, op->x, op->y, op->addr, op->bytes, op->size, talk->err);
    } else if (op->kind == WIRE_RELEASE || op->kind == WIRE_HOLD) {
        conversation->resets++;
        status = op->kind == WIRE_HOLD ? device_hold(talk->device, op->x, op->y, talk->err)
                                       : device_release(talk->device, op->x, op->y, talk->err);
    }
    return at_line(talk, op, status);
}

static enum tt_status converse(struct talk *talk)
{
    const struct wire *wire = talk->conversation->wire;
    for (size_t i = 0, next; i < wire->count; i = next) {
        for (next = i; next < wire->count && wire->ops[next].kind == WIRE_READ;)
            next++;
        talk->conversation->reads += next - i;
        TRY(next > i ? read_block(talk, &wire->ops[i], next - i) : act(talk, &wire->ops[next++]));
    }
    return TT_OK;
}

/* Banks of DRAM are never held in reset. */
static bool fits(const struct chip *chip, const struct wire_op *op)
{
    unsigned x = op->x, y = op->y;
    bool is_dram = false;
    grid_untranslate(chip, &x, &y);
    for (uint32_t i = 0; i < chip->grid.dram_places; i++)
        is_dram = is_dram || (chip->grid.dram[i].x == x && chip->grid.dram[i].y == y);
    const bool is_reset =
        op->kind == WIRE_RELEASE || op->kind == WIRE_HOLD || (op->kind != WIRE_EXIT && op->addr >= MMIO_DEBUG);
    return x <= chip->host.noc_x_last && y <= chip->host.noc_y_last && !(is_reset && is_dram);
}

bool conversation_is_translated(const struct wire *wire, enum tt_chip chip)
{
    const struct host_traits *host = &chip_get(chip)->host;
    bool is_translated = wire->is_translated;
    for (size_t i = 0; i < wire->count; i++)
        is_translated |= wire->ops[i].x > host->noc_x_last || wire->ops[i].y > host->noc_y_last;
    return is_translated;
}

enum tt_chip conversation_chip(const struct wire *wire)
{
    enum tt_chip found = TT_CHIP_COUNT;
    if (wire->chip != TT_CHIP_COUNT)
        return wire->chip;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        size_t i = 0;
        while (i < wire->count && fits(chip_get((enum tt_chip)chip), &wire->ops[i]))
            i++;
        if (i == wire->count && found != TT_CHIP_COUNT)
            return TT_CHIP_COUNT;
        if (i == wire->count)
            found = (enum tt_chip)chip;
    }
    return found;
}

enum tt_status conversation_run(struct conversation *conversation, struct device *device, enum tt_chip chip,
                                const char *name, struct tt_error *err)
{
    uint32_t most = 1;
    for (size_t i = 0; i < conversation->wire->count; i++) {
        const struct wire_op *op = &conversation->wire->ops[i];
        if (op->kind == WIRE_READ && op->bytes && op->size > most)
            most = op->size;
    }
    struct talk talk = {.conversation = conversation, .device = device, .name = name, .err = err};
    talk.here = mem_alloc(2 * (size_t)most);
    NEED(talk.here, err, "%s: no memory for what it reads", name);
    talk.unknown = talk.here + most;
    conversation->facts = (struct verdict_facts){.chip = chip, .counts_steps = true, .is_undefined_followed = true};
    const enum tt_status ended = converse(&talk), status = ended == TT_END ? TT_OK : ended;
    device_add_facts(device, &conversation->facts);
    conversation->facts.is_unjudged = conversation->facts.checkpoints && !device_summary(device).instructions;
    mem_free(talk.here);
    return status;
}

void conversation_clear(struct conversation *conversation)
{
    mem_free(conversation->readbacks);
    mem_free(conversation->waits);
    conversation->readbacks = NULL;
    conversation->waits = NULL;
    conversation->wait_count = conversation->wait_capacity = 0;
    conversation->count = conversation->capacity = 0;
}
