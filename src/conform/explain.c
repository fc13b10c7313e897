/* SPDX-License-Identifier: Apache-2.0 */
/* A vector that differed, in words: its instructions, and the first element of every space that is not the same. */
#include "conform/conform_internal.h"

#include "base/text/text_stream.h"
#include "isa/isa.h"

enum { LINE_COLUMNS = 80 };

/* An instruction with its fields, folded between them. what: the line's beginning. */
static void put_op(FILE *text, enum tt_chip chip, const char *what, const struct vector_op *op)
{
    char words[ISA_TEXT_MAX], head[64];
    const int indent =
        snprintf(head, sizeof head, "  %s  thread %u  %08X ", what, (unsigned)op->thread, (unsigned)op->word);
    int column = indent;
    (void)fputs(head, text);
    (void)isa_disassemble(chip, op->word, words);
    for (char *save, *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
        char piece[ISA_TEXT_MAX + 64];
        const bool is_folded = column > indent && column + 1 + (int)strlen(word) > LINE_COLUMNS;
        const int width =
            snprintf(piece, sizeof piece, "%s%*s%s", is_folded ? "\n" : "", is_folded ? indent + 1 : 1, "", word);
        column = is_folded ? width - 1 : column + width;
        (void)fputs(piece, text);
    }
    (void)fputc('\n', text);
}

static void explain_put_difference(FILE *text, enum tt_chip chip, const struct conform_difference *difference)
{
    char place[CONFORM_PLACE_MAX];
    const int digits = 2 * (int)space_element_bytes(difference->space);
    (void)fprintf(text, "  %s: held %0*X, replayed %0*X (%u differ)\n",
                  conform_place(chip, difference->space, difference->element, place), digits,
                  (unsigned)difference->held, digits, (unsigned)difference->replayed, (unsigned)difference->count);
}

/* The first word that left the expanders and should not have, or did not and should. */
static void put_wrong_word(FILE *text, const struct vector *vector, const struct conform_execution *run)
{
    const struct vector_op *held = run->wrong_at < vector->exec_count ? &vector->exec[run->wrong_at] : NULL;
    (void)fprintf(text, "  word %zu out of the expanders differs\n", run->wrong_at);
    if (held)
        put_op(text, vector->chip, "  held    ", held);
    else
        (void)fputs("    held      none\n", text);
    if (run->is_missing)
        (void)fputs("    replayed  none\n", text);
    else
        put_op(text, vector->chip, "  replayed", &run->wrong);
}

char *conform_explain(const struct vector *vector, const struct conform_execution *run,
                      const struct conform_difference *differences, size_t count)
{
    struct text_stream text;
    if (text_stream_open(&text))
        return NULL;
    for (size_t i = 0; i < vector->op_count; i++) {
        char number[24];
        (void)snprintf(number, sizeof number, "%3zu", i);
        put_op(text.out, vector->chip, number, &vector->ops[i]);
    }
    if (run->has_wrong_word)
        put_wrong_word(text.out, vector, run);
    if (run->done != vector->done)
        (void)fprintf(text.out, "  words that took effect: held %zu, replayed %zu\n", vector->done, run->done);
    for (size_t i = 0; i < count; i++)
        explain_put_difference(text.out, vector->chip, &differences[i]);
    return text_stream_close(&text);
}
