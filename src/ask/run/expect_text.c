/* SPDX-License-Identifier: Apache-2.0 */
/* How a reference is asked for, as words. */
#include "ask/run/expect.h"

#include "base/text/shell.h"

#include <inttypes.h>

const char *expect_layout_name(enum expect_layout layout)
{
    static const char *const names[EXPECT_LAYOUTS] = {"faces", "tiles", "rows"};
    return names[layout];
}

void expect_put_options(FILE *out, const struct expect_asked *asked, const char *before)
{
    (void)fprintf(out, "%s--expect ", before);
    shell_put_word(out, asked->path);
    (void)fprintf(out, "%s--at ", before);
    shell_put_word(out, asked->at);
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
}
