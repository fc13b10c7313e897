/* SPDX-License-Identifier: Apache-2.0 */

#include "capture/program/index.h"
#include "cli/cli.h"

#include <argp.h>

static const char option[] = "--tile";
enum { KEY_TILE = 0x7100, GROUP = 80 };

const char *program_place(const char *text, unsigned *x, unsigned *y)
{
    int used = 0;
    return sscanf(text, "%2u,%2u%n", x, y, &used) == 2 ? text + used : NULL;
}

/* Where a program is among the words the option is gone before they are read. */
static error_t tile_take(int key, char *text, struct argp_state *state)
{
    if (key != KEY_TILE)
        return ARGP_ERR_UNKNOWN;
    cli_refuse(state, "--tile %s: no program is among the words, a folder with program.json", text);
    return 0;
}

static const struct argp_option tile_options[] = {
    {"tile", KEY_TILE, "X,Y", 0, "of a program, named in place of a capture: the capture of that tile", GROUP}, {0}};
static const struct argp tile_argp = {tile_options, tile_take, NULL, NULL, NULL, NULL, NULL};

const struct argp *program_tile_argp(const char *name)
{
    const struct verb *verb = verb_find(name);
    return verb && verb->how & VERB_TAKES_TILE ? &tile_argp : NULL;
}

/* The place of the option's first word, its value and how many words they take; 0: there is none. */
static int tile_word(int argc, char **argv, const char **value, int *words)
{
    const size_t length = sizeof option - 1;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strncmp(argv[i], option, length) != 0)
            continue;
        *words = argv[i][length] == '=' ? 1 : 2;
        *value = *words == 1 ? argv[i] + length + 1 : i + 1 < argc ? argv[i + 1] : NULL;
        if (*value && (*words == 1 || !argv[i][length]))
            return i;
    }
    return 0;
}

/* The capture of a tile; does not come back where there is none. */
static char *tile_capture(const char *folder, const char *value)
{
    struct tt_error err = {{0}};
    struct program program;
    unsigned x = 0, y = 0;
    const char *behind = program_place(value, &x, &y);
    enum tt_status status = program_open(&program, folder, &err);
    if (!status && (!behind || *behind))
        status = tt_fail(&err, TT_BAD_INPUT, "--tile %s: expected X,Y", value);
    const struct program_tile *tile = status ? NULL : program_tile(&program, x, y);
    if (!status && !tile)
        status = tt_fail(&err, TT_BAD_INPUT, "%s: no tile %u,%u ran in this program; `tt-replay info` lists them",
                         folder, x, y);
    char *path = tile ? program_path(&program, tile->file) : NULL;
    program_clear(&program);
    if (status)
        exit(cli_trouble(&err));
    if (!path)
        cli_no_memory();
    return path;
}

/* A program where a capture is expected; does not come back where there is one. */
static void refuse_whole(int argc, char *const *argv)
{
    const struct verb *verb = verb_find(argv[0]);
    for (int i = 1; i < argc && verb && verb->how & VERB_TAKES_TILE && !(verb->how & VERB_TAKES_PROGRAM); i++)
        if (program_is(argv[i]))
            exit(
                cli_trouble_text("%s: a program, expected a capture: --tile X,Y names that of a tile (`tt-replay info` "
                                 "lists them)",
                                 argv[i]));
}

void program_tile_words(int *argc, char **argv)
{
    const char *value = NULL;
    int words = 0, found = 0;
    const int at = tile_word(*argc, argv, &value, &words);
    for (int i = 1; at && i < *argc; i++)
        if ((i < at || i >= at + words) && program_is(argv[i])) {
            argv[i] = tile_capture(argv[i], value);
            found++;
        }
    if (!found) {
        refuse_whole(*argc, argv);
        return;
    }
    memmove(&argv[at], &argv[at + words], sizeof *argv * (size_t)(*argc - at - words + 1));
    *argc -= words;
}
