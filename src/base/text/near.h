/* SPDX-License-Identifier: Apache-2.0 */
/* Which existing name may have been meant by one that does not exist. */
#pragma once

#include "base/usual.h"

/* A list of names: the name of a number, null behind the last. It need not stay beyond the next call. */
typedef const char *near_list(size_t i, const void *user);

/* The name that takes the fewest letters changed, added, dropped or swapped, whatever their case, or that begins or
 * goes on as `wanted` does; null where none is near. The first of several that are as near. */
const char *near_name(const char *wanted, near_list *list, const void *user);

/* "; did you mean 'NAME'?", or "" where no name is near. Returns text. */
enum { NEAR_TEXT_MAX = 128 };
char *near_text(const char *wanted, near_list *list, const void *user, char text[static NEAR_TEXT_MAX]);
