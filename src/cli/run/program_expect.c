/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of the user's held against what the host of a program reads, in place of what the device answered.
 * docs/how-to/expect.md */
#include "base/search.h"
#include "cli/expect_options.h"
#include "cli/run/program_run.h"

struct program_expected {
    struct expect expect; /* as of L1 from its address 0 on */
    uint8_t x, y;
    uint32_t addr;
};

/* Bytes of a part that an operation reads: offsets in the part, and of the first in the operation. */
struct expected_piece {
    uint32_t from, to, at;
};

static struct expected_piece expected_piece(const struct program_run *run, const struct program_expected *one,
                                            unsigned part, const struct wire_op *op)
{
    const struct ttcap_range *range = &one->expect.parts[part];
    const uint64_t lo = one->addr + range->lo, hi = lo + range->count, end = op->addr + op->size;
    if (op->kind != WIRE_READ || !op->bytes || !device_is_one(run->device, op->x, op->y, one->x, one->y) ||
        op->addr >= hi || end <= lo)
        return (struct expected_piece){0};
    const uint64_t from = op->addr > lo ? op->addr : lo, to = end < hi ? end : hi;
    return (struct expected_piece){(uint32_t)(from - lo), (uint32_t)(to - lo), (uint32_t)(from - op->addr)};
}

static enum tt_status program_expect_check(const struct program_run *run, const struct program_expected *one,
                                           struct tt_error *err)
{
    for (unsigned part = 0; part < one->expect.part_count; part++) {
        const uint32_t count = one->expect.parts[part].count;
        uint8_t *is_read = one->expect.accepted[part];
        memset(is_read, 0, count);
        for (size_t i = 0; i < run->wire.count; i++) {
            const struct expected_piece piece = expected_piece(run, one, part, &run->wire.ops[i]);
            memset(is_read + piece.from, 1, piece.to - piece.from);
        }
        const uint8_t *missing = memchr(is_read, 0, count);
        REFUSE_IF(missing, err, "--at %s: the host does not read byte %" PRIu32 " of the array there",
                  one->expect.asked.at, (uint32_t)(missing - is_read) + one->expect.parts[part].lo);
    }
    return TT_OK;
}

static enum tt_status program_expect_add(struct program_run *run, const struct expect_asked *asked,
                                         struct tt_error *err)
{
    struct program_byte byte;
    struct expect_asked from_zero = *asked;
    REFUSE_IF(!asked->at || asked->after || asked->has_exponents, err,
              "%s: a program: --at X,Y:ADDR, --format, --layout, --ulp, --rtol and --atol alone go with --expect, the "
              "other options with a tile: --tile X,Y",
              run->path);
    TRY(program_parse_byte(run, asked->at, &byte, err));
    NEED(MEM_PUSH(run->expected, run->expected_count, run->expected_capacity,
                  (struct program_expected){.x = byte.x, .y = byte.y, .addr = byte.addr}),
         err, "no memory for what is expected");
    struct program_expected *one = &run->expected[run->expected_count - 1];
    from_zero.at = "l1:0x0";
    TRY(expect_read(&one->expect, &from_zero, run->chip, err));
    one->expect.asked.at = asked->at;
    return program_expect_check(run, one, err);
}

enum tt_status program_expect(struct program_run *run, struct tt_error *err)
{
    const struct cli_expect *expect = run->words->expect;
    for (size_t i = 0; expect && i < expect->count; i++)
        TRY(program_expect_add(run, &expect->asked[i], err));
    return TT_OK;
}

/* Puts into a read the bytes that are here where they are near enough, and else those that are expected. */
static void expected_answer(const struct program_run *run, const struct program_expected *one,
                            const struct wire_op *read, const uint8_t *here)
{
    const struct expect *expect = &one->expect;
    struct expected_piece pieces[TTCAP_EXPECTED_MAX];
    struct expect_image image = {0};
    bool is_any = false;
    for (unsigned part = 0; part < expect->part_count; part++) {
        const struct expected_piece *piece = &pieces[part];
        pieces[part] = expected_piece(run, one, part, read);
        memcpy(expect->replayed[part] + piece->from, here + piece->at, piece->to - piece->from);
        image.bytes[part] = expect->replayed[part];
        is_any |= piece->to > 0;
    }
    if (is_any)
        expect_accept(expect, &image, expect->accepted);
    for (unsigned part = 0; part < expect->part_count; part++) {
        const struct expected_piece *piece = &pieces[part];
        memcpy((uint8_t *)read->bytes + piece->at, expect->accepted[part] + piece->from, piece->to - piece->from);
    }
}

static void expected_answers(void *user, const struct wire_op *read, const uint8_t *here)
{
    const struct program_run *run = user;
    for (size_t i = 0; i < run->expected_count; i++)
        expected_answer(run, &run->expected[i], read, here);
}

void program_expect_put(struct program_run *run)
{
    if (run->expected_count)
        run->conversation.answers = expected_answers;
    run->conversation.answering = run;
}

void program_expect_clear(struct program_run *run)
{
    for (size_t i = 0; i < run->expected_count; i++)
        expect_clear(&run->expected[i].expect);
    mem_free(run->expected);
}
