/* SPDX-License-Identifier: Apache-2.0 */
/* A copy of what is unknown, made between two instructions. */
#include "observe/unknown_internal.h"

struct unknown_copy {
    struct shadow_copy shadow;
    struct origins origins;
    bool is_control_lost, has_loaded;
    origin_set by_core[TT_CORE_COUNT], by_thread[THREADS];
};

struct unknown_copy *unknown_save(const struct unknown *unknown)
{
    struct unknown_copy *copy = mem_calloc(1, sizeof *copy);
    if (!copy)
        return NULL;
    copy->origins = unknown->origins;
    copy->is_control_lost = unknown->is_control_lost;
    copy->has_loaded = unknown->has_loaded;
    memcpy(copy->by_core, unknown->by_core, sizeof copy->by_core);
    memcpy(copy->by_thread, unknown->by_thread, sizeof copy->by_thread);
    if (shadow_save(&unknown->shadow, &copy->shadow))
        return copy;
    unknown_copy_free(copy);
    return NULL;
}

void unknown_restore(struct unknown *unknown, const struct unknown_copy *copy)
{
    unknown->origins = copy->origins;
    unknown->is_control_lost = copy->is_control_lost;
    unknown->has_loaded = copy->has_loaded;
    memcpy(unknown->by_core, copy->by_core, sizeof copy->by_core);
    memcpy(unknown->by_thread, copy->by_thread, sizeof copy->by_thread);
    shadow_restore(&unknown->shadow, &copy->shadow);
    unknown->is_in_insn = false;
    unknown->core = TT_CORE_COUNT;
}

size_t unknown_copy_bytes(const struct unknown_copy *copy)
{
    return sizeof *copy + copy->shadow.bytes;
}

void unknown_copy_free(struct unknown_copy *copy)
{
    if (!copy)
        return;
    shadow_copy_clear(&copy->shadow);
    mem_free(copy);
}
