/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the verbs. Exit statuses are those of verdict/verdict.h. */
#pragma once

#include "base/scratch.h"
#include "cli/verbs.h"
#include "order/replay.h"
#include "show/report.h"

/* The sentence of each verb that judges a run. docs/verdicts.md */
#define CLI_VERDICT_STATUSES                                                                                           \
    "Exit status: 0 same, 1 differs or hangs, 2 trouble or a damaged capture, 3 no verdict or unsupported work.\n\n"

/* Says the error on standard error, "tt-replay: …"; returns EXIT_TROUBLE. */
int cli_trouble(const struct tt_error *err);
int cli_trouble_text(const char *format, ...) TT_PRINTF(1, 2);

/* Flushes standard output and says so if that fails (a full disk, a closed pipe); else returns status. */
int cli_finish(int status);

/* Colour on standard output: a terminal, and NO_COLOR not set. */
enum report_form cli_form(bool is_json);

struct argp_state;

/* argp_error() of a text that may have what was typed: it is shown, never obeyed. */
void cli_refuse(const struct argp_state *state, const char *format, ...) TT_PRINTF(2, 3);
#define CLI_REFUSE_IF(condition, ...)                                                                                  \
    do {                                                                                                               \
        if (condition)                                                                                                 \
            cli_refuse(__VA_ARGS__);                                                                                   \
    } while (0)

/* The value of an option; else ends the program with the usage. what: "--limit", "-j". A count is written in base 10, a
 * 32-bit number in any of C's notations. */
uint64_t cli_option_count(const struct argp_state *state, const char *what, const char *text, uint64_t least,
                          uint64_t most);
uint32_t cli_option_word(const struct argp_state *state, const char *what, const char *text);
/* "A:B", "A:", ":B", or "A" for one alone: from *first on, before *last. */
void cli_option_rows(const struct argp_state *state, const char *text, uint32_t *first, uint32_t *last);
/* A reading of --variant; "help" lists them all and ends the program. Returns text. */
const char *cli_option_variant(const char *text);

/* argp_parse() of a verb. The one failure that comes back from there is memory: says so and ends the program. */
struct argp;
void cli_parse(const struct argp *argp, int argc, char **argv, void *input);

/* No memory for an option: said without any, and the end. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void cli_no_memory(void);

/* A replay of a capture as a database that goes with the scratch file. */
struct results;
enum tt_status cli_store_run(struct scratch *scratch, const char *path, struct ttcap *capture,
                             const struct replay_options *options, struct tt_error *err);
/* A database, or of a capture its replay in the usual order, for as long as it is open: all zero before. */
struct opened_run {
    struct results *results;
    struct scratch scratch;
};
enum tt_status opened_run_open(struct opened_run *run, const char *path, struct tt_error *err);
void opened_run_close(struct opened_run *run);

/* Opens a run, asks it, closes it; the path is put before what ask() says. */
typedef enum tt_status cli_question(void *words, struct results *results, int *code, struct tt_error *err);
enum tt_status cli_ask_run(const char *path, cli_question *ask, void *words, int *code, struct tt_error *err);

/* tt-replay help: prints a fact ("P-6.9") or a page of docs/ ("coverage", "how-to/why", "facts"). Returns an exit
 * status. */
int help_topic(const char *topic);

/* Ends the program with the usage where argv has a long option that the verb does not have, said with the one that may
 * be meant; argp says all else that is wrong. */
void unknown_option_say(const struct argp *argp, int argc, char **argv);

/* ---- program_tile.c ----
 * `--tile X,Y`: every verb that takes a capture takes a program and a tile. docs/formats/program.md */

/* "1,2": what stands behind it; null: it is none. */
const char *program_place(const char *text, unsigned *x, unsigned *y);
/* The option of verbs that take a capture; null: this one takes none. name: "tt-replay dump". */
struct argp;
const struct argp *program_tile_argp(const char *name);
/* `--tile X,Y` among the words: in place of each program among them the capture of that tile. Where there is none the
 * words stay as they are. */
void program_tile_words(int *argc, char **argv);
