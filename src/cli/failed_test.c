/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/failed_test.h"

#include "base/child.h"
#include "base/guard/limits.h"
#include "base/path.h"
#include "capture/json/json.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char ending[] = ".test";

/* How a stored test fits the name; a whole one wins over those of which a part is named. */
enum fit { FIT_NOT, FIT_PART, FIT_WHOLE };

/* A folder that is being looked through. */
struct looking {
    struct failed_test *test;
    char here[PATH_MAX]; /* the real path of the file that is named; "": none is there */
    const char *rest;    /* behind its "::"; "": only the file is named */
    const char *record;  /* the file that is being read */
    time_t since, failed;
    enum fit best;
    unsigned count;
    bool is_older; /* than its test's file */
    char names[512];
};

enum { RECORD_MAX = 1 << 16, CANNOT_RUN = 127, NO_TESTS = 5 };

bool failed_test_is(const char *word)
{
    if (path_ending(word, ".py"))
        return true;
    return strstr(word, "::") && access(word, F_OK) != 0;
}

/* ---- what is stored ---- */

static size_t file_length(const char *node)
{
    const char *colons = strstr(node, "::");
    return colons ? (size_t)(colons - node) : strlen(node);
}

/* Whether the test of a node is the one that is named, whole or up to its parameters or its class. */
static enum fit fit_of_test(const char *node, const char *rest)
{
    const char *test = node + file_length(node) + 2;
    const size_t length = strlen(rest);
    if (!*rest)
        return FIT_PART;
    if (!node[file_length(node)] || strncmp(test, rest, length) != 0)
        return FIT_NOT;
    return !test[length] ? FIT_WHOLE : test[length] == '[' || test[length] == ':' ? FIT_PART : FIT_NOT;
}

/* By the file that is named; of one that failed on another machine, by the end of its node. */
static enum fit fit_of(const struct looking *looking, const char *node, const char *file)
{
    const char *name = looking->test->name;
    const size_t named = file_length(name), noted = file_length(node);
    const bool is_alike = noted >= named && memcmp(node + noted - named, name, named) == 0 &&
                          (noted == named || node[noted - named - 1] == '/');
    const bool is_of_file =
        strcmp(looking->here, file) == 0 || (is_alike && (!*looking->here || access(file, F_OK) != 0));
    return is_of_file ? fit_of_test(node, looking->rest) : FIT_NOT;
}

static void look_note(struct looking *looking, const char *node, const char *order, bool has_expects)
{
    struct failed_test *test = looking->test;
    const size_t used = strlen(looking->names);
    (void)snprintf(looking->names + used, sizeof looking->names - used, "\n  %s", node);
    if (looking->count++)
        return;
    (void)snprintf(test->node, sizeof test->node, "%s", node);
    (void)snprintf(test->stem, sizeof test->stem, "%.*s", (int)(strlen(looking->record) - strlen(ending)),
                   looking->record);
    (void)snprintf(test->order, sizeof test->order, "%s", order ? order : "");
    test->has_expects = has_expects;
}

static enum tt_status failed_test_record(void *user, const struct cJSON *root, struct tt_error *err)
{
    struct looking *looking = user;
    const char *node = NULL, *file = NULL, *order = NULL;
    bool has_expects = false;
    struct stat record, source;
    const struct json_member members[] = {JSON_MEMBER("node", JSON_TEXT, &node), JSON_MEMBER("file", JSON_TEXT, &file),
                                          JSON_MEMBER("order", JSON_TEXT, &order, .may_be_null = true),
                                          JSON_MEMBER("expects", JSON_TRUTH, &has_expects)};
    const enum tt_status status = json_read(root, "", JSON_MEMBERS(members), err);
    const enum fit fit = status ? FIT_NOT : fit_of(looking, node, file);
    if (fit == FIT_NOT || fit < looking->best || stat(looking->record, &record) < 0 || record.st_mtime < looking->since)
        return status;
    if (fit > looking->best) {
        looking->count = 0;
        looking->names[0] = '\0';
    }
    looking->best = fit;
    look_note(looking, node, order, has_expects);
    looking->failed = record.st_mtime;
    looking->is_older = stat(file, &source) == 0 && source.st_mtime > record.st_mtime;
    return TT_OK;
}

/* All records of the folder; that it is not there is an answer. */
static enum tt_status failed_test_look_through(struct looking *looking, const char *folder, struct tt_error *err)
{
    enum path_kind kind;
    struct folder inside = {0};
    enum tt_status status = path_look(&kind, folder, err);
    if (!status && kind != PATH_ABSENT)
        status = folder_read(&inside, folder, true, err);
    for (size_t i = 0; i < inside.count && !status; i++) {
        if (!path_ending(inside.names[i], ending))
            continue;
        char *path = path_join(folder, inside.names[i]);
        looking->record = path;
        status = path ? json_read_file(path, RECORD_MAX, failed_test_record, looking, err)
                      : tt_fail(err, TT_NO_MEMORY, "no memory");
        mem_free(path);
    }
    folder_clear(&inside);
    return status;
}

static enum tt_status failed_test_look(struct looking *looking, struct failed_test *test, const char *folder,
                                       time_t since, struct tt_error *err)
{
    char file[PATH_MAX];
    const size_t length = file_length(test->name);
    *looking =
        (struct looking){.test = test, .since = since, .rest = test->name[length] ? test->name + length + 2 : ""};
    (void)snprintf(file, sizeof file, "%.*s", (int)length, test->name);
    if (!realpath(file, looking->here))
        looking->here[0] = '\0';
    TRY(failed_test_look_through(looking, folder, err));
    REFUSE_IF(looking->count > 1, err, "%s: %u failures of it are stored in %s: name one%s", test->name, looking->count,
              folder, looking->names);
    return TT_OK;
}

/* ---- what is run ---- */

/* In the child: never comes back. Its answer goes where errors go: standard output is for the one screen. */
static void run_become(const struct failed_test *test, const char *folder)
{
    char *const words[] = {"python3",
                           "-m",
                           "pytest",
                           "-p",
                           "tt_replay.pytest",
                           "--tt-replay-all",
                           "--tt-replay-dir",
                           (char *)folder,
                           "--tt-replay-budget",
                           "1",
                           "-q",
                           "--tb=no",
                           "--no-header",
                           (char *)test->name,
                           NULL};
    (void)dup2(STDERR_FILENO, STDOUT_FILENO);
    limits_lift();
    (void)execvp(words[0], words);
    _exit(CANNOT_RUN);
}

static enum tt_status failed_test_run(struct failed_test *test, const char *folder, struct tt_error *err)
{
    int ended = 0;
    (void)fprintf(stderr, "tt-replay: runs %s: python3 -m pytest -p tt_replay.pytest --tt-replay-all\n", test->name);
    const pid_t child = child_fork();
    if (child == 0)
        run_become(test, folder);
    if (child < 0 || child_wait(child, CHILD_NO_DEADLINE, &ended) < 0)
        return tt_fail(err, TT_IO, "python3 cannot be run: %s", strerror(errno));
    const int code = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    test->is_passing = code == 0;
    if (code == CANNOT_RUN)
        return tt_fail(err, TT_IO, "python3 cannot be run");
    return code == 0 || code == 1 ? TT_OK
           : code == NO_TESTS     ? tt_fail(err, TT_BAD_INPUT, "%s: pytest finds no such test", test->name)
                                  : tt_fail(err, TT_BAD_INPUT, "%s: pytest ended with %d", test->name, code);
}

static enum tt_status run_and_look(struct looking *looking, struct failed_test *test, const char *folder,
                                   struct tt_error *err)
{
    const time_t since = time(NULL);
    enum tt_status status = failed_test_run(test, folder, err);
    if (status || test->is_passing)
        return status;
    status = failed_test_look(looking, test, folder, since, err);
    REFUSE_IF(!status && !looking->count, err,
              "%s: it failed and left no capture: no tile of tt_replay ran in it, or its fixture tt_case was "
              "given none (tt-replay help pytest)",
              test->name);
    return status;
}

enum tt_status failed_test_find(struct failed_test *test, struct tt_error *err)
{
    struct looking looking;
    struct tm local;
    const char *folder = test->folder ? test->folder : "tt-replay-failures"; /* as the plugin has it */
    enum tt_status status = failed_test_look(&looking, test, folder, 0, err);
    if (!status && !test->is_quiet && (test->is_again || !looking.count || looking.is_older))
        status = run_and_look(&looking, test, folder, err);
    else if (!status && !looking.count)
        status =
            tt_fail(err, TT_BAD_INPUT, "%s: no failure of it is stored in %s (python3 -m pytest -p tt_replay.pytest)",
                    test->name, folder);
    if (!status && !test->is_passing && localtime_r(&looking.failed, &local))
        (void)strftime(test->when, sizeof test->when, "%Y-%m-%d %H:%M", &local);
    return status;
}
