/* SPDX-License-Identifier: Apache-2.0 */
#include "base/child.h"

#include "unit/suite.h"

#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static int wait_of(int64_t milliseconds, void (*work)(void), int *wait_status)
{
    const pid_t child = child_fork();
    if (child == 0) {
        work();
        _exit(7);
    }
    return child_wait(child, milliseconds < 0 ? CHILD_NO_DEADLINE : child_now() + milliseconds, wait_status);
}

static void ends(void) {}

static void goes_on(void)
{
    for (;;)
        (void)pause();
}

START_TEST(child__status_comes_with_and_without_a_deadline)
{
    int status = 0;
    ck_assert_int_eq(wait_of(CHILD_NO_DEADLINE, ends, &status), 0);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    ck_assert_int_eq(wait_of(60 * CHILD_MILLISECONDS, ends, &status), 0);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}
END_TEST

START_TEST(child__one_that_goes_on_ends_at_the_deadline)
{
    int status = 0;
    const int64_t begun = child_now();
    ck_assert_int_eq(wait_of(100, goes_on, &status), 0);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    ck_assert_int_ge(child_now() - begun, 100);
}
END_TEST

static int ends_of[2];

static void leaves_another(void)
{
    (void)close(ends_of[0]);
    if (fork() == 0)
        goes_on();
}

START_TEST(child__what_it_began_ends_with_it)
{
    int status = 0;
    char byte;
    ck_assert_int_eq(pipe(ends_of), 0);
    ck_assert_int_eq(wait_of(CHILD_NO_DEADLINE, leaves_another, &status), 0);
    (void)close(ends_of[1]);
    ck_assert_int_eq(read(ends_of[0], &byte, 1), 0); /* nobody has the other end any more */
    (void)close(ends_of[0]);
}
END_TEST

START_TEST(child__all_end_with_the_program)
{
    int status = 0;
    const pid_t child = child_fork();
    if (child == 0)
        goes_on();
    children_end();
    ck_assert_int_eq(child_wait(child, CHILD_NO_DEADLINE, &status), 0);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("child");
    TCase *cases = tcase_create("child");
    tcase_add_test(cases, child__status_comes_with_and_without_a_deadline);
    tcase_add_test(cases, child__one_that_goes_on_ends_at_the_deadline);
    tcase_add_test(cases, child__what_it_began_ends_with_it);
    tcase_add_test(cases, child__all_end_with_the_program);
    suite_add_tcase(suite, cases);
    return suite;
}
