/* SPDX-License-Identifier: Apache-2.0 */
/* Chunk after chunk is taken away; where no chunk can be, chunks become half as long. */
#include "base/search.h"

/* Takes items [from, to) of those that are left away, tries, and puts them back if it does not hold. left: numbers of
 * the items. */
static enum tt_status try_without(bool *is_left, const size_t *left, size_t from, size_t to,
                                  const struct ddmin_test *test, bool *does, struct tt_error *err)
{
    for (size_t i = from; i < to; i++)
        is_left[left[i]] = false;
    enum tt_status status = test->holds(test->user, is_left, does, err);
    for (size_t i = from; i < to && (status || !*does); i++)
        is_left[left[i]] = true;
    return status;
}

static enum tt_status ddmin_pass(bool *is_left, size_t *left, size_t *count, size_t length, bool *has_less,
                                 const struct ddmin_test *test, struct tt_error *err)
{
    enum tt_status status = TT_OK;
    *has_less = false;
    for (size_t from = 0; from < *count && !status && !test->is_spent(test->user);) {
        const size_t to = length < *count - from ? from + length : *count;
        bool does = false;
        status = try_without(is_left, left, from, to, test, &does, err);
        if (status)
            break;
        if (does) {
            memmove(left + from, left + to, (*count - to) * sizeof *left);
            *count -= to - from;
            *has_less = true;
        } else {
            from = to;
        }
    }
    return status;
}

enum tt_status ddmin(bool *is_left, size_t count, const struct ddmin_test *test, struct tt_error *err)
{
    size_t *left OWNED(mem_free_at) = mem_calloc(count + 1, sizeof *left);
    NEED(left, err, "no memory for %zu items", count);
    size_t left_count = 0;
    for (size_t i = 0; i < count; i++)
        if (is_left[i])
            left[left_count++] = i;
    for (size_t length = left_count; length > 0 && !test->is_spent(test->user);) {
        bool has_less;
        TRY(ddmin_pass(is_left, left, &left_count, length, &has_less, test, err));
        if (length > left_count)
            length = left_count;
        else if (length > 1)
            length = (length + 1) / 2;
        else if (!has_less)
            break; /* no single one can go */
    }
    return TT_OK;
}
