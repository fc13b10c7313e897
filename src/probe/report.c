/* SPDX-License-Identifier: Apache-2.0 */
/* The experiments made, and the conclusions from answers, as text and as JSON: schemas/probe.schema.json. */
#include "probe/experiments.h"

#include "isa/chip.h"

enum { CHOICES_TEXT = 128 };

static const char *why_unseen(const struct experiments *set, unsigned id)
{
    static const char *const texts[] = {
        [EXPERIMENT_UNSEEN] = "no program shows it",
        [EXPERIMENT_SEEN] = "shown, beside too many other readings",
        [EXPERIMENT_DISTINGUISHED_AT_TIMES] = "distinguished under some choices of others",
        [EXPERIMENT_DISTINGUISHED_BESIDE] = "distinguished where readings beside it are known",
        [EXPERIMENT_DISTINGUISHED] = "distinguished",
    };
    return texts[set->sight[id]];
}

/* The experiments whose answers depend on a reading. */
static uint64_t experiments_on(const struct experiments *set, unsigned id)
{
    uint64_t count = 0;
    for (size_t at = 0; at < set->count; at++)
        for (unsigned i = 0; i < set->experiments[at].reading_count; i++)
            count += set->experiments[at].readings[i] == id;
    return count;
}

void experiments_report(FILE *out, enum report_form form, const struct experiments *set, const char *folder)
{
    uint64_t distinguished = 0;
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        distinguished += set->sight[id] >= EXPERIMENT_DISTINGUISHED_AT_TIMES;
    REPORT(report, out, form);
    report_fact(&report, "chip", SAY("chip", chip_get(set->chip)->name));
    report_fact(&report, "folder", SAY("folder", folder));
    report_fact(&report, "programs", SAY("programs", set->programs));
    report_fact(&report, "experiments", SAY("experiments", (uint64_t)set->count));
    report_fact(&report, "shown", SAY("distinguished", distinguished));
    REPORT_ROWS(&report, "readings", "Readings", NULL, id, VARIANT_COUNT)
        report_row(&report, CELL("reading", "%-29s", variant_get((enum variant_id)id)->key),
                   CELL("experiments", " %11s", experiments_on(set, id)),
                   SAY("sight", experiment_sight_name((enum experiment_sight)set->sight[id])),
                   SHOW("distinguished", "  %s", why_unseen(set, id)));
}

/* ---- answers ---- */

static const char *state_name(enum experiment_state state)
{
    static const char *const names[] = {[EXPERIMENT_DECIDED] = "decided",
                                        [EXPERIMENT_OPEN] = "open",
                                        [EXPERIMENT_NOT_ASKED] = "not asked",
                                        [EXPERIMENT_INCONSISTENT] = "inconsistent"};
    return names[state];
}

static const char *probe_report_outcome_name(enum experiment_outcome outcome)
{
    static const char *const names[] = {[EXPERIMENT_NOT_RUN] = "not run",
                                        [EXPERIMENT_FITS] = "fits",
                                        [EXPERIMENT_DISAGREES] = "repeats disagree",
                                        [EXPERIMENT_FITS_NONE] = "fits no reading",
                                        [EXPERIMENT_CONTRADICTS] = "contradicts others"};
    return names[outcome];
}

/* "device or truncate": the choices that fit. */
static const char *choices_text(unsigned id, uint16_t fits, char text[static CHOICES_TEXT])
{
    const struct variant_info *info = variant_get((enum variant_id)id);
    int at = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < info->choice_count && at < CHOICES_TEXT; i++)
        if (fits >> i & 1)
            at += snprintf(text + at, (size_t)(CHOICES_TEXT - at), "%s%s", at ? " or " : "", info->choices[i]);
    return text;
}

static void say_readings(struct report *report, const struct experiment_reading *reading)
{
    REPORT_ROWS(report, "readings", "Readings", NULL, id, VARIANT_COUNT) {
        const struct experiment_verdict *verdict = &reading->verdicts[id];
        char choices[CHOICES_TEXT];
        report_row_if(report, verdict->state != EXPERIMENT_NOT_ASKED,
                      CELL("reading", "%-29s", variant_get((enum variant_id)id)->key),
                      CELL("state", "%-13s", state_name(verdict->state)), CELL("alone", "%6s", verdict->deciding),
                      CELL("agree", "%6s", verdict->agreeing), CELL("unusable", "%9s", verdict->disturbed),
                      CELL("choices", "  %s", choices_text(id, verdict->fits, choices)));
    }
}

static void say_unusable(struct report *report, const struct experiments *set, const struct experiment_reading *reading)
{
    REPORT_ROWS(report, "unusable", "Answers that show nothing", NULL, at, set->count) {
        const enum experiment_outcome outcome = (enum experiment_outcome)reading->outcomes[at];
        if (outcome != EXPERIMENT_FITS)
            report_row(report, CELL("experiment", "%-32s", (const char *)set->experiments[at].name),
                       CELL("why", "  %s", probe_report_outcome_name(outcome)));
    }
}

void experiment_reading_report(FILE *out, enum report_form form, const struct experiments *set,
                               const struct experiment_reading *reading)
{
    uint64_t states[EXPERIMENT_INCONSISTENT + 1] = {0};
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        states[reading->verdicts[id].state]++;
    REPORT(report, out, form);
    report_fact(&report, "chip", SAY("chip", chip_get(set->chip)->name));
    report_fact(&report, "experiments", SAY("experiments", (uint64_t)set->count));
    report_fact(&report, "decided", SAY("decided", states[EXPERIMENT_DECIDED]));
    report_fact(&report, "open", SAY("open", states[EXPERIMENT_OPEN]));
    report_fact(&report, "inconsistent", SAY("inconsistent", states[EXPERIMENT_INCONSISTENT]));
    report_fact(&report, "not asked", SAY("not_asked", states[EXPERIMENT_NOT_ASKED]));
    say_readings(&report, reading);
    say_unusable(&report, set, reading);
}
