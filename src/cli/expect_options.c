/* SPDX-License-Identifier: Apache-2.0 */
/* --expect and its companions. */
#include "cli/expect_options.h"

#include "base/text/near.h"

#include <string.h>

static const char *format_name_at(size_t i, const void *user)
{
    (void)user;
    size_t nth = 0;
    for (int format = 0; format < FORMAT_COUNT; format++) {
        const struct format_info *info = format_get((enum format)format);
        if (info && nth++ == i)
            return info->name;
    }
    return NULL;
}

enum format cli_option_format(struct argp_state *state, const char *text)
{
    char near[NEAR_TEXT_MAX];
    const enum format format = format_find(text);
    if (format == FORMAT_COUNT)
        argp_error(state, "--format %s: no such format%s", text, near_text(text, format_name_at, NULL, near));
    return format;
}

static void expect_options_take_format(struct argp_state *state, const char *text, void *into)
{
    *(enum format *)into = cli_option_format(state, text);
}

static void take_layout(struct argp_state *state, const char *text, void *into)
{
    for (int i = 0; i < EXPECT_LAYOUTS; i++) {
        if (strcmp(expect_layout_name((enum expect_layout)i), text) != 0)
            continue;
        *(enum expect_layout *)into = (enum expect_layout)i;
        return;
    }
    argp_error(state, "--layout %s: expected faces, tiles or rows", text);
}

void cli_expect_check(const struct argp_state *state, const struct cli_expect *expect)
{
    const struct expect_asked *asked = &expect->asked;
    if (!asked->path && (asked->at || asked->after || asked->has_format || asked->has_exponents || expect->has_layout ||
                         expect->has_ulp))
        argp_error(state, "--at, --after, --format, --exponents, --layout and --ulp go with --expect");
    if (asked->path && !asked->at)
        argp_error(state, "--expect needs --at PLACE, where its first datum stands");
    if (asked->ulp && !asked->has_format)
        argp_error(state, "--ulp counts units in the last place of a format: --format says which");
}

#define ASKED(member) INTO(struct cli_expect, asked.member)
const struct cli_option cli_expect[] = {
    {CLI_HEADING("A reference of your own, in place of what the device held (docs/how-to/expect.md):"), .group = 5},
    {"expect", 0, "FILE",
     "compare the end of the run, or what stood behind --after, with this array (.npy, or raw bytes) and with nothing "
     "else",
     ASKED(path)},
    {"at", 0, "PLACE", "place of its first datum: l1:0x60000, dst:64,0", ASKED(at)},
    {"after", 0, "EVENT", "hold it behind this event, or at mark:NAME (default: at the end)", ASKED(after)},
    {"format", 0, "F",
     "format of the datums there: bf16, bfp8, ...; an array of floats or signed integers holds values, any other holds "
     "bits",
     CALL(expect_options_take_format, struct cli_expect, asked.format), FLAG(struct cli_expect, asked.has_format)},
    {"exponents", 0, "ADDR", "where in L1 shared exponents begin (default: before the datums of each data tile)",
     CALL(cli_take_exponents, struct cli_expect, asked.exponents), FLAG(struct cli_expect, asked.has_exponents)},
    {"layout", 0, "L", "order of the array's elements: faces (default), tiles of 32 by 32, or rows of whole matrices",
     CALL(take_layout, struct cli_expect, asked.layout), FLAG(struct cli_expect, has_layout)},
    {"ulp", 0, "N", "values up to N units in the last place of the format apart are equal (default 0)", ASKED(ulp),
     FLAG(struct cli_expect, has_ulp)},
    {0},
};
