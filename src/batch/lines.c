/* SPDX-License-Identifier: Apache-2.0 */
/* sbatch, bsub, qsub, parallel: array ranges and quoting. */
#include "batch/lines.h"

#include "base/text/shell.h"
#include "base/text/text.h"
#include "base/text/text_stream.h"

/* The end, not included, of the run of shards that follow each other from `from` on. */
static size_t lines_run_end(const struct batch_lines *lines, size_t from)
{
    size_t to = from + 1;
    while (to < lines->count && lines->which[to] == lines->which[to - 1] + 1)
        to++;
    return to;
}

static void lines_put_run(FILE *out, const struct batch_lines *lines, size_t from, size_t to)
{
    (void)fprintf(out, "%" PRIu32, lines->which[from]);
    if (to - from > 1)
        (void)fprintf(out, "-%" PRIu32, lines->which[to - 1]);
}

/* "3,17,20-22" */
static void put_runs(FILE *out, const struct batch_lines *lines)
{
    for (size_t from = 0, to; from < lines->count; from = to) {
        to = lines_run_end(lines, from);
        (void)fputs(from ? "," : "", out);
        lines_put_run(out, lines, from, to);
    }
}

/* The command for each: @R the shards, @L where the log goes, @C the command, @W the command as one word, @A as
 * put_again() has it, @P all of GNU parallel's. */
static const struct {
    const char *system, *log, *line;
    bool is_by_run; /* one line a run of shards: it takes no lists */
} systems[] = {
    {"slurm", "%a.txt", "sbatch --array=@R --job-name=tt-replay --output=@L --wrap=@W", false},
    {"lsf", "%I.txt", "bsub -J 'tt-replay[@R]' -o @L @A", false},
    {"grid_engine", "", "qsub -t @R -N tt-replay -cwd -V -b y -j y -o @L @C", true},
    /* The shard is named: $PARALLEL_SEQ counts jobs, which are the shards only when all of them are run. */
    {"parallel", "", "@P", false},
};

static bool put_log(FILE *out, const char *folder, const char *name)
{
    char *log = batch_shell_path(folder, name);
    if (log)
        (void)fputs(log, out);
    mem_free(log);
    return log != NULL;
}

/* Words that a shell of the batch system's takes apart again. */
static void put_again(FILE *out, const char *command)
{
    if (strpbrk(command, "'\""))
        shell_put_word(out, command);
    else
        (void)fputs(command, out);
}

static void put_parallel(FILE *out, const struct batch_lines *lines)
{
    const bool is_all = lines->count == lines->shards;
    if (is_all)
        (void)fprintf(out, "seq %" PRIu32 " | ", lines->shards);
    (void)fputs("parallel ", out);
    put_again(out, lines->numbered);
    for (size_t i = 0; !is_all && i < lines->count; i++)
        (void)fprintf(out, "%s %" PRIu32, i ? "" : " :::", lines->which[i]);
}

/* Row `i` of the table for some of the lines' shards. */
static bool lines_put_line(FILE *out, size_t i, const struct batch_lines *lines)
{
    bool is_whole = true;
    for (const char *c = systems[i].line; *c; c++) {
        if (*c != '@') {
            (void)fputc(*c, out);
            continue;
        }
        switch (*++c) {
        case 'R':
            put_runs(out, lines);
            break;
        case 'L':
            is_whole = put_log(out, lines->log, systems[i].log);
            break;
        case 'C':
            (void)fputs(lines->command, out);
            break;
        case 'A':
            put_again(out, lines->command);
            break;
        case 'W':
            shell_put_word(out, lines->command);
            break;
        default:
            put_parallel(out, lines);
        }
    }
    return is_whole;
}

enum tt_status batch_lines_each(const struct batch_lines *lines,
                                void (*visit)(void *user, const char *system, const char *line), void *user,
                                struct tt_error *err)
{
    bool is_whole = true;
    for (size_t i = 0; i < sizeof systems / sizeof systems[0]; i++) {
        for (size_t from = 0, to; is_whole && from < lines->count; from = to) {
            struct text_stream text;
            to = systems[i].is_by_run ? lines_run_end(lines, from) : lines->count;
            struct batch_lines some = *lines;
            some.which += from;
            some.count = to - from;
            is_whole = !text_stream_open(&text);
            if (!is_whole)
                break;
            is_whole = lines_put_line(text.out, i, &some);
            char *line = text_stream_close(&text);
            is_whole = is_whole && line;
            if (is_whole)
                visit(user, systems[i].system, line);
            mem_free(line);
        }
    }
    return is_whole ? TT_OK : tt_fail(err, TT_NO_MEMORY, "no memory");
}

/* Bytes up to the next space that is not between quotes, or the end. No line begins with ":::", base/visible.h. */
static size_t word_length(const char *text)
{
    size_t length = 0;
    for (bool is_quoted = false;
         text[length] && (is_quoted || text[length] != ' ' || strncmp(text + length, " :::", 4) == 0); length++)
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
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = mem_alloc(size);
    if (!path)
        return NULL;
    (void)text_path(path, size, folder, name);
    if (text_stream_open(&text)) {
        mem_free(path);
        return NULL;
    }
    shell_put_word(text.out, path);
    mem_free(path);
    return text_stream_close(&text);
}
