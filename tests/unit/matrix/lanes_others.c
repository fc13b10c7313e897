/* SPDX-License-Identifier: Apache-2.0 */
#define LANES_WITHOUT_SSE2
#define LANES_FORM lanes_form_of_others
#include "lanes_form.h"
