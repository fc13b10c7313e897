/* SPDX-License-Identifier: Apache-2.0 */
/* --expect and what goes with it. */
#include "cli/expect_options.h"

#include "cli/cli.h"

/* The reference that the options belong to: the last. */
static void *expect_options_last(void *into)
{
    struct cli_expect *expect = into;
    return &expect->asked[expect->count ? expect->count - 1 : 0];
}

/* ---- the value of each option ---- */

CLI_LIST(layout_at, EXPECT_LAYOUTS, expect_layout_name((enum expect_layout)i))

static const struct cli_names layouts = {layout_at, NULL, NULL};

static void take_file(struct argp_state *state, const char *text, void *into)
{
    struct cli_expect *expect = into;
    CLI_REFUSE_IF(expect->count == EXPECTS_MAX, state, "--expect: more than %d references", EXPECTS_MAX);
    expect->asked[expect->count++].path = text;
}

/* ---- all of them ---- */

static void check_one(const struct argp_state *state, const struct expect_asked *asked)
{
    CLI_REFUSE_IF(!asked->at && !asked->stage, state,
                  "--expect needs --at PLACE, where its first datum stands, or --stage and --insn");
    CLI_REFUSE_IF(asked->at && asked->stage, state,
                  "--at is a place of a space, and --stage names a stage: one of them");
    CLI_REFUSE_IF(!asked->stage != !asked->insn, state, "--stage UNIT.STAGE and --insn EVENT (or all) go together");
    CLI_REFUSE_IF((asked->ulp || expect_has_bounds(asked)) && !asked->has_format, state,
                  "--ulp, --rtol and --atol are of values of a format: --format says which");
}

void cli_expect_check(const struct argp_state *state, const struct cli_expect *expect)
{
    const struct expect_asked *first = &expect->asked[0];
    CLI_REFUSE_IF(!expect->count &&
                      (first->at || first->after || first->stage || first->insn || first->has_format ||
                       first->has_exponents || first->has_layout || first->has_ulp || expect_has_bounds(first)),
                  state,
                  "--at, --after, --stage, --insn, --format, --exponents, --layout, --ulp, --rtol and --atol go with "
                  "--expect");
    for (size_t i = 0; i < expect->count; i++)
        check_one(state, &expect->asked[i]);
}

enum tt_status cli_expect_read(struct expects *expects, const struct cli_expect *expect, enum tt_chip chip,
                               struct tt_error *err)
{
    for (size_t i = 0; i < expect->count; i++)
        TRY(expects_add(expects, &expect->asked[i], chip, err));
    return TT_OK;
}

bool cli_expect_take(struct argp_state *state, struct cli_expect *expect, const char *option, const char *value)
{
    for (const struct cli_option *row = cli_expect; row->name || row->doc; row++) {
        if (!row->name || row->take == cli_expect_table || strcmp(row->name, option) != 0)
            continue;
        if (*value)
            cli_take_row(row, expect, value, state);
        return true;
    }
    return false;
}

/* A member of the reference at hand. */
#define EXPECT_INTO(member) INTO(struct expect_asked, member), .within = expect_options_last
#define EXPECT_CALL(function, member) CALL(function, struct expect_asked, member), .within = expect_options_last
#define EXPECT_NAMED(list, member) NAMED(list, struct expect_asked, member), .within = expect_options_last

const struct cli_option cli_expect[] = {
    {CLI_HEADING("References of your own, in place of what the device held (docs/how-to/expect.md):"), .group = 5},
    {"expect", 0, "FILE",
     "compare the end of the run, or what stood behind --after, or a stage, with this array (.npy, or raw bytes) and "
     "with nothing else; may be given again: the options below are of the --expect before them",
     CALL_ALL(take_file)},
    {"at", 0, "PLACE", "place of its first datum: l1:0x60000, dst:64,0", EXPECT_INTO(at)},
    {"after", 0, "EVENT", "hold it behind this event, or at mark:NAME (default: at the end)", EXPECT_INTO(after)},
    {"stage", 0, "UNIT.STAGE",
     "in place of --at: values of a stage, pack.late_convert or pack1.late_convert (docs/formats/stages.md)",
     EXPECT_INTO(stage)},
    {"insn", 0, "EVENT", "of this instruction, or all: of all that have the stage, one behind the other",
     EXPECT_INTO(insn)},
    {"format", 0, "F",
     "format of the datums there: bf16, bfp8, ...; an array of floats or signed integers holds values, any other holds "
     "bits",
     EXPECT_NAMED(cli_formats, format), FLAG(struct expect_asked, has_format)},
    {"exponents", 0, "ADDR", "where in L1 shared exponents begin (default: before the datums of each data tile)",
     EXPECT_CALL(cli_take_exponents, exponents), FLAG(struct expect_asked, has_exponents)},
    {"layout", 0, "L", "order of the array's elements: faces (default), tiles of 32 by 32, or rows of whole matrices",
     EXPECT_NAMED(layouts, layout), FLAG(struct expect_asked, has_layout)},
    {"ulp", 0, "N", "values up to N units in the last place of the format apart are equal (default 0)",
     EXPECT_INTO(ulp), FLAG(struct expect_asked, has_ulp)},
    {"rtol", 0, "R", "so are values up to atol + R times the reference apart, as numpy.isclose has it (default 0)",
     EXPECT_INTO(rtol)},
    {"atol", 0, "A", "so are values up to A + rtol times the reference apart (default 0)", EXPECT_INTO(atol)},
    {"expect-table", 0, "FILE.csv",
     "references from a table, one a line; its first line names columns by these options: expect,at,after,format",
     CALL_ALL(cli_expect_table), OWNS(struct cli_expect, texts)},
    {0},
};
