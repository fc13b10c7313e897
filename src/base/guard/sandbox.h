/* SPDX-License-Identifier: Apache-2.0 */
/* Gives up what no work on files needs, so that a fault in a reader is not worth much to who wrote the file: other
 * programs, the network, looking into other processes, mounts, modules of the kernel. docs/resources.md */
#pragma once

enum sandbox_state {
    SANDBOX_ON,
    SANDBOX_ABSENT, /* the kernel or the machine has no such filter, or a sanitizer needs what it denies */
};

/* For this thread and all that it starts; there is no way back. What is denied fails with EPERM. */
enum sandbox_state sandbox_enter(void);
