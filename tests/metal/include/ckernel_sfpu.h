/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the vector unit that are written with the vendor's compiler: left out. A kernel that calls one does not
 * compile. Names of operands of plain instruction words are there. */
#pragma once
#include "sfpi.h"
