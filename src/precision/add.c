/* SPDX-License-Identifier: Apache-2.0 */
/* Figures of several runs of a program together: what one thread did, and another. Data tiles are of one run alone. */
#include "precision/precision_internal.h"

#include <math.h>

static void precision_add_errors(struct precision_errors *to, const struct precision_errors *from)
{
    to->count += from->count;
    to->inexact += from->inexact;
    to->sum += from->sum;
    to->squares += from->squares;
    to->away += from->away;
    to->largest = fmax(to->largest, from->largest);
}

static void precision_add_source(struct precision *to, const struct precision_source *from)
{
    const unsigned i = source_find_like(to, from);
    struct precision_source *source = &to->sources[i];
    if (i == to->source_count) { /* new */
        to->sources[to->source_count++] = *from;
        return;
    }
    precision_add_errors(&source->local, &from->local);
    precision_add_errors(&source->output, &from->output);
    source->share += from->share;
    source->alone += from->alone;
    source->remaining += from->remaining;
    source->remaining_largest = fmax(source->remaining_largest, from->remaining_largest);
}

static void precision_add_lost(struct precision *to, const struct precision_lost *from)
{
    unsigned i = 0;
    while (i < to->lost_count && (to->lost[i].insn != from->insn || to->lost[i].unit != from->unit))
        i++;
    if (i == PRECISION_LOST)
        i--;
    if (i == to->lost_count) {
        to->lost[to->lost_count++] = *from;
        return;
    }
    to->lost[i].words += from->words;
    to->lost[i].cells += from->cells;
}

/* Of runs in which a source does not come up all of the error is left. */
static void add_unseen(struct precision_source *source, double squared, double largest)
{
    source->remaining += squared;
    source->remaining_largest = fmax(source->remaining_largest, largest);
}

void precision_add(struct precision *to, const struct precision *from)
{
    const unsigned sources = to->source_count;
    for (unsigned i = 0; i < sources; i++)
        if (source_find_like(from, &to->sources[i]) == from->source_count)
            add_unseen(&to->sources[i], from->squared, from->errors.largest);
    for (unsigned i = 0; i < from->source_count; i++)
        precision_add_source(to, &from->sources[i]);
    for (unsigned i = sources; i < to->source_count; i++)
        add_unseen(&to->sources[i], to->squared, to->errors.largest);
    for (unsigned i = 0; i < from->lost_count; i++)
        precision_add_lost(to, &from->lost[i]);
    to->outputs += from->outputs;
    to->not_finite += from->not_finite;
    to->not_finite_cells += from->not_finite_cells;
    to->reinterpreted += from->reinterpreted;
    to->squared += from->squared;
    to->exact_squared += from->exact_squared;
    to->absolute += from->absolute;
    to->largest = fmax(to->largest, from->largest);
    to->squared_without += from->squared_without;
    to->unfollowed += from->unfollowed;
    to->unfollowed_squared += from->unfollowed_squared;
    precision_add_errors(&to->errors, &from->errors);
}
