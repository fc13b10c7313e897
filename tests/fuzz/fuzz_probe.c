/* SPDX-License-Identifier: Apache-2.0 */
/* Files of probe: the first byte says which. Experiments, which are run once and whose answers are read; answers to
 * what was made; a profile. What is refused is refused with a sentence. */
#include "base/memory.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"
#include "probe/files.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS_MAX = 64 };

static const char folder[] = "fuzz_probe.d", questions[] = "fuzz_probe.d/probe.json",
                  given[] = "fuzz_probe.d/given.json";

static void write_file(const char *path, const uint8_t *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    require(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static void read_answers(const struct experiments *set, const char *path)
{
    struct experiment_answer *answers = NULL;
    struct experiment_reading reading = {.outcomes = NULL};
    struct tt_error err = {""};
    if (experiment_answers_open(set, path, &answers, &err)) {
        require(*err.text && !answers);
        return;
    }
    require(experiment_read(set, answers, &reading, &err) == TT_OK);
    for (unsigned id = 0; id < VARIANT_COUNT; id++)
        require(reading.verdicts[id].choice < variant_get((enum variant_id)id)->choice_count);
    experiment_reading_clear(&reading);
    mem_free(answers);
}

/* Programs that are short are run, too. */
static void try_questions(void)
{
    struct experiments set;
    struct tt_error err = {""};
    const enum tt_status status = experiments_open(&set, folder, &err);
    require(status == TT_OK || *err.text);
    bool is_short = true;
    for (size_t i = 0; i < set.count && !status; i++)
        is_short &= set.experiments[i].program->count <= WORDS_MAX;
    if (status == TT_OK && is_short) {
        const struct variant_set variants = {{0}};
        require(experiment_answers_write(&set, &variants, 1, given, &err) == TT_OK);
        read_answers(&set, given);
        (void)unlink(given);
    }
    experiments_clear(&set);
}

static enum tt_status take(void *user, const char *reading, struct tt_error *err)
{
    (void)user;
    (void)err;
    require(*reading);
    return TT_OK;
}

/* One experiment, of which every answer is another. */
static void answer_one(void)
{
    struct experiment one = {.name = "00-a", .answer_count = 2, .reading_count = 1, .answers = {1, 2}};
    struct experiments set = {.experiments = &one, .count = 1};
    read_answers(&set, given);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    (void)mkdir(folder, 0700);
    const unsigned which = data[0] % 3;
    write_file(which == 0 ? questions : given, data + 1, size - 1);
    struct tt_error err = {""};
    if (which == 0)
        try_questions();
    else if (which == 1)
        answer_one();
    else if (experiment_profile_read(given, take, NULL, &err))
        require(*err.text);
    (void)unlink(questions);
    (void)unlink(given);
    (void)rmdir(folder);
    return 0;
}
