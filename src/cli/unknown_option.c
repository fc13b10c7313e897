/* SPDX-License-Identifier: Apache-2.0 */

#include "base/text/near.h"
#include "cli/cli.h"

#include <argp.h>

/* Those that argp adds. */
static const char *const common[] = {"help", "usage"};
enum { COMMON = sizeof common / sizeof common[0] };

/* Option number *i of a parser and its children, headings left out; null, *i less those that there are, behind the
 * last. */
static const struct argp_option *nth_option(const struct argp *argp, size_t *i)
{
    for (const struct argp_option *option = argp->options; option && (option->name || option->key || option->doc);
         option++) {
        if (option->name && (*i)-- == 0)
            return option;
    }
    for (const struct argp_child *child = argp->children; child && child->argp; child++) {
        const struct argp_option *option = nth_option(child->argp, i);
        if (option)
            return option;
    }
    return NULL;
}

static const struct argp_option *option_number(const struct argp *argp, size_t i)
{
    return nth_option(argp, &i);
}

static const char *option_at(size_t i, const void *user)
{
    const struct argp_option *option = i < COMMON ? NULL : option_number(user, i - COMMON);
    return i < COMMON ? common[i] : option ? option->name : NULL;
}

/* Whether the option, or one that it begins, is there; *takes says whether the next word is its value. */
static bool unknown_option_is_known(const struct argp *argp, const char *name, size_t length, bool *takes)
{
    const struct argp_option *option;
    bool is_any = false;
    *takes = false;
    for (size_t i = 0; i < COMMON; i++)
        is_any = is_any || strncmp(common[i], name, length) == 0;
    for (size_t i = 0; (option = option_number(argp, i)); i++) {
        if (strncmp(option->name, name, length) != 0)
            continue;
        is_any = true;
        *takes = option->arg && !(option->flags & OPTION_ARG_OPTIONAL);
        if (!option->name[length])
            break;
    }
    return is_any;
}

/* Whether a word of short options ends in one whose value is the next word. */
static bool short_takes(const struct argp *argp, const char *word)
{
    const struct argp_option *option;
    for (const char *letter = word + 1; *letter; letter++) {
        for (size_t i = 0; (option = option_number(argp, i)); i++) {
            if (option->key == *letter && option->arg)
                return !letter[1];
        }
    }
    return false;
}

void unknown_option_say(const struct argp *argp, int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *word = argv[i];
        bool takes = false;
        if (word[0] == '-' && word[1] && word[1] != '-')
            i += short_takes(argp, word);
        if (word[0] != '-' || word[1] != '-')
            continue;
        const size_t length = strcspn(word + 2, "=");
        if (unknown_option_is_known(argp, word + 2, length, &takes)) {
            i += takes && !word[2 + length];
            continue;
        }
        char name[96], near[NEAR_TEXT_MAX];
        (void)snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), word + 2);
        const char *meant = near_name(name, option_at, argp);
        (void)snprintf(near, sizeof near, meant ? "; did you mean '--%.80s'?" : "%s", meant ? meant : "");
        exit(cli_trouble_text("%s: there is no option '--%s'%s (--help lists them)", argv[0] + strlen("tt-replay "),
                              name, near));
    }
}
