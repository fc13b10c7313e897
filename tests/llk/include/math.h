/* SPDX-License-Identifier: Apache-2.0 */
/* There is no C library: nothing of it is called. */
#pragma once

#include <stddef.h>
