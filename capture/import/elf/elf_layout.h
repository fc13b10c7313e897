/* SPDX-License-Identifier: Apache-2.0 */
/* Where members of a structure stand, by a program's debug information over libdw: structures of tt-metal's drift from
 * commit to commit, and a program that was built with them says which it has. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_member {
    const char *path; /* "launch.kernel_config.mode": of an array the first element */
    bool is_there;
    uint32_t offset, bytes; /* byte from the start of the structure */
    uint32_t element_bytes; /* size of one element of an array; of anything else its own */
};

/* A number that never changes. */
struct elf_constant {
    const char *name;
    bool is_there;
    uint32_t value;
};

struct elf_layout {
    const char *type; /* the name of its type */
    struct elf_member *members;
    size_t count;
    struct elf_constant *constants;
    size_t constant_count;
    bool has_type; /* whether the program has debug information of the structure */
};

/* Sets the members that are not given. */
enum tt_status elf_layout_read(struct elf_layout *layout, const char *bytes, size_t count, const char *path,
                               struct tt_error *err);
