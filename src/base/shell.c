/* SPDX-License-Identifier: Apache-2.0 */
#include "base/shell.h"

#include <string.h>

void shell_put_word(FILE *out, const char *word)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (*word && !word[strspn(word, safe)]) {
        (void)fputs(word, out);
        return;
    }
    (void)fputc('\'', out);
    for (; *word; word++)
        (void)fputs(*word == '\'' ? "'\\''" : (const char[2]){*word, '\0'}, out);
    (void)fputc('\'', out);
}
