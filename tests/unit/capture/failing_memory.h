/* SPDX-License-Identifier: Apache-2.0 */
/* Requests for memory are counted from 0, and the one numbered fail_at fails. */
#pragma once

struct failing_memory {
    long count, fail_at;
};

extern struct failing_memory failing_memory;
