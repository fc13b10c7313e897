/* SPDX-License-Identifier: Apache-2.0 */
/* Every instruction that is a function of its operands, by the names that schemas/riscv.json calls them. */
#pragma once

#include "tile/riscv/bitmanip.h"
#include "tile/riscv/integer.h"
#include "tile/riscv/single.h"
