/* SPDX-License-Identifier: Apache-2.0 */
/* A record as a file. docs/formats/batch.md#result, schemas/farm_result.schema.json */
#include "base/memory.h"
#include "batch/json_in.h"
#include "batch/json_text.h"
#include "batch/record.h"
#include "batch/seal.h"
#include "capture/import/json.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
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
    json_out_array(out, "findings");
    for (size_t i = 0; i < record->finding_count; i++) {
        const struct batch_finding *finding = &record->findings[i];
        json_out_item(out, NULL, SAY("code", finding->code), SAY("class", finding->kind), SAY("times", finding->times),
                      SAY("first_event", finding->first_event), SAY("is_waived", finding->is_waived));
    }
    json_out_end(out);
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
    json_out_strings(out, "tags", record->tags, record->tag_count);
    put_counts(out, &record->counts);
    put_lists(out, record);
    put_first(out, record);
    json_out_array(out, "causes");
    for (size_t i = 0; i < record->cause_count; i++)
        json_out_say(out, SAY(NULL, record->causes[i]));
    json_out_end(out);
}

enum tt_status batch_record_write(const struct batch_record *record, const char *path, struct tt_error *err)
{
    /* What a power cut leaves unreadable is found out by whoever reads it, and done again. */
    return json_text_file(path, NEW_FILE_UNSYNCED, put_record, record, err);
}

/* ---- reading ---- */

#define MEMBERS(list) list, sizeof(list) / sizeof(list)[0]

static enum tt_status want_array(const struct cJSON *item, const char *place, struct tt_error *err)
{
    return cJSON_IsArray(item) ? TT_OK : tt_fail(err, TT_BAD_INPUT, "%s: expected an array", place);
}

/* A list of texts of the record. */
static enum tt_status read_texts(const struct cJSON *list, const char *name, char ***texts, size_t *count,
                                 size_t *capacity, struct tt_error *err)
{
    enum tt_status status = want_array(list, name, err);
    for (const struct cJSON *item = status ? NULL : list->child; !status && item; item = item->next) {
        if (!cJSON_IsString(item))
            return tt_fail(err, TT_BAD_INPUT, "%s[%zu]: expected a string", name, *count);
        status = batch_settings_add(texts, count, capacity, item->valuestring, err);
    }
    return status;
}

static enum tt_status read_finding(const struct cJSON *item, struct batch_record *record, struct tt_error *err)
{
    char place[64];
    if (mem_grow(&record->findings, &record->finding_capacity, record->finding_count + 1, sizeof *record->findings))
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    (void)snprintf(place, sizeof place, "findings[%zu]", record->finding_count);
    struct batch_finding *finding = &record->findings[record->finding_count++];
    *finding = (struct batch_finding){0};
    const struct json_in_member members[] = {
        {"code", JSON_IN_TEXT, &finding->code},           {"class", JSON_IN_TEXT, &finding->kind},
        {"times", JSON_IN_NUMBER, &finding->times},       {"first_event", JSON_IN_NUMBER, &finding->first_event},
        {"is_waived", JSON_IN_BOOL, &finding->is_waived},
    };
    return json_in_object(item, place, MEMBERS(members), err);
}

static enum tt_status read_unsupported(const struct cJSON *item, struct batch_record *record, struct tt_error *err)
{
    char place[64];
    if (mem_grow(&record->unsupported, &record->unsupported_capacity, record->unsupported_count + 1,
                 sizeof *record->unsupported))
        return tt_fail(err, TT_NO_MEMORY, "no memory");
    (void)snprintf(place, sizeof place, "unsupported[%zu]", record->unsupported_count);
    struct batch_unsupported *unsupported = &record->unsupported[record->unsupported_count++];
    *unsupported = (struct batch_unsupported){0};
    const struct json_in_member members[] = {
        {"name", JSON_IN_TEXT, &unsupported->name},
        {"times", JSON_IN_NUMBER, &unsupported->times},
    };
    return json_in_object(item, place, MEMBERS(members), err);
}

static enum tt_status read_counts(const struct cJSON *object, struct batch_record *record, struct tt_error *err)
{
    struct json_in_member members[BATCH_COUNT_FIELDS];
    for (int i = 0; i < BATCH_COUNT_FIELDS; i++)
        members[i] =
            (struct json_in_member){batch_count_fields[i].name, JSON_IN_NUMBER, batch_count(&record->counts, i)};
    return json_in_object(object, "counts", MEMBERS(members), err);
}

static enum tt_status read_first(const struct cJSON *object, struct batch_record *record, struct tt_error *err)
{
    struct json_in_member members[BATCH_TEXT_FIELDS + BATCH_NUMBER_FIELDS];
    record->has_first = !cJSON_IsNull(object);
    if (!record->has_first)
        return TT_OK;
    for (int i = 0; i < BATCH_TEXT_FIELDS; i++)
        members[i] =
            (struct json_in_member){batch_text_fields[i].name, JSON_IN_TEXT_NULL, batch_first_text(&record->first, i)};
    for (int i = 0; i < BATCH_NUMBER_FIELDS; i++)
        members[BATCH_TEXT_FIELDS + i] = (struct json_in_member){batch_number_fields[i].name, JSON_IN_NUMBER_NULL,
                                                                 batch_first_number(&record->first, i)};
    return json_in_object(object, "first", MEMBERS(members), err);
}

static enum tt_status find_verdict(const char *name, struct batch_record *record, struct tt_error *err)
{
    for (int i = 0; i < BATCH_VERDICTS; i++) {
        if (strcmp(name, batch_verdict_name((enum batch_verdict)i)) != 0)
            continue;
        record->verdict = (enum batch_verdict)i;
        return TT_OK;
    }
    return tt_fail(err, TT_BAD_INPUT, "verdict: '%.40s' is not one of same, differs, trouble, no verdict", name);
}

/* How the parts of a record must agree: page and database are written from it without a further check. */
static enum tt_status check(const struct batch_record *record, struct tt_error *err)
{
    if (record->verdict == BATCH_TROUBLE && !record->reason)
        return tt_fail(err, TT_BAD_INPUT, "reason: expected a string with the verdict 'trouble'");
    if (record->has_first && (!record->first.what || !record->first.space || !record->first.address))
        return tt_fail(err, TT_BAD_INPUT, "first: expected what, space and address to be strings");
    return TT_OK;
}

static enum tt_status read_record(const struct cJSON *tree, struct batch_record *record, struct tt_error *err)
{
    const struct cJSON *tags = NULL, *counts = NULL, *findings = NULL, *unsupported = NULL, *first = NULL,
                       *causes = NULL;
    uint64_t version = 0;
    char *verdict = NULL, seal[BATCH_HASH_TEXT]; /* which the whole file is held against */
    const struct json_in_member members[] = {
        {"tt_replay_result", JSON_IN_NUMBER, &version},
        {"key", JSON_IN_HASH, record->key},
        {"hash", JSON_IN_HASH, record->hash},
        {"verdict", JSON_IN_TEXT, &verdict},
        {"is_final", JSON_IN_BOOL, &record->is_final},
        {"reason", JSON_IN_TEXT_NULL, &record->reason},
        {"chip", JSON_IN_TEXT_NULL, &record->chip},
        {"title", JSON_IN_TEXT_NULL, &record->title},
        {"tags", JSON_IN_ITEM, &tags},
        {"counts", JSON_IN_ITEM, &counts},
        {"findings", JSON_IN_ITEM, &findings},
        {"unsupported", JSON_IN_ITEM, &unsupported},
        {"first", JSON_IN_ITEM, &first},
        {"causes", JSON_IN_ITEM, &causes},
        {"sha256", JSON_IN_HASH, seal},
    };
    enum tt_status status = json_in_object(tree, "", MEMBERS(members), err);
    if (!status && version != RECORD_VERSION)
        status = tt_fail(err, TT_BAD_INPUT, "a result of version %llu, and this tool reads %d",
                         (unsigned long long)version, RECORD_VERSION);
    if (!status)
        status = find_verdict(verdict, record, err);
    mem_free(verdict);
    if (!status)
        status = read_texts(tags, "tags", &record->tags, &record->tag_count, &record->tag_capacity, err);
    if (!status)
        status = read_counts(counts, record, err);
    if (!status)
        status = want_array(findings, "findings", err);
    for (const struct cJSON *item = status ? NULL : findings->child; !status && item; item = item->next)
        status = read_finding(item, record, err);
    if (!status)
        status = want_array(unsupported, "unsupported", err);
    for (const struct cJSON *item = status ? NULL : unsupported->child; !status && item; item = item->next)
        status = read_unsupported(item, record, err);
    if (!status)
        status = read_first(first, record, err);
    if (!status)
        status = read_texts(causes, "causes", &record->causes, &record->cause_count, &record->cause_capacity, err);
    return status ? status : check(record, err);
}

enum tt_status batch_record_read(struct batch_record *record, const char *path, struct tt_error *err)
{
    struct cJSON *tree = NULL;
    *record = (struct batch_record){0};
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return TT_END;
    enum tt_status status = json_parse_file(&tree, path, RECORD_BYTES_MAX, err);
    if (status)
        return status;
    status = read_record(tree, record, err);
    if (status)
        tt_error_prefix(err, "%s", path);
    cJSON_Delete(tree);
    return status ? status : seal_json_check(path, err);
}
