/* SPDX-License-Identifier: Apache-2.0 */
/* Which files a verb can reach: the paths of its command line, and those that the system needs. Its row in verbs.h
 * says which of the two it is to read and to write. docs/resources.md */
#pragma once

#include "base/usual.h"

/* REACH_READS_NAMED: the paths in words of the command line. REACH_READS_MASKS: and the file beside them
 * that lists the bits of their recorder. REACH_READS_ANYWHERE: databases, plans and folders name captures that are
 * elsewhere. */
enum reach_reads { REACH_READS_NAMED, REACH_READS_MASKS, REACH_READS_ANYWHERE };
/* REACH_WRITES_NAMED: any word may name an output (--cb N=out.npy:bfp8:PAGES). Temporary files are written by all. */
enum reach_writes { REACH_WRITES_NOTHING, REACH_WRITES_OUTPUTS, REACH_WRITES_NAMED };

/* Puts all others out of reach; whether the kernel does so. */
bool cli_reach_limit(enum reach_reads reads, enum reach_writes writes, int argc, char **argv);
