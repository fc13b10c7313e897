/* SPDX-License-Identifier: Apache-2.0 */
/* The number beside a datum, and how it goes through sums and products. docs/semantics/precision.md */
#include "precision/precision_internal.h"

#include <math.h>

void shade_begin(struct shade *shade, double value)
{
    memset(shade, 0, offsetof(struct shade, parts));
    shade->exact = shade->actual = value;
}

void shade_copy(struct shade *to, const struct shade *from)
{
    memcpy(to, from, offsetof(struct shade, parts) + from->top * sizeof *from->parts);
}

void shade_comes_of(struct shade *to, const struct shade *other)
{
    const bool is_other = to->varies && other->varies &&
                          (to->origin != other->origin || memcmp(&to->argument, &other->argument, sizeof to->argument));
    to->is_mixed |= other->is_mixed || is_other;
    if (other->varies && !to->varies) {
        to->argument = other->argument;
        to->origin = other->origin;
    }
    to->varies |= other->varies;
    to->is_restarted |= other->is_restarted;
    to->is_lost |= other->is_lost;
}

void shade_restart(struct shade *shade, double value)
{
    const struct shade before = {.varies = shade->varies,
                                 .is_mixed = shade->is_mixed,
                                 .argument = shade->argument,
                                 .origin = shade->origin,
                                 .is_restarted = shade->is_restarted};
    shade_begin(shade, value);
    shade_comes_of(shade, &before);
}

static void shade_reach(struct shade *shade, unsigned top)
{
    for (; shade->top < top; shade->top++)
        shade->parts[shade->top] = 0;
}

void shade_add(struct shade *shade, unsigned source, double error)
{
    if (error == 0)
        return;
    shade_reach(shade, source + 1);
    shade->parts[source] += error;
}

void shade_become(struct shade *shade, unsigned source, double actual)
{
    shade->is_lost |= !isfinite(actual);
    if (!shade->is_lost)
        shade_add(shade, source, actual - shade->actual);
    shade->actual = actual;
}

static void shade_add_parts(struct shade *sum, const struct shade *other, double factor)
{
    shade_comes_of(sum, other);
    shade_reach(sum, other->top);
    for (unsigned source = 0; source < other->top; source++)
        sum->parts[source] += factor * other->parts[source];
}

void shade_accumulate(struct shade *sum, const struct shade *other, double factor)
{
    sum->exact += factor * other->exact;
    sum->actual += factor * other->actual;
    shade_add_parts(sum, other, factor);
}

void shade_move(struct shade *shade, double by)
{
    shade->exact += by;
    shade->actual += by;
}

void shade_scale(struct shade *sum, const struct shade *other, double factor)
{
    shade_begin(sum, 0);
    shade_accumulate(sum, other, factor);
}

void shade_add_product(struct shade *sum, const struct shade *a, const struct shade *b)
{
    sum->exact += a->exact * b->exact;
    sum->actual += a->actual * b->actual;
    shade_add_parts(sum, a, (b->exact + b->actual) / 2);
    shade_add_parts(sum, b, (a->exact + a->actual) / 2);
}

/* Rounding to the fewest bits there are moves a number by less than half of itself; what is very small may become 0. */
bool shade_joins(double written, double read)
{
    const double smallest = 0x1p-60;
    const double apart = fabs(written - read), size = fabs(written);
    return apart <= size / 2 || (read == 0 && size < smallest);
}

bool shade_is_finite(const struct shade *shade)
{
    return !shade->is_lost && isfinite(shade->exact) && isfinite(shade->actual);
}
