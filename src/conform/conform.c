/* SPDX-License-Identifier: Apache-2.0 */
/* One run over everything that was named. */
#include "conform/conform_internal.h"

#include "base/memory.h"

void conform_options_init(struct conform_options *options)
{
    *options = (struct conform_options){.units = 1u << TT_UNIT_PACK};
}

enum tt_status conform_variants(const struct conform_options *options, struct variant_set *set, struct tt_error *err)
{
    for (size_t i = 0; i < options->variant_count; i++) {
        if (variant_parse(set, options->variants[i]) != 0)
            return tt_fail(err, TT_BAD_INPUT, "there is no variant \"%s\"", options->variants[i]);
    }
    return TT_OK;
}

enum tt_status conform_result(struct conform_context *context, const struct conform_case *result, struct tt_error *err)
{
    if (context->options->told)
        context->options->told(context->options->user, result);
    return conform_add(context->report, result, err);
}

static enum tt_status run_item(struct conform_context *context, const struct conform_item *item, struct tt_error *err)
{
    switch (item->kind) {
    case CONFORM_VECTORS:
        return conform_run_vectors(context, item->path, err);
    case CONFORM_BUNDLE:
        return conform_run_bundle(context, item->path, err);
    case CONFORM_CAPTURE:
        break;
    }
    return conform_run_capture(context, item->path, err);
}

static enum tt_status run_items(struct conform_context *context, const struct conform_items *items,
                                struct tt_error *err)
{
    const struct conform_options *options = context->options;
    enum tt_status status = TT_OK;
    for (size_t i = 0; i < items->count && status == TT_OK; i++) {
        if (options->progress)
            options->progress(options->user, i, items->count);
        status = run_item(context, &items->items[i], err);
    }
    if (options->progress)
        options->progress(options->user, items->count, items->count);
    return status;
}

enum tt_status conform_run(struct conform_report *report, const char *const *paths, size_t path_count,
                           const struct conform_options *options, struct tt_error *err)
{
    struct conform_context context = {.options = options, .report = report};
    struct conform_items items = {0};
    struct variant_set variants = {{0}};
    *report = (struct conform_report){0};
    enum tt_status status = conform_variants(options, &variants, err); /* refused before anything runs */
    if (status == TT_OK)
        status = conform_collect(&items, paths, path_count, err);
    if (status == TT_OK)
        status = run_items(&context, &items, err);
    conform_report_sort(report);
    conform_items_clear(&items);
    for (unsigned chip = 0; chip < TT_CHIP_COUNT; chip++) {
        tile_free(context.held[chip]);
        tile_free(context.replayed[chip]);
    }
    return status;
}
