/* SPDX-License-Identifier: Apache-2.0 */
/* Whole files of JSON. */
#include "base/memory.h"
#include "capture/import/bundle_file.h"
#include "capture/json/json.h"

#include <cjson/cJSON.h>

enum tt_status json_read_file(const char *path, size_t bytes_max, json_take_root *take, void *user,
                              struct tt_error *err)
{
    char *text = NULL;
    size_t count;
    cJSON *root = NULL;
    enum tt_status status = bundle_file_text(path, bytes_max, &text, &count, err);
    if (status)
        return status;
    status = json_parse(&root, text, count, err);
    mem_free(text);
    if (!status)
        status = take(user, root, err);
    cJSON_Delete(root);
    if (status)
        tt_error_prefix(err, "%s", path);
    return status;
}
