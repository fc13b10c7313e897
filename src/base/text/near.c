/* SPDX-License-Identifier: Apache-2.0 */
#include "base/text/near.h"

#include <ctype.h>

enum { LETTERS_MAX = 96, NEVER = LETTERS_MAX + 1 };

static bool near_is_same(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static unsigned near_least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Letters to be changed, added, dropped or swapped with their neighbour to make one of the other. */
static unsigned letters_apart(const char *a, const char *b)
{
    const size_t rows = strlen(a), columns = strlen(b);
    unsigned row[3][LETTERS_MAX + 1]; /* the one at work, and the two before it, by turns */
    if (rows > LETTERS_MAX || columns > LETTERS_MAX)
        return NEVER;
    for (unsigned j = 0; j <= columns; j++)
        row[0][j] = j;
    for (size_t i = 1; i <= rows; i++) {
        unsigned *here = row[i % 3], *up = row[(i + 2) % 3], *above = row[(i + 1) % 3];
        here[0] = (unsigned)i;
        for (size_t j = 1; j <= columns; j++) {
            here[j] = near_least(near_least(up[j], here[j - 1]) + 1, up[j - 1] + !near_is_same(a[i - 1], b[j - 1]));
            if (i > 1 && j > 1 && near_is_same(a[i - 1], b[j - 2]) && near_is_same(a[i - 2], b[j - 1]))
                here[j] = near_least(here[j], above[j - 2] + 1);
        }
    }
    return row[rows % 3][columns];
}

/* Whether one of them, of three letters or more, begins the other. */
static bool begins_alike(const char *a, const char *b)
{
    size_t n = 0;
    while (a[n] && b[n] && near_is_same(a[n], b[n]))
        n++;
    return n >= 3 && (!a[n] || !b[n]);
}

const char *near_name(const char *wanted, near_list *list, const void *user)
{
    const char *name;
    size_t best = 0;
    bool is_any = false;
    unsigned apart = ((unsigned)strlen(wanted) + 1) / 3 + 1; /* one letter of three may be wrong */
    for (size_t i = 0; (name = list(i, user)); i++) {
        unsigned letters = letters_apart(wanted, name);
        if (letters > 1 && begins_alike(wanted, name))
            letters = 1;
        if (letters < apart) {
            apart = letters;
            best = i;
            is_any = true;
        }
    }
    return is_any ? list(best, user) : NULL;
}

char *near_text(const char *wanted, near_list *list, const void *user, char text[static NEAR_TEXT_MAX])
{
    const char *name = near_name(wanted, list, user);
    (void)snprintf(text, NEAR_TEXT_MAX, name ? "; did you mean '%.90s'?" : "%s", name ? name : "");
    return text;
}
