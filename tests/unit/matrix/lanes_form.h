/* SPDX-License-Identifier: Apache-2.0 */
/* Each function of lanes16.h over sixteen lanes of numbers, so that a test can ask both of its forms. Included once
 * with LANES_FORM as the name of the form. */
#include "tile/matrix/fast/lanes16.h"

#include "lanes_forms.h"

static void put_32(int32_t to[HALF_COLUMNS], struct lanes_32 v)
{
    memcpy(to, &v, sizeof v);
}

static struct lanes_32 get_32(const int32_t from[HALF_COLUMNS])
{
    struct lanes_32 out;
    memcpy(&out, from, sizeof out);
    return out;
}

void LANES_FORM(const struct lanes_asked *asked, struct lanes_told *told)
{
    const lanes a = lanes_load(asked->a), b = lanes_load(asked->b);
    const lanes apart[ROW_HALVES] = {lanes_load(asked->apart), lanes_load(asked->apart + HALF_COLUMNS)};
    lanes powers[ROW_HALVES], places;
    lanes_store(told->most, lanes_max(a, b));
    lanes_store(told->least, lanes_min(a, b));
    lanes_store(told->upper_product, lanes_upper_product(a, b));
    lanes_store(told->less, lanes_less(a, b));
    lanes_store(told->normalised, lanes_normalised(a, &places));
    lanes_store(told->places, places);
    lanes_store(told->narrowed, lanes_narrowed(get_32(asked->wide)));
    lanes_store(told->packed, lanes_packed(lanes_widened(a)));
    put_32(told->joined, lanes_joined(a, b));
    put_32(told->raised, lanes_raised(a));
    put_32(told->widened, lanes_widened(a));
    put_32(told->products, lanes_products(a, b));
    put_32(told->unsigned_products, lanes_unsigned_products(a, lanes_load(asked->small)));
    for (unsigned pair = 0; pair < HALF_COLUMNS / 2; pair++) {
        const words sums = lanes_paired_products(a, lanes_pair(b, pair));
        memcpy(told->paired[pair], &sums, sizeof sums);
    }
    lanes_powers(apart, powers);
    for (unsigned half = 0; half < ROW_HALVES; half++)
        lanes_store(told->powers + half * HALF_COLUMNS, powers[half]);
    told->has_any = lanes_any(a & b);
}
