/* SPDX-License-Identifier: Apache-2.0 */
/* Files of the target: gdb fetches the program from here. */
#include "debug/gdb_internal.h"

void gdb_file(struct gdb *gdb, const char *packet)
{
    (void)packet;
    gdb_reply_nothing(gdb);
}
