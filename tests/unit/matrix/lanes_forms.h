/* SPDX-License-Identifier: Apache-2.0 */
/* Both forms of lanes16.h, given the same operands. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { LANES_TESTED = 8, LANES_TESTED_TWICE = 2 * LANES_TESTED };

struct lanes_operands {
    int16_t a[LANES_TESTED], b[LANES_TESTED], small[LANES_TESTED] /* not negative */;
    int16_t apart[LANES_TESTED_TWICE]; /* not negative */
    int32_t wide[LANES_TESTED];
};

struct lanes_results {
    int16_t most[LANES_TESTED], least[LANES_TESTED], upper_product[LANES_TESTED], less[LANES_TESTED];
    int16_t normalised[LANES_TESTED], places[LANES_TESTED], narrowed[LANES_TESTED], packed[LANES_TESTED];
    int16_t powers[LANES_TESTED_TWICE];
    int32_t joined[LANES_TESTED], raised[LANES_TESTED], widened[LANES_TESTED], products[LANES_TESTED];
    int32_t unsigned_products[LANES_TESTED], paired[LANES_TESTED / 2][LANES_TESTED / 2];
    bool has_any;
};

void lanes_form_of_this_machine(const struct lanes_operands *operands, struct lanes_results *results);
void lanes_form_of_others(const struct lanes_operands *operands, struct lanes_results *results);
