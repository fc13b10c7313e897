/* SPDX-License-Identifier: Apache-2.0 */
/* Both forms of lanes16.h, asked for the same. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { LANES_ASKED = 8, LANES_ASKED_TWICE = 2 * LANES_ASKED };

struct lanes_asked {
    int16_t a[LANES_ASKED], b[LANES_ASKED], small[LANES_ASKED] /* not negative */;
    int16_t apart[LANES_ASKED_TWICE]; /* not negative */
    int32_t wide[LANES_ASKED];
};

struct lanes_told {
    int16_t most[LANES_ASKED], least[LANES_ASKED], upper_product[LANES_ASKED], less[LANES_ASKED];
    int16_t normalised[LANES_ASKED], places[LANES_ASKED], narrowed[LANES_ASKED], packed[LANES_ASKED];
    int16_t powers[LANES_ASKED_TWICE];
    int32_t joined[LANES_ASKED], raised[LANES_ASKED], widened[LANES_ASKED], products[LANES_ASKED];
    int32_t unsigned_products[LANES_ASKED], paired[LANES_ASKED / 2][LANES_ASKED / 2];
    bool has_any;
};

void lanes_form_of_this_machine(const struct lanes_asked *asked, struct lanes_told *told);
void lanes_form_of_others(const struct lanes_asked *asked, struct lanes_told *told);
