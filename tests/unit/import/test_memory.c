/* SPDX-License-Identifier: Apache-2.0 */
/* An import that is refused memory at any one request ends in words, and leaves nothing. */
#include "capture/bundle.h"
#include "unit/capture/failing_memory.h"
#include "unit/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

START_TEST(memory__runs_out_at_every_request_of_an_import)
{
    char folder[] = "/tmp/ttr-memory-XXXXXX", out[64];
    ck_assert_ptr_nonnull(mkdtemp(folder));
    (void)snprintf(out, sizeof out, "%s/out.ttcap", folder);
    long refused = 0;
    for (long n = 0;; n++) {
        struct tt_error err = {{0}};
        failing_memory.count = 0;
        failing_memory.fail_at = n;
        enum tt_status status = bundle_import(FIXTURES "/bundle", out, false, &err);
        bool was_asked = failing_memory.count > n;
        failing_memory.fail_at = -1;
        if (status == TT_OK) {
            ck_assert_int_eq(unlink(out), 0);
            /* A request that only made something quicker may fail unnoticed. */
            if (!was_asked)
                break;
            continue;
        }
        ck_assert_msg(strstr(err.text, "memory"), "request %ld: status %d, %s", n, status, err.text);
        ck_assert_int_ne(access(out, F_OK), 0);
        refused++;
    }
    ck_assert_int_gt(refused, 20);
    ck_assert_int_eq(rmdir(folder), 0);
}
END_TEST

Suite *suite(void)
{
    Suite *memory = suite_create("import memory");
    TCase *cases = tcase_create("memory");
    tcase_add_test(cases, memory__runs_out_at_every_request_of_an_import);
    tcase_set_timeout(cases, 60);
    suite_add_tcase(memory, cases);
    return memory;
}
