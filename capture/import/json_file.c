/* SPDX-License-Identifier: Apache-2.0 */
/* Whole files of JSON. */
#include "capture/import/bundle_file.h"
#include "capture/json/json.h"

#include <cjson/cJSON.h>

enum tt_status json_read_file(const char *path, size_t bytes_max, json_take_root *take, void *user,
                              struct tt_error *err)
{
    char *text OWNED(mem_free_at) = NULL;
    size_t count;
    cJSON *root OWNED(json_free_at) = NULL;
    TRY(bundle_file_text(path, bytes_max, &text, &count, err));
    TRY(PLACED(json_parse(&root, text, count, err), err, "%s", path));
    return PLACED(take(user, root, err), err, "%s", path);
}
