/* SPDX-License-Identifier: Apache-2.0 */
#include "base/guard/lacking.h"

#include "base/guard/fence.h"
#include "base/guard/sandbox.h"
#include "base/guard/sanitized.h"

static const struct {
    const char *name, *sentence;
} guards[GUARD_COUNT] = {
    [GUARD_CALLS] = {"calls", "no sandbox of calls here (seccomp): docs/resources.md"},
    [GUARD_FILES] = {"files", "no fence of files here (Landlock, from Linux 5.19 on): docs/resources.md"},
    [GUARD_TRUNCATION] = {"truncation",
                          "the fence lets files be cut short that were not named (from Linux 6.2 on it does not): "
                          "docs/resources.md"},
};

const char *guard_lacking(enum guard guard)
{
    const bool is_lacking = guard == GUARD_CALLS   ? sandbox_look() != SANDBOX_ON
                            : guard == GUARD_FILES ? fence_look() != SANDBOX_ON
                                                   : fence_look() == SANDBOX_ON && !fence_holds_truncation();
    return is_lacking ? guards[guard].sentence : NULL;
}

const char *guard_names(char text[static GUARD_NAMES])
{
    int at = 0;
    for (int i = IS_SANITIZED ? GUARD_FILES : GUARD_CALLS; i < GUARD_COUNT; i++)
        if (guard_lacking((enum guard)i))
            at += snprintf(text + at, (size_t)(GUARD_NAMES - at), "%s%s", at ? ", " : "", guards[i].name);
    return at ? text : NULL;
}
