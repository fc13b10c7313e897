/* SPDX-License-Identifier: Apache-2.0 */
/* The values that are tried in place of words of the host's writes, as slips of a person make them.
 * docs/formats/program.md#words */
#include "ask/bisect/code/code_changes.h"
#include "cli/run/program_words.h"

#include "base/little.h"
#include "base/search.h"
#include "isa/riscv.h"

enum {
    BITS = 32,
    ELSEWHERE_MAX = 4,  /* values of one place in other writes */
    ADDRESSES_MAX = 32, /* of memory that the host reads and writes */
};

uint32_t word_here(const struct words *words, const struct word_candidate *of)
{
    return load_u32(words->run->wire.ops[of->number].bytes + of->offset);
}

static enum tt_status words_add_exchange(struct words *words, size_t candidate, uint32_t value, uint32_t with)
{
    const struct word_candidate *of = &words->candidates[candidate];
    const struct word_trial made = {of->number,
                                    candidate,
                                    value,
                                    with,
                                    words->step,
                                    words->likelihood,
                                    __builtin_popcount(value ^ word_here(words, of))};
    if (value == word_here(words, of) ||
        ANY(i, words->found_count,
            words->found[i].candidate == candidate && words->found[i].value == value && words->found[i].with == with))
        return TT_OK;
    NEED(MEM_PUSH(words->trials, words->trial_count, words->trial_capacity, made), words->err,
         "no memory for the words to be tried");
    return TT_OK;
}

enum tt_status words_add_trial(struct words *words, size_t candidate, uint32_t value)
{
    return words_add_exchange(words, candidate, value, WITH_NONE);
}

/* The values of this place in other writes of as many bytes to that address, of any tile. */
static enum tt_status words_elsewhere(struct words *words, size_t candidate)
{
    const struct word_candidate *of = &words->candidates[candidate];
    const struct wire *wire = &words->run->wire;
    const struct wire_op *op = &wire->ops[of->number];
    uint32_t values[ELSEWHERE_MAX];
    size_t count = 0;
    for (size_t i = 0; i < wire->count && count < ELSEWHERE_MAX; i++) {
        const struct wire_op *other = &wire->ops[i];
        if (other == op || other->kind != WIRE_WRITE || other->addr != op->addr || other->size != op->size)
            continue;
        const uint32_t value = load_u32(other->bytes + of->offset);
        if (ANY(k, count, values[k] == value))
            continue;
        values[count++] = value;
        TRY(words_add_trial(words, candidate, value));
    }
    return TT_OK;
}

static enum tt_status words_turned(struct words *words, size_t candidate)
{
    const struct word_candidate *of = &words->candidates[candidate];
    const uint32_t here = word_here(words, of);
    for (unsigned bit = 0; bit < BITS; bit++) {
        const uint32_t value = here ^ 1U << bit;
        const bool is_left_out = of->use == WORD_EXECUTED ? !riscv_is_push(value) && !riscv_find(value)
                                                          : of->bytes && !(of->bytes >> bit / 8 & 1);
        if (!is_left_out)
            TRY(words_add_trial(words, candidate, value));
    }
    return TT_OK;
}

/* Words that stand near each other in one write. */
static bool words_are_near(const struct word_candidate *one, const struct word_candidate *other)
{
    enum { NEAR = 16 * WORD };
    return one->number == other->number && one->use == WORD_LOADED && other->use == WORD_LOADED &&
           other->offset < one->offset + NEAR && one->offset < other->offset + NEAR;
}

/* With a word behind it. */
static enum tt_status words_exchanged(struct words *words, size_t candidate)
{
    const struct word_candidate *of = &words->candidates[candidate];
    for (size_t i = 0; i < words->candidate_count; i++) {
        const struct word_candidate *other = &words->candidates[i];
        if (words_are_near(of, other) && other->offset > of->offset)
            TRY(words_add_exchange(words, candidate, word_here(words, other), other->offset));
    }
    return TT_OK;
}

/* Arguments and messages: one more, one less, twice, half, none, one; what stands near it; where else the host reads
 * and writes. */
static enum tt_status words_numbers(struct words *words, size_t candidate)
{
    const struct wire *wire = &words->run->wire;
    const struct word_candidate *of = &words->candidates[candidate];
    const uint32_t here = word_here(words, of), numbers[] = {here + 1, here - 1, 2 * here, here / 2, 1, 0};
    uint32_t addresses[ADDRESSES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        words->likelihood = numbers[i] ? WORD_LIKELY : WORD_DRASTIC;
        TRY(words_add_trial(words, candidate, numbers[i]));
    }
    words->likelihood = of->is_kernels ? WORD_LIKELY : WORD_OTHER;
    for (size_t i = 0; i < words->candidate_count; i++)
        if (words_are_near(of, &words->candidates[i]))
            TRY(words_add_trial(words, candidate, word_here(words, &words->candidates[i])));
    for (size_t i = words->booted; i < wire->count && count < ADDRESSES_MAX; i++) {
        const struct wire_op *op = &wire->ops[i];
        if (device_kind_at(words->run->device, op->x, op->y) != DEVICE_DRAM ||
            ANY(k, count, addresses[k] == (uint32_t)op->addr))
            continue;
        addresses[count++] = (uint32_t)op->addr;
        TRY(words_add_trial(words, candidate, (uint32_t)op->addr));
    }
    return TT_OK;
}

struct word_code {
    struct words *words;
    size_t candidate;
    enum tt_status status;
};

static bool word_code_try(void *user, uint32_t value)
{
    struct word_code *code = user;
    code->status = words_add_trial(code->words, code->candidate, value);
    return !code->status;
}

ORDER(by_place, struct code_near, RISING(away))

/* The words that its core executes, the nearest first. */
static size_t words_near(const struct words *words, const struct word_candidate *of, struct code_near *near)
{
    size_t count = 0;
    for (size_t i = 0; i < words->candidate_count && count < CODE_NEAR_MAX; i++) {
        const struct word_candidate *other = &words->candidates[i];
        if (other->use != WORD_EXECUTED || other->core != of->core || other->x != of->x || other->y != of->y)
            continue;
        const uint32_t away = other->pc < of->pc ? of->pc - other->pc : other->pc - of->pc;
        near[count++] = (struct code_near){word_here(words, other), away / WORD};
    }
    if (count)
        qsort(near, count, sizeof *near, by_place);
    return count;
}

static enum tt_status words_code(struct words *words, size_t candidate, enum code_level level)
{
    static const enum word_likelihood likelihoods[CODE_LEVELS] = {
        [CODE_VALUES] = WORD_LIKELY, [CODE_LEFT_OUT] = WORD_DRASTIC, [CODE_OTHERS] = WORD_OTHER};
    const struct word_candidate *of = &words->candidates[candidate];
    struct word_code code = {.words = words, .candidate = candidate};
    struct code_changes changes = {.chip = words->run->chip, .user = &code, .try = word_code_try};
    struct code_near *near OWNED(mem_free_at) = NULL;
    if (code_is_nop(changes.chip, word_here(words, of))) {
        changes.near = near = mem_calloc(CODE_NEAR_MAX, sizeof *near);
        NEED(near, words->err, "no memory for the words to be tried");
        changes.near_count = words_near(words, of, near);
    }
    words->likelihood = likelihoods[level];
    (void)code_changes(&changes, word_here(words, of), level);
    return code.status;
}

static bool is_of_step(const struct word_candidate *of, bool is_boot, enum word_step step)
{
    static const enum word_use uses[STEPS] = {
        [STEP_EXCHANGED] = WORD_LOADED,   [STEP_NUMBERS] = WORD_LOADED,        [STEP_SUSPECTS] = WORD_EXECUTED,
        [STEP_CODE] = WORD_EXECUTED,      [STEP_BITS] = WORD_LOADED,           [STEP_OTHER_CODE] = WORD_EXECUTED,
        [STEP_BOOT_LOADED] = WORD_LOADED, [STEP_BOOT_EXECUTED] = WORD_EXECUTED};
    if (step == STEP_OPERANDS)
        return of->bytes != 0;
    if (of->use == WORD_EXECUTED && !is_boot && step != STEP_ELSEWHERE && of->is_suspect != (step == STEP_SUSPECTS))
        return false;
    return is_boot == (step >= STEP_BOOT_LOADED) &&
           (step == STEP_ELSEWHERE ? of->use != WORD_OPERAND : of->use == uses[step]);
}

static enum tt_status words_plan_word(struct words *words, size_t candidate, enum word_step step)
{
    switch (step) {
    case STEP_ELSEWHERE:
        return words_elsewhere(words, candidate);
    case STEP_EXCHANGED:
        return words_exchanged(words, candidate);
    case STEP_NUMBERS:
        return words_numbers(words, candidate);
    case STEP_SUSPECTS:
    case STEP_CODE:
        TRY(words_code(words, candidate, CODE_VALUES));
        TRY(words_code(words, candidate, CODE_LEFT_OUT));
        return step == STEP_CODE ? TT_OK : words_code(words, candidate, CODE_OTHERS);
    case STEP_OTHER_CODE:
        return words_code(words, candidate, CODE_OTHERS);
    case STEP_BOOT_LOADED:
    case STEP_BOOT_EXECUTED:
        TRY(words_elsewhere(words, candidate));
        return words_turned(words, candidate);
    case STEP_OPERANDS:
    case STEP_BITS:
    case STEPS:
        break;
    }
    return words_turned(words, candidate);
}

enum tt_status words_plan(struct words *words, enum word_step step)
{
    for (size_t i = 0; i < words->candidate_count; i++) {
        const struct word_candidate *of = &words->candidates[i];
        words->likelihood =
            step == STEP_OPERANDS || (step == STEP_EXCHANGED && !of->is_kernels) ? WORD_OTHER : WORD_LIKELY;
        if (is_of_step(of, of->number < words->booted, step))
            TRY(words_plan_word(words, i, step));
    }
    return TT_OK;
}
