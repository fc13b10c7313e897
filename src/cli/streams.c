/* SPDX-License-Identifier: Apache-2.0 */
/* A verb prints names in a hundred places, and more will come: so that none can forget, the escapes are decided behind
 * all of them, where the bytes leave the program. stdout and stderr are variables in the C library that this builds
 * with, and anyone may give them another stream. */
#include "cli/streams.h"

#include "base/visible.h"
#include "show/report.h"
#include "verdict/verdict.h"

#include <sys/types.h>
#include <unistd.h>

enum { OUT_BYTES = 4096, CUT_MAX = 4, LINE_MAX_BYTES = 1024 };

/* The bytes for one descriptor. */
struct guard {
    int descriptor;
    bool has_colour;
    char cut[CUT_MAX]; /* the head of a character whose rest comes with the next bytes */
    size_t cut_count;
    struct visible_line line;
};

bool streams_put(int descriptor, const char *bytes, size_t count)
{
    while (count) {
        const ssize_t n = write(descriptor, bytes, count);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes += n;
        count -= (size_t)n;
    }
    return true;
}

/* How long the colour at the head of the text is; 0: none is there. */
static size_t colour_at(const char *text, size_t count)
{
    const struct ink ink = ink_for(true);
    const char *const colours[] = {ink.bold, ink.red, ink.green, ink.dim, ink.off};
    for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
        const size_t length = strlen(colours[i]);
        if (count >= length && memcmp(text, colours[i], length) == 0)
            return length;
    }
    return 0;
}

/* How many bytes from the head on go out as they are; the character behind them does not. */
static size_t plain_run(struct guard *guard, const char *text, size_t count, struct visible *behind)
{
    size_t at = 0;
    while (at < count) {
        const size_t colour = guard->has_colour ? colour_at(text + at, count - at) : 0;
        if (colour) {
            at += colour;
            continue;
        }
        *behind = visible_at(text + at, count - at);
        if (text[at] == '\n' || text[at] == '\t')
            behind->kind = VISIBLE_PLAIN;
        if (behind->kind == VISIBLE_CUT)
            break;
        visible_in_line(&guard->line, behind);
        if (behind->kind != VISIBLE_PLAIN)
            break;
        at += behind->length;
    }
    return at;
}

static bool put_visible(struct guard *guard, const char *text, size_t count)
{
    while (count) {
        struct visible character;
        const size_t run = plain_run(guard, text, count, &character);
        if (!streams_put(guard->descriptor, text, run))
            return false;
        text += run;
        count -= run;
        if (!count)
            break;
        if (character.kind == VISIBLE_CUT) {
            memcpy(guard->cut, text, count);
            guard->cut_count = count;
            break;
        }
        char escape[VISIBLE_ESCAPE];
        visible_escape(&character, escape);
        if (!streams_put(guard->descriptor, escape, strlen(escape)))
            return false;
        text += character.length;
        count -= character.length;
    }
    return true;
}

/* Completes the character that was cut, byte by byte: there are three at most. */
static ssize_t guard_write(void *cookie, const char *bytes, size_t count)
{
    struct guard *guard = cookie;
    size_t taken = 0;
    while (guard->cut_count && taken < count) {
        char whole[CUT_MAX];
        const size_t have = guard->cut_count + 1;
        memcpy(whole, guard->cut, guard->cut_count);
        whole[guard->cut_count] = bytes[taken++];
        guard->cut_count = 0;
        if (!put_visible(guard, whole, have))
            return 0; /* an error, to fopencookie() */
    }
    return put_visible(guard, bytes + taken, count - taken) ? (ssize_t)count : 0;
}

static FILE *guarded(struct guard *guard, int mode)
{
    const cookie_io_functions_t functions = {NULL, guard_write, NULL, NULL};
    FILE *stream = fopencookie(guard, "w", functions);
    if (stream)
        (void)setvbuf(stream, NULL, mode, OUT_BYTES);
    return stream;
}

void streams_begin(void)
{
    /* As long as the streams, which is as long as the program. */
    static struct guard out = {.descriptor = STDOUT_FILENO}, err = {.descriptor = STDERR_FILENO};
    const bool is_terminal = isatty(STDOUT_FILENO);
    out.has_colour = is_terminal;
    FILE *const guarded_out = guarded(&out, is_terminal ? _IOLBF : _IOFBF), *const guarded_err = guarded(&err, _IONBF);
    if (!guarded_out || !guarded_err) {
        static const char message[] = "tt-replay: no memory\n";
        (void)!write(STDERR_FILENO, message, sizeof message - 1); /* the streams that would say it are missing */
        _exit(EXIT_TROUBLE);
    }
    stdout = guarded_out;
    stderr = guarded_err;
}

void streams_draw(const char *line)
{
    const struct guard err = {.descriptor = STDERR_FILENO};
    char shown[LINE_MAX_BYTES], drawn[LINE_MAX_BYTES + 8];
    (void)snprintf(drawn, sizeof drawn, "\r%s\033[K", visible_text(line, shown, sizeof shown));
    (void)streams_put(err.descriptor, drawn, strlen(drawn)); /* where it fails, a line of progress is missing */
}
