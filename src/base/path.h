/* SPDX-License-Identifier: Apache-2.0 */
/* What stands under a name. */
#pragma once

#include "base/error.h"

enum path_kind { PATH_ABSENT, PATH_FILE, PATH_FOLDER, PATH_OTHER };

/* Behind symbolic links. That nothing is there is an answer; that it cannot be known (a folder on the way that may not
 * be entered, a broken disk) is an error. */
enum tt_status path_look(enum path_kind *kind, const char *path, struct tt_error *err);

/* An output that is one of the inputs, whatever name it has, is refused: with --force it would go. `output` may be
 * null, and need not be there. */
enum tt_status path_keep_input(const char *output, const char *input, struct tt_error *err);

/* "folder/name"; the caller frees it with mem_free. Null: no memory. */
char *path_join(const char *folder, const char *name);
