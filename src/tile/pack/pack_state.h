/* SPDX-License-Identifier: Apache-2.0 */
/* What a packer remembers between instructions beyond what recordings show. */
#pragma once

#include <stdint.h>

struct pack_state {
    uint32_t unused;
};
