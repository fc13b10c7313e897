/* SPDX-License-Identifier: Apache-2.0 */
/* Which captures lie under a folder. */
#include "batch/content.h"
#include "batch/plan.h"

#include "base/path.h"
#include "base/search.h"
#include "capture/bundle.h"

#include <limits.h>
#include <sys/stat.h>

enum { FOLDERS_DEEP_MAX = 32 };

static enum tt_status find_add(struct batch_plan *plan, const char *name, bool is_bundle, struct tt_error *err)
{
    char *copy = mem_strdup(name);
    if (plan->count >= BATCH_CAPTURES_MAX) {
        mem_free(copy);
        return tt_fail(err, TT_BAD_INPUT, "%s: more than %d captures", plan->root, BATCH_CAPTURES_MAX);
    }
    if (!copy || mem_grow(&plan->captures, &plan->capacity, plan->count + 1, sizeof *plan->captures)) {
        mem_free(copy);
        return tt_fail(err, TT_NO_MEMORY, "%s: no memory", plan->root);
    }
    plan->captures[plan->count++] = (struct batch_capture){.name = copy, .is_bundle = is_bundle};
    return TT_OK;
}

static enum tt_status find_in(struct batch_plan *plan, const char *below, unsigned depth, struct tt_error *err);

/* name: below the root; "" is the root itself. */
static enum tt_status find_at(struct batch_plan *plan, const char *name, unsigned depth, struct tt_error *err)
{
    char path[PATH_MAX];
    struct stat there;
    REFUSE_IF(snprintf(path, sizeof path, "%s/%s", plan->root, name) >= (int)sizeof path, err,
              "%s/%.80s...: the path is too long", plan->root, name);
    struct tt_error leads_out; /* its judge says so */
    if (lstat(path, &there) == 0 && S_ISLNK(there.st_mode) && content_beneath(plan->root, name, &leads_out))
        return find_add(plan, name, false, err);
    if (stat(path, &there) !=
        0) /* a link to nothing: reported where a capture should be, ignored where anything else should */
        return path_ending(name, ".ttcap") ? find_add(plan, name, false, err) : TT_OK;
    if (S_ISDIR(there.st_mode)) {
        bool is_bundle;
        TRY(bundle_look(&is_bundle, path, err));
        return is_bundle ? find_add(plan, name, true, err) : find_in(plan, name, depth, err);
    }
    return S_ISREG(there.st_mode) && path_ending(name, ".ttcap") ? find_add(plan, name, false, err) : TT_OK;
}

static enum tt_status find_in(struct batch_plan *plan, const char *below, unsigned depth, struct tt_error *err)
{
    char path[PATH_MAX], name[PATH_MAX];
    struct folder inside OWNED(folder_clear) = {0};
    REFUSE_IF(snprintf(path, sizeof path, "%s/%s", plan->root, below) >= (int)sizeof path, err,
              "%s/%.80s...: the path is too long", plan->root, below);
    REFUSE_IF(depth > FOLDERS_DEEP_MAX, err, "%s: folders are nested more than %d deep", path, FOLDERS_DEEP_MAX);
    TRY(folder_read(&inside, path, false, err));
    for (size_t i = 0; i < inside.count; i++)
        if (snprintf(name, sizeof name, "%s%s%s", below, *below ? "/" : "", inside.names[i]) >= (int)sizeof name)
            return tt_fail(err, TT_BAD_INPUT, "%s: the path is too long", path);
        else
            TRY(find_at(plan, name, depth + 1, err));
    return TT_OK;
}

ORDER(find_by_name, struct batch_capture, strcmp(a->name, b->name))

enum tt_status batch_find(struct batch_plan *plan, struct tt_error *err)
{
    struct stat there;
    if (stat(plan->root, &there) != 0)
        return tt_fail(err, TT_IO, "%s: cannot be read: %s", plan->root, strerror(errno));
    REFUSE_IF(!S_ISDIR(there.st_mode), err, "%s: not a folder; a batch is of all captures in one", plan->root);
    bool is_bundle;
    TRY(bundle_look(&is_bundle, plan->root, err));
    REFUSE_IF(is_bundle, err, "%s: a dump bundle; name the folder that it lies in", plan->root);
    TRY(find_in(plan, "", 0, err));
    REFUSE_IF(plan->count == 0, err, "%s: holds no capture (.ttcap) and no dump bundle (bundle.json)", plan->root);
    qsort(plan->captures, plan->count, sizeof *plan->captures, find_by_name);
    return TT_OK;
}
