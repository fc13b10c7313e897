/* SPDX-License-Identifier: Apache-2.0 */
/* Data that one core hands over to another: it stores into a stretch of L1 that is theirs, then says so by a word
 * there, or by the other one's mailbox. The code of all cores is drawn in one order, in which none waits for later
 * code: so none waits for ever, and the end is the same whichever core is faster. */
#include "draw/code.h"

#include "isa/mmio.h"

enum { STRETCH = 64, STRETCHES = 64, FLAG_BYTES = 4, WORD = 4, MAILBOX = 0x1000, ACCESSES = 6, ALL_OF_FENCE = 0xFF };

static void cores_hand_over_say(struct draw_build *build, uint32_t at, unsigned reader, bool by_mailbox)
{
    const uint32_t to = MMIO_MAILBOX + MAILBOX * (uint32_t)build->code[reader].of;
    code_put_i(build, "fence", 0, 0, ALL_OF_FENCE);
    code_put_constant(build, VALUE, (uint32_t)draw_random(&build->random) | 1);
    code_put_constant(build, POINTS, by_mailbox ? to : at);
    code_put_s(build, "sw", VALUE, POINTS, 0);
}

static void hear(struct draw_build *build, uint32_t at, unsigned writer, bool by_mailbox)
{
    const uint32_t from = MMIO_MAILBOX + MAILBOX * (uint32_t)build->code[writer].of;
    code_put_constant(build, POINTS, by_mailbox ? from : at);
    code_put_i(build, "lw", VALUE, POINTS, 0);
    if (!by_mailbox)
        code_put_branch(build, "beq", VALUE, 0, -4);
}

static uint32_t within(struct draw_build *build, unsigned bytes)
{
    return FLAG_BYTES + build_below(build, STRETCH - FLAG_BYTES) / bytes * bytes;
}

/* Stores some operands; the word of each, a bit each. */
static uint32_t store_some(struct draw_build *build, uint32_t at)
{
    uint32_t words = 0;
    code_put_constant(build, POINTS, at);
    for (uint32_t i = 1 + build_below(build, ACCESSES); i > 0; i--) {
        const struct code_access access = code_any_store(build);
        const unsigned operand = code_any_operand(build);
        const uint32_t to = within(build, access.bytes);
        code_put_s(build, access.name, operand, POINTS, to);
        words |= UINT32_C(1) << to / WORD;
    }
    return words;
}

/* Of a word that was stored, mostly. */
static uint32_t stored(struct draw_build *build, uint32_t words, unsigned bytes)
{
    uint32_t word = build_below(build, STRETCH / WORD);
    if (build_below(build, 4) == 0)
        return within(build, bytes);
    while (!(words >> word & 1))
        word = (word + 1) % (STRETCH / WORD);
    return WORD * word + build_below(build, WORD) / bytes * bytes;
}

/* Nobody else does anything there from now on. */
static void load_some(struct draw_build *build, uint32_t at, uint32_t words)
{
    code_put_constant(build, POINTS, at);
    for (uint32_t i = 1 + build_below(build, ACCESSES); i > 0; i--) {
        const struct code_access access = code_any_load(build);
        const unsigned operand = code_any_operand(build);
        code_put_i(build, access.name, operand, POINTS, stored(build, words, access.bytes));
    }
    if (!code_has(build, "amoadd.w") || build_below(build, 3))
        return;
    const unsigned rd = code_any_operand(build);
    code_put_i(build, "addi", POINTS, POINTS, stored(build, words, WORD));
    code_put_atomic(build, rd, POINTS, code_any_operand(build));
}

static uint32_t next_stretch(struct draw_build *build)
{
    return DRAW_SHARED + STRETCH * build->handed_over++;
}

void cores_hand_over(struct draw_build *build)
{
    const unsigned writer = build->core;
    const unsigned reader = (writer + 1 + build_below(build, build->core_count - 1)) % build->core_count;
    const bool by_mailbox = build_below(build, 3) == 0;
    if (build->handed_over >= STRETCHES)
        return;
    const uint32_t at = next_stretch(build);
    const uint32_t words = store_some(build, at);
    cores_hand_over_say(build, at, reader, by_mailbox);
    build->core = reader;
    hear(build, at, writer, by_mailbox);
    load_some(build, at, words);
}

void cores_join(struct draw_build *build)
{
    for (unsigned i = 1; i < build->core_count; i++) {
        const uint32_t at = next_stretch(build);
        build->core = i;
        cores_hand_over_say(build, at, 0, false);
        build->core = 0;
        hear(build, at, i, false);
    }
}
