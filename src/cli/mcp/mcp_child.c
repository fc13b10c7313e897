/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/mcp/mcp.h"

#include "base/child.h"
#include "verdict/verdict.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT_MAX = 64 << 20, ERROR_MAX = 64 << 10, PIECE = 64 << 10 };

/* The next piece of its output; false: nothing comes any more, or it would be more than `most`. */
static bool mcp_take(struct text *text, int from, size_t most, bool *is_too_long)
{
    char piece[PIECE];
    const ssize_t count = read(from, piece, sizeof piece);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    *is_too_long = count > 0 && text->count + (size_t)count > most;
    if (count <= 0 || *is_too_long)
        return false;
    text_add_bytes(text, piece, (size_t)count);
    *is_too_long = text->has_failed;
    return !text->has_failed;
}

/* ---- lines of the client ---- */

void mcp_lines_read(struct mcp_lines *lines)
{
    lines->is_ended |= !mcp_take(&lines->text, STDIN_FILENO, MCP_LINE_MAX, &lines->is_too_long);
}

/* The end of the line that begins at `from`; null: it is not whole. */
static char *mcp_line_end(const struct mcp_lines *lines, size_t from)
{
    return from < lines->text.count ? memchr(lines->text.bytes + from, '\n', lines->text.count - from) : NULL;
}

static void mcp_lines_drop(struct mcp_lines *lines, size_t from, size_t count)
{
    memmove(lines->text.bytes + from, lines->text.bytes + from + count, lines->text.count - from - count);
    lines->text.count -= count;
}

char *mcp_lines_take(struct mcp_lines *lines)
{
    const char *end = mcp_line_end(lines, 0);
    if (!end)
        return NULL;
    struct text line = {0};
    const size_t count = (size_t)(end - lines->text.bytes);
    text_add_bytes(&line, lines->text.bytes, count);
    mcp_lines_drop(lines, 0, count + 1);
    return line.bytes;
}

void mcp_lines_clear(struct mcp_lines *lines)
{
    text_clear(&lines->text);
}

/* Whether a line that came meanwhile cancels what runs; that line is gone then. */
static bool mcp_lines_cancel(struct mcp_lines *lines, const struct mcp_watch *watch)
{
    char *end;
    for (size_t from = 0; (end = mcp_line_end(lines, from)) != NULL;) {
        const char *line = lines->text.bytes + from;
        *end = '\0';
        const bool is_cancelled = watch->cancels(watch->user, line);
        *end = '\n';
        if (is_cancelled) {
            mcp_lines_drop(lines, from, (size_t)(end + 1 - line));
            return true;
        }
        from += (size_t)(end + 1 - line);
    }
    return false;
}

/* ---- the process ---- */

/* Never returns. */
static void mcp_become(char *const *argv, int out, int error)
{
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
        dup2(error, STDERR_FILENO) >= 0)
        (void)execv("/proc/self/exe", argv);
    _exit(EXIT_TROUBLE);
}

/* Waits for what comes, a second at most where the client is to hear that the verb goes on. */
static bool mcp_wait(struct pollfd *waits, nfds_t count, const struct mcp_watch *watch, int64_t began,
                     unsigned *seconds)
{
    const int found = poll(waits, count, watch->goes_on ? CHILD_MILLISECONDS : -1);
    const unsigned now = (unsigned)((child_now() - began) / CHILD_MILLISECONDS);
    if (watch->goes_on && now > *seconds) {
        *seconds = now;
        watch->goes_on(watch->user, *seconds);
    }
    return found >= 0 || errno == EINTR;
}

/* Until both pipes are at their end, or the client cancels or goes. */
static void mcp_follow(struct mcp_child *child, pid_t pid, int out, int error, struct mcp_lines *lines,
                       const struct mcp_watch *watch)
{
    const int64_t began = child_now();
    unsigned seconds = 0;
    struct pollfd waits[] = {{out, POLLIN, 0}, {error, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
    bool is_ended = false, is_cut = false, is_error_cut = false;
    while (waits[0].fd >= 0 || waits[1].fd >= 0) {
        if (!mcp_wait(waits, 3, watch, began, &seconds))
            return;
        if (waits[0].fd >= 0 && waits[0].revents && !mcp_take(&child->out, out, OUTPUT_MAX, &is_cut))
            waits[0].fd = -1;
        if (waits[1].fd >= 0 && waits[1].revents && !mcp_take(&child->error, error, ERROR_MAX, &is_error_cut))
            waits[1].fd = -1;
        if (waits[2].fd >= 0 && waits[2].revents)
            mcp_lines_read(lines);
        if (lines->is_ended)
            waits[2].fd = -1;
        child->is_cancelled |= !lines->is_ended && mcp_lines_cancel(lines, watch);
        if (!is_ended && (child->is_cancelled || lines->is_too_long || is_cut)) {
            (void)kill(pid, SIGKILL); /* it leaves nothing half-written: docs/formats/files.md */
            is_ended = true;
        }
    }
}

void mcp_child_run(struct mcp_child *child, char *const *argv, struct mcp_lines *lines, const struct mcp_watch *watch)
{
    int out[2], error[2], status = 0;
    *child = (struct mcp_child){.status = -1};
    if (child_pipe(out) < 0)
        return;
    if (child_pipe(error) < 0) {
        (void)close(out[0]);
        (void)close(out[1]);
        return;
    }
    const pid_t pid = child_fork();
    if (pid == 0)
        mcp_become(argv, out[1], error[1]);
    (void)close(out[1]);
    (void)close(error[1]);
    if (pid > 0) {
        mcp_follow(child, pid, out[0], error[0], lines, watch);
        if (child_wait(pid, CHILD_NO_DEADLINE, &status) == 0 && WIFEXITED(status))
            child->status = WEXITSTATUS(status);
    }
    (void)close(out[0]);
    (void)close(error[0]);
}

void mcp_child_clear(struct mcp_child *child)
{
    text_clear(&child->out);
    text_clear(&child->error);
    *child = (struct mcp_child){.status = -1};
}
