/* SPDX-License-Identifier: Apache-2.0 */
/* Of the header of this name, whose functions of the vector unit need the vendor's compiler, what needs none. */
#pragma once
#include "api/compute/common.h"
