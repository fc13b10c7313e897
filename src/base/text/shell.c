/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/shell.h"

#include "base/visible.h"

#include <string.h>

/* $'...', which bash, zsh, ksh and POSIX of 2024 read, with \033 for ESC: a line that can be looked at and still names
 * the file. */
static void shell_put_bytes(FILE *out, const char *word)
{
    (void)fputs("$'", out);
    for (; *word; word++) {
        const unsigned char byte = (unsigned char)*word;
        if (byte < ' ' || byte > '~')
            (void)fprintf(out, "\\%03o", byte);
        else
            (void)fprintf(out, byte == '\'' || byte == '\\' ? "\\%c" : "%c", byte);
    }
    (void)fputc('\'', out);
}

void shell_put_word(FILE *out, const char *word)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
    if (*word && !word[strspn(word, safe)]) {
        (void)fputs(word, out);
        return;
    }
    if (!visible_is_plain(word)) {
        shell_put_bytes(out, word);
        return;
    }
    (void)fputc('\'', out);
    for (; *word; word++)
        (void)fputs(*word == '\'' ? "'\\''" : (const char[2]){*word, '\0'}, out);
    (void)fputc('\'', out);
}
