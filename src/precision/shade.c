/* SPDX-License-Identifier: Apache-2.0 */
/* The number beside a datum, and how it goes through sums and products. docs/semantics/precision.md */
#include "precision/precision_internal.h"

#include <math.h>
#include <string.h>

void shade_begin(struct shade *shade, double value)
{
    memset(shade, 0, sizeof *shade);
    shade->exact = shade->actual = value;
}

void shade_add(struct shade *shade, unsigned source, double error)
{
    if (error == 0)
        return;
    shade->parts[source] += error;
    shade->from |= UINT32_C(1) << source;
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
    sum->from |= other->from;
    sum->is_lost |= other->is_lost;
    for (uint32_t left = other->from; left; left &= left - 1) {
        const unsigned source = (unsigned)__builtin_ctz(left);
        sum->parts[source] += factor * other->parts[source];
    }
}

void shade_accumulate(struct shade *sum, const struct shade *other, double factor)
{
    sum->exact += factor * other->exact;
    sum->actual += factor * other->actual;
    shade_add_parts(sum, other, factor);
}

void shade_add_product(struct shade *sum, const struct shade *a, const struct shade *b)
{
    sum->exact += a->exact * b->exact;
    sum->actual += a->actual * b->actual;
    sum->is_lost |= a->is_lost || b->is_lost;
    if (a->from)
        shade_add_parts(sum, a, (b->exact + b->actual) / 2);
    if (b->from)
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
