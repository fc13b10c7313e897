/* SPDX-License-Identifier: Apache-2.0 */
/* The command's text, and the process that it becomes. */
#include "ask/reduce/check.h"

#include "base/child.h"
#include "base/guard/limits.h"
#include "base/text/shell.h"
#include "base/text/text_stream.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_NO_SHELL = 127, SIGNALLED = 128 };

/* The command with every {} replaced by the path. Null: no memory. */
static char *command_text(const char *command, const char *path)
{
    struct text_stream text;
    if (text_stream_open(&text))
        return NULL;
    for (const char *at = command; *at;) {
        if (at[0] == '{' && at[1] == '}') {
            shell_put_word(text.out, path);
            at += 2;
        } else {
            (void)fputc(*at++, text.out);
        }
    }
    return text_stream_close(&text);
}

/* In the child: never comes back. */
static void become(const char *text)
{
    const int nothing = open("/dev/null", O_RDWR);
    if (nothing >= 0) {
        (void)dup2(nothing, STDIN_FILENO);
        (void)dup2(nothing, STDOUT_FILENO);
        (void)dup2(nothing, STDERR_FILENO);
    }
    limits_lift();
    (void)execl("/bin/sh", "sh", "-c", text, (char *)NULL);
    _exit(EXIT_NO_SHELL);
}

enum tt_status check_run(const char *command, const char *path, int *code, struct tt_error *err)
{
    char *text = command_text(command, path);
    NEED(text, err, "no memory for the check");
    const pid_t child = child_fork();
    if (child == 0)
        become(text);
    int wait_status = 0;
    const int ended = child < 0 ? -1 : child_wait(child, CHILD_NO_DEADLINE, &wait_status);
    mem_free(text);
    if (child < 0 || ended < 0)
        return tt_fail(err, TT_IO, "the check cannot be run: %s", strerror(errno));
    *code = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : SIGNALLED + WTERMSIG(wait_status);
    return TT_OK;
}
