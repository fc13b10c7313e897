/* SPDX-License-Identifier: Apache-2.0 */
/* Names that come near. */
#include "base/text/near.h"
#include "unit/suite.h"

static const char *const verbs[] = {"import", "info",   "dump",   "diff", "audit",
                                    "bisect", "replay", "report", "why",  NULL};

static const char *in_array(size_t i, const void *user)
{
    return ((const char *const *)user)[i];
}

static const struct {
    const char *wanted, *meant; /* null: none is near */
} CASES[] = {
    {"relpay", "replay"}, /* two letters swapped */
    {"repaly", "replay"},    {"improt", "import"}, {"bisekt", "bisect"}, {"REPLAY", "replay"}, {"dif", "diff"},
    {"differ", "diff"},      {"imp", "import"},    {"whyy", "why"},      {"auditor", "audit"}, {"reprot", "report"},
    {"replay-it", "replay"}, {"d", NULL},          {"", NULL},           {"x", NULL},          {"zebra", NULL},
    {"transmogrify", NULL},  {"wi", NULL},
};

START_TEST(near__finds_what_is_meant)
{
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const char *name = near_name(CASES[i].wanted, in_array, verbs);
        if (CASES[i].meant)
            ck_assert_msg(name, "%s: nothing", CASES[i].wanted);
        ck_assert_msg(!name == !CASES[i].meant, "%s: %s", CASES[i].wanted, name ? name : "nothing");
        if (name)
            ck_assert_str_eq(name, CASES[i].meant);
    }
}
END_TEST

START_TEST(near__is_said)
{
    char text[NEAR_TEXT_MAX];
    ck_assert_str_eq(near_text("relpay", in_array, verbs, text), "; did you mean 'replay'?");
    ck_assert_str_eq(near_text("zebra", in_array, verbs, text), "");
}
END_TEST

Suite *suite(void)
{
    Suite *suite = suite_create("near");
    TCase *tcase = tcase_create("near");
    tcase_add_test(tcase, near__finds_what_is_meant);
    tcase_add_test(tcase, near__is_said);
    suite_add_tcase(suite, tcase);
    return suite;
}
