/* SPDX-License-Identifier: Apache-2.0 */
/* The headers that nearly every file uses: those of the C library, of errors and of memory. A file that includes this
 * one, or a header that does, names none of them again; headers that are installed name what they use. */
#pragma once

#include "base/error.h"
#include "base/memory.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
