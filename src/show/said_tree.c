/* SPDX-License-Identifier: Apache-2.0 */
#include "show/said_tree.h"

#include <cjson/cJSON.h>

static cJSON *said_tree_value(const struct said *said)
{
    switch (said->kind) {
    case SAID_NOTHING:
        break;
    case SAID_TEXT:
        return cJSON_CreateString(said->text);
    case SAID_NUMBER:
        return cJSON_CreateNumber((double)said->number);
    case SAID_SIGNED:
        return cJSON_CreateNumber((double)said->signed_number);
    case SAID_REAL:
        return cJSON_CreateNumber(said->real);
    case SAID_TRUTH:
        return cJSON_CreateBool(said->truth);
    }
    return cJSON_CreateNull();
}

cJSON *said_members(cJSON *object, const struct said *members, size_t count)
{
    cJSON *into = object ? object : cJSON_CreateObject();
    for (size_t i = 0; i < count; i++)
        if (members[i].kind != SAID_NOTHING || !members[i].is_optional)
            (void)cJSON_AddItemToObject(into, members[i].key, said_tree_value(&members[i]));
    return into;
}

cJSON *said_listed(cJSON *list, const struct said *members, size_t count)
{
    cJSON *item = said_members(NULL, members, count);
    (void)cJSON_AddItemToArray(list, item);
    return item;
}
