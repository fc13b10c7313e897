/* SPDX-License-Identifier: Apache-2.0 */
/* The sources of errors: one for each unit, stage and format, in the order in which they first worked. */
#include "precision/precision_internal.h"

#include "base/search.h"

#include <math.h>

void errors_add(struct precision_errors *errors, double error, double value)
{
    errors->count++;
    errors->inexact += error != 0;
    errors->sum += error;
    errors->squares += error * error;
    errors->away += value < 0 ? -error : error;
    errors->largest = fabs(error) > errors->largest ? fabs(error) : errors->largest;
}

/* "pack" names all stages of the unit. */
static bool sources_is_named(const char *wanted, const char *name)
{
    const size_t length = strlen(wanted);
    return strncmp(wanted, name, length) == 0 && (!name[length] || name[length] == '.');
}

bool precision_has_source(const struct precision *precision, const char *name)
{
    return ANY(i, precision->source_count, sources_is_named(name, precision->sources[i].name));
}

static unsigned sources_enter(struct shadowing *run, const struct precision_source *wanted)
{
    struct precision *precision = run->precision;
    if (precision->source_count == PRECISION_SOURCES)
        return PRECISION_SOURCES - 1;
    struct precision_source *source = &precision->sources[precision->source_count];
    *source = *wanted;
    if (precision->source_count + 1 == PRECISION_SOURCES) {
        (void)snprintf(source->name, sizeof source->name, "others");
        source->format = "";
        source->kind = PRECISION_STAGE;
    }
    source->remaining = precision->squared; /* outputs before it have no part of its */
    source->remaining_largest = precision->errors.largest;
    for (size_t i = 0; i < run->options->without_count; i++)
        source->is_without |= sources_is_named(run->options->without[i], source->name);
    return precision->source_count++;
}

static bool sources_are_one(const struct precision_source *a, const struct precision_source *b)
{
    return a->kind == b->kind && a->at == b->at && a->also_at == b->also_at && a->which == b->which &&
           strcmp(a->format, b->format) == 0 && strcmp(a->name, b->name) == 0;
}

unsigned source_find_like(const struct precision *precision, const struct precision_source *wanted)
{
    unsigned i = 0;
    while (i < precision->source_count && !sources_are_one(&precision->sources[i], wanted))
        i++;
    return i;
}

unsigned source_like(struct shadowing *run, const struct precision_source *wanted)
{
    const unsigned found = source_find_like(run->precision, wanted);
    return found < run->precision->source_count ? found : sources_enter(run, wanted);
}

unsigned source_of(struct shadowing *run, const char *unit, const char *stage, enum format format)
{
    const struct format_info *info = format_get(format);
    struct precision_source wanted = {.format = info ? info->name : ""};
    (void)snprintf(wanted.name, sizeof wanted.name, "%s.%s", unit, stage);
    if (run->options->by_word && strcmp(unit, unit_name(TT_UNIT_VECTOR)) == 0) {
        wanted.kind = PRECISION_WORD;
        wanted.at = run->at;
        wanted.insn = run->insn->insn;
        wanted.word = run->insn->word;
    }
    return source_like(run, &wanted);
}

unsigned source_of_mathematics(struct shadowing *run)
{
    const struct precision_source wanted = {.name = "mathematics", .format = "", .kind = PRECISION_MATHEMATICS};
    return source_like(run, &wanted);
}

double precision_taken_away(const struct precision_source *constant, double *better)
{
    const double size = constant->value != 0 ? fabs(constant->value) : 1;
    *better = constant->value;
    if (!(constant->alone > 0))
        return 0;
    const double wanted = constant->value - size * constant->share / constant->alone;
    const double there_is = constant->is_integer ? nearbyint(wanted) : (double)(float)wanted;
    const double change = (there_is - constant->value) / size;
    const double taken = -change * (2 * constant->share + change * constant->alone);
    if (!(taken > 0) || !isfinite(there_is))
        return 0;
    *better = there_is;
    return taken;
}

/* ---- errors ---- */

void source_made(struct shadowing *run, unsigned source, double error, double value, double ulp)
{
    if (isfinite(error))
        errors_add(&run->precision->sources[source].local, error / ulp, value);
}

void source_rounds(struct shadowing *run, struct shade *shade, unsigned source, double actual, double ulp)
{
    source_made(run, source, actual - shade->actual, shade->actual, ulp);
    shade_become(shade, source, actual);
}

static bool sources_is_same(const struct precision_lost *lost, const struct probe_insn *insn)
{
    return lost->insn == insn->insn && lost->unit == insn->unit;
}

void lost_add(struct shadowing *run, const struct probe_insn *insn, uint64_t cells)
{
    struct precision *precision = run->precision;
    unsigned i = 0;
    while (i < precision->lost_count && !sources_is_same(&precision->lost[i], insn))
        i++;
    if (i == PRECISION_LOST)
        i = PRECISION_LOST - 1;
    if (i == precision->lost_count)
        precision->lost[precision->lost_count++] = (struct precision_lost){.insn = insn->insn, .unit = insn->unit};
    precision->lost[i].words++;
    precision->lost[i].cells += cells;
}

void precision_rank(const struct precision *precision, unsigned order[static PRECISION_SOURCES])
{
    for (unsigned i = 0; i < precision->source_count; i++) {
        unsigned at = i;
        for (; at && precision->sources[order[at - 1]].share < precision->sources[i].share; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}
