/* SPDX-License-Identifier: Apache-2.0 */
#define LANES_FORM lanes_form_of_this_machine
#include "lanes_form.h"
