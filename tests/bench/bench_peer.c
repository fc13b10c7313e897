/* SPDX-License-Identifier: Apache-2.0 */
/* Every operation whose cost on the quickest open simulator was recorded, beside that cost: worst first, then the
 * geometric mean of each group. Both in datums of the calibration loop, so that machines can be compared. */
#include "base/memory.h"
#include "bench/bench.h"
#include "bench/peer.h"
#include "capture/json/json.h"

#include <cjson/cJSON.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES_MAX = 512, LINE_MAX_BYTES = 1 << 16, ROUNDS = 15, DATUMS_A_ROUND = 1000000 };

struct measured {
    struct peer_case what;
    double loops; /* ours for a word; 0: not measured */
};

struct peer_bench {
    struct tile *tile;
    const struct peer_case *what;
    unsigned times; /* all words of the case */
};

static double run_words(void *user)
{
    const struct peer_bench *bench = user;
    const struct peer_case *what = bench->what;
    const double start = bench_processor();
    for (unsigned i = 0; i < bench->times; i++) {
        for (unsigned k = 0; k < what->words_count; k++)
            (void)tile_exec(bench->tile, what->thread, what->words[k], i);
    }
    return bench_processor() - start;
}

static double run_calib(void *user)
{
    (void)user;
    return bench_calib(DATUMS_A_ROUND);
}

static void measure(struct tile *tile, struct measured *row)
{
    char message[2 * PEER_NAME_MAX + 64];
    struct peer_bench bench = {.tile = tile, .what = &row->what};
    struct bench_ratio ratio;
    if (!peer_case_set_up(tile, &row->what)) {
        (void)snprintf(message, sizeof message, "%s %s cannot be set up", row->what.group, row->what.operation);
        bench_fail(message);
        return;
    }
    bench.times = 1 + (unsigned)(DATUMS_A_ROUND / (row->what.peer_loops * row->what.words_count));
    if (bench_compare((struct bench_work){run_words, &bench}, (struct bench_work){run_calib, NULL}, ROUNDS, &ratio) ==
        0)
        row->loops = ratio.least * DATUMS_A_ROUND / ((double)bench.times * row->what.words_count);
}

static double times_as_fast(const struct measured *row)
{
    return row->loops > 0 ? row->what.peer_loops / row->loops : 0;
}

static int worst_first(const void *a, const void *b)
{
    const double x = times_as_fast(a), y = times_as_fast(b);
    return (x > y) - (x < y);
}

static void print_cases(const struct measured *rows, size_t count)
{
    (void)printf("\n### Operations beside the simulator's recorded cost, worst first\n\n| group | operation | the "
                 "simulator, loops | ours, loops | times as fast |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        const struct measured *row = &rows[i];
        (void)printf("| %s | %s | %.1f | %.1f | %.2f |\n", row->what.group, row->what.operation, row->what.peer_loops,
                     row->loops, times_as_fast(row));
    }
}

static double mean_of(const struct measured *rows, size_t count, const char *group, size_t *of)
{
    double sum = 0;
    *of = 0;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].what.group, group) != 0 || rows[i].loops <= 0)
            continue;
        sum += log(times_as_fast(&rows[i]));
        ++*of;
    }
    return *of ? exp(sum / (double)*of) : 0;
}

static void print_groups(const struct measured *rows, size_t count)
{
    (void)printf("\n| group | operations | slower than the simulator | geometric mean |\n|---|---|---|---|\n");
    for (size_t i = 0; i < count; i++) {
        size_t before = 0, of, slower = 0;
        while (strcmp(rows[before].what.group, rows[i].what.group) != 0)
            before++;
        if (before < i)
            continue; /* printed with the first of its group */
        for (size_t k = 0; k < count; k++)
            slower += strcmp(rows[k].what.group, rows[i].what.group) == 0 && times_as_fast(&rows[k]) < 1;
        const double best = mean_of(rows, count, rows[i].what.group, &of);
        (void)printf("| %s | %zu | %zu | %.2f |\n", rows[i].what.group, of, slower, best);
    }
}

static struct cJSON *read_rows(FILE *file)
{
    char *line = malloc(LINE_MAX_BYTES);
    struct cJSON *rows = cJSON_CreateArray();
    while (line && rows && fgets(line, LINE_MAX_BYTES, file)) {
        struct tt_error err;
        struct cJSON *row = NULL;
        if (json_parse_line(&row, line, strlen(line), &err) != TT_OK || !cJSON_AddItemToArray(rows, row))
            bench_fail("a line of the recorded costs is no JSON");
    }
    free(line);
    return rows;
}

/* only: rows whose group or operation has this in its name; null: all. */
static void run_cases(struct tile *tile, const struct cJSON *rows, const char *only)
{
    const struct cJSON *row;
    struct measured *all = calloc(CASES_MAX, sizeof *all);
    size_t count = 0;
    cJSON_ArrayForEach(row, rows)
    {
        struct measured *to = &all[count];
        if (!all || count == CASES_MAX || !peer_case_read(row, &to->what)) {
            bench_fail("a row of the recorded costs cannot be read");
            continue;
        }
        if (only && !strstr(to->what.group, only) && !strstr(to->what.operation, only))
            continue;
        measure(tile, to);
        count++;
    }
    if (count) {
        qsort(all, count, sizeof *all, worst_first);
        print_cases(all, count);
        print_groups(all, count);
    }
    free(all);
}

void bench_peer(void)
{
    FILE *file = fopen(PEER_CASES, "rb");
    if (!file) {
        bench_note("Operations beside the simulator's: skipped, " PEER_CASES " is not there.");
        return;
    }
    struct cJSON *rows = read_rows(file);
    struct tile *tile = tile_new(TT_BLACKHOLE);
    (void)fclose(file);
    if (rows && tile)
        run_cases(tile, rows, getenv("TT_BENCH_ONLY"));
    else
        bench_fail("no memory");
    tile_free(tile);
    cJSON_Delete(rows);
}
