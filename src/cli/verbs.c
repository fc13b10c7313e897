/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/verbs.h"

#define VERB(name, doc, how, reads, writes, ...)                                                                       \
    {#name, verb_##name, doc, how, REACH_READS_##reads, REACH_WRITES_##writes, __VA_ARGS__},
static const struct verb verbs[] = {CLI_VERBS(VERB)};

const struct verb *verb_at(size_t i)
{
    return i < sizeof verbs / sizeof verbs[0] ? &verbs[i] : NULL;
}

const struct verb *verb_find(const char *name)
{
    static const char program[] = "tt-replay ";
    const bool is_whole = strncmp(name, program, sizeof program - 1) == 0;
    const char *verb = is_whole ? name + sizeof program - 1 : name;
    const size_t length = is_whole ? strcspn(verb, " ") : strlen(verb);
    for (size_t i = 0; verb_at(i); i++)
        if (strlen(verbs[i].name) == length && strncmp(verbs[i].name, verb, length) == 0)
            return &verbs[i];
    return NULL;
}
