/* SPDX-License-Identifier: Apache-2.0 */
/* A record as a file. docs/formats/batch.md#result, schemas/farm_result.schema.json */
#include "batch/json_text.h"
#include "batch/record.h"
#include "batch/seal.h"
#include "capture/json/json.h"

#include <cjson/cJSON.h>
#include <unistd.h>

enum { RECORD_VERSION = 2, RECORD_BYTES_MAX = 4 << 20 };

/* ---- writing ---- */

static void put_counts(struct json_out *out, const struct batch_counts *of)
{
    struct batch_counts counts = *of;
    json_out_object(out, "counts");
    for (int i = 0; i < BATCH_COUNT_FIELDS; i++)
        json_out_say(out, SAY(batch_count_fields[i].name, *batch_count(&counts, i)));
    json_out_end(out);
}

static void put_first(struct json_out *out, const struct batch_record *record)
{
    struct batch_first first = record->first;
    if (!record->has_first) {
        json_out_say(out, SAY_NULL("first"));
        return;
    }
    json_out_object(out, "first");
    for (int i = 0; i < BATCH_TEXT_FIELDS; i++)
        json_out_say(out, SAY(batch_text_fields[i].name, *batch_first_text(&first, i)));
    for (int i = 0; i < BATCH_NUMBER_FIELDS; i++) {
        const int64_t number = *batch_first_number(&first, i);
        if (number < 0)
            json_out_say(out, SAY_NULL(batch_number_fields[i].name));
        else
            json_out_say(out, SAY(batch_number_fields[i].name, number));
    }
    json_out_end(out);
}

static void put_lists(struct json_out *out, const struct batch_record *record)
{
    JSON_EACH(out, "findings", i, record->finding_count) {
        const struct batch_finding *finding = &record->findings[i];
        json_out_item(out, NULL, SAY("code", finding->code), SAY("class", finding->kind), SAY("times", finding->times),
                      SAY("first_event", finding->first_event), SAY("is_waived", finding->is_waived));
    }
    json_out_array(out, "unsupported");
    for (size_t i = 0; i < record->unsupported_count; i++) {
        json_out_item(out, NULL, SAY("name", record->unsupported[i].name), SAY("times", record->unsupported[i].times));
    }
    json_out_end(out);
}

static void put_record(struct json_out *out, const void *what)
{
    const struct batch_record *record = what;
    json_out_object(out, NULL);
    json_out_say(out, SAY("tt_replay_result", RECORD_VERSION), SAY("key", record->key), SAY("hash", record->hash),
                 SAY("verdict", batch_verdict_name(record->verdict)), SAY("is_final", record->is_final),
                 SAY("reason", record->reason), SAY("chip", record->chip), SAY("title", record->title));
    json_out_strings(out, "tags", &record->tags);
    put_counts(out, &record->counts);
    put_lists(out, record);
    put_first(out, record);
    JSON_EACH(out, "causes", i, record->causes.count)
        json_out_say(out, SAY(NULL, record->causes.items[i]));
}

enum tt_status batch_record_write(const struct batch_record *record, const char *path, struct tt_error *err)
{
    return json_text_file(path, NEW_FILE_OWN, put_record, record, err);
}

/* ---- reading ---- */

static enum tt_status record_take_finding(void *user, const struct cJSON *item, const char *place, struct tt_error *err)
{
    struct batch_record *record = user;
    NEED(!mem_grow(&record->findings, &record->finding_capacity, record->finding_count + 1, sizeof *record->findings),
         err, "no memory");
    struct batch_finding *finding = &record->findings[record->finding_count++];
    *finding = (struct batch_finding){0};
    const struct json_member members[] = {
        JSON_MEMBER("code", JSON_COPY, &finding->code),
        JSON_MEMBER("class", JSON_COPY, &finding->kind),
        JSON_MEMBER("times", JSON_NUMBER, &finding->times),
        JSON_MEMBER("first_event", JSON_NUMBER, &finding->first_event),
        JSON_MEMBER("is_waived", JSON_TRUTH, &finding->is_waived),
    };
    return json_read(item, place, JSON_MEMBERS(members), err);
}

static enum tt_status record_take_unsupported(void *user, const struct cJSON *item, const char *place,
                                              struct tt_error *err)
{
    struct batch_record *record = user;
    NEED(!mem_grow(&record->unsupported, &record->unsupported_capacity, record->unsupported_count + 1,
                   sizeof *record->unsupported),
         err, "no memory");
    struct batch_unsupported *unsupported = &record->unsupported[record->unsupported_count++];
    *unsupported = (struct batch_unsupported){0};
    const struct json_member members[] = {
        JSON_MEMBER("name", JSON_COPY, &unsupported->name),
        JSON_MEMBER("times", JSON_NUMBER, &unsupported->times),
    };
    return json_read(item, place, JSON_MEMBERS(members), err);
}

static enum tt_status record_take_counts(void *user, const struct cJSON *object, const char *place,
                                         struct tt_error *err)
{
    struct batch_counts *counts = user;
    struct json_member members[BATCH_COUNT_FIELDS];
    for (int i = 0; i < BATCH_COUNT_FIELDS; i++)
        members[i] = (struct json_member)JSON_MEMBER(batch_count_fields[i].name, JSON_NUMBER, batch_count(counts, i));
    return json_read(object, place, JSON_MEMBERS(members), err);
}

static enum tt_status record_take_first(void *user, const struct cJSON *object, const char *place, struct tt_error *err)
{
    struct batch_record *record = user;
    struct json_member members[BATCH_TEXT_FIELDS + BATCH_NUMBER_FIELDS];
    record->has_first = !cJSON_IsNull(object);
    if (!record->has_first)
        return TT_OK;
    for (int i = 0; i < BATCH_TEXT_FIELDS; i++)
        members[i] = (struct json_member)JSON_MEMBER(batch_text_fields[i].name, JSON_COPY,
                                                     batch_first_text(&record->first, i), .may_be_null = true);
    for (int i = 0; i < BATCH_NUMBER_FIELDS; i++) {
        int64_t *number = batch_first_number(&record->first, i);
        *number = -1; /* null */
        members[BATCH_TEXT_FIELDS + i] =
            (struct json_member)JSON_MEMBER(batch_number_fields[i].name, JSON_NUMBER, number, .may_be_null = true);
    }
    return json_read(object, place, JSON_MEMBERS(members), err);
}

static const char *verdict_names(size_t i)
{
    return i < BATCH_VERDICTS ? batch_verdict_name((enum batch_verdict)i) : NULL;
}

/* How the parts of a record must agree: page and database are written from it without a further check. */
static enum tt_status record_file_check(const struct batch_record *record, struct tt_error *err)
{
    REFUSE_IF(record->verdict == BATCH_TROUBLE && !record->reason, err,
              "reason: expected a string with the verdict 'trouble'");
    REFUSE_IF(record->has_first && (!record->first.what || !record->first.space || !record->first.address), err,
              "first: expected what, space and address to be strings");
    return TT_OK;
}

static enum tt_status record_take(void *user, const struct cJSON *tree, struct tt_error *err)
{
    struct batch_record *record = user;
    char seal[BATCH_HASH_TEXT]; /* which the whole file is held against */
    const struct json_member members[] = {
        JSON_MEMBER("tt_replay_result", JSON_VERSION, NULL, .most = RECORD_VERSION),
        JSON_MEMBER("key", JSON_SHA256, record->key),
        JSON_MEMBER("hash", JSON_SHA256, record->hash),
        JSON_MEMBER("verdict", JSON_CHOICE, &record->verdict, .choice = verdict_names),
        JSON_MEMBER("is_final", JSON_TRUTH, &record->is_final),
        JSON_MEMBER("reason", JSON_COPY, &record->reason, .may_be_null = true),
        JSON_MEMBER("chip", JSON_COPY, &record->chip, .may_be_null = true),
        JSON_MEMBER("title", JSON_COPY, &record->title, .may_be_null = true),
        JSON_MEMBER("tags", JSON_TEXTS, &record->tags),
        JSON_MEMBER("counts", JSON_TAKE, &record->counts, .take = record_take_counts),
        JSON_MEMBER("findings", JSON_EACH, record, .take = record_take_finding),
        JSON_MEMBER("unsupported", JSON_EACH, record, .take = record_take_unsupported),
        JSON_MEMBER("first", JSON_TAKE, record, .take = record_take_first),
        JSON_MEMBER("causes", JSON_TEXTS, &record->causes),
        JSON_MEMBER("sha256", JSON_SHA256, seal),
    };
    const enum tt_status status = json_read(tree, "", JSON_MEMBERS(members), err);
    return status ? status : record_file_check(record, err);
}

enum tt_status batch_record_read(struct batch_record *record, const char *path, struct tt_error *err)
{
    *record = (struct batch_record){0};
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return TT_END;
    const enum tt_status status = json_read_file(path, RECORD_BYTES_MAX, record_take, record, err);
    return status ? status : seal_json_check(path, err);
}
