/* SPDX-License-Identifier: Apache-2.0 */
/* In place of the header of the vendor's compiler: the operands that kernels of plain instruction words name (V27, V40,
 * V41), and nothing else, so that a kernel which needs that compiler does not compile, and says which name it lacks. */
#pragma once

#include "lltt.h"

namespace sfpi
{
enum : unsigned
{
    SFPLOADI_MOD0_UPPER     = 8,
    SFPLOADI_MOD0_LOWER     = 10,
    SFPSETCC_MOD1_LREG_EQ0  = 6,
    SFPENCC_MOD1_EU_R1      = 0,
    SFPMUL24_MOD1_LOWER     = 0,
};
}
