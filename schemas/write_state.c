/* SPDX-License-Identifier: Apache-2.0 */
/* state_words.h and state_tables.c: the small state flattened to numbered words with paths. */
#include "output.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct paths {
    char (*text)[STATE_PATH_BYTES];
    uint16_t *order; /* by rising path */
    size_t count, capacity;
};

static void append(struct paths *paths, const char *path)
{
    void *text = paths->text;
    if (mem_grow(&text, &paths->capacity, paths->count + 1, sizeof *paths->text))
        abort(); /* the generator has nothing to save */
    paths->text = text;
    snprintf(paths->text[paths->count++], sizeof *paths->text, "%.*s", (int)sizeof *paths->text - 1, path);
}

static void flatten_type(struct paths *paths, const char *prefix, const struct table_state_type *type);

/* Walks the lengths of a shape, the last one fastest. */
static void flatten_member(struct paths *paths, const char *prefix, const struct table_state_member *member,
                           size_t dimension)
{
    if (dimension == SHAPE_MAX || dimension == member->dimensions) {
        if (member->type)
            flatten_type(paths, prefix, member->type);
        else
            append(paths, prefix);
        return;
    }
    for (uint32_t i = 0; i < member->shape[dimension]; i++) {
        char path[2 * STATE_PATH_BYTES]; /* read_state() saw to it that every path fits */
        snprintf(path, sizeof path, "%.40s.%u", prefix, i);
        flatten_member(paths, path, member, dimension + 1);
    }
}

static void flatten_type(struct paths *paths, const char *prefix, const struct table_state_type *type)
{
    for (size_t i = 0; i < type->count; i++) {
        char path[2 * STATE_PATH_BYTES]; /* read_state() saw to it that every path fits */
        snprintf(path, sizeof path, "%.40s%s%.40s", prefix, *prefix ? "." : "", type->members[i].name);
        flatten_member(paths, path, &type->members[i], 0);
    }
}

static const struct table_state_type *the_state(const struct tables *tables)
{
    return &tables->state_types[tables->state_type_count - 1];
}

void write_state_words(FILE *to, const struct tables *tables)
{
    const struct table_state_type *state = the_state(tables);
    struct paths paths = {NULL, NULL, 0, 0};
    put_banner(to, "state.json");
    fputs("#pragma once\n\n/* First word of each group, and how many words it has. */\nenum {\n", to);
    for (size_t i = 0; i < state->count; i++) {
        size_t first = paths.count;
        flatten_member(&paths, state->members[i].name, &state->members[i], 0);
        fputs("    STATE_", to);
        put_upper(to, state->members[i].name);
        fprintf(to, " = %zu, /* %s */\n    STATE_", first, state->members[i].doc);
        put_upper(to, state->members[i].name);
        fprintf(to, "_WORDS = %zu,\n", paths.count - first);
    }
    fprintf(to, "    STATE_WORDS = %zu\n};\n", paths.count);
    mem_free(paths.text);
}

/* Insertion into a sorted list: a few hundred words. */
static void sort_paths(struct paths *paths)
{
    paths->order = mem_calloc(paths->count, sizeof *paths->order);
    if (!paths->order)
        abort();
    for (size_t i = 0; i < paths->count; i++) {
        size_t at = i;
        for (; at && strcmp(paths->text[paths->order[at - 1]], paths->text[i]) > 0; at--)
            paths->order[at] = paths->order[at - 1];
        paths->order[at] = (uint16_t)i;
    }
}

/* Whether the words of a group begin as its name says; numbers in the path that the name leaves out stand for all. */
static bool is_in_group(const char *path, const char *group)
{
    while (*group) {
        const size_t wanted = strcspn(group, "."), held = strcspn(path, ".");
        if (!*path)
            return false;
        if (wanted == held && strncmp(path, group, held) == 0)
            group += wanted + (group[wanted] == '.');
        else if (strspn(path, "0123456789") != held)
            return false;
        path += held + (path[held] == '.');
    }
    return true;
}

/* As enum isa_what counts; a word that is in no group gets a number that is none, which a test finds. */
static size_t group_of(const struct tables *tables, const char *path)
{
    size_t group = 0;
    while (group < tables->effects.groups.count && !is_in_group(path, tables->effects.groups.items[group].name))
        group++;
    return group < tables->effects.groups.count ? TT_SPACE_COUNT + group : UINT8_MAX;
}

/* Words of each group that stand together; a group has several where its words stand apart, as those of threads do. */
static void put_runs(FILE *to, const struct tables *tables, const struct paths *paths)
{
    const size_t groups = TT_SPACE_COUNT + tables->effects.groups.count;
    size_t first[UINT8_MAX + 2] = {0}, count = 0;
    fputs("\n};\n\nconst struct isa_state_run isa_state_runs[] = {\n", to);
    for (size_t group = 0; group < groups; group++) {
        first[group] = count;
        for (size_t word = 0, end; word < paths->count; word = end) {
            for (end = word + 1;
                 end < paths->count && group_of(tables, paths->text[end]) == group_of(tables, paths->text[word]);)
                end++;
            if (group_of(tables, paths->text[word]) != group)
                continue;
            fprintf(to, "    {%zu, %zu},\n", word, end);
            count++;
        }
    }
    first[groups] = count;
    fputs("};\n\nconst uint16_t isa_state_first_run[WHAT_OUTSIDE + 1] = {", to);
    for (size_t group = 0; group <= groups; group++)
        fprintf(to, "%s%zu,", group % 16 ? " " : "\n    ", first[group]);
}

void write_state_tables(FILE *to, const struct tables *tables)
{
    struct paths paths = {NULL, NULL, 0, 0};
    flatten_type(&paths, "", the_state(tables));
    sort_paths(&paths);
    put_banner(to, "state.json");
    fputs("#include \"isa_tables.h\"\n\nconst char *const isa_state_paths[STATE_WORDS] = {\n", to);
    for (size_t i = 0; i < paths.count; i++)
        fprintf(to, "    \"%s\",\n", paths.text[i]);
    fputs("};\n\nconst uint16_t isa_state_by_path[STATE_WORDS] = {", to);
    for (size_t i = 0; i < paths.count; i++)
        fprintf(to, "%s%u,", i % 16 ? " " : "\n    ", paths.order[i]);
    fputs("\n};\n\nconst uint8_t isa_state_whats[STATE_WORDS] = {", to);
    for (size_t i = 0; i < paths.count; i++)
        fprintf(to, "%s%zu,", i % 16 ? " " : "\n    ", group_of(tables, paths.text[i]));
    put_runs(to, tables, &paths);
    fputs("\n};\n", to);
    mem_free(paths.text);
    mem_free(paths.order);
}
