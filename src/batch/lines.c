/* SPDX-License-Identifier: Apache-2.0 */
/* sbatch, bsub, qsub, parallel: array ranges and quoting. */
#include "batch/lines.h"

#include "base/memory.h"
#include "base/shell.h"
#include "base/text_stream.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The end, not included, of the run of shards that follow each other from `from` on. */
static size_t run_end(const struct batch_lines *lines, size_t from)
{
    size_t to = from + 1;
    while (to < lines->count && lines->which[to] == lines->which[to - 1] + 1)
        to++;
    return to;
}

static void put_run(FILE *out, const struct batch_lines *lines, size_t from, size_t to)
{
    (void)fprintf(out, "%" PRIu32, lines->which[from]);
    if (to - from > 1)
        (void)fprintf(out, "-%" PRIu32, lines->which[to - 1]);
}

/* "3,17,20-22" */
static void put_runs(FILE *out, const struct batch_lines *lines)
{
    for (size_t from = 0, to; from < lines->count; from = to) {
        to = run_end(lines, from);
        (void)fputs(from ? "," : "", out);
        put_run(out, lines, from, to);
    }
}

/* What each task runs. */
static char *command_of(const struct batch_lines *lines)
{
    struct text_stream text;
    if (text_stream_open(&text))
        return NULL;
    (void)fputs("tt-replay farm run ", text.out);
    shell_put_word(text.out, lines->farm);
    return text_stream_close(&text);
}

static char *log_of(const struct batch_lines *lines, const char *name)
{
    struct text_stream text;
    if (text_stream_open(&text))
        return NULL;
    size_t length = strlen(lines->farm);
    while (length > 1 && lines->farm[length - 1] == '/')
        length--;
    (void)fprintf(text.out, "%.*s/log/%s", (int)length, lines->farm, name);
    return text_stream_close(&text);
}

static bool put_slurm(FILE *out, const struct batch_lines *lines, const char *command)
{
    char *log = log_of(lines, "%a.txt");
    (void)fputs("sbatch --array=", out);
    put_runs(out, lines);
    (void)fputs(" --job-name=tt-replay --output=", out);
    shell_put_word(out, log ? log : "");
    (void)fputs(" --wrap=", out);
    shell_put_word(out, command);
    const bool is_whole = log != NULL;
    mem_free(log);
    return is_whole;
}

static bool put_lsf(FILE *out, const struct batch_lines *lines, const char *command)
{
    char *log = log_of(lines, "%I.txt");
    (void)fputs("bsub -J 'tt-replay[", out);
    put_runs(out, lines);
    (void)fputs("]' -o ", out);
    shell_put_word(out, log ? log : "");
    (void)fprintf(out, " %s", command);
    const bool is_whole = log != NULL;
    mem_free(log);
    return is_whole;
}

/* One range a line: Grid Engine takes no lists. */
static bool put_grid_engine(FILE *out, const struct batch_lines *lines, const char *command, size_t from, size_t to)
{
    char *log = log_of(lines, "");
    (void)fputs("qsub -t ", out);
    put_run(out, lines, from, to);
    (void)fputs(" -N tt-replay -cwd -V -b y -j y -o ", out);
    shell_put_word(out, log ? log : "");
    (void)fprintf(out, " %s", command);
    const bool is_whole = log != NULL;
    mem_free(log);
    return is_whole;
}

/* The shard is named: $PARALLEL_SEQ counts jobs, which are the shards only when all of them are run. */
static bool put_parallel(FILE *out, const struct batch_lines *lines, const char *command)
{
    const bool is_all = lines->count == lines->shards;
    if (is_all)
        (void)fprintf(out, "seq %" PRIu32 " | ", lines->shards);
    (void)fprintf(out, "parallel %s --shard {}/%" PRIu32, command, lines->shards);
    for (size_t i = 0; !is_all && i < lines->count; i++)
        (void)fprintf(out, "%s %" PRIu32, i ? "" : " :::", lines->which[i]);
    return true;
}

struct teller {
    const struct batch_lines *lines;
    const char *command;
    void (*visit)(void *user, const char *system, const char *line);
    void *user;
};

static bool tell(const struct teller *teller, const char *system,
                 bool (*put)(FILE *out, const struct batch_lines *lines, const char *command))
{
    struct text_stream text;
    if (text_stream_open(&text))
        return false;
    const bool is_put = put(text.out, teller->lines, teller->command);
    char *line = text_stream_close(&text);
    if (line && is_put)
        teller->visit(teller->user, system, line);
    mem_free(line);
    return line && is_put;
}

static bool tell_grid_engine(const struct teller *teller)
{
    for (size_t from = 0, to; from < teller->lines->count; from = to) {
        struct text_stream text;
        to = run_end(teller->lines, from);
        if (text_stream_open(&text))
            return false;
        const bool is_put = put_grid_engine(text.out, teller->lines, teller->command, from, to);
        char *line = text_stream_close(&text);
        if (line && is_put)
            teller->visit(teller->user, "grid_engine", line);
        mem_free(line);
        if (!line || !is_put)
            return false;
    }
    return true;
}

enum tt_status batch_lines_each(const struct batch_lines *lines,
                                void (*visit)(void *user, const char *system, const char *line), void *user,
                                struct tt_error *err)
{
    char *command = command_of(lines);
    const struct teller teller = {lines, command, visit, user};
    const bool is_told = command && tell(&teller, "slurm", put_slurm) && tell(&teller, "lsf", put_lsf) &&
                         tell_grid_engine(&teller) && tell(&teller, "parallel", put_parallel);
    mem_free(command);
    return is_told ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
}

/* Bytes up to the next space that is not between quotes, or the end. */
static size_t word_length(const char *text)
{
    size_t length = 0;
    for (bool is_quoted = false; text[length] && (is_quoted || text[length] != ' '); length++)
        if (text[length] == '\'')
            is_quoted = !is_quoted;
    return length;
}

void batch_put_command(FILE *out, const char *command)
{
    enum { WIDTH = 80, FIRST = 2, NEXT = 6 };
    size_t column = FIRST;
    (void)fprintf(out, "%*s", FIRST, "");
    for (const char *word = command; *word;) {
        const size_t length = word_length(word);
        const bool is_first = word == command, is_last = !word[length];
        if (!is_first && column + 1 + length + (is_last ? 0 : 2) > WIDTH) {
            (void)fprintf(out, " \\\n%*s", NEXT, "");
            column = NEXT;
        } else if (!is_first) {
            (void)fputc(' ', out);
            column++;
        }
        (void)fprintf(out, "%.*s", (int)length, word);
        column += length;
        word += length + !is_last;
    }
    (void)fputc('\n', out);
}

char *batch_shell_path(const char *folder, const char *name)
{
    struct text_stream text;
    const size_t length = strlen(folder), size = length + strlen(name) + 2;
    char *path = mem_alloc(size);
    if (!path)
        return NULL;
    (void)snprintf(path, size, "%s%s%s", folder, length && folder[length - 1] == '/' ? "" : "/", name);
    if (text_stream_open(&text)) {
        mem_free(path);
        return NULL;
    }
    shell_put_word(text.out, path);
    mem_free(path);
    return text_stream_close(&text);
}
