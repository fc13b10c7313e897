/* SPDX-License-Identifier: Apache-2.0 */
/* tt-replay VERB …: a table of verbs and nothing else. */
#include "base/guard/fence.h"
#include "base/input.h"
#include "base/memory.h"
#include "base/text/near.h"
#include "cli/cli.h"
#include "cli/help.h"
#include "cli/start.h"
#include "cli/streams.h"
#include "results/results.h"

#include <argp.h>
#include <string.h>
#include <unistd.h>

static const struct verb verbs[] = {
    {"explain", verb_explain, "what is wrong with this run, on one screen"},
    {"import", verb_import, "make a capture: of bundles, programs, dumps, other tools' text"},
    {"info", verb_info, "what is in a capture"},
    {"dump", verb_dump, "events disassembled, registers by name, memory"},
    {"verify", verb_verify, "every checksum and every reference of a capture"},
    {"replay", verb_replay, "run a capture on the emulated tile, every stage into a database"},
    {"run", verb_run, "programs on the tile's cores, and a host that gives them arrays"},
    {"record", verb_record, "run a program and record what it and its device say"},
    {"serve", verb_serve, "be the device of a program at its socket, and record it"},
    {"debug", verb_debug, "step back and forth through a capture, in gdb or an editor"},
    {"diff", verb_diff, "compare what was replayed with what the device held"},
    {"audit", verb_audit, "an instruction's settings by name and its stages side by side"},
    {"bisect", verb_bisect, "where a replay first goes wrong, and what explains it"},
    {"report", verb_report, "a run as one page for a browser"},
    {"why", verb_why, "what a datum, a cell or a register came from, back to the start"},
    {"export", verb_export, "a stage or a space as CSV or NumPy, the timeline as a trace"},
    {"sql", verb_sql, "one statement over a run, with every view and no extension"},
    {"config", verb_config, "register fields that differ between two points of a run"},
    {"residue", verb_residue, "what a run read that it had not written, and what that decides"},
    {"reduce", verb_reduce, "the smallest capture of which a check still holds"},
    {"schedules", verb_schedules, "other orders of the same threads, and whether output changes"},
    {"batch", verb_batch, "replay a folder of captures: one summary, failures by cause"},
    {"farm", verb_farm, "the same in shards, for Slurm, LSF, Grid Engine or GNU parallel"},
    {"precision", verb_precision, "what each unit and stage adds to the error of a run"},
    {"census", verb_census, "an instruction over every operand, against exact mathematics"},
    {"errata", verb_errata, "where chips differ from what simulators recorded, by name"},
    {"probe", verb_probe, "experiments that show which readings a chip has"},
    {"fuzz", verb_fuzz, "drawn programs here and elsewhere: the first that differs, reduced"},
    {"asm", verb_asm, "instruction words from their text: mnemonic, fields by name"},
    {"disasm", verb_disasm, "the text of instruction words, which asm reads back"},
    {"mcp", verb_mcp, "these verbs as tools of a Model Context Protocol client"},
    {"conform", verb_conform, "run vector files, bundles and captures; a table by opcode"},
};

enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static const struct verb *verb_find(const char *name)
{
    for (int i = 0; i < VERB_COUNT; i++)
        if (strcmp(name, verbs[i].name) == 0)
            return &verbs[i];
    return NULL;
}

static const char *verb_at(size_t i, const void *user)
{
    (void)user;
    return i < VERB_COUNT ? verbs[i].name : NULL;
}

static void main_print_help(FILE *out)
{
    (void)fprintf(out, "Usage: tt-replay VERB [OPTION...] ...\n"
                       "       tt-replay FILE [OPTION...]   what is wrong with a run: explain FILE\n"
                       "Replay the instructions of one Tensix tile, stage by stage, and compare the\n"
                       "result with what the device held.\n\n");
    for (int i = 0; i < VERB_COUNT; i++)
        (void)fprintf(out, "  %-9s  %s\n", verbs[i].name, verbs[i].doc);
    (void)fprintf(out, "\n"
                       "`tt-replay VERB --help` lists a verb's options, `tt-replay help PAGE` prints a\n"
                       "page (README lists them; also coverage, facts, silicon) or a fact such as P-6.9.\n"
                       "Exit status everywhere: 0 same or done, 1 differs or hangs, 2 trouble or a\n"
                       "damaged capture, 3 no verdict (what is compared rests on unknown state) or work\n"
                       "that tt-replay does not do.\n");
}

int main(int argc, char **argv)
{
    char option_help[] = "--help";
    argp_err_exit_status = EXIT_TROUBLE;
    mem_keep_freed();
    results_count_no_memory();
    inputs_remember();
    start_standard_streams();
    streams_begin();
    start_signals();
    const unsigned stack = start_stack();
    if (stack)
        return cli_trouble_text("the stack is limited to %u KiB, expected 256 or more (ulimit -s)", stack);
    if (argc < 2) {
        main_print_help(stderr);
        return EXIT_TROUBLE;
    }
    if (argc > 2 && strcmp(argv[1], "help") == 0) {
        if (!verb_find(argv[2]))
            return cli_finish(help_topic(argv[2]));
        memmove(&argv[1], &argv[2], sizeof argv[0] * (size_t)(argc - 2)); /* "help VERB" is "VERB --help" */
        argv[argc - 1] = option_help;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0 || strcmp(argv[1], "-h") == 0) {
        main_print_help(stdout);
        return cli_finish(EXIT_SAME);
    }
    if (strcmp(argv[1], "--version") == 0) {
        (void)puts("tt-replay " TTR_VERSION);
        if (sandbox_look() != SANDBOX_ON)
            (void)puts("no sandbox of calls here (seccomp): docs/resources.md");
        if (fence_look() != SANDBOX_ON)
            (void)puts("no fence of files here (Landlock, from Linux 5.19 on): docs/resources.md");
        return cli_finish(EXIT_SAME);
    }
    const struct verb *verb = verb_find(argv[1]);
    if (!verb && access(argv[1], F_OK) == 0) { /* FILE alone is "explain FILE" */
        char name[] = "tt-replay explain";
        argv[0] = name;
        return cli_finish(verb_explain(argc, argv));
    }
    if (verb) {
        char name[64];
        (void)snprintf(name, sizeof name, "tt-replay %s", verb->name);
        argv[1] = name;
        return cli_finish(verb->run(argc - 1, argv + 1));
    }
    char near[NEAR_TEXT_MAX];
    return cli_trouble_text("no verb '%s'%s (`tt-replay --help` lists them)", argv[1],
                            near_text(argv[1], verb_at, NULL, near));
}
