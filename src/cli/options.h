/* SPDX-License-Identifier: Apache-2.0 */
/* The words behind a verb: a table has each option, its text in --help, and the member that takes its value.
 *
 *   static const struct cli_option options[] = {
 *       {"limit", 0, "N", "differences to list (default 20)", INTO(struct arguments, limit)},
 *       {"json", 0, NULL, "as JSON (schemas/diff.schema.json)", INTO(struct arguments, is_json)},
 *       {CLI_PATH("database", struct arguments, path)},
 *       {0},
 *   };
 */
#pragma once

#include "base/text/near.h"
#include "base/text/texts.h"
#include "base/usual.h"

#include <argp.h>

enum cli_kind {
    CLI_NOTHING, /* a heading; of all rows up to the next one */
    CLI_FLAG,    /* bool: becomes true */
    CLI_TEXT,    /* const char *: as typed, borrowed from argv */
    CLI_COUNT,   /* uint64_t, written in base 10: of [least, most]; most 0: no end */
    CLI_REAL,    /* double: a finite number from 0 on */
    CLI_WORD,    /* uint32_t, in any of C's notations */
    CLI_TEXTS,   /* struct texts: may be given again */
    CLI_COPY,    /* char *: a copy of its own */
    CLI_NAME,    /* an enum: the number of the name, of `names` */
    CLI_NAMES,   /* uint32_t: a bit of each name that is given, with commas between them or again */
    CLI_CALL,    /* whatever `take` makes of it */
    CLI_CALL_OF, /* whatever `take_of` makes of it, and of what its row is about */
    CLI_ONE,     /* the one argument that is no option: const char *; `doc` describes it */
    CLI_MANY,    /* as many as there are, or after CLI_ONE the others: struct texts; `required`: said where none is */
    CLI_EACH,    /* each of them: whatever `take` makes of it */
    CLI_PART,    /* the rows of another table, whose values go into a part of the struct */
};

/* Ends the program where there is no memory. */
void cli_texts_add(struct texts *texts, const char *text);

/* Names that a value may be one of, whatever their case; numbers that have none have an empty one. */
struct cli_names {
    near_list *at;
    const void *user;
    unsigned (*find)(const char *text); /* that of another name, too: the list's length where there is none; or null */
};
extern const struct cli_names cli_chips, cli_orders, cli_units, cli_levels, cli_spaces, cli_formats;
/* A near_list of the first `count` numbers i, whose name is `get`. */
#define CLI_LIST(name, count, get)                                                                                     \
    static const char *name(size_t i, const void *user)                                                                \
    {                                                                                                                  \
        (void)user;                                                                                                    \
        return i < (count) ? (get) : NULL;                                                                             \
    }
near_list cli_word_at; /* user: an array of words with null behind them */

struct cli_option {
    const char *name;
    int letter;        /* 'o': also -o, and so called where its value is wrong */
    const char *value; /* null: it has none */
    const char *doc;   /* null: taken from scripts of before, and listed nowhere */
    enum cli_kind kind;
    size_t into;                   /* where in the struct */
    size_t flag;                   /* FLAG(): a bool that is set with it */
    size_t owns;                   /* OWNS(): a struct texts of what `take` makes, which cli_do() clears */
    uint64_t least, most;          /* of CLI_COUNT */
    const struct cli_names *names; /* of CLI_NAME and CLI_NAMES; of others for completions alone */
    void (*take)(struct argp_state *state, const char *text, void *into);
    void (*take_of)(struct argp_state *state, const char *text, void *into, const void *of);
    const void *of;
    void *(*within)(void *into); /* the member of the struct that takes the value; null: the struct */
    const struct cli_option *part;
    const char *required;                /* said where it was not given; null: it need not be */
    int group;                           /* 0: that of the heading before it */
    bool is_value_optional, is_optional; /* of CLI_ONE */
};

/* The member that takes a value; its type is the kind of the value. */
#define INTO(type, member)                                                                                             \
    .into = offsetof(type, member),                                                                                    \
    .kind = _Generic(((type *)0)->member,                                                                              \
        bool: CLI_FLAG,                                                                                                \
        const char *: CLI_TEXT,                                                                                        \
        uint64_t: CLI_COUNT,                                                                                           \
        double: CLI_REAL,                                                                                              \
        uint32_t: CLI_WORD,                                                                                            \
        char *: CLI_COPY,                                                                                              \
        struct texts: CLI_TEXTS)
#define NAMED(list, type, member)                                                                                      \
    .kind = CLI_NAME, .names = &(list),                                                                                \
    .into = offsetof(type, member) + 0 * sizeof(char[sizeof((type *)0)->member == sizeof(unsigned) ? 1 : -1])
#define ONE_OF(type, member, ...)                                                                                      \
    NAMED(((const struct cli_names){cli_word_at, (const char *const[]){__VA_ARGS__, NULL}, NULL}), type, member)
#define NAMED_BITS(list, type, member) .kind = CLI_NAMES, .names = &(list), .into = offsetof(type, member)
#define FLAG(type, member) .flag = (offsetof(type, member) + 1)
#define OWNS(type, member) .owns = (offsetof(type, member) + 1)
/* take gets the member, or with CLI_ALL the whole struct. */
#define CALL(function, type, member) .kind = CLI_CALL, .take = (function), .into = offsetof(type, member)
#define CALL_ALL(function) .kind = CLI_CALL, .take = (function)
#define CLI_HEADING(text) NULL, 0, NULL, text, .kind = CLI_NOTHING
#define CLI_PATH(what, type, member) NULL, 0, NULL, what, .kind = CLI_ONE, .into = offsetof(type, member)
#define CLI_ARGUMENT(function) NULL, 0, NULL, NULL, .kind = CLI_EACH, .take = (function)
#define CLI_PATHS(missing, type, member)                                                                               \
    NULL, 0, NULL, NULL, .kind = CLI_MANY, .into = offsetof(type, member), .required = (missing)
#define CLI_TABLE(table, type, member)                                                                                 \
    NULL, 0, NULL, NULL, .kind = CLI_PART, .part = (table), .into = offsetof(type, member)

/* A verb's words. arguments, doc: as argp has them; the text of --help. check: of all that was typed; null: nothing
 * to check beyond the rows. */
struct cli_syntax {
    const char *arguments, *doc;
    const struct cli_option *options;
    void (*check)(const struct argp_state *state, void *into);
};

/* The value of a row that has one, into a struct. */
void cli_take_row(const struct cli_option *row, void *into, const char *text, struct argp_state *state);

/* Ends the program with the usage and EXIT_TROUBLE where the words make no sense. */
void cli_read(const struct cli_syntax *syntax, int argc, char **argv, void *into);

/* The work of a verb, on the struct that its words were read into. *code, EXIT_SAME before: its exit status. */
typedef enum tt_status cli_work(void *words, int *code, struct tt_error *err);
/* All that a verb is: reads the words, does the work, says what went wrong, and frees texts and copies of the rows.
 * words: has what is usual. Returns the exit status, EXIT_TROUBLE where the work failed. */
int cli_do(const struct cli_syntax *syntax, int argc, char **argv, void *words, cli_work *work);

/* For CALL: end the program where the text names none. */
void cli_take_variant(struct argp_state *state, const char *text, void *into);   /* struct texts */
void cli_take_exponents(struct argp_state *state, const char *text, void *into); /* uint32_t: an address of L1 */
void cli_take_profile(struct argp_state *state, const char *text, void *into);   /* struct texts: its readings */

/* Texts of options that several verbs have. */
#define FORCE_TEXT "replace an output file that exists (default: refuse)"
#define JOBS_TEXT "threads (default: one for each processor); the output is the same for any number"
#define MASK_TEXT                                                                                                      \
    "the bits of configuration that the recorder of bundles holds, which alone count, in place of a cfg-mask.json "    \
    "in a bundle or above it in DIR"
#define CHIP_TEXT "blackhole (default) or wormhole_b0"
#define WAIVERS_TEXT "known differences that do not count in the verdict (docs/formats/waivers.md)"
#define LEVELS_TEXT "weaker evidence than LEVEL: silicon, maker, simulator, documented or extrapolated"
#define EVIDENCE_TEXT "no verdict where something rests on " LEVELS_TEXT

/* Rows of the verbs that take readings, into `variants` of `type`. */
#define VARIANT_TEXT "another reading of one step; may be given again; help: list them"
#define PROFILE_TEXT                                                                                                   \
    "readings of a chip, as `tt-replay probe --write-profile` left them; a later --variant overrides it"
/* clang-format off */
#define VARIANT_OPTION(text, type) {"variant", 0, "K=V", text, CALL(cli_take_variant, type, variants), OWNS(type, variants)}
#define PROFILE_OPTION(type) {"profile", 0, "FILE", PROFILE_TEXT, CALL(cli_take_profile, type, variants), OWNS(type, variants)}
/* clang-format on */

/* For the completions of shells: prints the names of a row, or the values that --help calls as it does ("FIELD=V"), one
 * a line; where a person goes on typing, a value ends in "=" or ":". Nothing where they are no list. */
void cli_print_values(const struct cli_option *row);
