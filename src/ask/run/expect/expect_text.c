/* SPDX-License-Identifier: Apache-2.0 */
/* How a reference is asked for, as words. */
#include "ask/run/expect/expect.h"

#include "base/text/shell.h"
#include "base/text/text.h"

const char *expect_layout_name(enum expect_layout layout)
{
    static const char *const names[EXPECT_LAYOUTS] = {"faces", "tiles", "rows"};
    return names[layout];
}

const char *expect_where(const struct expect_asked *asked, char text[static EXPECT_WHERE_MAX])
{
    if (asked->stage)
        return text_print(text, EXPECT_WHERE_MAX, "%.60s@%.24s", asked->stage, asked->insn);
    return text_print(text, EXPECT_WHERE_MAX, "%.80s", asked->at);
}

void expect_put_options(FILE *out, const struct expect_asked *asked, const char *before)
{
    (void)fprintf(out, "%s--expect ", before);
    shell_put_word(out, asked->path);
    (void)fprintf(out, asked->stage ? "%s--stage " : "%s--at ", before);
    shell_put_word(out, asked->stage ? asked->stage : asked->at);
    if (asked->stage) {
        (void)fputs(" --insn ", out);
        shell_put_word(out, asked->insn);
    }
    if (asked->after) {
        (void)fputs(" --after ", out);
        shell_put_word(out, asked->after);
    }
    if (asked->has_format)
        (void)fprintf(out, " --format %s", format_get(asked->format)->name);
    if (asked->has_exponents)
        (void)fprintf(out, " --exponents 0x%" PRIx32, asked->exponents);
    if (asked->layout != EXPECT_FACES)
        (void)fprintf(out, " --layout %s", expect_layout_name(asked->layout));
    if (asked->ulp)
        (void)fprintf(out, " --ulp %" PRIu64, asked->ulp);
    if (asked->rtol > 0)
        (void)fprintf(out, " --rtol %.15g", asked->rtol);
    if (asked->atol > 0)
        (void)fprintf(out, " --atol %.15g", asked->atol);
}

const char *expect_other_text(const struct expect *expect, char text[static EXPECT_TEXT_MAX])
{
    if (expect->other_equal)
        return text_print(
            text, EXPECT_TEXT_MAX,
            "the array's elements seem to stand in another order: by --layout %s %u of %u values are equal",
            expect_layout_name(expect->other), expect->other_equal, expect->count);
    return text_print(text, EXPECT_TEXT_MAX, "%s", expect->pattern);
}
