/* SPDX-License-Identifier: Apache-2.0 */
/* The words of a vector on a tile: each as it stands, or pushed into its thread's pipe, which runs dry before the
 * next. docs/formats/vectors.md */
#include "conform/conform_internal.h"

#include "isa/isa.h"
#include "tile/frontend/frontend.h"

static const char *obstacle_of(enum tt_chip chip, uint32_t word)
{
    const struct isa_insn *insn = isa_find(chip, word);
    if (!insn)
        return "undefined opcode";
    return insn->is_supported ? NULL : insn->mnemonic;
}

/* The output of the recorder's pipes counts too: words of a unit that is not built may hide in a buffer. */
const char *conform_obstacle(const struct vector *vector)
{
    const char *obstacle = NULL;
    for (size_t i = 0; i < vector->op_count && !obstacle; i++)
        obstacle = obstacle_of(vector->chip, vector->ops[i].word);
    for (size_t i = 0; i < vector->exec_count && !obstacle; i++)
        obstacle = obstacle_of(vector->chip, vector->exec[i].word);
    return obstacle;
}

/* Whether the word took effect; if nothing here executes its form, the run has no verdict. */
static bool execute_take_effect(struct tile *tile, const struct vector_op *op, size_t seq,
                                struct conform_execution *out)
{
    switch (tile_exec(tile, op->thread, op->word, seq)) {
    case TILE_DONE:
        return true;
    case TILE_WAITS:
        return false;
    case TILE_UNSUPPORTED:
        break;
    }
    const struct isa_insn *insn = isa_find(tile_chip(tile), op->word);
    out->reason = insn ? insn->mnemonic : "undefined opcode";
    return false;
}

static void hold_word(const struct vector *vector, size_t at, const struct vector_op *op, struct conform_execution *out)
{
    if (out->has_wrong_word)
        return;
    if (at < vector->exec_count && vector->exec[at].thread == op->thread && vector->exec[at].word == op->word)
        return;
    out->has_wrong_word = true;
    out->wrong_at = at;
    out->wrong = *op;
}

/* One pushed word and all that comes of it; *left counts the words that left the pipe. */
static bool execute_push(struct tile *tile, const struct vector *vector, const struct vector_op *op, size_t *left,
                         struct conform_execution *out)
{
    struct pipe pipe;
    struct vector_op emitted = {.thread = op->thread};
    pipe_init(&pipe, op->thread);
    pipe_push(tile, &pipe, op->word);
    while (pipe_next(tile, &pipe, &emitted.word)) {
        if (!execute_take_effect(tile, &emitted, *left, out))
            return false;
        hold_word(vector, *left, &emitted, out);
        ++*left;
    }
    return true;
}

void conform_execute(struct tile *tile, const struct vector *vector, struct conform_execution *out)
{
    size_t left = 0;
    *out = (struct conform_execution){0};
    for (; out->done < vector->op_count; out->done++) {
        const struct vector_op *op = &vector->ops[out->done];
        if (vector->is_push ? !execute_push(tile, vector, op, &left, out)
                            : !execute_take_effect(tile, op, out->done, out))
            break;
    }
    if (vector->is_push && !out->has_wrong_word && left < vector->exec_count) {
        out->has_wrong_word = out->is_missing = true;
        out->wrong_at = left;
    }
}
