/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cli.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int cli_trouble(const struct tt_error *err)
{
    (void)fflush(stdout);
    (void)fprintf(stderr, "tt-replay: %s\n", err->text);
    return EXIT_TROUBLE;
}

int cli_trouble_text(const char *format, ...)
{
    struct tt_error err;
    va_list args;
    va_start(args, format);
    (void)vsnprintf(err.text, sizeof err.text, format, args);
    va_end(args);
    return cli_trouble(&err);
}

int cli_finish(int status)
{
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return cli_trouble_text("standard output cannot be written: %s", errno ? strerror(errno) : "write error");
}

bool cli_has_colour(void)
{
    const char *no = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(no && *no);
}

void cli_parse(const struct argp *argp, int argc, char **argv, void *input)
{
    if (argp_parse(argp, argc, argv, 0, NULL, input))
        cli_no_memory();
}

void cli_no_memory(void)
{
    exit(cli_trouble_text("the command line cannot be read: no memory"));
}

void cli_take_path(const struct argp_state *state, const char **path, const char *text, const char *what)
{
    if (*path)
        argp_error(state, "one %s at a time: '%s' is too much", what, text);
    *path = text;
}

void cli_want_path(const struct argp_state *state, const char *path, const char *what)
{
    if (!path)
        argp_error(state, "no %s named", what);
}

bool cli_number(const char *text, int base, uint64_t most, uint64_t *value)
{
    char *end = NULL;
    errno = 0;
    *value = strtoull(text, &end, base);
    return !errno && end != text && !*end && *text != '-' && *value <= most;
}
