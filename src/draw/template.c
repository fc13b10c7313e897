/* SPDX-License-Identifier: Apache-2.0 */
/* Templates: lines of text that say which settings, words and operands a program has, and the sets from which they are
 * drawn. src/draw/templates.txt has them and the forms of a line. */
#include "draw/draw_internal.h"

#include "base/number.h"
#include "isa/chip.h"

enum { LINE_MAX = 512, PIECES_MAX = 24, DEPTH_MAX = 6 };

struct line {
    char text[LINE_MAX];
    char *pieces[PIECES_MAX]; /* null behind the last */
};

/* The next line that says something; its pieces. Null: the end of the text. */
static const char *template_next_line(const char *at, struct line *line)
{
    for (;;) {
        size_t length = strcspn(at, "\n");
        if (*at == '\0')
            return NULL;
        (void)snprintf(line->text, sizeof line->text, "%.*s", (int)length, at);
        at += length + (at[length] == '\n');
        line->text[strcspn(line->text, "#")] = '\0';
        size_t count = 0;
        char *rest = line->text;
        for (char *piece; count + 1 < PIECES_MAX && (piece = strtok_r(rest, " \t", &rest)) != NULL;)
            line->pieces[count++] = piece;
        line->pieces[count] = NULL;
        if (count)
            return at;
    }
}

static bool template_is_word(const struct line *line, unsigned i, const char *word)
{
    return line->pieces[i] && strcmp(line->pieces[i], word) == 0;
}

static const char *text(void)
{
    return (const char *)draw_templates_text;
}

/* The line behind "KIND NAME"; null: there is none. */
static const char *template_block_of(const char *kind, const char *name)
{
    struct line line;
    for (const char *at = text(); (at = template_next_line(at, &line)) != NULL;)
        if (template_is_word(&line, 0, kind) && template_is_word(&line, 1, name))
            return at;
    return NULL;
}

bool draw_template(enum tt_chip chip, size_t i, char name[static DRAW_NAME_MAX])
{
    const char *chip_name = chip_get(chip)->name;
    struct line line;
    for (const char *at = text(); (at = template_next_line(at, &line)) != NULL;) {
        if (!template_is_word(&line, 0, "program") || (line.pieces[2] && !template_is_word(&line, 2, chip_name)) || i--)
            continue;
        (void)snprintf(name, DRAW_NAME_MAX, "%s", line.pieces[1]);
        return true;
    }
    return false;
}

/* ---- values ---- */

uint32_t build_below(struct draw_build *build, uint64_t end)
{
    return (uint32_t)(draw_random(&build->random) % end);
}

/* One of "a|b|c" into place; how many there are. */
static void template_choose(struct draw_build *build, const char *choices, char *out, size_t size)
{
    uint32_t count = 1;
    for (const char *c = choices; *c; c++)
        count += *c == '|';
    for (uint32_t skip = build_below(build, count); skip; skip--)
        choices = strchr(choices, '|') + 1;
    (void)snprintf(out, size, "%.*s", (int)strcspn(choices, "|"), choices);
}

static bool template_value_of(struct draw_build *build, const char *choices, uint32_t *value)
{
    char chosen[LINE_MAX];
    uint64_t from, to;
    template_choose(build, choices, chosen, sizeof chosen);
    if (strcmp(chosen, "*") == 0) {
        *value = (uint32_t)draw_random(&build->random);
        return true;
    }
    char *dots = strstr(chosen, "..");
    if (dots)
        *dots = '\0';
    if (!number_read(chosen, 0, UINT32_MAX, &from) || (dots && !number_read(dots + 2, 0, UINT32_MAX, &to)))
        return false;
    *value = dots ? (uint32_t)(from + build_below(build, to - from + 1)) : (uint32_t)from;
    return true;
}

/* ---- lines ---- */

static bool run_word(struct draw_build *build, char **pieces)
{
    char mnemonic[LINE_MAX] = "";
    if (*pieces)
        template_choose(build, *pieces, mnemonic, sizeof mnemonic);
    const struct isa_insn *insn = isa_find_mnemonic(build->program->chip, mnemonic);
    if (!insn)
        return false;
    uint32_t word = (uint32_t)insn->opcode << 24;
    for (pieces++; *pieces; pieces++) {
        char name[LINE_MAX];
        const char *equals = strchr(*pieces, '=');
        uint32_t value;
        if (!equals || !template_value_of(build, equals + 1, &value))
            return false;
        (void)snprintf(name, sizeof name, "%.*s", (int)(equals - *pieces), *pieces);
        if (!isa_put_field(insn, name, value, &word))
            return false;
    }
    build_other_word(build, insn, &word);
    build_settings(build);
    build_word(build, word);
    build_step(build, false);
    build_more(build);
    return true;
}

static bool poke(struct draw_build *build, const char *addr, const char *value)
{
    struct draw_program *program = build->program;
    if (!addr || !value || program->poke_count == DRAW_POKES_MAX)
        return false;
    struct draw_poke *to = &program->pokes[program->poke_count++];
    return template_value_of(build, addr, &to->addr) && template_value_of(build, value, &to->value);
}

static bool set_register(struct draw_build *build, const char *index, const char *value)
{
    uint32_t at, to;
    if (!index || !value || !template_value_of(build, index, &at) || !template_value_of(build, value, &to))
        return false;
    build_register(build, at, to);
    return true;
}

static bool do_block(struct draw_build *build, const char *at, unsigned depth, char *wrong);

static bool template_use(struct draw_build *build, const char *choices, unsigned depth, char *wrong)
{
    char name[LINE_MAX];
    if (!choices || depth == DEPTH_MAX)
        return false;
    template_choose(build, choices, name, sizeof name);
    const char *at = template_block_of("setup", name);
    return at && do_block(build, at, depth + 1, wrong);
}

/* A word of one of the instructions, whatever its fields. */
static bool any_word(struct draw_build *build, const char *choices)
{
    char mnemonic[LINE_MAX];
    template_choose(build, choices, mnemonic, sizeof mnemonic);
    const struct isa_insn *insn = isa_find_mnemonic(build->program->chip, mnemonic);
    if (!insn)
        return false;
    build_settings(build);
    build_word(build, build_any_word_of(build, insn));
    build_wait(build);
    build_step(build, false);
    return true;
}

static bool do_threads_line(struct draw_build *build, const struct build_threads_line *line, const char *value)
{
    uint32_t number = 0;
    if (line->has_value != (value != NULL) || !build->program->has_threads ||
        (value && !template_value_of(build, value, &number)))
        return false;
    build_threads_do(build, line, number);
    return true;
}

static bool do_line(struct draw_build *build, char **pieces, unsigned depth, char *wrong)
{
    uint32_t value;
    const struct build_threads_line *of_threads = build_threads_line(*pieces);
    if (of_threads)
        return do_threads_line(build, of_threads, pieces[1]);
    if (strcmp(*pieces, "run") == 0)
        return run_word(build, pieces + 1);
    if (strcmp(*pieces, "any") == 0)
        return pieces[1] && any_word(build, pieces[1]);
    if (strcmp(*pieces, "use") == 0)
        return template_use(build, pieces[1], depth, wrong);
    if (strcmp(*pieces, "poke") == 0)
        return poke(build, pieces[1], pieces[1] ? pieces[2] : NULL);
    if (strcmp(*pieces, "input") == 0) {
        char kind[LINE_MAX];
        template_choose(build, pieces[1] ? pieces[1] : "", kind, sizeof kind);
        return draw_operands(build, kind);
    }
    if (strcmp(*pieces, "wait") == 0) {
        build_settings(build);
        build_wait(build);
        build_step(build, false);
        return true;
    }
    if (strcmp(*pieces, "free") == 0)
        return pieces[1] && build_free(build, pieces[1]);
    if (strcmp(*pieces, "register") == 0)
        return set_register(build, pieces[1], pieces[2]);
    return strcmp(*pieces, "set") == 0 && pieces[1] && pieces[2] && template_value_of(build, pieces[2], &value) &&
           build_set(build, pieces[1], build_other_value(build, pieces[1], value));
}

/* Lines up to "end"; wrong: the one that made no sense. */
static bool do_block(struct draw_build *build, const char *at, unsigned depth, char *wrong)
{
    const char *chip = chip_get(build->program->chip)->name;
    struct line line;
    while ((at = template_next_line(at, &line)) != NULL && !template_is_word(&line, 0, "end")) {
        char **pieces = line.pieces, said[LINE_MAX];
        const size_t length = strlen(*pieces);
        (void)snprintf(said, sizeof said, "%s %s", pieces[0], pieces[1] ? pieces[1] : "");
        if ((*pieces)[length - 1] == ':' && *(pieces + 1)) { /* of one chip */
            if (strncmp(*pieces, chip, length - 1) != 0)
                continue;
            pieces++;
        }
        if (strcmp(*pieces, "?") == 0 && pieces[1]) {
            pieces++;
            if (build_below(build, 2) == 0)
                continue;
        }
        if (!do_line(build, pieces, depth, wrong)) {
            if (!*wrong)
                (void)snprintf(wrong, LINE_MAX, "%s", said);
            return false;
        }
    }
    return at != NULL;
}

static enum tt_status draw_block(struct draw_build *build, const char *kind, const char *name, struct tt_error *err)
{
    struct draw_program *program = build->program;
    char wrong[LINE_MAX] = "";
    const char *chip = chip_get(program->chip)->name;
    (void)snprintf(program->name, sizeof program->name, "%s", name);
    const char *at = template_block_of(kind, name);
    REFUSE_IF(!at, err, "no template is called '%s'", name);
    program->has_threads = strcmp(kind, "threads") == 0;
    if (program->has_threads)
        build_begin_threads(build);
    else
        build_begin(build);
    REFUSE_IF(!do_block(build, at, 0, wrong), err, "template %s on %s: '%s' makes no sense", name, chip, wrong);
    if (program->has_threads)
        build_join_threads(build);
    build_end(build);
    return TT_OK;
}

enum tt_status draw_program(enum tt_chip chip, const char *name, uint64_t seed, struct draw_program *out,
                            struct tt_error *err)
{
    struct draw_build build = {.program = out, .random = seed};
    memset(out, 0, sizeof *out);
    out->chip = chip;
    out->seed = seed;
    return draw_block(&build, "program", name, err);
}

/* ---- programs that leave places open ---- */

struct template
{
    char kind[16], name[DRAW_NAME_MAX];
    uint32_t units;
};

/* Whether "a|b|c" has it. */
static bool has_name(const char *names, const char *name)
{
    for (; *names; names += *names == '|') {
        const size_t length = strcspn(names, "|");
        if (strlen(name) == length && strncmp(names, name, length) == 0)
            return true;
        names += length;
    }
    return false;
}

/* Whether the template's units stand behind its name. */
static bool lists_units(const struct line *line)
{
    return template_is_word(line, 0, "soup") || template_is_word(line, 0, "threads");
}

/* The units of "pack-relu" are those whose names begin like it. */
static uint32_t template_units_of(const struct line *line)
{
    uint32_t units = 0;
    const bool is_listed = lists_units(line);
    for (int unit = 0; unit < TT_UNIT_COUNT; unit++) {
        const char *name = unit_name((enum tt_unit)unit);
        const size_t length = strcspn(name, "01");
        const bool is_named = is_listed ? line->pieces[2] && has_name(line->pieces[2], name)
                                        : strncmp(line->pieces[1], name, length) == 0;
        units |= is_named ? unit_bit((enum tt_unit)unit) : 0;
    }
    return units ? units : unit_bit(TT_UNIT_CONFIG);
}

/* One that the chip has, of any of the units; false: there is none. */
static bool choose_template(struct draw_build *build, struct template *chosen)
{
    const char *chip = chip_get(build->program->chip)->name;
    struct line line;
    uint32_t seen = 0;
    for (const char *at = text(); (at = template_next_line(at, &line)) != NULL;) {
        const bool is_listed = lists_units(&line);
        const char *of = is_listed ? line.pieces[2] ? line.pieces[3] : NULL : line.pieces[1] ? line.pieces[2] : NULL;
        if ((!is_listed && !template_is_word(&line, 0, "program")) || (of && strcmp(of, chip) != 0) ||
            !(template_units_of(&line) & build->free->units))
            continue;
        const uint32_t weight = is_listed ? 6 : 1;
        seen += weight;
        if (build_below(build, seen) >= weight)
            continue;
        (void)snprintf(chosen->kind, sizeof chosen->kind, "%s", line.pieces[0]);
        (void)snprintf(chosen->name, sizeof chosen->name, "%s", line.pieces[1]);
        chosen->units = template_units_of(&line);
    }
    return seen != 0;
}

enum tt_status draw_free_program(enum tt_chip chip, const struct draw_free *free, uint64_t seed,
                                 struct draw_program *out, struct tt_error *err)
{
    enum { OF_CORES = 6 }; /* one of so many, where all units are asked for */
    struct draw_build build = {.program = out, .random = seed, .free = free};
    const uint32_t of_cores = unit_bit(TT_UNIT_CORE) | unit_bit(TT_UNIT_FRONTEND);
    memset(out, 0, sizeof *out);
    out->chip = chip;
    out->seed = seed;
    build.thread = (uint8_t)build_below(&build, THREADS);
    if (free->units & of_cores && (!(free->units & ~of_cores) || build_below(&build, OF_CORES) == 0)) {
        out->is_of_cores = true;
        (void)snprintf(out->name, sizeof out->name, "cores");
        build_cores(&build);
        return TT_OK;
    }
    struct template chosen;
    REFUSE_IF(!choose_template(&build, &chosen), err, "no template is of these units");
    build.units = chosen.units;
    return draw_block(&build, chosen.kind, chosen.name, err);
}
