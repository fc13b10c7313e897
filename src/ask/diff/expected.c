/* SPDX-License-Identifier: Apache-2.0 */
/* Compares the bytes for the verdict, has the first difference explained, and counts datums by their distance. */
#include "ask/diff/expected.h"

#include "ask/diff/diff_internal.h"
#include "ask/diff/end_state.h"
#include "ask/run/run_whole.h"
#include "base/little.h"
#include "base/search.h"
#include "precision/precision.h"

#include <math.h>

/* A run's end and a reference, as a source of mismatches. */
struct expected_ends {
    struct expect *expect;
    struct end_bytes own[TTCAP_EXPECTED_MAX];
    uint8_t *held[TTCAP_EXPECTED_MAX];
    struct expect_image image;
    bool has_end;
    struct diff_source_sink *sink; /* while it reports */
    enum tt_status status;
};

static void expected_on_mismatch(void *user, const struct replay_mismatch *run)
{
    struct expected_ends *ends = user;
    if (!ends->status)
        ends->status = ends->sink->mismatch(ends->sink->user, run);
}

/* A replay that was stopped, or that waits for ever where the device went on, has no end to compare. */
static bool has_end(const struct results_run_row *run)
{
    return !verdict_has_no_end(run->totals.facts.end) && !run->totals.facts.is_stopped;
}

static enum tt_status diff_expected_report(void *user, struct diff_source_sink *sink, struct tt_error *err)
{
    struct expected_ends *ends = user;
    struct replay_comparison sum = {.space = ends->expect->space};
    const struct mismatch_sink mismatches = {ends, expected_on_mismatch, NULL};
    (void)err;
    ends->sink = sink;
    for (size_t i = 0; ends->has_end && i < ends->expect->part_count; i++) {
        const struct ttcap_range *part = &ends->expect->parts[i];
        const struct stretch stretch = {0,           part->space,          part->lo,
                                        part->count, ends->held[i],        ends->own[i].bytes,
                                        part->known, ends->own[i].unknown, NULL};
        stretch_compare(&stretch, &sum, &mismatches);
    }
    return ends->status ? ends->status : sink->comparison(sink->user, &sum);
}

/* ---- values of a stage: the capture makes them once more ---- */

static bool expected_maker(void *user, uint32_t lo, struct results_access_row *owner)
{
    const struct expected_ends *ends = user;
    const struct staged_insn *insn = staged_insn_of(&ends->expect->staged, lo / 4);
    if (insn)
        *owner = (struct results_access_row){
            .seq = insn->seq,
            .of.unit = ends->expect->staged.unit,
            .of.instance = ends->expect->staged.instance < PROBE_INSTANCES ? ends->expect->staged.instance : 0,
            .of.lo = lo,
            .of.hi = lo + 4};
    return insn;
}

static enum tt_status replay_stage(struct expect *expect, struct results *results, struct tt_error *err)
{
    const struct results_run_row *run = results_run(results);
    struct expects expects = {.count = 1, .items = {expect}};
    struct ttcap *capture OWNED(ttcap_close_at) = NULL;
    struct replay_set *sets OWNED(mem_free_at) = NULL;
    struct replay_options options;
    struct replay_summary summary;
    struct tt_error why;
    TRY(run_capture_open(&capture, run, &why, err));
    if (!capture)
        return tt_fail(err, TT_IO, "a stage is made again from the capture: %s", why.text);
    TRY(run_replay_options(run, capture, &options, &sets, err));
    TRY(expects_put(&expects, capture, &options, err));
    options.follows_undefined = true;
    return replay_run(capture, &options, NULL, NULL, &summary, err);
}

static enum tt_status read_stage(struct expected_ends *ends, struct results *results, struct tt_error *err)
{
    const uint32_t bytes = 4 * ends->expect->count;
    struct end_bytes *own = &ends->own[0];
    TRY(ends->has_end ? replay_stage(ends->expect, results, err) : TT_OK);
    *own = (struct end_bytes){0, bytes, mem_calloc(bytes, 1), mem_calloc(bytes, 1),
                              mem_calloc(bytes, sizeof *own->writer)};
    NEED(own->bytes && own->unknown && own->writer, err, "no memory for the values of a stage");
    copy_numbers(own->bytes, ends->expect->staged.values, ends->expect->count, sizeof(uint32_t));
    for (uint32_t at = 0; at < bytes; at++) {
        const struct staged_insn *insn = staged_insn_of(&ends->expect->staged, at / 4);
        own->unknown[at] = insn && insn->origins;
        own->writer[at] = insn ? insn->seq + 1 : 0;
    }
    return TT_OK;
}

static enum tt_status read_ends(struct expected_ends *ends, struct results *results, struct tt_error *err)
{
    const struct address_marks marks = address_marks_of_results(results);
    int64_t moment;
    TRY(run_check_whole(results_run(results), "hold it against a reference", err));
    TRY(expect_moment(&moment, ends->expect, &marks, err));
    for (size_t i = 0; i < ends->expect->part_count; i++) {
        const struct ttcap_range *part = &ends->expect->parts[i];
        TRY(part->space == TT_SPACE_STAGE
                ? read_stage(ends, results, err)
                : end_bytes_read_at(&ends->own[i], results, part->space, part->lo, part->count, moment, err));
        ends->image.bytes[i] = ends->own[i].bytes;
        ends->image.unknown[i] = ends->own[i].unknown;
        ends->held[i] = mem_calloc(part->count, 1);
        NEED(ends->held[i], err, "no memory for the reference");
    }
    expect_see(ends->expect, &ends->image);
    expect_accept(ends->expect, &ends->image, ends->held);
    return TT_OK;
}

static void clear_ends(struct expected_ends *ends)
{
    for (size_t i = 0; i < TTCAP_EXPECTED_MAX; i++) {
        end_bytes_clear(&ends->own[i]);
        mem_free(ends->held[i]);
    }
}

/* ---- datums ---- */

static bool expected_add(struct expected *expected, const struct expected_ends *ends, uint32_t nth,
                         const struct expect_datum *datum)
{
    const struct end_bytes *own = &ends->own[expected->expect->data_part];
    const uint64_t writer = own->writer[datum->lo - own->lo];
    return MEM_PUSH(expected->items, expected->item_count, expected->item_capacity,
                    (struct expected_item){nth, *datum, writer != 0, writer ? writer - 1 : 0});
}

/* Means and sums of products about them, value by value (Welford). */
struct moments {
    double count, mean_a, mean_b, aa, bb, ab;
};

static void moments_add(struct moments *of, double a, double b)
{
    if (!isfinite(a) || !isfinite(b))
        return;
    const double from_a = a - of->mean_a, from_b = b - of->mean_b;
    of->count++;
    of->mean_a += from_a / of->count;
    of->mean_b += from_b / of->count;
    of->aa += from_a * (a - of->mean_a);
    of->bb += from_b * (b - of->mean_b);
    of->ab += from_a * (b - of->mean_b);
}

ORDER(by_distance, struct expected_item, FALLING(datum.ulps) ?: RISING(nth))

static enum tt_status expected_count_datums(struct expected *expected, const struct expected_ends *ends,
                                            struct tt_error *err)
{
    const struct expect *expect = expected->expect;
    struct moments moments = {0};
    expected->map = mem_calloc(expect->count, 1);
    for (uint32_t nth = 0; expected->map && nth < expect->count; nth++) {
        const struct expect_datum datum = expect_datum(expect, &ends->image, nth);
        if (datum.is_undecided || !ends->has_end) {
            expected->undecided++;
            expected->map[nth] = EXPECTED_UNDECIDED;
            continue;
        }
        moments_add(&moments, precision_value(expect->form.lattice, datum.wanted),
                    precision_value(expect->form.lattice, datum.replayed));
        if (datum.is_equal) {
            expected->equal++;
            continue;
        }
        const unsigned class = against_distance_class(datum.ulps);
        expected->differing++;
        expected->distances[class]++;
        expected->map[nth] =
            (uint8_t)(class ? class : 1); /* other bits of the same value: not equal, and at no distance */
        if (datum.ulps != UINT64_MAX && datum.ulps > expected->farthest)
            expected->farthest = datum.ulps;
        NEED(expected_add(expected, ends, nth, &datum), err, "no memory for the differences");
    }
    NEED(expected->map, err, "no memory for %u datums", expect->count);
    expected->correlation = moments.ab / sqrt(moments.aa * moments.bb);
    expected->has_first = expected->item_count > 0;
    if (expected->has_first) {
        expected->first = expected->items[0];
        qsort(expected->items, expected->item_count, sizeof *expected->items, by_distance);
    }
    return TT_OK;
}

enum tt_status expected_make(struct expected *expected, struct results *results, struct expect *expect,
                             struct tt_error *err)
{
    struct expected_ends ends OWNED(clear_ends) = {.expect = expect, .has_end = has_end(results_run(results))};
    const struct diff_source source = {&ends, diff_expected_report, expected_maker, NULL};
    *expected = (struct expected){.expect = expect};
    TRY(read_ends(&ends, results, err));
    TRY(diff_make_from(&expected->diff, results, &source, 1, NULL, err));
    return expected_count_datums(expected, &ends, err);
}

void expected_clear(struct expected *expected)
{
    diff_clear(&expected->diff);
    mem_free(expected->items);
    mem_free(expected->map);
    *expected = (struct expected){0};
}
