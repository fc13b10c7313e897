/* SPDX-License-Identifier: Apache-2.0 */
/* Word wrap. */
#include "show/wrap.h"

void wrap_text(FILE *out, const char *text, int indent, int width)
{
    int column = indent;
    for (const char *word = text; *word;) {
        int length = (int)strcspn(word, " ");
        if (width && column > indent && column + 1 + length > width) {
            (void)fprintf(out, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            (void)fputc(' ', out);
            column++;
        }
        (void)fprintf(out, "%.*s", length, word);
        column += length;
        word += length;
        word += strspn(word, " ");
    }
    (void)fputc('\n', out);
}

const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}
