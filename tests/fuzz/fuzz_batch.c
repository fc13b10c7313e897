/* SPDX-License-Identifier: Apache-2.0 */
/* A plan of a farm, or the result of a capture: what is read is written the same, and read again. The first byte says
 * which of them the rest is, and whether its seal is put to it again. */
#include "batch/plan.h"
#include "batch/record.h"
#include "batch/seal.h"
#include "fuzz/harness.h"
#include "fuzz/require.h"

#include <string.h>

enum { TEXT_MAX = 1 << 20 };

static const char given[] = "fuzz_batch.json", written[] = "fuzz_batch.again.json";

static size_t load(const char *path, char *text)
{
    FILE *file = fopen(path, "rb");
    require(file != NULL);
    const size_t count = fread(text, 1, TEXT_MAX, file);
    require(count < TEXT_MAX && fclose(file) == 0);
    return count;
}

/* Two files with the same bytes. */
static void check_same(void)
{
    char *a = must_alloc(TEXT_MAX), *b = must_alloc(TEXT_MAX);
    const size_t count = load(given, a);
    require(load(written, b) == count && memcmp(a, b, count) == 0);
    free(a);
    free(b);
}

static enum tt_status copy_plan(const char *from, const char *to, struct tt_error *err)
{
    struct batch_plan plan = {0};
    const enum tt_status status = batch_plan_read(&plan, from, err);
    require(status == TT_OK || *err->text);
    for (size_t i = 0; status == TT_OK && i < plan.count; i++)
        require(plan.captures[i].same_as <= i && plan.captures[i].shard >= 1 && plan.captures[i].shard <= plan.shards);
    if (status == TT_OK)
        require(batch_plan_write(&plan, to, true, err) == TT_OK);
    batch_plan_clear(&plan);
    return status;
}

static enum tt_status copy_record(const char *from, const char *to, struct tt_error *err)
{
    struct batch_record record = {0};
    const enum tt_status status = batch_record_read(&record, from, err);
    require(status == TT_OK || *err->text);
    require(status != TT_OK || (record.verdict < BATCH_VERDICTS));
    if (status == TT_OK)
        require(batch_record_write(&record, to, err) == TT_OK);
    batch_record_clear(&record);
    return status;
}

/* Bytes that are no UTF-8 are others in the first copy. */
static void copy_twice(enum tt_status (*copy)(const char *from, const char *to, struct tt_error *err))
{
    struct tt_error err = {""};
    if (copy(given, written, &err))
        return;
    require(copy(written, given, &err) == TT_OK && copy(given, written, &err) == TT_OK);
    check_same();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    size_t count = size - 1;
    const bool is_sealed = !(data[0] & 2);
    while (is_sealed && count > 0 && (data[count] == '\n' || data[count] == '}')) /* the seal ends the object */
        count--;
    FILE *file = fopen(given, "wb");
    require(file != NULL);
    if (is_sealed)
        seal_json_put(file, (const char *)data + 1, count);
    else
        require(fwrite(data + 1, 1, count, file) == count);
    require(fclose(file) == 0);
    copy_twice(data[0] & 1 ? copy_plan : copy_record);
    (void)remove(given);
    (void)remove(written);
    return 0;
}
