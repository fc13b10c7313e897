/* SPDX-License-Identifier: Apache-2.0 */
/* The verbs: one table. A verb is one function of a file of its own: its options, open, one call into the library,
 * print. */
#pragma once

#include "cli/reach.h"

/* Parallel: work on many, of which one may fail: memory for each processor, too. Runs others: other programs, so no
 * sandbox. Takes tile: a capture, and so `--tile X,Y` of a program (docs/formats/program.md); takes program: that
 * whole, too. */
enum { VERB_PARALLEL = 1, VERB_RUNS_OTHERS = 2, VERB_TAKES_TILE = 4, VERB_TAKES_PROGRAM = 8 };

/* Name; what --help says; how it works; which files it reads and writes beyond those of the system (reach.h); its
 * limits for any input, and for each MiB of it: memory and disk in MiB, time in seconds, 0 none. Readers have little;
 * replays, and questions to their databases, more; searches, which replay again and again, most. docs/resources.md has
 * the figures behind it. */
/* clang-format off */
#define CLI_VERBS(VERB) \
    VERB(explain, "what is wrong with this run, on one screen", \
         VERB_TAKES_TILE | VERB_TAKES_PROGRAM, ANYWHERE, OUTPUTS, 1024, 4096, 7200, 64, 4096, 7200) \
    VERB(import, "make a capture: of bundles, programs, dumps, other tools' text", \
         0, MASKS, OUTPUTS, 1024, 1024, 120, 64, 256, 600) \
    VERB(info, "what is in a capture", \
         VERB_TAKES_TILE | VERB_TAKES_PROGRAM, NAMED, NOTHING, 512, 1024, 60, 64, 1024, 60) \
    VERB(dump, "events disassembled, registers by name, memory", \
         VERB_TAKES_TILE, NAMED, NOTHING, 512, 1024, 60, 64, 1024, 600) \
    VERB(verify, "every checksum and every reference of a capture", \
         VERB_TAKES_TILE | VERB_TAKES_PROGRAM, NAMED, NOTHING, 512, 1024, 60, 64, 1024, 600) \
    VERB(replay, "run a capture on the emulated tile, every stage into a database", \
         VERB_TAKES_TILE | VERB_TAKES_PROGRAM, NAMED, OUTPUTS, 1024, 4096, 1800, 64, 4096, 1800) \
    VERB(run, "programs on the tile's cores, and a host that gives them arrays", \
         0, NAMED, NAMED, 4096, 4096, 1800, 64, 4096, 1800) \
    VERB(record, "run a program and record what it and its device say", \
         VERB_RUNS_OTHERS, ANYWHERE, NAMED, 512, 1024, 0, 0, 0, 0) \
    VERB(serve, "be the device of a program at its socket, and record it", \
         0, NAMED, OUTPUTS, 4096, 4096, 0, 0, 0, 0) \
    VERB(debug, "step back and forth through a capture, in gdb or an editor", \
         VERB_TAKES_TILE, ANYWHERE, NOTHING, 1024, 4096, 0, 64, 64, 0) \
    VERB(diff, "compare what was replayed with what the device held", \
         VERB_TAKES_TILE | VERB_TAKES_PROGRAM, ANYWHERE, NOTHING, 1024, 4096, 1800, 64, 64, 600) \
    VERB(audit, "an instruction's settings by name and its stages side by side", \
         VERB_TAKES_TILE, ANYWHERE, NOTHING, 1024, 4096, 1800, 64, 64, 600) \
    VERB(bisect, "where a replay first goes wrong, and what explains it", \
         VERB_TAKES_TILE | VERB_TAKES_PROGRAM, ANYWHERE, NOTHING, 1024, 4096, 7200, 64, 4096, 7200) \
    VERB(report, "a run as one page for a browser, a program as one of each tile", \
         VERB_TAKES_TILE | VERB_TAKES_PROGRAM, ANYWHERE, OUTPUTS, 1024, 4096, 7200, 64, 64, 7200) \
    VERB(why, "what a datum, a cell or a register came from, back to the start", \
         VERB_TAKES_TILE | VERB_TAKES_PROGRAM, ANYWHERE, NOTHING, 1024, 4096, 1800, 64, 64, 600) \
    VERB(export, "a stage or a space as CSV or NumPy, the timeline as a trace", \
         VERB_TAKES_TILE, ANYWHERE, OUTPUTS, 1024, 4096, 1800, 64, 64, 600) \
    VERB(sql, "one statement over a run, with every view and no extension", \
         VERB_TAKES_TILE, ANYWHERE, NOTHING, 1024, 4096, 1800, 64, 64, 600) \
    VERB(config, "register fields that differ between two points of a run", \
         VERB_TAKES_TILE, ANYWHERE, NOTHING, 1024, 4096, 1800, 64, 64, 600) \
    VERB(residue, "what a run read that it had not written, and what that decides", \
         VERB_TAKES_TILE, ANYWHERE, NOTHING, 1024, 4096, 7200, 64, 4096, 7200) \
    VERB(reduce, "the smallest capture of which a check still holds", \
         VERB_RUNS_OTHERS | VERB_TAKES_TILE, ANYWHERE, NAMED, 1024, 4096, 0, 64, 4096, 0) \
    VERB(schedules, "other orders of the same threads, and whether output changes", \
         VERB_PARALLEL | VERB_TAKES_TILE, NAMED, NOTHING, 1024, 4096, 7200, 64, 4096, 7200) \
    VERB(batch, "replay a folder of captures: one summary, failures by cause", \
         VERB_PARALLEL, ANYWHERE, OUTPUTS, 1024, 4096, 7200, 64, 4096, 14400) \
    VERB(farm, "the same in shards, for Slurm, LSF, Grid Engine or GNU parallel", \
         VERB_PARALLEL, ANYWHERE, NAMED, 1024, 4096, 7200, 64, 4096, 14400) \
    VERB(precision, "what each unit and stage adds to the error of a run", \
         VERB_TAKES_TILE, ANYWHERE, NOTHING, 1024, 4096, 1800, 64, 64, 1800) \
    VERB(census, "an instruction over every operand, against exact mathematics", \
         VERB_PARALLEL | VERB_TAKES_TILE, NAMED, OUTPUTS, 1024, 1024, 7200, 64, 64, 0) \
    VERB(errata, "where chips differ from what simulators recorded, by name", \
         0, NAMED, NOTHING, 512, 1024, 60, 0, 0, 0) \
    VERB(probe, "experiments that show which readings a chip has", \
         VERB_PARALLEL, NAMED, NAMED, 1024, 1024, 7200, 64, 64, 600) \
    VERB(fuzz, "drawn programs here and elsewhere: the first that differs, reduced", \
         VERB_RUNS_OTHERS, ANYWHERE, NAMED, 1024, 1024, 0, 64, 64, 0) \
    VERB(asm, "instruction words from their text: mnemonic, fields by name", \
         0, NAMED, NOTHING, 512, 1024, 60, 0, 0, 0) \
    VERB(disasm, "the text of instruction words, which asm reads back", \
         0, NAMED, NOTHING, 512, 1024, 60, 0, 0, 0) \
    VERB(mcp, "these verbs as tools of a Model Context Protocol client", \
         VERB_RUNS_OTHERS, NAMED, NOTHING, 512, 1024, 0, 0, 0, 0) \
    VERB(conform, "run vector files, bundles and captures; a table by opcode", \
         VERB_PARALLEL, ANYWHERE, OUTPUTS, 1024, 4096, 7200, 64, 4096, 14400)
/* clang-format on */

struct verb {
    const char *name;
    int (*run)(int argc, char **argv); /* argv[0] is "tt-replay VERB" */
    const char *doc;
    unsigned how; /* VERB_PARALLEL and others */
    enum reach_reads reads;
    enum reach_writes writes;
    uint32_t memory, disk, time, memory_of, disk_of, time_of;
};

#define VERB_DECLARED(name, ...) int verb_##name(int argc, char **argv);
CLI_VERBS(VERB_DECLARED)
#undef VERB_DECLARED

/* The `i`-th; null behind the last. */
const struct verb *verb_at(size_t i);
/* The verb of "tt-replay farm plan", or of its name alone; null: there is none. */
const struct verb *verb_find(const char *name);
