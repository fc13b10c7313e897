/* SPDX-License-Identifier: Apache-2.0 */
/* Where the error of a kernel comes from: the numbers of src/precision beside its words, over inputs of the population
 * that are evenly spaced, and over the worst. */
#include "ask/census/kernel/kernel_internal.h"

#include "base/pool.h"

#include <math.h>

enum { BUDGET_INPUTS = 65536, BUDGET_STRETCH = 1024 /* inputs of an item */ };

struct budget_work {
    const struct kernel_options *options;
    const struct kernel *kernel;
    const struct kernel_run *run;
    struct precision_options how;
    const struct kernel_example *list; /* null: of the population, evenly spaced */
    uint64_t count;
    struct budget_worker {
        struct tile *tile;
        struct shadowing *beside;
        uint32_t *inputs, *results;
    } * workers;
    struct precision *slots; /* each the figures of an item */
    struct precision *into;
};

static uint32_t budget_input(const struct budget_work *work, uint64_t number)
{
    const struct kernel_run *run = work->run;
    if (work->list)
        return work->list[number].input;
    const uint64_t each = run->past - run->first, sides = run->sides;
    const uint64_t at = (uint64_t)((double)number * ((double)(each * sides) / (double)work->count));
    return kernel_input(work->options, at / each * (run->inputs / sides) + run->first + at % each);
}

static enum tt_status budget_worker_begin(const struct budget_work *work, struct budget_worker *worker,
                                          struct precision *precision, struct tt_error *err)
{
    if (!worker->tile) {
        const size_t lanes = work->kernel->in.count;
        worker->tile = kernel_tile(work->kernel);
        worker->beside = shadowing_new(work->kernel->chip, &work->how, precision);
        worker->inputs = mem_calloc(lanes, sizeof *worker->inputs);
        worker->results = mem_calloc(lanes, sizeof *worker->results);
    }
    NEED(worker->tile && worker->beside && worker->inputs && worker->results, err,
         "no memory for the numbers beside a kernel");
    tile_set_probe(worker->tile, shadowing_probe(worker->beside));
    shadowing_into(worker->beside, precision);
    return TT_OK;
}

static double budget_number(const struct exact_format *format, uint32_t pattern)
{
    const struct exact value = exact_of(format, pattern);
    if (value.kind != EXACT_FINITE)
        return NAN;
    const double magnitude = ldexp((double)value.significand, value.exponent);
    return value.is_negative ? -magnitude : magnitude;
}

/* In the last place, at a magnitude. */
static double budget_unit(const struct exact_format *format, double magnitude)
{
    const int least = 2 - (1 << (format->exponent_bits - 1));
    int exponent = least + 1;
    if (magnitude > 0)
        (void)frexp(magnitude, &exponent);
    return ldexp(1, (exponent - 1 > least ? exponent - 1 : least) - (int)format->mantissa_bits);
}

/* An ordinary input's result; others are in no budget. */
static enum tt_status take_lane(const struct budget_work *work, struct budget_worker *worker, unsigned lane,
                                struct tt_error *err)
{
    const struct kernel_options *options = work->options;
    struct kernel_point point;
    const enum tt_status status = kernel_hold(options, 0, worker->inputs[lane], worker->results[lane], &point, err);
    if (status || !point.is_ordinary)
        return status;
    const uint32_t cell = options->out.is_register ? options->out.number * LANES + lane : work->kernel->out.cells[lane];
    const double actual = budget_number(options->result, worker->results[lane]);
    shadowing_output(worker->beside, options->out.is_register ? TT_SPACE_LREG : TT_SPACE_DST, cell, actual, point.near,
                     budget_unit(options->result, fmax(fabs(actual), fabs(point.near))));
    return TT_OK;
}

static enum tt_status budget_run_lanes(const struct budget_work *work, struct budget_worker *worker, uint64_t first,
                                       unsigned count, struct tt_error *err)
{
    const struct kernel_options *options = work->options;
    const struct kernel *kernel = work->kernel;
    for (unsigned i = 0; i < kernel->in.count; i++)
        worker->inputs[i] = budget_input(work, first + (i < count ? i : 0));
    kernel_restore(kernel, worker->tile);
    kernel_put(options, kernel, worker->tile, worker->inputs);
    shadowing_begin(worker->beside, worker->tile);
    for (unsigned i = 0; i < kernel->in.count && options->in.is_register; i++)
        shadowing_input(worker->beside, options->in.number, i, budget_number(options->format, worker->inputs[i]));
    const size_t done = kernel_pass(kernel, worker->tile, worker->beside);
    if (done < kernel->count)
        return kernel_refuse_word(kernel, done, err);
    kernel_get(options, kernel, worker->tile, worker->results);
    for (unsigned i = 0; i < count; i++)
        TRY(take_lane(work, worker, i, err));
    return TT_OK;
}

static enum tt_status budget_do(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct budget_work *work = user;
    struct budget_worker *worker = &work->workers[item->worker];
    const uint64_t first = (uint64_t)item->index * BUDGET_STRETCH;
    const uint64_t past = first + BUDGET_STRETCH < work->count ? first + BUDGET_STRETCH : work->count;
    const unsigned lanes = work->kernel->in.count;
    precision_init(&work->slots[item->slot]);
    enum tt_status status = budget_worker_begin(work, worker, &work->slots[item->slot], err);
    for (uint64_t at = first; at < past && !status; at += lanes)
        status = budget_run_lanes(work, worker, at, past - at < lanes ? (unsigned)(past - at) : lanes, err);
    truth_release();
    if (!status && !shadowing_is_whole(worker->beside))
        status = tt_fail(err, TT_NO_MEMORY, "no memory for the numbers beside a kernel");
    return status;
}

static enum tt_status budget_deliver(void *user, const struct pool_item *item, struct tt_error *err)
{
    struct budget_work *work = user;
    (void)err;
    precision_add(work->into, &work->slots[item->slot]);
    return TT_OK;
}

static enum tt_status budget_over(struct budget_work *work, struct precision *into, struct tt_error *err)
{
    const size_t items = (size_t)((work->count + BUDGET_STRETCH - 1) / BUDGET_STRETCH);
    const struct pool pool = {work,      work->options->threads, 2 * work->options->threads, items, NULL,
                              budget_do, budget_deliver};
    work->into = into;
    precision_init(into);
    into->chip = work->kernel->chip;
    return items ? pool_run(&pool, err) : TT_OK;
}

const char *kernel_spot_text(const struct kernel_budgets *budgets, uint64_t place, char text[static KERNEL_SPOT])
{
    for (size_t i = 0; i < budgets->spot_count; i++)
        if (budgets->spots[i].place == place)
            return budgets->spots[i].text;
    (void)snprintf(text, KERNEL_SPOT, "%s %" PRIu64, budgets->is_capture ? "event" : "line", place);
    return text;
}

void kernel_budgets_free(struct kernel_budgets *budgets)
{
    if (budgets)
        mem_free(budgets->spots);
    mem_free(budgets);
}

enum tt_status kernel_budget(const struct kernel_options *options, struct kernel *kernel, const struct kernel_run *run,
                             struct kernel_census *census, struct tt_error *err)
{
    const uint64_t all = (run->past - run->first) * run->sides;
    struct budget_work work = {.options = options,
                               .kernel = kernel,
                               .run = run,
                               .how = {.by_word = true, .in_ulps = true},
                               .count = all < BUDGET_INPUTS ? all : BUDGET_INPUTS,
                               .workers = mem_calloc(options->threads, sizeof *work.workers),
                               .slots = mem_calloc(2 * options->threads, sizeof *work.slots)};
    census->budgets = mem_calloc(1, sizeof *census->budgets);
    enum tt_status status = TT_OK;
    if (!work.workers || !work.slots || !census->budgets)
        status = tt_fail(err, TT_NO_MEMORY, "no memory for a budget");
    if (!status) {
        census->budgets->inputs = work.count;
        census->budgets->is_capture = kernel->is_capture;
        census->budgets->spots = kernel->spots;
        census->budgets->spot_count = kernel->spot_count;
        kernel->spots = NULL;
        status = budget_over(&work, &census->budgets->population, err);
    }
    work.list = census->worst;
    work.count = census->worst_count;
    if (!status)
        status = budget_over(&work, &census->budgets->worst, err);
    for (size_t i = 0; work.workers && i < options->threads; i++) {
        tile_free(work.workers[i].tile);
        shadowing_free(work.workers[i].beside);
        mem_free(work.workers[i].inputs);
        mem_free(work.workers[i].results);
    }
    mem_free(work.workers);
    mem_free(work.slots);
    return status;
}
