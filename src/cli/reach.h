/* SPDX-License-Identifier: Apache-2.0 */
/* Which files a verb can reach: what its command line names, and what the system needs. docs/resources.md */
#pragma once

/* Puts all others out of reach, where the kernel can. A verb without a row here keeps all that its user has. */
void cli_reach_limit(const char *verb, int argc, char **argv);
