/* SPDX-License-Identifier: Apache-2.0 */
/* Other timings of a program's tiles, drawn one after the other: whether what the host reads hangs on which tile is
 * ahead. docs/semantics/device.md#conversation */
#include "cli/run/program_run.h"

#include "base/guard/limits.h"

#include "show/wrap.h"

enum { TIMINGS = 4, MS_FOR_ALL = 10000 /* of processors: behind it no other one begins */ };

static enum tt_status timing_try(const struct program_run *run, uint64_t seed, struct verdict_facts *facts,
                                 struct tt_error *err)
{
    struct program_words words = *run->words;
    struct program_run other OWNED(program_run_clear) = program_again(run, &words);
    words.seed = seed;
    TRY(program_do(&other, err));
    *facts = other.conversation.facts;
    return TT_OK;
}

enum tt_status program_say_timings(const struct program_run *run, struct report *report, struct tt_error *err)
{
    const enum verdict usual = verdict_of(&run->conversation.facts);
    /* A capture of a tile, which may differ as well, is of one timing. */
    const bool is_asked = usual != VERDICT_UNSUPPORTED && !run->difference_count;
    char words[VERDICT_WORDS_MAX];
    const uint64_t until = limit_used_ms() + MS_FOR_ALL;
    bool is_other = false;
    unsigned drawn = 0;
    report_list(report, "timings");
    for (uint64_t seed = 1; is_asked && seed <= TIMINGS && limit_used_ms() < until && !limit_is_near(NULL); seed++) {
        struct verdict_facts facts;
        drawn++;
        TRY(timing_try(run, seed, &facts, err));
        const enum verdict verdict = verdict_of(&facts);
        report_item(report, NULL, SAY("seed", seed), SAY("verdict", verdict_name(verdict)));
        if (verdict == usual || is_other)
            continue;
        is_other = true;
        report_print(report,
                     "  timing       which tile is ahead decides it: with --seed %" PRIu64 " the verdict is\n"
                     "               %s: %s\n",
                     seed, verdict_name(verdict), verdict_words(&facts, words));
    }
    report_close(report);
    if (!is_other && drawn)
        report_print(report, "  timing       %u other timing%s of the tiles drawn: this verdict in each\n", drawn,
                     plural(drawn));
    if (is_asked && drawn < TIMINGS)
        report_print(report, "  timing       %u not drawn, for want of time\n", TIMINGS - drawn);
    return TT_OK;
}
