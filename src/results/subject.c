/* SPDX-License-Identifier: Apache-2.0 */
#include "results/subject.h"

#include "capture/places.h"

void subject_clear(struct subject *subject)
{
    ttcap_close(subject->capture);
    results_close(subject->results);
    mem_free(subject->sets);
    *subject = (struct subject){0};
}

enum tt_status subject_of_run(struct subject *subject, const struct results_run_row *run, struct tt_error *err)
{
    TRY(run_capture_need(&subject->capture, run, err));
    return run_replay_options(run, subject->capture, &subject->replay, &subject->sets, err);
}

/* The typed options, behind those that the run held. */
static enum tt_status subject_add(struct subject *subject, const struct replay_words *words, struct tt_error *err)
{
    struct replay_options *replay = &subject->replay;
    const size_t before = replay->set_count;
    struct replay_set *sets = mem_calloc(before + words->sets.count + 1, sizeof *sets);
    NEED(sets, err, "no memory for the fields that are held");
    if (before)
        memcpy(sets, replay->sets, before * sizeof *sets);
    mem_free(subject->sets);
    subject->sets = sets;
    const enum tt_status status =
        replay_words_parse(words, ttcap_info(subject->capture)->chip, replay, sets + before, err);
    replay->sets = sets;
    replay->set_count = before + words->sets.count;
    return status;
}

enum tt_status subject_open_capture(struct subject *subject, const char *path, const struct replay_words *words,
                                    struct tt_error *err)
{
    TRY(subject->capture ? TT_OK : ttcap_open(&subject->capture, path, err));
    TRY(capture_places_check(subject->capture, err));
    replay_options_init(&subject->replay, ttcap_info(subject->capture));
    subject->replay.order = order_usual(ttcap_info(subject->capture), false);
    return subject_add(subject, words, err);
}

enum tt_status subject_open(struct subject *subject, const char *path, const struct replay_words *words,
                            struct tt_error *err)
{
    bool is_database = false;
    enum tt_status status = results_is_database(&is_database, path, err);
    if (!status && !is_database)
        return subject_open_capture(subject, path, words, err);
    status = status ?: results_open(&subject->results, path, err);
    status = status ?: subject_of_run(subject, results_run(subject->results), err);
    if (status)
        tt_error_prefix(err, "%s", path);
    return status ? status : subject_add(subject, words, err);
}
