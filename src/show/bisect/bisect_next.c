/* SPDX-License-Identifier: Apache-2.0 */
/* The commands that follow the result of bisect. */
#include "show/bisect/bisect_report.h"

#include "ask/bisect/cause_text.h"
#include "base/text/shell.h"
#include "isa/isa.h"

enum { CHANGE_TEXT_MAX = BISECT_CHANGE_TEXT_MAX };

/* Whether two texts "KEY=VALUE" have one key. */
static bool is_of_one_key(const char *a, const char *b)
{
    const size_t length = strcspn(a, "=");
    return strncmp(a, b, length + 1) == 0;
}

static void print_option(FILE *out, const char *option, const char *text)
{
    (void)fprintf(out, " \\\n      %s ", option);
    shell_put_word(out, text);
}

/* The options that were given, but for those that the explanation changes. */
static void print_asked(FILE *out, const char *option, const struct texts *texts,
                        char changes[BISECT_PARTS_MAX][CHANGE_TEXT_MAX], unsigned change_count)
{
    for (size_t i = 0; i < texts->count; i++) {
        bool is_changed = false;
        for (unsigned k = 0; k < change_count; k++)
            is_changed |= is_of_one_key(texts->items[i], changes[k]);
        if (!is_changed)
            print_option(out, option, texts->items[i]);
    }
}

/* A core's store to one field, as a set behind it. */
static void print_stored(FILE *out, enum tt_chip chip, const struct bisect_change *change)
{
    struct bisect_changed_field fields[BISECT_FIELDS_MAX];
    char text[CHANGE_TEXT_MAX];
    if (!bisect_change_is_stored(change) || bisect_changed_fields(chip, change, fields) != 1)
        return;
    (void)snprintf(text, sizeof text, "%s@%" PRId64 "=%" PRIu32, fields[0].name, change->edit.event + 1,
                   fields[0].value);
    print_option(out, "--set", text);
}

static void print_begin(FILE *out, const char *verb, const struct bisect_asked *asked, enum replay_order order)
{
    (void)fprintf(out, "  tt-replay %s ", verb);
    shell_put_word(out, asked->path);
    if (order != REPLAY_EXECUTED)
        (void)fprintf(out, " --order %s", order_name(order));
}

void bisect_print_command(FILE *out, const char *verb, const struct bisect_asked *asked, enum replay_order order)
{
    print_begin(out, verb, asked, order);
    print_asked(out, "--variant", &asked->how->variants, NULL, 0);
    print_asked(out, "--set", &asked->how->sets, NULL, 0);
    print_asked(out, "--assume", &asked->how->assumes, NULL, 0);
    (void)fputc('\n', out);
}

void bisect_print_replay(FILE *out, const struct bisect_asked *asked, enum tt_chip chip,
                         const struct bisect_result *result)
{
    const struct bisect_explanation *all = &result->explanations[0];
    const enum bisect_change_kind kind = all->changes[0].kind;
    const unsigned count = kind == BISECT_READING || kind == BISECT_SET ? all->count : 0;
    char changes[BISECT_PARTS_MAX][CHANGE_TEXT_MAX];
    for (unsigned i = 0; i < count; i++) {
        (void)bisect_change_text(chip, &all->changes[i], changes[i], sizeof changes[i]);
    }
    (void)fputc('\n', out);
    print_begin(out, "replay", asked, result->order);
    (void)fputs(" -o RUN.db", out);
    print_asked(out, "--variant", &asked->how->variants, changes, count);
    print_asked(out, "--set", &asked->how->sets, changes, count);
    print_asked(out, "--assume", &asked->how->assumes, changes, 0);
    if (kind == BISECT_WORD)
        print_stored(out, chip, &all->changes[0]);
    for (unsigned i = 0; i < count; i++)
        print_option(out, all->changes[i].kind == BISECT_SET ? "--set" : "--variant", changes[i]);
    (void)fputc('\n', out);
}

/* The command that shows the recorded words at the cause. */
static void print_dump(FILE *out, const struct bisect_asked *asked, const struct bisect_change *change)
{
    enum { AROUND = 8 };
    const int64_t first = change->first_event < AROUND ? 0 : change->first_event - AROUND;
    (void)fputs("  tt-replay dump ", out);
    shell_put_word(out, asked->path);
    (void)fprintf(out, " --events=%" PRId64 ":%" PRId64, first, change->last_event + AROUND + 1);
    if (bisect_change_is_stored(change))
        (void)fputc('\n', out);
    else
        (void)fprintf(out, " --kind %s --thread %u\n", ttcap_kind_name(change->event_kind), change->edit.thread);
}

void bisect_print_next(FILE *out, const struct bisect_asked *asked, enum tt_chip chip,
                       const struct bisect_result *result)
{
    const struct bisect_branch *branch = &result->branches[0];
    const bool has_branch = branch->is_found;
    const enum tt_unit unit = has_branch ? branch->unit : result->first.unit;
    const bool has_audit =
        unit == TT_UNIT_PACK || unit_is_unpacker(unit) || unit == TT_UNIT_MATRIX || unit == TT_UNIT_VECTOR;
    bisect_print_replay(out, asked, chip, result);
    if (expects_count(asked->expects))
        (void)fputs("  tt-replay diff RUN.db", out);
    for (size_t i = 0; i < expects_count(asked->expects); i++)
        expect_put_options(out, &asked->expects->items[i]->asked, " \\\n      ");
    if (expects_count(asked->expects))
        (void)fputc('\n', out);
    for (unsigned i = 0; result->explanation_count && i < result->explanations[0].count; i++)
        if (result->explanations[0].changes[i].kind == BISECT_WORD)
            print_dump(out, asked, &result->explanations[0].changes[i]);
    if (has_audit && (has_branch || result->first.has_writer))
        (void)fprintf(out, "  tt-replay audit RUN.db --unit %s --insn %" PRIu64 "\n", unit_name(unit),
                      has_branch ? branch->seq : result->first.seq);
}

void bisect_print_undecided(struct report *report, const struct bisect_asked *asked, enum tt_chip chip,
                            const struct bisect_result *result)
{
    if (report->is_json || result->verdict != VERDICT_NONE || !result->summary.facts.bytes.undecided)
        return;
    report_print(report, "\nWhat would decide them:");
    bisect_print_replay(report->out, asked, chip, result);
    (void)fputs("  tt-replay diff RUN.db\n", report->out);
}
