/* SPDX-License-Identifier: Apache-2.0 */
/* Gives up rights that no work on files needs, so that a fault in a reader is of little use to the writer of the file:
 * other programs, the network, looking into other processes, mounts, modules of the kernel. docs/resources.md */
#pragma once

enum sandbox_state {
    SANDBOX_ON,
    SANDBOX_ABSENT, /* the kernel or the machine has no such filter, or a sanitizer needs other calls */
};

/* For this thread and all that it starts; there is no way back. A denied call fails with EPERM. */
enum sandbox_state sandbox_enter(void);

/* Whether there is such a filter here. */
enum sandbox_state sandbox_look(void);
