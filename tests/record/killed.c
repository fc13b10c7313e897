/* SPDX-License-Identifier: Apache-2.0 */
/* killed COUNT: recordings that end by kill -9 at a random moment, and as many whose disk is full at a random byte (a
 * limit of the file size). Every event that had been flushed by then imports, and is the one that was recorded. */
#include "capture/record/tt_record.h"

#include "capture/import/bundle/journal.h"
#include "capture/ttcap.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_US = 4000, SMALLEST = 20, LARGEST = 3 << 20, PATH_BYTES = 128, POLLS = 100000 };

static uint32_t seed = 1;

static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % below;
}

static uint32_t word_of(uint64_t event)
{
    return (uint32_t)(event * 2654435761u >> 7);
}

/* Records until it is killed, or until something cannot be written. */
static void record_on(struct tt_record *record, const char *folder, uint32_t flush_every)
{
    static uint8_t l1[4096];
    char id[32];
    (void)tt_record_open(record, folder, TT_RECORD_BLACKHOLE, "simulator", "killed");
    (void)tt_record_checkpoint(record, "begin");
    (void)tt_record_region(record, "l1", 0x20000, l1, sizeof l1);
    for (uint64_t i = 0; !record->is_broken; i++) {
        if (i % 3 == 0)
            (void)tt_record_exec(record, (int)(i % 2), word_of(i));
        else
            (void)tt_record_l1_store(record, -1, (uint32_t)(i & 0xFFFF), &i, sizeof(uint32_t));
        if (i % flush_every == 0)
            (void)tt_record_flush(record);
        if (i % 10007 == 10006) {
            (void)snprintf(id, sizeof id, "at %llu", (unsigned long long)i);
            (void)tt_record_checkpoint(record, id);
            (void)tt_record_region(record, "l1", 0x20000, l1, sizeof l1);
        }
    }
}

static void fail(const char *what, const char *folder, const char *why)
{
    (void)fprintf(stderr, "killed: %s: %s: %s\n", what, folder, why);
    exit(1);
}

static void ignore(void *user, const char *sentence)
{
    (void)user;
    (void)sentence;
}

static void check_event(const struct ttcap_event *event, uint64_t i, const char *what, const char *folder)
{
    const uint32_t low = (uint32_t)i;
    const int is_right =
        i % 3 == 0 ? event->kind == TTCAP_EXEC && event->value == word_of(i)
                   : event->kind == TTCAP_L1W && event->byte_count == 4 && memcmp(event->bytes, &low, sizeof low) == 0;
    if (event->seq != i || !is_right)
        fail(what, folder, "an event is another than was recorded");
}

/* Returns how many events came back. */
static uint64_t check(const char *folder, const char *out, uint64_t flushed, const char *what)
{
    struct tt_error err;
    struct salvaged salvaged;
    struct ttcap *capture = NULL;
    struct ttcap_cursor *cursor;
    struct ttcap_event event;
    if (journal_salvage(folder, out, ignore, NULL, &salvaged, &err) || ttcap_open(&capture, out, &err))
        fail(what, folder, err.text);
    const uint64_t count = ttcap_info(capture)->event_count;
    if (count < flushed)
        fail(what, folder, "events that were flushed are missing");
    if (ttcap_events_open(&cursor, capture, 0, count, &err))
        fail(what, folder, err.text);
    for (uint64_t i = 0; i < count; i++) {
        if (ttcap_events_next(cursor, &event, &err))
            fail(what, folder, err.text);
        check_event(&event, i, what, folder);
    }
    ttcap_events_close(cursor);
    ttcap_close(capture);
    return count;
}

static void limit_files(uint32_t bytes)
{
    const struct rlimit limit = {bytes, bytes};
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)setrlimit(RLIMIT_FSIZE, &limit);
}

/* Whether the recording came as far as a journal's head. */
static int has_head(const char *folder)
{
    char path[PATH_BYTES];
    int has = 0;
    (void)snprintf(path, sizeof path, "%s/journal.jsonl", folder);
    FILE *file = fopen(path, "rb");
    for (int c = file ? getc(file) : EOF; c != EOF && !has; c = getc(file))
        has = c == '\n';
    if (file)
        (void)fclose(file);
    return has;
}

/* Kills a recorder `after_us` from now, every other one from its journal's head on: on a busy machine a moment counted
 * from the fork would come before anything is written. */
static void kill_at(pid_t child, const char *folder, long after_us, int from_head)
{
    const struct timespec poll = {0, 100000}, moment = {0, after_us * 1000};
    for (int i = 0; from_head && i < POLLS && !has_head(folder); i++)
        (void)nanosleep(&poll, NULL);
    (void)nanosleep(&moment, NULL);
    (void)kill(child, SIGKILL);
}

/* One recording in a process of its own; whether it came as far as a journal's head. */
static int run(struct tt_record *record, const char *folder, int is_killed, uint32_t flush_every, uint32_t amount)
{
    memset(record, 0, sizeof *record);
    const pid_t child = fork();
    if (child == 0) {
        if (!is_killed)
            limit_files(amount);
        record_on(record, folder, flush_every);
        _exit(0);
    }
    if (is_killed)
        kill_at(child, folder, (long)amount, amount % 2 == 0);
    (void)waitpid(child, NULL, 0);
    const int is_begun = has_head(folder);
    if (!is_begun && record->flushed)
        fail("journal", folder, "events were flushed, and there is no journal");
    return is_begun;
}

int main(int argc, char **argv)
{
    const int count = argc > 1 ? atoi(argv[1]) : 100;
    char top[] = "/tmp/ttr-killed-XXXXXX", folder[64], out[64], command[160];
    struct tt_record *record = mmap(NULL, sizeof *record, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint64_t events[2] = {0, 0};
    int runs[2] = {0, 0};
    if (record == MAP_FAILED || !mkdtemp(top))
        return 2;
    seed = (uint32_t)time(NULL);
    (void)printf("seed %u\n", seed);
    for (int i = 0; i < 2 * count; i++) {
        const int is_killed = i % 2;
        (void)snprintf(folder, sizeof folder, "%s/case", top);
        (void)snprintf(out, sizeof out, "%s/out.ttcap", top);
        const uint32_t every = draw(2) ? 1 + draw(300) : UINT32_MAX;
        if (run(record, folder, is_killed, every,
                is_killed ? draw(LONGEST_US) : SMALLEST + draw(draw(2) ? LARGEST : 2000))) {
            events[is_killed] += check(folder, out, record->flushed, is_killed ? "kill -9" : "a full disk");
            runs[is_killed]++;
        }
        (void)snprintf(command, sizeof command, "rm -rf '%s' '%s'", folder, out);
        if (system(command) != 0)
            return 2;
    }
    (void)rmdir(top);
    for (int i = 0; i < 2; i++)
        (void)printf("%s: %d recordings, %d of them begun, %llu events imported, none of the flushed missing\n",
                     i ? "kill -9" : "full disk", count, runs[i], (unsigned long long)events[i]);
    return runs[0] > count / 4 && runs[1] > count / 4 ? 0 : 1;
}
