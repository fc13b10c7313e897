/* SPDX-License-Identifier: Apache-2.0 */
/* A replay reports from which places of the code stores and words came; what they store was made shortly before. */
#include "ask/bisect/explain_internal.h"

#include "base/error.h"
#include "base/little.h"
#include "base/memory.h"
#include "isa/spaces.h"

#include <string.h>

enum { CODE_BACK = 16 /* instructions */, CODE_WORD = 4 };

struct code_place {
    enum tt_core core;
    uint32_t pc;
    bool is_on_chain; /* any time that it was there */
};

struct code {
    struct search *search;
    struct code_place *places; /* each once, as they came first */
    size_t count, capacity;
    uint8_t *is_there, *is_tried; /* by word of L1; is_there 2: from the chain */
    uint32_t size;                /* of L1; code elsewhere is not searched */
    bool is_out_of_memory;
};

static void code_on_came_from(void *user, const struct replay_origin *origin)
{
    enum { FROM_CHAIN = 2 };
    struct code *code = user;
    if (origin->pc >= code->size) {
        code->search->is_cut = true;
        return;
    }
    const bool is_on_chain = chain_has_step(&code->search->chain, origin->seq);
    uint8_t *is_there = &code->is_there[origin->pc / CODE_WORD];
    if (*is_there > is_on_chain || code->is_out_of_memory)
        return;
    *is_there = is_on_chain ? FROM_CHAIN : 1;
    code->is_out_of_memory = mem_grow(&code->places, &code->capacity, code->count + 1, sizeof *code->places) != 0;
    if (!code->is_out_of_memory)
        code->places[code->count++] = (struct code_place){origin->core, origin->pc, is_on_chain};
}

static enum tt_status code_read(struct code *code)
{
    struct search *search = code->search;
    const struct replay_observer observer = {.user = code, .came_from = code_on_came_from};
    struct replay_summary summary;
    code->size = space_bytes(ttcap_info(search->capture)->chip, TT_SPACE_L1);
    code->is_there = mem_calloc(code->size / CODE_WORD + 1, 1);
    code->is_tried = mem_calloc(code->size / CODE_WORD + 1, 1);
    if (!code->is_there || !code->is_tried)
        return tt_fail(search->err, TT_NO_MEMORY, "no memory for the cores' code");
    search->result->replays++;
    const enum tt_status status =
        replay_run(search->capture, &search->options->replay, NULL, &observer, &summary, search->err);
    if (!status && code->is_out_of_memory)
        return tt_fail(search->err, TT_NO_MEMORY, "no memory for the cores' code");
    return status;
}

/* Of those that explain all one for each place: which of its bits is the wrong one, nothing says. */
static void code_join(struct bisect_result *result, unsigned before)
{
    if (result->explanation_count == before)
        return;
    for (unsigned i = 0; i < before; i++) {
        struct bisect_change *change = &result->explanations[i].changes[0];
        if (change->is_code && change->operand.lo == result->explanations[before].changes[0].operand.lo) {
            change->alike++;
            result->explanation_count = before;
            return;
        }
    }
}

static enum tt_status code_try_word(struct search *search, const struct code_place *at, uint32_t is, uint32_t word)
{
    const unsigned before = search->result->explanation_count;
    struct bisect_explanation explanation = {.count = 1};
    struct bisect_change *change = &explanation.changes[0];
    *change = (struct bisect_change){.kind = BISECT_OPERAND,
                                     .is_code = true,
                                     .core = at->core,
                                     .operand = {.space = TT_SPACE_L1, .lo = at->pc, .count = CODE_WORD}};
    store_number(change->operand.recorded, CODE_WORD, is);
    store_number(change->operand.value, CODE_WORD, word);
    const enum tt_status status = explain_screen(search, &explanation);
    code_join(search->result, before);
    return status;
}

/* The immediate's bits by the format of the opcode; 0: the instruction has none that is searched. */
static uint32_t code_immediate(uint32_t word)
{
    switch (word & 0x7F) {
    case 0x13: /* with a register */
    case 0x03: /* loads */
        return UINT32_C(0xFFF00000);
    case 0x37: /* lui */
        return UINT32_C(0xFFFFF000);
    case 0x23: /* stores */
        return UINT32_C(0xFE000F80);
    case 0x63: /* branches: by the contrary */
        return UINT32_C(0x00001000);
    default:
        return 0;
    }
}

/* The words that may stand there in place of an instruction. */
static enum tt_status code_try_at(struct code *code, const struct code_place *at, bool is_left_out)
{
    enum { NOP = 0x13 };
    struct search *search = code->search;
    uint8_t bytes[CODE_WORD], known[CODE_WORD];
    enum tt_status status = ttcap_read(search->capture, 0, TT_SPACE_L1, at->pc, CODE_WORD, bytes, known, search->err);
    const uint32_t word = load_number(bytes, CODE_WORD), mask = code_immediate(word);
    if (status || load_number(known, CODE_WORD) != UINT32_MAX || !mask)
        return status;
    if (is_left_out)
        return code_try_word(search, at, word, NOP);
    for (unsigned bit = 0; bit < 32 && !status; bit++)
        if (mask >> bit & 1)
            status = code_try_word(search, at, word, word ^ UINT32_C(1) << bit);
    const uint32_t least = mask & (~mask + 1), next = (word + least) & mask, before = (word - least) & mask;
    for (int i = 0; i < 2 && !status; i++) {
        const uint32_t other = (word & ~mask) | (i ? before : next), bits = other ^ word;
        if (bits & (bits - 1))
            status = code_try_word(search, at, word, other);
    }
    return status;
}

/* Before what the first difference came from, then before the others. */
static enum tt_status code_try_places(struct code *code, bool is_left_out, bool is_on_chain)
{
    enum tt_status status = TT_OK;
    for (size_t i = code->count; i-- > 0 && !status;) {
        if (code->places[i].is_on_chain != is_on_chain)
            continue;
        for (uint32_t back = 0; back < CODE_BACK && !status; back++) {
            const struct code_place at = {code->places[i].core, code->places[i].pc - back * CODE_WORD, is_on_chain};
            if (at.pc > code->places[i].pc || at.pc + CODE_WORD > code->size)
                break;
            if (code->is_tried[at.pc / CODE_WORD])
                continue;
            code->is_tried[at.pc / CODE_WORD] = 1;
            status = code_try_at(code, &at, is_left_out);
            if (!status && explain_is_spent(code->search))
                return TT_OK;
        }
    }
    return status;
}

enum tt_status code_try(struct search *search)
{
    struct code code = {.search = search};
    enum tt_status status = explain_chain(search);
    if (!status)
        status = code_read(&code);
    for (int is_left_out = 0; is_left_out < 2 && !status; is_left_out++) {
        memset(code.is_tried, 0, code.size / CODE_WORD + 1);
        status = code_try_places(&code, is_left_out, true);
        if (!status && !search->result->explanation_count)
            status = code_try_places(&code, is_left_out, false);
    }
    search->is_cut = true; /* registers and jumps are not tried, nor what was made further before */
    mem_free(code.places);
    mem_free(code.is_there);
    mem_free(code.is_tried);
    return status;
}
