/* SPDX-License-Identifier: Apache-2.0 */
/* The capture that is replayed for the question, and how. */
#include "ask/precision/asked.h"
#include "ask/census/truth/truth.h"
#include "ask/run/expect/expect_internal.h"

#include "isa/spaces.h"
#include "results/subject.h"

#include <math.h>

/* ---- what outputs are held against ---- */

struct against {
    struct truth_function *own;
    const struct truth_function *function;
    struct expect *expect;
};

static void against_clear(struct against *against)
{
    truth_release();
    truth_free(against->own);
    if (against->expect)
        expect_clear(against->expect);
    mem_free(against->expect);
}

/* Datums that a run begins with are patterns of FP32 with fewer bits, or with all. */
static double value_of_function(const void *user, const struct precision_output *output)
{
    const struct against *against = user;
    const float single = (float)output->argument;
    struct truth truth;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    if ((double)single != output->argument ||
        !truth_of(against->function, &exact_fp32, bits, &exact_fp32, true, &truth))
        return NAN;
    return truth.kind == TRUTH_NUMBER ? truth.near : NAN;
}

/* Where datum nth of the array stands, in the numbers of struct precision_output. They rise with n. */
static uint32_t place_in_array(const struct expect *expect, uint32_t nth)
{
    enum { QUARTERS_OF_BYTE = 4, BITS_OF_QUARTER = 2, CELL = 2 };
    const struct expect_place place = expect_place(expect, nth);
    if (expect->space == TT_SPACE_DST)
        return (expect->lo + place.at) / CELL;
    return (expect->lo + place.at) * QUARTERS_OF_BYTE + place.shift / BITS_OF_QUARTER;
}

static double value_of_array(const void *user, const struct precision_output *output)
{
    const struct expect *expect = ((const struct against *)user)->expect;
    uint32_t first = 0, past = expect->count;
    if (output->space != expect->space)
        return NAN;
    while (first < past) {
        const uint32_t middle = first + (past - first) / 2;
        if (place_in_array(expect, middle) < output->place)
            first = middle + 1;
        else
            past = middle;
    }
    if (first == expect->count || place_in_array(expect, first) != output->place)
        return NAN;
    return precision_value(expect->form.lattice, expect->wanted[first]);
}

static enum tt_status asked_read_array(const struct precision_asked *asked, enum tt_chip chip, struct against *against,
                                       struct tt_error *err)
{
    against->expect = mem_calloc(1, sizeof *against->expect);
    NEED(against->expect, err, "no memory for the reference");
    TRY(expect_read(against->expect, asked->expect, chip, err));
    const enum tt_space space = against->expect->space;
    REFUSE_IF(!asked->expect->has_format || (space != TT_SPACE_L1 && space != TT_SPACE_DST), err,
              "--expect %s: found %s, expected datums of a --format in l1 or dst", asked->expect->path,
              asked->expect->has_format ? space_name(space) : "plain bits");
    return TT_OK;
}

static enum tt_status find_against(const struct precision_asked *asked, enum tt_chip chip,
                                   struct precision_options *how, struct against *against, struct tt_error *err)
{
    how->truth_user = against;
    if (asked->expect) {
        how->truth = value_of_array;
        return asked_read_array(asked, chip, against, err);
    }
    if (!asked->function)
        return TT_OK;
    how->truth = value_of_function;
    how->is_by_argument = true;
    TRY(truth_read(&against->function, &against->own, asked->function, err));
    REFUSE_IF(truth_is_of_pairs(against->function), err, "%s: found y, expected a function of x alone",
              asked->function);
    return TT_OK;
}

/* A source that never worked is no what-if: the name may be wrong. */
static enum tt_status check_names(const struct precision_asked *asked, const struct precision *precision,
                                  struct tt_error *err)
{
    for (size_t i = 0; i < asked->without_count; i++)
        REFUSE_IF(!precision_has_source(precision, asked->without[i]), err,
                  "without %s: no stage or unit of that name worked in this run", asked->without[i]);
    return TT_OK;
}

static enum tt_status asked_run(const struct precision_asked *asked, struct precision *precision, struct tt_error *err)
{
    struct subject subject OWNED(subject_clear) = {0};
    struct against against OWNED(against_clear) = {0};
    TRY(subject_open(&subject, asked->path, asked->how, err));
    struct precision_options how = {
        .replay = subject.replay, .without = asked->without, .without_count = asked->without_count};
    TRY(find_against(asked, ttcap_info(subject.capture)->chip, &how, &against, err));
    TRY(precision_run(subject.capture, &how, precision, err));
    return check_names(asked, precision, err);
}

enum tt_status precision_ask(const struct precision_asked *asked, struct precision *precision, struct tt_error *err)
{
    precision_init(precision);
    return PLACED(asked_run(asked, precision, err), err, "%s", asked->path);
}
