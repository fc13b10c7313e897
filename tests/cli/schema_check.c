/* SPDX-License-Identifier: Apache-2.0 */
/* schema_check SCHEMA: holds the JSON on standard input against a JSON Schema. Knows the keywords that schemas/ uses
 * and refuses any other, so that none is passed over in silence. Exit 0: it fits; 1: it does not, and where; 2:
 * trouble. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_MAX_BYTES = 512 };

struct place {
    const cJSON *root; /* the schema */
    char path[PATH_MAX_BYTES];
};

static bool holds(struct place *place, const cJSON *schema, const cJSON *value);

static bool wrong(const struct place *place, const char *what, const char *name)
{
    (void)fprintf(stderr, "%s: %s%s\n", *place->path ? place->path : "/", what, name);
    return false;
}

static bool is_type(const cJSON *value, const char *type)
{
    if (strcmp(type, "integer") == 0)
        return cJSON_IsNumber(value) && value->valuedouble == floor(value->valuedouble);
    if (strcmp(type, "number") == 0)
        return cJSON_IsNumber(value);
    if (strcmp(type, "string") == 0)
        return cJSON_IsString(value);
    if (strcmp(type, "boolean") == 0)
        return cJSON_IsBool(value);
    if (strcmp(type, "null") == 0)
        return cJSON_IsNull(value);
    if (strcmp(type, "array") == 0)
        return cJSON_IsArray(value);
    return strcmp(type, "object") == 0 && cJSON_IsObject(value);
}

static bool check_type(const struct place *place, const cJSON *types, const cJSON *value)
{
    if (cJSON_IsString(types))
        return is_type(value, types->valuestring) || wrong(place, "is not of type ", types->valuestring);
    for (const cJSON *type = types->child; type; type = type->next) {
        if (is_type(value, type->valuestring))
            return true;
    }
    return wrong(place, "is of none of the types", "");
}

static bool check_enum(const struct place *place, const cJSON *choices, const cJSON *value)
{
    for (const cJSON *choice = choices->child; choice; choice = choice->next) {
        if (cJSON_Compare(choice, value, true))
            return true;
    }
    return wrong(place, "is none of the choices", "");
}

static bool check_member(struct place *place, const cJSON *schema, const cJSON *value, const char *name)
{
    size_t length = strlen(place->path);
    (void)snprintf(place->path + length, sizeof place->path - length, "/%s", name);
    bool fits = holds(place, schema, value);
    place->path[length] = '\0';
    return fits;
}

static bool check_object(struct place *place, const cJSON *schema, const cJSON *value)
{
    const cJSON *properties = cJSON_GetObjectItemCaseSensitive(schema, "properties");
    const cJSON *rest = cJSON_GetObjectItemCaseSensitive(schema, "additionalProperties");
    const cJSON *required = cJSON_GetObjectItemCaseSensitive(schema, "required");
    bool fits = true;
    for (const cJSON *name = required ? required->child : NULL; name; name = name->next) {
        if (!cJSON_GetObjectItemCaseSensitive(value, name->valuestring))
            fits = wrong(place, "lacks ", name->valuestring);
    }
    for (const cJSON *member = value->child; member; member = member->next) {
        const cJSON *known = cJSON_GetObjectItemCaseSensitive(properties, member->string);
        if (!known && cJSON_IsFalse(rest))
            fits = wrong(place, "may not have ", member->string);
        else if (known || cJSON_IsObject(rest))
            fits = check_member(place, known ? known : rest, member, member->string) && fits;
    }
    return fits;
}

static bool check_items(struct place *place, const cJSON *schema, const cJSON *value)
{
    bool fits = true;
    int index = 0;
    for (const cJSON *item = value->child; item; item = item->next) {
        char name[16];
        (void)snprintf(name, sizeof name, "%d", index++);
        fits = check_member(place, schema, item, name) && fits;
    }
    return fits;
}

/* "#/$defs/NAME" */
static const cJSON *follow(const struct place *place, const char *reference)
{
    const cJSON *defs = cJSON_GetObjectItemCaseSensitive(place->root, "$defs");
    if (strncmp(reference, "#/$defs/", 8) != 0)
        return NULL;
    return cJSON_GetObjectItemCaseSensitive(defs, reference + 8);
}

static bool check_keyword(struct place *place, const cJSON *schema, const cJSON *keyword, const cJSON *value)
{
    static const char *const elsewhere[] = {"$schema", "$id",        "title",    "description",
                                            "$defs",   "properties", "required", "additionalProperties"};
    const char *name = keyword->string;
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++) {
        if (strcmp(name, elsewhere[i]) == 0)
            return true;
    }
    if (strcmp(name, "type") == 0)
        return check_type(place, keyword, value);
    if (strcmp(name, "enum") == 0)
        return check_enum(place, keyword, value);
    if (strcmp(name, "minimum") == 0)
        return !cJSON_IsNumber(value) || value->valuedouble >= keyword->valuedouble || wrong(place, "is too small", "");
    if (strcmp(name, "maximum") == 0)
        return !cJSON_IsNumber(value) || value->valuedouble <= keyword->valuedouble || wrong(place, "is too large", "");
    if (strcmp(name, "items") == 0)
        return !cJSON_IsArray(value) || check_items(place, keyword, value);
    if (strcmp(name, "$ref") == 0) {
        const cJSON *target = follow(place, keyword->valuestring);
        return target ? holds(place, target, value)
                      : wrong(place, "the schema refers to nothing: ", keyword->valuestring);
    }
    (void)schema;
    return wrong(place, "the schema has a keyword this program does not know: ", name);
}

static bool holds(struct place *place, const cJSON *schema, const cJSON *value)
{
    bool fits = true;
    for (const cJSON *keyword = schema->child; keyword; keyword = keyword->next)
        fits = check_keyword(place, schema, keyword, value) && fits;
    return cJSON_IsObject(value) ? check_object(place, schema, value) && fits : fits;
}

static cJSON *read_json(FILE *file, const char *name)
{
    size_t have = 0, capacity = 1 << 16;
    char *text = malloc(capacity);
    while (text && !feof(file) && !ferror(file)) {
        have += fread(text + have, 1, capacity - have, file);
        if (have == capacity) {
            char *more = realloc(text, capacity *= 2);
            if (!more)
                break;
            text = more;
        }
    }
    cJSON *tree = text ? cJSON_ParseWithLength(text, have) : NULL;
    free(text);
    if (!tree)
        (void)fprintf(stderr, "%s: not JSON\n", name);
    return tree;
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        (void)fprintf(stderr, "usage: schema_check SCHEMA <JSON\n");
        return 2;
    }
    cJSON *schema = read_json(file, argv[1]);
    (void)fclose(file);
    cJSON *value = schema ? read_json(stdin, "standard input") : NULL;
    struct place place = {.root = schema};
    int status = !value ? 2 : holds(&place, schema, value) ? 0 : 1;
    cJSON_Delete(value);
    cJSON_Delete(schema);
    return status;
}
