/* SPDX-License-Identifier: Apache-2.0 */
/* A copy of a capture with something left out, changed or put in. */
#pragma once

#include "capture/ttcap.h"

/* The changes of the copy. Any member may be null. */
struct copy_edit {
    void *user;
    bool (*keeps_event)(void *user, uint64_t seq);
    bool (*keeps_checkpoint)(void *user, uint32_t checkpoint); /* the first stays in any case */
    /* An event that stays, before it is written; seq is that of the capture copied. */
    void (*change_event)(void *user, struct ttcap_event *event);
    const struct ttcap_event *inserted; /* before event `inserted_before`, whether that stays or not */
    size_t inserted_count;
    uint64_t inserted_before;
    /* The known bytes of a checkpoint in [lo, lo + count) of a space, at most a page: may be changed, and bits cleared
     * in known are left out. */
    void (*change_known)(void *user, uint32_t checkpoint, enum tt_space space, uint32_t lo, uint32_t count,
                         uint8_t *bytes, uint8_t *known);
};

enum { COPY_PAGE = 4096 };

enum tt_status capture_copy(struct ttcap *from, const char *path, bool replace, const struct copy_edit *edit,
                            struct tt_error *err);
