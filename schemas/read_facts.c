/* SPDX-License-Identifier: Apache-2.0 */
/* schemas/facts.json and schemas/facts/: what is known of the hardware, a row a fact. Ids are what code cites: one or
 * two capital letters and numbers, with a small letter where a fact has a second part (M23x). */
#include "base/memory.h"
#include "json.h"
#include "tables.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *skip_digits(const char *at)
{
    while (isdigit((unsigned char)*at))
        at++;
    return at;
}

/* "M23", "M23x", "C-18", "SL-014", "P-6.9". */
static bool is_fact_id(const char *id)
{
    const char *at = id;
    while (isupper((unsigned char)*at))
        at++;
    if (at == id || at - id > 2)
        return false;
    at += *at == '-';
    const char *number = at;
    at = skip_digits(at);
    if (at == number)
        return false;
    if (*at == '.') {
        number = ++at;
        at = skip_digits(at);
        if (at == number)
            return false;
    }
    at += islower((unsigned char)*at) != 0;
    return *at == '\0';
}

/* Both as a heading's anchor: letters, digits and hyphens. */
static bool have_one_anchor(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += *a == '.';
        b += *b == '.';
        if (*a != *b)
            return false;
        if (!*a)
            return true;
    }
}

static enum tt_status read_levels(const struct place *at, struct table_facts *facts, const cJSON *root)
{
    const cJSON *list = NULL, *row = NULL;
    enum tt_status status = json_array(at, root, "levels", &list);
    if (!status && cJSON_GetArraySize(list) > FACT_LEVELS_MAX)
        return refuse(at, "more than %d levels", FACT_LEVELS_MAX);
    cJSON_ArrayForEach(row, list)
    {
        struct table_fact_level *level = &facts->levels[facts->level_count++];
        if (!status)
            status = json_text_at(at, row, 0, &level->name);
        if (!status)
            status = json_text_at(at, row, 1, &level->doc);
    }
    return status;
}

static enum tt_status find_level(const struct place *at, const struct table_facts *facts, const char *name,
                                 size_t *level)
{
    for (*level = 0; *level < facts->level_count; ++*level) {
        if (strcmp(facts->levels[*level].name, name) == 0)
            return TT_OK;
    }
    return refuse(at, "level \"%s\" does not exist", name);
}

static enum tt_status optional_text(const struct place *at, const cJSON *node, const char *key, const char **out)
{
    *out = "";
    return cJSON_HasObjectItem(node, key) ? json_text(at, node, key, out) : TT_OK;
}

static enum tt_status check_id(const struct place *at, const struct table_facts *facts, const struct table_fact *fact,
                               const char *group)
{
    if (!is_fact_id(fact->id))
        return refuse(at, "an id is one or two capital letters, a number, and at most one small letter");
    const size_t prefix = strlen(group);
    if (prefix && (strncmp(fact->id, group, prefix) != 0 || fact->id[prefix] != '.'))
        return refuse(at, "does not belong to the group %s", group);
    for (size_t i = 0; i < facts->fact_count; i++) {
        const struct table_fact *other = &facts->facts[i];
        if (strcmp(other->id, fact->id) == 0)
            return refuse(at, "there are two facts of this id");
        if (other->page == fact->page && have_one_anchor(other->id, fact->id))
            return refuse(at, "%s has the same anchor on its page", other->id);
    }
    return TT_OK;
}

static enum tt_status read_fact(const struct place *file, struct table_facts *facts, const cJSON *node,
                                const char *group)
{
    static const char *const keys[] = {"id", "level", "source", "where", "test", "text", NULL};
    struct place at = *file;
    struct table_fact fact = {.page = facts->page_count};
    const char *level = NULL;
    void *grown = facts->facts;
    if (mem_grow(&grown, &facts->fact_capacity, facts->fact_count + 1, sizeof fact))
        return tt_fail(file->err, TT_NO_MEMORY, "no memory for facts");
    facts->facts = grown;
    enum tt_status status = json_text(&at, node, "id", &fact.id);
    at.item = fact.id;
    if (!status)
        status = json_only(&at, node, keys);
    if (!status)
        status = check_id(&at, facts, &fact, group);
    if (!status)
        status = json_text(&at, node, "level", &level);
    if (!status)
        status = find_level(&at, facts, level, &fact.level);
    if (!status)
        status = json_text(&at, node, "source", &fact.source);
    if (!status)
        status = json_text(&at, node, "text", &fact.text);
    if (!status)
        status = optional_text(&at, node, "where", &fact.where);
    if (!status)
        status = optional_text(&at, node, "test", &fact.test);
    if (!status)
        facts->facts[facts->fact_count++] = fact;
    return status;
}

static enum tt_status read_section(const struct place *file, struct table_facts *facts, const cJSON *node)
{
    static const char *const keys[] = {"group", "title", "facts", NULL};
    struct place at = *file;
    struct table_fact_section section = {.page = facts->page_count, .first = facts->fact_count};
    const cJSON *list = NULL, *row = NULL;
    void *grown = facts->sections;
    if (mem_grow(&grown, &facts->section_capacity, facts->section_count + 1, sizeof section))
        return tt_fail(file->err, TT_NO_MEMORY, "no memory for facts");
    facts->sections = grown;
    enum tt_status status = json_text(&at, node, "title", &section.title);
    at.item = section.title;
    if (!status)
        status = json_only(&at, node, keys);
    if (!status)
        status = optional_text(&at, node, "group", &section.group);
    if (!status)
        status = json_array(&at, node, "facts", &list);
    cJSON_ArrayForEach(row, list)
    {
        if (!status)
            status = read_fact(file, facts, row, section.group);
    }
    section.count = facts->fact_count - section.first;
    facts->sections[facts->section_count++] = section;
    return status;
}

static enum tt_status read_page(struct tables *tables, const char *dir, const char *name, struct tt_error *err)
{
    static const char *const keys[] = {"title", "about", "sections", NULL};
    struct table_facts *facts = &tables->facts;
    struct table_fact_page *page = &facts->pages[facts->page_count];
    char file[64];
    struct place at = {file, NULL, err};
    cJSON *root = NULL;
    const cJSON *list = NULL, *row = NULL;
    if (!is_made_of(name, "_"))
        return tt_fail(err, TT_BAD_INPUT, "schemas/facts.json: page \"%s\" must be small letters", name);
    snprintf(file, sizeof file, "facts/%s.json", name);
    page->name = name;
    enum tt_status status = tables_load(tables, dir, file, &root, err);
    if (!status)
        status = json_only(&at, root, keys);
    if (!status)
        status = json_text(&at, root, "title", &page->title);
    if (!status)
        status = json_text(&at, root, "about", &page->about);
    if (!status)
        status = json_array(&at, root, "sections", &list);
    cJSON_ArrayForEach(row, list)
    {
        if (!status)
            status = read_section(&at, facts, row);
    }
    facts->page_count++;
    return status;
}

enum tt_status read_facts(struct tables *tables, const char *dir, struct tt_error *err)
{
    static const char *const keys[] = {"levels", "pages", NULL};
    const struct place at = {"facts.json", NULL, err};
    cJSON *root = NULL;
    const cJSON *list = NULL;
    enum tt_status status = tables_load(tables, dir, at.file, &root, err);
    if (!status)
        status = json_only(&at, root, keys);
    if (!status)
        status = read_levels(&at, &tables->facts, root);
    if (!status)
        status = json_array(&at, root, "pages", &list);
    if (!status && cJSON_GetArraySize(list) > FACT_PAGES_MAX)
        status = refuse(&at, "more than %d pages", FACT_PAGES_MAX);
    for (int i = 0; !status && i < cJSON_GetArraySize(list); i++) {
        const char *name = NULL;
        status = json_text_at(&at, list, i, &name);
        if (!status)
            status = read_page(tables, dir, name, err);
    }
    return status;
}

const struct table_fact *facts_find(const struct table_facts *facts, const char *id, size_t length)
{
    for (size_t i = 0; i < facts->fact_count; i++) {
        if (strlen(facts->facts[i].id) == length && memcmp(facts->facts[i].id, id, length) == 0)
            return &facts->facts[i];
    }
    return NULL;
}

/* "C-38, P-5.2" */
enum tt_status check_facts(const struct place *at, const struct table_facts *facts, const char *ids)
{
    for (const char *id = ids;; id += 2) {
        const size_t length = strcspn(id, ",");
        if (!facts_find(facts, id, length))
            return refuse(at, "fact \"%.*s\" is in none of schemas/facts", (int)length, id);
        id += length;
        if (!*id)
            return TT_OK;
        if (id[1] != ' ')
            return refuse(at, "ids stand apart by a comma and a space");
    }
}

void clear_facts(struct table_facts *facts)
{
    mem_free(facts->sections);
    mem_free(facts->facts);
}
