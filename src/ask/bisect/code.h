/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions of the cores' own code that may be others than those that the device ran. Firmware order alone. */
#pragma once

#include "ask/bisect/explain_internal.h"

/* Tries the instructions before each store and push of a core, from the last back to the first: a bit of an immediate
 * turned, the number beside it, the instruction left out. */
enum tt_status code_try(struct search *search);
