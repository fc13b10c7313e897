/* SPDX-License-Identifier: Apache-2.0 */
/* Handed to AFL++ (afl.sh): what it made of a capture has its hashes put right before the program is given it. */
#include "base/memory.h"
#include "fuzz/repair.h"

#include <string.h>

struct afl_repair {
    void *bytes;
    size_t capacity;
};

#define EXPORT __attribute__((visibility("default")))

EXPORT void *afl_custom_init(void *afl, unsigned seed);
EXPORT size_t afl_custom_post_process(void *user, uint8_t *bytes, size_t size, uint8_t **out);
EXPORT void afl_custom_deinit(void *user);

void *afl_custom_init(void *afl, unsigned seed)
{
    (void)afl;
    (void)seed;
    return mem_calloc(1, sizeof(struct afl_repair));
}

size_t afl_custom_post_process(void *user, uint8_t *bytes, size_t size, uint8_t **out)
{
    struct afl_repair *self = user;
    if (mem_grow(&self->bytes, &self->capacity, size + 1, 1))
        return 0;
    memcpy(self->bytes, bytes, size);
    repair(self->bytes, size);
    *out = self->bytes;
    return size;
}

void afl_custom_deinit(void *user)
{
    struct afl_repair *self = user;
    mem_free(self->bytes);
    mem_free(self);
}
