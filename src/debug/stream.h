/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes to and from whoever debugs. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct stream {
    void *user;
    /* At least one byte, at most `most`, waiting for it; 0: there will be none. */
    size_t (*read)(void *user, char *bytes, size_t most);
    bool (*write)(void *user, const char *bytes, size_t count); /* false: the other side has closed */
    bool (*has_more)(void *user); /* whether read() would not wait; null: it always might */
};
