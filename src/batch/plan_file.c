/* SPDX-License-Identifier: Apache-2.0 */
/* The plan as a file. docs/formats/batch.md#plan, schemas/farm_plan.schema.json */
#include "batch/plan.h"

#include "batch/json_text.h"
#include "batch/reference.h"
#include "batch/seal.h"
#include "capture/json/json.h"
#include "order/options_text.h"

enum { PLAN_VERSION = 3, PLAN_BYTES_MAX = 1 << 30 };

/* ---- writing ---- */

static void put_settings(struct json_out *out, const struct batch_settings *settings)
{
    json_out_object(out, "settings");
    json_out_say(out, SAY("order", order_name(settings->how.order)), SAY("units", settings->how.units));
    json_out_strings(out, "variants", &settings->how.variants);
    json_out_strings(out, "sets", &settings->how.sets);
    json_out_strings(out, "assumes", &settings->how.assumes);
    json_out_say(out, SAY("max_steps", settings->how.max_steps), SAY("causes", settings->causes),
                 SAY("has_checkpoint_word", settings->how.has_checkpoint_word),
                 SAY("checkpoint_word", settings->how.checkpoint_word),
                 SAY("waivers", settings->waivers ? BATCH_PLAN_WAIVERS : NULL),
                 SAY("waivers_hash", settings->waivers_hash), SAY("day", settings->day),
                 SAY_IF("mask", settings->mask, BATCH_PLAN_MASK),
                 SAY_IF("mask_hash", settings->mask, settings->mask_hash),
                 SAY_OR_NULL("evidence", settings->how.has_evidence, fact_level_name(settings->how.evidence)));
    plan_references_put(out, settings);
    json_out_end(out);
}

static void put_plan(struct json_out *out, const void *what)
{
    const struct batch_plan *plan = what;
    json_out_object(out, NULL);
    json_out_say(out, SAY("tt_replay_plan", PLAN_VERSION), SAY("tool", plan->tool), SAY("root", plan->root));
    put_settings(out, &plan->settings);
    json_out_say(out, SAY("shards", plan->shards));
    JSON_EACH(out, "captures", i, plan->count) {
        const struct batch_capture *capture = &plan->captures[i];
        json_out_item(out, NULL, SAY("name", capture->name), SAY("is_bundle", capture->is_bundle),
                      SAY("bytes", capture->bytes), SAY("hash", capture->hash), SAY("reference", capture->reference),
                      SAY("key", capture->key), SAY("shard", capture->shard));
    }
}

enum tt_status batch_plan_write(const struct batch_plan *plan, const char *path, bool replace, struct tt_error *err)
{
    return json_text_file(path, replace ? NEW_FILE_REPLACE : NEW_FILE_NEW, put_plan, plan, err);
}

/* ---- reading ---- */

/* A plan's entry of a file beside it: its one name and a hash, or none. */
static enum tt_status read_beside(const char *what, const char *named, const char *name, const char *hash,
                                  char into[static BATCH_HASH_TEXT], struct tt_error *err)
{
    const size_t digits = strspn(hash, "0123456789abcdef");
    REFUSE_IF(hash[digits] || (digits && digits != BATCH_HASH_TEXT - 1) || !digits == (named != NULL), err,
              "settings.%s_hash: expected 64 hexadecimal digits with %s, else \"\"", what, what);
    REFUSE_IF(named && strcmp(named, name) != 0, err, "settings.%s: expected \"%s\", the file beside the plan", what,
              name);
    memcpy(into, hash, digits + 1);
    return TT_OK;
}

static const char *level_names(size_t i)
{
    return i < FACT_LEVEL_COUNT ? fact_level_name((enum fact_level)i) : NULL;
}

static enum tt_status plan_take_settings(void *user, const struct cJSON *object, const char *place,
                                         struct tt_error *err)
{
    struct batch_settings *settings = user;
    struct replay_words *how = &settings->how;
    const char *order, *hash, *mask_hash = "", *day;
    const struct json_member members[] = {
        JSON_MEMBER("order", JSON_TEXT, &order),
        JSON_MEMBER("units", JSON_COPY, &how->units, .may_be_null = true),
        JSON_MEMBER("variants", JSON_TEXTS, &how->variants),
        JSON_MEMBER("sets", JSON_TEXTS, &how->sets),
        JSON_MEMBER("assumes", JSON_TEXTS, &how->assumes),
        JSON_MEMBER("max_steps", JSON_NUMBER, &how->max_steps),
        JSON_MEMBER("causes", JSON_NUMBER, &settings->causes),
        JSON_MEMBER("has_checkpoint_word", JSON_TRUTH, &how->has_checkpoint_word),
        JSON_MEMBER("checkpoint_word", JSON_WORD, &how->checkpoint_word),
        JSON_MEMBER("waivers", JSON_COPY, &settings->waivers, .may_be_null = true),
        JSON_MEMBER("waivers_hash", JSON_TEXT, &hash),
        JSON_MEMBER("day", JSON_TEXT, &day),
        JSON_MEMBER("mask", JSON_COPY, &settings->mask, .may_be_absent = true),
        JSON_MEMBER("mask_hash", JSON_TEXT, &mask_hash, .may_be_absent = true),
        JSON_MEMBER("evidence", JSON_CHOICE, &how->evidence, .choice = level_names, .may_be_null = true),
        JSON_MEMBER("references", JSON_EACH, settings, .take = plan_reference_take),
    };
    how->has_order = true;
    how->evidence = FACT_LEVEL_COUNT;
    TRY(json_read(object, place, JSON_MEMBERS(members), err));
    how->has_evidence = how->evidence < FACT_LEVEL_COUNT;
    if (!how->has_evidence)
        how->evidence = FACT_SILICON;
    TRY(read_beside("waivers", settings->waivers, BATCH_PLAN_WAIVERS, hash, settings->waivers_hash, err));
    TRY(read_beside("mask", settings->mask, BATCH_PLAN_MASK, mask_hash, settings->mask_hash, err));
    TRY(PLACED(order_parse(order, &how->order, err), err, "settings"));
    REFUSE_IF(strlen(day) != (settings->waivers ? sizeof settings->day - 1 : 0), err,
              "settings.day: expected a day as 2026-12-31 with waivers, else \"\"");
    memcpy(settings->day, day, strlen(day) + 1);
    return TT_OK;
}

/* A name that stays below the root. */
static bool is_name(const char *name)
{
    if (!*name || *name == '/')
        return false;
    for (const char *part = name; part; part = strchr(part, '/') ? strchr(part, '/') + 1 : NULL)
        if (strncmp(part, "../", 3) == 0 || strcmp(part, "..") == 0)
            return false;
    return true;
}

/* Of the capture's reference; without a reference empty. */
static enum tt_status read_reference(const char *place, const char *hash, struct batch_plan *plan,
                                     struct batch_capture *capture, struct tt_error *err)
{
    const size_t digits = strspn(hash, "0123456789abcdef");
    REFUSE_IF(hash[digits] || digits != (plan->settings.reference_count ? BATCH_HASH_TEXT - 1u : 0), err,
              "%s.reference: expected 64 hexadecimal digits with a reference, else \"\"", place);
    memcpy(capture->reference, hash, digits + 1);
    return TT_OK;
}

static enum tt_status plan_take_capture(void *user, const struct cJSON *object, const char *place, struct tt_error *err)
{
    struct batch_plan *plan = user;
    const char *reference;
    NEED(!mem_grow(&plan->captures, &plan->capacity, plan->count + 1, sizeof *plan->captures), err,
         "no memory for the captures");
    struct batch_capture *capture = &plan->captures[plan->count];
    *capture = (struct batch_capture){0};
    const struct json_member members[] = {
        JSON_MEMBER("name", JSON_COPY, &capture->name),     JSON_MEMBER("is_bundle", JSON_TRUTH, &capture->is_bundle),
        JSON_MEMBER("bytes", JSON_NUMBER, &capture->bytes), JSON_MEMBER("hash", JSON_SHA256, capture->hash),
        JSON_MEMBER("key", JSON_SHA256, capture->key),      JSON_MEMBER("shard", JSON_WORD, &capture->shard),
        JSON_MEMBER("reference", JSON_TEXT, &reference),
    };
    enum tt_status status = json_read(object, place, JSON_MEMBERS(members), err);
    plan->count += capture->name != NULL; /* from here on it is the plan's to free */
    TRY(status ?: read_reference(place, reference, plan, capture, err));
    assert(capture->name); /* a member that must be there */
    REFUSE_IF(!is_name(capture->name), err, "%s.name: expected a path below the root", place);
    REFUSE_IF(plan->count > 1 && strcmp(plan->captures[plan->count - 2].name, capture->name) >= 0, err,
              "%s.name: expected names in rising order", place);
    REFUSE_IF(capture->shard < 1 || capture->shard > plan->shards, err, "%s.shard is %u, expected 1 to %u", place,
              capture->shard, plan->shards);
    return TT_OK;
}

/* The shards stand in the file for its readers; they follow from the contents. */
static enum tt_status check_shards(struct batch_plan *plan, struct tt_error *err)
{
    uint32_t *said OWNED(mem_free_at) = mem_alloc((plan->count + 1) * sizeof *said);
    NEED(said, err, "no memory for the captures");
    for (size_t i = 0; i < plan->count; i++)
        said[i] = plan->captures[i].shard;
    TRY(batch_plan_share(plan, err));
    for (size_t i = 0; i < plan->count; i++)
        REFUSE_IF(said[i] != plan->captures[i].shard, err, "captures[%zu].shard is %u, but by contents it is %u", i,
                  said[i], plan->captures[i].shard);
    return TT_OK;
}

static enum tt_status plan_take(void *user, const struct cJSON *tree, struct tt_error *err)
{
    struct batch_plan *plan = user;
    const char *tool;
    char seal[BATCH_HASH_TEXT]; /* which the whole file is held against */
    const struct json_member members[] = {
        JSON_MEMBER("tt_replay_plan", JSON_VERSION, NULL, .most = PLAN_VERSION),
        JSON_MEMBER("tool", JSON_TEXT, &tool),
        JSON_MEMBER("root", JSON_COPY, &plan->root),
        JSON_MEMBER("settings", JSON_TAKE, &plan->settings, .take = plan_take_settings),
        JSON_MEMBER("shards", JSON_WORD, &plan->shards, .least = 1, .most = BATCH_SHARDS_MAX),
        JSON_MEMBER("captures", JSON_EACH, plan, .take = plan_take_capture),
        JSON_MEMBER("sha256", JSON_SHA256, seal),
    };
    TRY(json_read(tree, "", JSON_MEMBERS(members), err));
    (void)snprintf(plan->tool, sizeof plan->tool, "%s", tool);
    return check_shards(plan, err);
}

enum tt_status batch_plan_read(struct batch_plan *plan, const char *path, struct tt_error *err)
{
    *plan = (struct batch_plan){0};
    const enum tt_status status = json_read_file(path, PLAN_BYTES_MAX, plan_take, plan, err);
    return status ? status : seal_json_check(path, err);
}
