/* SPDX-License-Identifier: Apache-2.0 */
/* Runs boundary cases, text lines that state what a tile must make of a value at an edge: tests/boundary/README.md.
 * Every row runs on each chip of its block: with nobody listening, with a probe that listens to all, and with one that
 * listens to findings alone.
 *
 *     boundary FILE...
 */
#include "boundary/place.h"

#include "base/little.h"
#include "isa/isa.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 128, COLUMNS_MAX = 12, LINE_MAX = 512, SETUPS_MAX = 32, RAISED_MAX = 16 };

struct lines {
    char text[LINES_MAX][LINE_MAX];
    unsigned count;
};

/* What stands before the rows of a block. */
struct block {
    struct lines lines;
    char columns[COLUMNS_MAX][PLACE_NAME_MAX];
    unsigned inputs, count; /* columns before "->", and all */
    bool has_source;
    bool chips[TT_CHIP_COUNT];
};

struct setup {
    char name[PLACE_NAME_MAX];
    struct lines lines;
};

struct run {
    const char *path;
    unsigned line, rows, failed;
    struct block block;
    struct setup setups[SETUPS_MAX];
    unsigned setup_count;
    struct setup *open; /* the setup that is being read, or null */
    struct tile *tiles[TT_CHIP_COUNT];
    finding_id findings[RAISED_MAX];
    unsigned finding_count;
    char values[COLUMNS_MAX][PLACE_NAME_MAX]; /* of the row at work */
    struct {
        bool is_seen;
        uint32_t value;
    } stages[COLUMNS_MAX]; /* of columns that name one */
};

static __attribute__((format(printf, 2, 3), noreturn)) void stop(const struct run *run, const char *format, ...)
{
    va_list arguments;
    (void)fprintf(stderr, "%s:%u: ", run->path, run->line);
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
    exit(2);
}

static uint32_t number_of(const struct run *run, const char *text)
{
    char *end;
    const unsigned long long value = strtoull(text, &end, 0);
    if (*end || end == text || value > UINT32_MAX)
        stop(run, "'%s' is no number of 32 bits", text);
    return (uint32_t)value;
}

static struct place place_of(const struct run *run, const struct tile *tile, const char *name)
{
    struct place place;
    if (!place_find(tile_chip(tile), name, &place))
        stop(run, "%s has no place '%s'", chip_get(tile_chip(tile))->name, name);
    return place;
}

/* ---- what a row does ---- */

/* A number, or "$name": what the row has in that column. */
static uint32_t value_of(const struct run *run, const char *text)
{
    for (unsigned i = 0; *text == '$' && i < run->block.inputs; i++) {
        if (strcmp(run->block.columns[i], text) == 0)
            return number_of(run, run->values[i]);
    }
    return number_of(run, text);
}

static uint32_t word_of(const struct run *run, enum tt_chip chip, char **rest)
{
    const char *mnemonic = strtok_r(NULL, " \t", rest);
    const struct isa_insn *insn = mnemonic ? isa_find_mnemonic(chip, mnemonic) : NULL;
    if (!insn)
        stop(run, "%s has no instruction %s", chip_get(chip)->name, mnemonic ? mnemonic : "of no name");
    uint32_t word = (uint32_t)insn->opcode << 24;
    for (char *field; (field = strtok_r(NULL, " \t", rest));) {
        char *equals = strchr(field, '=');
        unsigned i = 0;
        if (equals)
            *equals = '\0';
        while (i < insn->field_count && strcmp(insn->fields[i].name, field) != 0)
            i++;
        if (!equals || i == insn->field_count)
            stop(run, "%s has no field %s", mnemonic, field);
        word |= value_of(run, equals + 1) << insn->fields[i].low;
    }
    return word;
}

static void set_variant(const struct run *run, struct tile *tile, struct variant_set *variants, const char *text)
{
    if (!text || variant_parse(variants, text) != 0)
        stop(run, "no such variant: %s", text ? text : "");
    tile_set_variants(tile, variants);
}

/* Statements in their order; words only where `words`, everything else only
 * where not. */
static void do_lines(const struct run *run, const struct lines *lines, struct tile *tile, bool words)
{
    struct variant_set variants = {0};
    for (unsigned i = 0; i < lines->count; i++) {
        char line[LINE_MAX], *rest;
        memcpy(line, lines->text[i], sizeof line);
        const char *verb = strtok_r(line, " \t", &rest);
        const size_t length = strlen(verb);
        if (verb[length - 1] == ':') { /* of one chip */
            if (strncmp(verb, chip_get(tile_chip(tile))->name, length - 1) != 0)
                continue;
            verb = strtok_r(NULL, " \t", &rest);
        }
        if (verb && strcmp(verb, "run") == 0) {
            if (words && tile_exec(tile, 0, word_of(run, tile_chip(tile), &rest), 0) != TILE_DONE)
                stop(run, "did not take effect: %s", lines->text[i]);
        } else if (verb && strcmp(verb, "variant") == 0) {
            if (!words)
                set_variant(run, tile, &variants, strtok_r(NULL, " \t", &rest));
        } else if (!words) {
            const char *name = strtok_r(NULL, " \t", &rest), *value = strtok_r(NULL, " \t", &rest);
            if (!verb || strcmp(verb, "set") != 0 || !value)
                stop(run, "neither set PLACE VALUE nor run WORD: %s", lines->text[i]);
            const struct place place = place_of(run, tile, name);
            place_set(tile, &place, number_of(run, value));
        }
    }
}

static void differs(struct run *run, enum tt_chip chip, bool listens, const char *place, const char *is,
                    const char * not )
{
    run->failed++;
    (void)printf("%s:%u: %s%s: %s is %s, expected %s\n", run->path, run->line, chip_get(chip)->name,
                 listens ? ", with a listener" : "", place, is, not );
}

static void check_findings(struct run *run, enum tt_chip chip, const char *expected)
{
    char all[LINE_MAX] = "";
    for (unsigned i = 0; i < run->finding_count; i++) {
        const size_t used = strlen(all);
        (void)snprintf(all + used, sizeof all - used, "%s%s", i ? "," : "", finding_get(run->findings[i])->code);
    }
    if (strcmp(run->finding_count ? all : "none", expected) != 0)
        differs(run, chip, true, "finding", run->finding_count ? all : "none", expected);
}

/* "finding.CODE": 1 where it was raised. */
static void check_finding(struct run *run, enum tt_chip chip, const char *code, const char *expected)
{
    bool was_raised = false;
    for (unsigned i = 0; i < run->finding_count; i++)
        was_raised |= strcmp(finding_get(run->findings[i])->code, code) == 0;
    if (was_raised != (number_of(run, expected) != 0))
        differs(run, chip, true, code, was_raised ? "raised" : "not raised", expected);
}

static void check(struct run *run, struct tile *tile, bool listens, const char *name, const char *expected)
{
    if (strcmp(name, "finding") == 0) {
        if (listens) /* who raises none to nobody computes the same */
            check_findings(run, tile_chip(tile), expected);
        return;
    }
    if (strncmp(name, "finding.", strlen("finding.")) == 0) {
        if (listens)
            check_finding(run, tile_chip(tile), name + strlen("finding."), expected);
        return;
    }
    const struct place place = place_of(run, tile, name);
    const uint32_t wanted = number_of(run, expected);
    for (unsigned copy = 0; copy < place.copies; copy++) {
        const uint32_t value = place_get(tile, &place, copy);
        char is[16];
        (void)snprintf(is, sizeof is, "0x%X", (unsigned)value);
        if (value != wanted)
            differs(run, tile_chip(tile), listens, name, is, expected);
    }
}

static void take_insn(void *user, const struct probe_insn *insn)
{
    (void)user;
    (void)insn;
}

/* Quick ways are taken where nobody would see the stages that they leave out. */
enum listening { NOBODY, TO_ALL, TO_FINDINGS };

/* "stage.NAME.INDEX": the value that a stage reported last. */
static const char stage_prefix[] = "stage.";

static bool is_of_stage(const char *column, const char *name, uint32_t *index)
{
    const size_t prefix = sizeof stage_prefix - 1, length = strlen(name);
    if (strncmp(column, stage_prefix, prefix) != 0 || strncmp(column + prefix, name, length) != 0 ||
        column[prefix + length] != '.')
        return false;
    *index = (uint32_t)strtoul(column + prefix + length + 1, NULL, 0);
    return true;
}

static void take_stage(void *user, const struct probe_stage *stage)
{
    struct run *run = user;
    unsigned count;
    uint32_t index;
    const char *name = unit_stages(stage->unit, &count)[stage->stage].name;
    const bool has_width = stage->value_bytes == 1 || stage->value_bytes == 2 || stage->value_bytes == 4;
    for (unsigned i = run->block.inputs; i < run->block.count; i++) {
        if (!is_of_stage(run->block.columns[i], name, &index) || index >= stage->count)
            continue;
        run->stages[i].is_seen = has_width;
        run->stages[i].value = has_width ? number_at(stage->values, stage->value_bytes, index) : 0;
    }
}

static void check_stage(struct run *run, enum tt_chip chip, unsigned column)
{
    char is[16] = "not reported";
    if (run->stages[column].is_seen)
        (void)snprintf(is, sizeof is, "0x%X", (unsigned)run->stages[column].value);
    if (!run->stages[column].is_seen || run->stages[column].value != number_of(run, run->values[column]))
        differs(run, chip, true, run->block.columns[column], is, run->values[column]);
}

static void take_access(void *user, const struct probe_access *access)
{
    (void)user;
    (void)access;
}

static void take_finding(void *user, const struct probe_finding *finding)
{
    struct run *run = user;
    for (unsigned i = 0; i < run->finding_count; i++) {
        if (run->findings[i] == finding->id)
            return;
    }
    if (run->finding_count < RAISED_MAX)
        run->findings[run->finding_count++] = finding->id;
}

static void run_row(struct run *run, enum tt_chip chip, enum listening who)
{
    const struct block *block = &run->block;
    const bool listens = who != NOBODY;
    const struct probe probe = {.user = run,
                                .wants = who == TO_ALL ? PROBE_INSN | PROBE_STAGE | PROBE_ACCESS | PROBE_FINDING
                                                       : (unsigned)PROBE_FINDING,
                                .insn_begin = take_insn,
                                .insn_end = take_insn,
                                .stage = take_stage,
                                .access = take_access,
                                .finding = take_finding};
    struct tile *tile = run->tiles[chip];
    tile_set_probe(tile, NULL);
    tile_set_variants(tile, &(struct variant_set){0});
    tile_reset(tile);
    do_lines(run, &block->lines, tile, false);
    for (unsigned i = 0; i < block->inputs; i++) {
        if (*block->columns[i] == '$') /* words take it */
            continue;
        const struct place place = place_of(run, tile, block->columns[i]);
        place_set(tile, &place, number_of(run, run->values[i]));
    }
    run->finding_count = 0;
    memset(run->stages, 0, sizeof run->stages);
    tile_set_probe(tile, listens ? &probe : NULL);
    do_lines(run, &block->lines, tile, true);
    for (unsigned i = block->inputs; i < block->count; i++) {
        if (strncmp(block->columns[i], stage_prefix, sizeof stage_prefix - 1) != 0)
            check(run, tile, listens, block->columns[i], run->values[i]);
        else if (who == TO_ALL)
            check_stage(run, chip, i);
    }
    tile_set_probe(tile, NULL);
}

/* ---- reading ---- */

static void add_line(const struct run *run, struct lines *lines, const char *text)
{
    if (lines->count == LINES_MAX)
        stop(run, "more than %d lines before the rows", LINES_MAX);
    (void)snprintf(lines->text[lines->count++], LINE_MAX, "%s", text);
}

/* Words of a line, and before which of them "->" stands. */
static unsigned split(const struct run *run, char *text, char to[][PLACE_NAME_MAX], unsigned *inputs)
{
    unsigned count = 0;
    char *rest;
    *inputs = COLUMNS_MAX + 1;
    for (char *word = strtok_r(text, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        if (strcmp(word, "->") == 0) {
            *inputs = count;
            continue;
        }
        if (count == COLUMNS_MAX || strlen(word) >= PLACE_NAME_MAX)
            stop(run, "more than %d columns, or a long one", COLUMNS_MAX);
        (void)snprintf(to[count++], PLACE_NAME_MAX, "%s", word);
    }
    if (*inputs >= count)
        stop(run, "no '->' with something behind it");
    return count;
}

static void read_row(struct run *run, char *text)
{
    unsigned inputs;
    const unsigned count = split(run, text, run->values, &inputs);
    if (!run->block.has_source)
        stop(run, "a block says where its values come from: source ...");
    if (count != run->block.count || inputs != run->block.inputs)
        stop(run, "%u values and %u expected ones for %u and %u columns", inputs, count - inputs, run->block.inputs,
             run->block.count - run->block.inputs);
    run->rows++;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        for (int who = NOBODY; run->block.chips[chip] && who <= TO_FINDINGS; who++)
            run_row(run, (enum tt_chip)chip, (enum listening)who);
    }
}

static void begin_block(struct block *block)
{
    block->lines.count = block->count = block->inputs = 0;
    block->has_source = false;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
        block->chips[chip] = true;
}

static void read_chips(struct run *run, char *rest)
{
    memset(run->block.chips, 0, sizeof run->block.chips);
    for (char *name, *next = rest; (name = strtok_r(next, " \t", &rest)); next = NULL) {
        const enum tt_chip chip = chip_find(name);
        if (chip == TT_CHIP_COUNT)
            stop(run, "no chip '%s'", name);
        run->block.chips[chip] = true;
    }
}

static void use_setup(const struct run *run, struct lines *to, const char *name)
{
    for (unsigned i = 0; i < run->setup_count; i++) {
        if (strcmp(run->setups[i].name, name) != 0 || &run->setups[i] == run->open)
            continue;
        for (unsigned j = 0; j < run->setups[i].lines.count; j++)
            add_line(run, to, run->setups[i].lines.text[j]);
        return;
    }
    stop(run, "no setup '%s' above", name);
}

static void begin_setup(struct run *run, const char *name)
{
    if (run->setup_count == SETUPS_MAX || run->open)
        stop(run, "a setup inside a setup, or more than %d", SETUPS_MAX);
    run->open = &run->setups[run->setup_count++];
    run->open->lines.count = 0;
    (void)snprintf(run->open->name, sizeof run->open->name, "%s", name);
}

static bool is_verb(const char *text, const char *verb)
{
    const size_t length = strcspn(text, " \t");
    return length == strlen(verb) && memcmp(text, verb, length) == 0;
}

static void read_line(struct run *run, char *text)
{
    struct lines *lines = run->open ? &run->open->lines : &run->block.lines;
    text[strcspn(text, "#\n")] = '\0';
    for (size_t end = strlen(text); end && strchr(" \t", text[end - 1]); end--)
        text[end - 1] = '\0';
    text += strspn(text, " \t");
    const size_t length = strcspn(text, " \t");
    char *rest = text + length + strspn(text + length, " \t");
    if (!*text)
        return;
    if (*text >= '0' && *text <= '9')
        read_row(run, text);
    else if (is_verb(text, "block"))
        begin_block(&run->block);
    else if (is_verb(text, "setup"))
        begin_setup(run, rest);
    else if (is_verb(text, "end"))
        run->open = NULL;
    else if (is_verb(text, "source"))
        run->block.has_source = *rest != '\0';
    else if (is_verb(text, "chip"))
        read_chips(run, rest);
    else if (is_verb(text, "use"))
        use_setup(run, lines, rest);
    else if (is_verb(text, "columns"))
        run->block.count = split(run, rest, run->block.columns, &run->block.inputs);
    else
        add_line(run, lines, text);
}

static void read_file(struct run *run, const char *path)
{
    char text[LINE_MAX];
    FILE *file = fopen(path, "r");
    run->path = path;
    run->line = 0;
    begin_block(&run->block);
    if (!file)
        stop(run, "cannot be read");
    while (fgets(text, sizeof text, file)) {
        run->line++;
        if (!strchr(text, '\n'))
            stop(run, "a line of more than %d characters", LINE_MAX - 2);
        read_line(run, text);
    }
    (void)fclose(file);
}

int main(int argc, char **argv)
{
    struct run *run = calloc(1, sizeof *run);
    if (!run)
        return 2;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++) {
        run->tiles[chip] = tile_new((enum tt_chip)chip);
        if (!run->tiles[chip])
            return 2;
    }
    for (int i = 1; i < argc; i++)
        read_file(run, argv[i]);
    const unsigned rows = run->rows, failed = run->failed;
    for (int chip = 0; chip < TT_CHIP_COUNT; chip++)
        tile_free(run->tiles[chip]);
    free(run);
    (void)printf("%u rows, %u differ\n", rows, failed);
    return failed || !rows;
}
