/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay asm and disasm: instruction words from text, and back. docs/semantics/chips.md */
#include "base/input.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "isa/assemble.h"
#include "show/reports.h"

#include "name_texts.h"

enum { WORD_DIGITS = 8 };

struct arguments {
    enum tt_chip chip;
    struct texts lines;
    bool is_json;
    input_take_line *take;
};

static const struct cli_option options[] = {
    {"chip", 0, "CHIP", CHIP_TEXT, NAMED(cli_chips, struct arguments, chip)},
    {"json", 0, NULL, "words, text and fields as JSON (schemas/asm.schema.json)", INTO(struct arguments, is_json)},
    {CLI_PATHS(NULL, struct arguments, lines)},
    {0},
};

struct asm_words {
    enum tt_chip chip;
    uint32_t *items;
    size_t count, capacity;
};

static void asm_words_clear(struct asm_words *words)
{
    mem_free(words->items);
}

static enum tt_status asm_add(struct asm_words *words, uint32_t word, struct tt_error *err)
{
    NEED(MEM_PUSH(words->items, words->count, words->capacity, word), err, "no memory");
    return TT_OK;
}

/* An instruction; a line without one adds nothing. */
static enum tt_status asm_take_line(void *user, char *line, unsigned number, struct tt_error *err)
{
    (void)number;
    struct asm_words *words = user;
    const char first = line[strspn(line, " \t")];
    uint32_t word = 0;
    if (!first || first == '#')
        return TT_OK;
    const enum tt_status status = isa_assemble(words->chip, line, &word, err);
    return status ? status : asm_add(words, word, err);
}

/* Words in hexadecimal, with or without 0x. */
static enum tt_status disasm_take_line(void *user, char *line, unsigned number, struct tt_error *err)
{
    (void)number;
    char *rest = NULL;
    line[strcspn(line, "#")] = 0;
    for (const char *text = strtok_r(line, " \t", &rest); text; text = strtok_r(NULL, " \t", &rest)) {
        const char *digits = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? text + 2 : text;
        const size_t length = strspn(digits, "0123456789abcdefABCDEF");
        REFUSE_IF(length == 0 || length > WORD_DIGITS || digits[length], err,
                  "found '%.60s', expected a word in hexadecimal, of at most 8 digits", text);
        TRY(asm_add(user, (uint32_t)strtoul(digits, NULL, 16), err));
    }
    return TT_OK;
}

static enum tt_status asm_take_arguments(const struct texts *lines, input_take_line *take, struct asm_words *words,
                                         struct tt_error *err)
{
    for (size_t i = 0; i < lines->count; i++) {
        char *line OWNED(mem_free_at) = mem_strdup(lines->items[i]);
        TRY(PLACED(line ? take(words, line, (unsigned)i, err) : tt_fail(err, TT_NO_MEMORY, "no memory"), err,
                   "argument %zu", i + 1));
    }
    return TT_OK;
}

/* All words are read before the first is printed. */
static enum tt_status asm_do(void *words, int *code, struct tt_error *err)
{
    const struct arguments *arguments = words;
    struct asm_words made OWNED(asm_words_clear) = {.chip = arguments->chip};
    (void)code;
    TRY(arguments->lines.count ? asm_take_arguments(&arguments->lines, arguments->take, &made, err)
                               : input_stream_lines(stdin, "standard input", arguments->take, &made, err));
    words_report(stdout, cli_form(arguments->is_json), made.chip, arguments->take == asm_take_line, made.items,
                 made.count);
    return TT_OK;
}

int verb_asm(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "[INSTRUCTION...]",
        "Print the words of instructions, each an argument or, without arguments, a line of standard input.\v"
        "An instruction is its mnemonic and its fields by name, in any order: FIELD=VALUE, decimal or 0x. Fields that "
        "are left out are 0; unnamed= sets bits that no field names, in place; '.word 0x...' is any word. '#' begins "
        "a comment.\n\n"
        "Exit status: 0 done, 2 trouble.\n\n"
        "Examples:\n"
        "  tt-replay asm '" INSN_TEXT_PACR " last=1 read_intf_sel=5'\n"
        "  tt-replay disasm 0x41000501 | tt-replay asm",
        options, NULL};
    struct arguments arguments = {.take = asm_take_line};
    return cli_do(&syntax, argc, argv, &arguments, asm_do);
}

int verb_disasm(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "[WORD...]",
        "Print instruction words as text, one a line: words in hexadecimal, from arguments or, without arguments, "
        "standard input.\v"
        "Fields that are 0 are left out; unnamed= shows bits that no field names. `tt-replay asm` makes the same words "
        "of the text.\n\n"
        "Exit status: 0 done, 2 trouble.\n\n"
        "Examples:\n"
        "  tt-replay disasm 0x41000501\n"
        "  tt-replay disasm --chip wormhole_b0 --json <words.txt",
        options, NULL};
    struct arguments arguments = {.take = disasm_take_line};
    return cli_do(&syntax, argc, argv, &arguments, asm_do);
}
