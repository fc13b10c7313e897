/* SPDX-License-Identifier: Apache-2.0 */
/* There is no C library: the types are the compiler's. */
#pragma once
#include <stdint-gcc.h>
