/* SPDX-License-Identifier: Apache-2.0 */
/* A test of pytest, by its node id, in place of a capture: what its last failure left under tt_replay.pytest, or, where
 * nothing is stored, what it leaves when it is run now. docs/how-to/pytest.md */
#pragma once

#include "base/usual.h"

#include <limits.h>

struct failed_test {
    const char *name;        /* as typed: "tests/test_x.py::test_y[a]" */
    const char *folder;      /* where the plugin leaves files; null: as usual */
    bool is_again, is_quiet; /* run it in any case; never run it */
    /* found */
    char node[1024], stem[PATH_MAX - 16]; /* of its files, without ".ttcap" */
    char when[32];                        /* it failed: "2026-01-31 18:00" */
    char order[16];                       /* in which it is replayed; "": the usual one */
    bool has_expects, is_passing;         /* is_passing: it was run, and nothing failed */
};

/* Whether a word means a test: it is no file's name, and has "::"; or it ends with ".py". */
bool failed_test_is(const char *word);

enum tt_status failed_test_find(struct failed_test *test, struct tt_error *err);
