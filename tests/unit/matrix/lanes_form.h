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

void LANES_FORM(const struct lanes_operands *operands, struct lanes_results *results)
{
    const lanes a = lanes_load(operands->a), b = lanes_load(operands->b);
    const lanes apart[ROW_HALVES] = {lanes_load(operands->apart), lanes_load(operands->apart + HALF_COLUMNS)};
    lanes powers[ROW_HALVES], places;
    lanes_store(results->most, lanes_max(a, b));
    lanes_store(results->least, lanes_min(a, b));
    lanes_store(results->upper_product, lanes_upper_product(a, b));
    lanes_store(results->less, lanes_less(a, b));
    lanes_store(results->normalised, lanes_normalised(a, &places));
    lanes_store(results->places, places);
    lanes_store(results->narrowed, lanes_narrowed(get_32(operands->wide)));
    lanes_store(results->packed, lanes_packed(lanes_widened(a)));
    put_32(results->joined, lanes_joined(a, b));
    put_32(results->raised, lanes_raised(a));
    put_32(results->widened, lanes_widened(a));
    put_32(results->products, lanes_products(a, b));
    put_32(results->unsigned_products, lanes_unsigned_products(a, lanes_load(operands->small)));
    for (unsigned pair = 0; pair < HALF_COLUMNS / 2; pair++) {
        const words sums = lanes_paired_products(a, lanes_pair(b, pair));
        memcpy(results->paired[pair], &sums, sizeof sums);
    }
    lanes_powers(apart, powers);
    for (unsigned half = 0; half < ROW_HALVES; half++)
        lanes_store(results->powers + half * HALF_COLUMNS, powers[half]);
    results->has_any = lanes_any(a & b);
}
