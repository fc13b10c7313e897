/* SPDX-License-Identifier: Apache-2.0 */
/* The errors of what a run leaves behind, by source and by data tile. */
#include "precision/precision_internal.h"

#include <math.h>

static struct precision_tile *outputs_tile_of(struct shadowing *run, uint32_t number)
{
    struct precision *precision = run->precision;
    size_t at = precision->tile_count;
    while (at && precision->tiles[at - 1].number > number)
        at--;
    if (at && precision->tiles[at - 1].number == number)
        return &precision->tiles[at - 1];
    if (mem_grow(&precision->tiles, &run->tile_capacity, precision->tile_count + 1, sizeof *precision->tiles)) {
        run->is_broken = true;
        return NULL;
    }
    struct precision_tile *tile = &precision->tiles[at];
    memmove(tile + 1, tile, (precision->tile_count - at) * sizeof *tile);
    memset(tile, 0, sizeof *tile);
    tile->number = number;
    precision->tile_count++;
    return tile;
}

/* A part's share of the squared error is its product with the whole: these add up to it. A constant's part is no error,
 * and its product with the whole says how far another value would go. */
static void outputs_add_parts(struct shadowing *run, const struct shade *shade, struct precision_tile *tile, double ulp)
{
    struct precision *precision = run->precision;
    const double scale = run->options->in_ulps ? 1 / ulp : 1;
    const double error = scale * (shade->actual - shade->exact);
    double without = error;
    for (unsigned i = 0; i < precision->source_count; i++) {
        struct precision_source *source = &precision->sources[i];
        const double part = i < shade->top ? scale * shade->parts[i] : 0;
        source->share += part * error;
        source->alone += part * part;
        if (source->kind == PRECISION_CONSTANT)
            continue;
        errors_add(&source->output, part / scale / ulp, shade->exact);
        source->remaining += (error - part) * (error - part);
        source->remaining_largest = fmax(source->remaining_largest, fabs(error - part) / scale / ulp);
        without -= source->is_without ? part : 0;
        if (tile)
            tile->parts[i] += part * error;
    }
    precision->squared_without += without * without;
}

static void add_output(struct shadowing *run, const struct shade *shade, struct precision_tile *tile, double ulp)
{
    struct precision *precision = run->precision;
    const double error = shade->actual - shade->exact, scaled = run->options->in_ulps ? error / ulp : error;
    precision->outputs++;
    if (!shade_is_finite(shade) || !isfinite(error / ulp)) {
        precision->not_finite++;
        return;
    }
    errors_add(&precision->errors, error / ulp, shade->exact);
    precision->squared += scaled * scaled;
    precision->exact_squared += shade->exact * shade->exact;
    precision->absolute += fabs(error);
    precision->largest = fabs(error) > precision->largest ? fabs(error) : precision->largest;
    precision->unfollowed += shade->is_restarted;
    precision->unfollowed_squared += shade->is_restarted ? scaled * scaled : 0;
    outputs_add_parts(run, shade, tile, ulp);
    if (!tile)
        return;
    errors_add(&tile->errors, error / ulp, shade->exact);
    tile->squared += error * error;
}

void output_against(struct shadowing *run, const struct shade *shade, struct precision_tile *tile, double truth,
                    double ulp)
{
    struct shade whole;
    shade_copy(&whole, shade);
    shade_add(&whole, source_of_mathematics(run), shade->exact - truth);
    whole.exact = truth;
    add_output(run, &whole, tile, ulp);
}

/* The unit in the last place is that of the larger one. */
static void take_output(struct shadowing *run, const struct shade *shade, struct precision_tile *tile,
                        enum format format, double ulp, struct precision_output output)
{
    const struct precision_options *options = run->options;
    if (!options->truth) {
        add_output(run, shade, tile, ulp);
        return;
    }
    output.argument = shade->varies && !shade->is_mixed ? shade->argument : NAN;
    const bool has_none = options->is_by_argument && isnan(output.argument);
    const double truth = has_none ? NAN : options->truth(options->truth_user, &output);
    run->precision->without_one += has_none;
    run->precision->without_value += !has_none && !isfinite(truth);
    if (isfinite(truth))
        output_against(run, shade, tile, truth, fmax(ulp, value_ulp(format, fabs(truth))));
}

void output_leaves(void *user, const struct packed *packed)
{
    struct shadowing *run = user;
    if (packed->is_output)
        take_output(run, &packed->shade, outputs_tile_of(run, packed->tile), packed->format, packed->ulp,
                    (struct precision_output){.space = TT_SPACE_L1, .place = packed->quarter});
    else
        run->precision->consumed++;
}

void output_of_cell(struct shadowing *run, uint32_t cell, const struct shade *shade, enum format format)
{
    const double exact = fabs(shade->exact), actual = fabs(shade->actual);
    take_output(run, shade, NULL, format, value_ulp(format, exact > actual ? exact : actual),
                (struct precision_output){.space = TT_SPACE_DST, .place = cell});
}
