/* SPDX-License-Identifier: Apache-2.0 */
/* Statements (said.h) as a tree of cJSON: for protocols whose messages carry parts of each other. */
#pragma once

#include "show/said.h"

typedef struct cJSON cJSON; /* cJSON.h */

/* Adds members to an object, which is returned. */
#define said_into(object, ...) said_members(object, SAID_LIST(__VA_ARGS__))
cJSON *said_members(cJSON *object, const struct said *members, size_t count);

/* A new object. */
#define said_object(...) said_members(NULL, SAID_LIST(__VA_ARGS__))
/* The same, as the last item of a list, which keeps it. */
#define said_item(list, ...) said_listed(list, SAID_LIST(__VA_ARGS__))
cJSON *said_listed(cJSON *list, const struct said *members, size_t count);
