/* SPDX-License-Identifier: Apache-2.0 */
/* A plan from a folder: the files there, and their kind. */
#include "batch/plan.h"

#include "base/path.h"
#include "batch/content.h"
#include "batch/reference.h"

#include <limits.h>

void batch_plan_clear(struct batch_plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        mem_free(plan->captures[i].name);
    mem_free(plan->captures);
    mem_free(plan->root);
    batch_settings_clear(&plan->settings);
    *plan = (struct batch_plan){0};
}

static enum tt_status name_result(const struct batch_plan *plan, struct batch_capture *capture, const char *how,
                                  struct tt_error *err)
{
    /* A bundle and a capture of the same bytes cannot be: the hashed bytes of a bundle begin with a name. */
    content_hash_texts(capture->hash, how, capture->key);
    if (!plan->settings.reference_count)
        return TT_OK;
    TRY(reference_hash(&plan->settings, capture->name, capture->reference, err));
    content_hash_texts(capture->key, capture->reference, capture->key);
    return TT_OK;
}

static enum tt_status plan_take_hash(const struct batch_plan *plan, struct batch_capture *capture, struct tt_error *err)
{
    char path[PATH_MAX];
    REFUSE_IF(snprintf(path, sizeof path, "%s/%s", plan->root, capture->name) >= (int)sizeof path, err,
              "%s/%.80s...: the path is too long", plan->root, capture->name);
    enum tt_status status = content_beneath(plan->root, capture->name, err);
    if (!status)
        status = capture->is_bundle
                     ? content_hash_bundle(path, plan->root, plan->settings.mask, capture->hash, &capture->bytes, err)
                     : content_hash_file(path, capture->hash, &capture->bytes, err);
    if (status == TT_NO_MEMORY || !status)
        return status;
    /* It stops no other: its judge will meet the same error, or a changed capture. */
    capture->bytes = 0;
    content_hash_texts("cannot be read", capture->name, capture->hash);
    return TT_OK;
}

/* Settings and tool as one text: the other half of every key. */
static char *how_text(const struct batch_plan *plan)
{
    char *settings = batch_settings_text(&plan->settings);
    if (!settings)
        return NULL;
    const size_t size = strlen(settings) + strlen(plan->tool) + sizeof "tool \n";
    char *text = mem_alloc(size);
    if (text)
        (void)snprintf(text, size, "tool %s\n%s", plan->tool, settings);
    mem_free(settings);
    return text;
}

static enum tt_status identify(struct batch_plan *plan, const struct batch_observer *observer, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    char *how = how_text(plan);
    NEED(how, err, "%s: no memory", plan->root);
    for (size_t i = 0; !status && i < plan->count; i++) {
        status = plan_take_hash(plan, &plan->captures[i], err);
        status = status ?: name_result(plan, &plan->captures[i], how, err);
        if (observer && observer->progress)
            observer->progress(observer->user, i + 1, plan->count);
    }
    mem_free(how);
    return status;
}

enum tt_status batch_plan_make(struct batch_plan *plan, const char *folder, struct batch_settings *settings,
                               uint32_t shards, const struct batch_observer *observer, struct tt_error *err)
{
    *plan = (struct batch_plan){.settings = *settings, .shards = shards, .root = path_trimmed(folder)};
    *settings = (struct batch_settings){0};
    NEED(plan->root, err, "no memory");
    TRY(content_tool(plan->tool, err));
    TRY(batch_settings_check(&plan->settings, err));
    TRY(batch_find(plan, err));
    TRY(identify(plan, observer, err));
    return batch_plan_share(plan, err);
}
