/* SPDX-License-Identifier: Apache-2.0 */
/* The first program that differs, made small: words that go, code that does nothing, operands that are zero. */
#include "fuzz/fuzz_internal.h"

#include "base/search.h"
#include "isa/riscv.h"

enum { OPERAND = 16, OPERANDS = DRAW_INPUT_BYTES / OPERAND };

struct shrink {
    struct fuzz_work *work;
    struct draw_program *whole; /* as it is before the items at hand go */
    struct fuzz_result *result;
    bool is_of_operands;
};

static void leave_words(const struct draw_program *whole, const bool *is_left, struct draw_program *to)
{
    to->count = 0;
    for (uint32_t i = 0; i < whole->count; i++) {
        if (!is_left[i])
            continue;
        to->threads[to->count] = whole->threads[i];
        to->words[to->count++] = whole->words[i];
    }
}

static void leave_code(const struct draw_program *whole, const bool *is_left, struct draw_program *to)
{
    for (uint32_t i = 0; i < whole->code_count; i++)
        to->code[i] = is_left[i] ? whole->code[i] : RISCV_NOP;
}

static void leave_operands(const struct draw_program *whole, const bool *is_left, struct draw_program *to)
{
    for (uint32_t i = 0; i < OPERANDS; i++)
        if (is_left[i])
            memcpy(to->input + OPERAND * i, whole->input + OPERAND * i, OPERAND);
        else
            memset(to->input + OPERAND * i, 0, OPERAND);
}

static void shrink_leave(const struct shrink *shrink, const bool *is_left)
{
    struct draw_program *to = shrink->work->program;
    *to = *shrink->whole;
    to->step_count = 0;
    if (shrink->is_of_operands)
        leave_operands(shrink->whole, is_left, to);
    else if (to->is_of_cores)
        leave_code(shrink->whole, is_left, to);
    else
        leave_words(shrink->whole, is_left, to);
}

static enum tt_status shrink_holds(void *user, const bool *is_left, bool *does, struct tt_error *err)
{
    struct shrink *shrink = user;
    struct fuzz_work *work = shrink->work;
    enum fuzz_outcome outcome = FUZZ_SAME;
    char path[FUZZ_PATH];
    bool is_legal = false;
    shrink_leave(shrink, is_left);
    *does = false;
    if (!shrink->work->program->is_of_cores && !shrink->work->program->count && !shrink->is_of_operands)
        return TT_OK; /* nothing runs, so that no verdict is right */
    fuzz_work_path(work, 0, path);
    shrink->result->checks++;
    enum tt_status status = fuzz_work_run(work, false, path, &is_legal, err);
    if (!status && is_legal)
        status = fuzz_ask(work, path, &outcome, err);
    *does = !status && is_legal && outcome == shrink->result->outcome;
    return status;
}

static bool shrink_is_spent(void *user)
{
    const struct shrink *shrink = user;
    return shrink->result->checks >= shrink->work->options->budget;
}

static enum tt_status shrink_take(struct shrink *shrink, size_t count, struct tt_error *err)
{
    const struct ddmin_test test = {shrink, shrink_holds, shrink_is_spent};
    bool *is_left = mem_alloc(count + 1);
    NEED(is_left, err, "no memory for %zu items", count);
    memset(is_left, 1, count + 1);
    enum tt_status status = ddmin(is_left, count, &test, err);
    shrink_leave(shrink, is_left);
    *shrink->whole = *shrink->work->program;
    mem_free(is_left);
    return status;
}

enum tt_status fuzz_shrink(struct fuzz_work *work, struct fuzz_result *result, struct tt_error *err)
{
    struct draw_program *program = work->program;
    struct shrink shrink = {work, mem_alloc(sizeof *program), result, false};
    NEED(shrink.whole, err, "no memory");
    *shrink.whole = *program;
    const size_t items = program->is_of_cores ? program->code_count : program->count;
    enum tt_status status = shrink_take(&shrink, items, err);
    shrink.is_of_operands = true;
    status = status ?: shrink_take(&shrink, OPERANDS, err);
    mem_free(shrink.whole);
    return status;
}
