/* SPDX-License-Identifier: Apache-2.0 */
/* Who adds errors: a source a unit, stage and format, in the order in which they first worked. */
#include "precision/precision_internal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
    for (unsigned i = 0; i < precision->source_count; i++)
        if (sources_is_named(name, precision->sources[i].name))
            return true;
    return false;
}

static unsigned sources_enter(struct shadowing *run, const char *name, const char *format)
{
    struct precision *precision = run->precision;
    if (precision->source_count == PRECISION_SOURCES)
        return PRECISION_SOURCES - 1;
    struct precision_source *source = &precision->sources[precision->source_count];
    const bool is_last = precision->source_count + 1 == PRECISION_SOURCES;
    (void)snprintf(source->name, sizeof source->name, "%s", is_last ? "others" : name);
    source->format = is_last ? "" : format;
    for (size_t i = 0; i < run->options->without_count; i++)
        source->is_without |= sources_is_named(run->options->without[i], source->name);
    return precision->source_count++;
}

unsigned source_of(struct shadowing *run, const char *unit, const char *stage, enum format format)
{
    const struct format_info *info = format_get(format);
    const char *format_name = info ? info->name : "";
    char name[PRECISION_NAME];
    (void)snprintf(name, sizeof name, "%s.%s", unit, stage);
    for (unsigned i = 0; i < run->precision->source_count; i++)
        if (strcmp(run->precision->sources[i].name, name) == 0 &&
            strcmp(run->precision->sources[i].format, format_name) == 0)
            return i;
    return sources_enter(run, name, format_name);
}

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
