/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/shell.h"

#include "base/text/texts.h"
#include "base/visible.h"

/* "$(printf '...')", which every shell of POSIX reads, with \033 for ESC: a line that can be looked at and still names
 * the file. The shell takes newlines off the end of what a command prints: those stand behind it as they are. */
static void shell_put_bytes(FILE *out, const char *word)
{
    size_t count = strlen(word);
    while (count && word[count - 1] == '\n')
        count--;
    (void)fputs("\"$(printf '", out);
    for (size_t i = 0; i < count; i++) {
        const unsigned char byte = (unsigned char)word[i];
        if (byte < ' ' || byte > '~' || strchr("'\\%#", byte) || (byte == '-' && i == 0))
            (void)fprintf(out, "\\%03o", byte);
        else
            (void)fputc(byte, out);
    }
    (void)fprintf(out, "')%s\"", word + count);
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
    for (const char *at = word; *at; at++) { /* "##[" is no word's: visible_in_line() would change it */
        if (*at == '#' && at > word && at[-1] == '#')
            (void)fputs("''", out);
        (void)fputs(*at == '\'' ? "'\\''" : (const char[2]){*at, '\0'}, out);
    }
    (void)fputc('\'', out);
}

void shell_put_options(FILE *out, const char *option, const char *texts)
{
    char text[512];
    while (text_item(&texts, text, sizeof text)) {
        (void)fprintf(out, " %s ", option);
        shell_put_word(out, text);
    }
}
