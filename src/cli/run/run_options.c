/* SPDX-License-Identifier: Apache-2.0 */
/* The words after `tt-replay run`. */
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/run/run.h"

static const struct cli_option options[] = {
    {CLI_HEADING("What runs:")},
    {"arch", 0, "CHIP", "blackhole or wormhole_b0; of a conversation by default the one that has its places",
     INTO(struct run_words, load.arch)},
    {"build", 0, "FOLDER",
     "a kernel's folder in tt-metal's cache, or one above it: firmware, kernels, formats of circular buffers and what "
     "else --elf, --kernel, --image and --hold say are found in it, and launch.json where there is one",
     INTO(struct run_words, load.builds)},
    {"elf", 0, "CORE=FILE", "program of core b, nc, t0, t1 or t2, which leaves reset at its entry",
     INTO(struct run_words, load.elves)},
    {"kernel", 0, "CORE=FILE", "kernel of tt-metal's, which the program of that core (its firmware) calls",
     INTO(struct run_words, load.kernels)},
    {"hold", 0, "CORE", "the core stays in reset: another core or a store lets it go",
     INTO(struct run_words, load.holds)},
    {"image", 0, "CORE=ADDR",
     "where in L1 start code finds the image of the core's own memory (default: the program's __loader_init_start)",
     INTO(struct run_words, load.images)},
    {"l1", 0, "ADDR=FILE", "bytes of L1 at the start (raw or .npy)", INTO(struct run_words, load.l1)},
    {CLI_HEADING("The host beside it:")},
    {"cb", 0, "N=FILE:FORMAT[:PAGES]",
     "circular buffer N: filled from an array, or with PAGES emptied into one, or without FILE between two cores, "
     "with room for PAGES; FORMAT: bf16, fp16, fp32, bfp8_b, bfp4_b, bfp2_b, or raw with the bytes of a page "
     "(raw/2048)",
     INTO(struct run_words, load.buffers)},
    {"dram", 0, "ADDR=FILE:FORMAT[:PAGES]",
     "a buffer in DRAM, page by page over its banks: filled from an array, or with PAGES written into one; ADDR may be "
     "a name that the build has",
     INTO(struct run_words, load.tensors)},
    {"ring", 0, "PAGES", "pages of room in each circular buffer (default 2)", INTO(struct run_words, load.ring),
     .least = 1, .most = 0xFFFF},
    {"cb-at", 0, "ADDR", "where in L1 the buffers begin (default 0x20000)", INTO(struct run_words, load.buffers_at)},
    {"arg", 0, "[CORE=]V",
     "the next runtime argument of all kernels, or of that of core b, nc or t; or NAME=V by its name",
     INTO(struct run_words, load.arguments)},
    {"common-arg", 0, "[CORE=]V", "the next common runtime argument, likewise",
     INTO(struct run_words, load.common_arguments)},
    {"semaphore", 0, "V", "start value of the kernel's next semaphore", INTO(struct run_words, load.semaphores)},
    {"config-at", 0, "ADDR",
     "where in L1 the configuration of kernels and, behind it, their programs begin (default 0x14000)",
     INTO(struct run_words, load.config_at)},
    {"abi", 0, "A|B", "shape of the launch message (default A; see docs/how-to/run-a-kernel.md)",
     INTO(struct run_words, load.abi)},
    {"poke", 0, "ADDR=V[@MOMENT]",
     "a store to L1 or a register, one after the other: at the start, in step MOMENT, or once MOMENT (ADDR==V) holds",
     INTO(struct run_words, load.pokes)},
    {"until", 0, "ADDR=V", "end the run when the word there is V", INTO(struct run_words, load.until)},
    {"noc-xy", 0, "X,Y", "where the tile is on network 0 (default 1,2 on Blackhole, 1,1 on Wormhole)",
     INTO(struct run_words, load.noc_xy)},
    {"noc", 0, "X,Y:ADDR=FILE[:BYTES]",
     "memory of another tile or of DRAM from its address ADDR on: a file that is read, or with BYTES one that is made "
     "of "
     "what was written",
     INTO(struct run_words, load.memories)},
    {"seed", 0, "N", "seed of the draws of when pages come and go (default 1)", INTO(struct run_words, load.seed),
     .least = 1},
    {"max-steps", 0, "N", "a program that still runs after N steps hangs (default 100000000)",
     INTO(struct run_words, max_steps), .least = 1},
    VARIANT_OPTION(VARIANT_TEXT, struct run_words),
    PROFILE_OPTION(struct run_words),
    {CLI_HEADING("Or a whole program, instead of all above but --arch, --max-steps and the readings:")},
    {"wire", 0, "FILE",
     "a recorded conversation of a host with a chip: all its tiles run, and what the host read is compared",
     INTO(struct run_words, wire)},
    {CLI_HEADING("What comes of it:")},
    {"output", 'o', "OUT", "a capture of the run; it replays in every order. Of a conversation: a program, a folder",
     INTO(struct run_words, output)},
    {"force", 0, NULL, FORCE_TEXT, INTO(struct run_words, is_forced)},
    {"json", 0, NULL, "the summary as JSON (schemas/run.schema.json)", INTO(struct run_words, is_json)},
    {0},
};

static void run_options_check(const struct argp_state *state, void *into)
{
    const struct run_words *words = into;
    const struct load_words *load = &words->load;
    if (!words->wire && !load->arch && load->builds.count == 0)
        cli_refuse(state, "no chip named: --arch");
    if (!words->wire && load->elves.count == 0 && load->builds.count == 0)
        cli_refuse(state, "no program named: --elf CORE=FILE, --build FOLDER, or --wire FILE");
    const size_t of_one_tile = load->builds.count + load->tensors.count + load->common_arguments.count +
                               load->elves.count + load->kernels.count + load->images.count + load->holds.count +
                               load->l1.count + load->pokes.count + load->buffers.count + load->arguments.count +
                               load->semaphores.count + load->memories.count;
    if (words->wire && (of_one_tile || load->until || load->noc_xy))
        cli_refuse(state,
                   "--wire has all that its tiles hold and its host does: no other program or host goes with it");
}

int verb_run(int argc, char **argv)
{
    static const struct cli_syntax syntax = {
        "--arch CHIP --elf CORE=FILE...\n--build FOLDER...\n--wire FILE",
        "Put programs on the cores of a tile and run them, with a host that stores at moments and fills and empties "
        "circular buffers. Or do a recorded conversation with a chip again, on all its tiles.\v"
        "Exit status: 0 came to its end, 1 hangs, 2 trouble, 3 unsupported work; with --wire as of `replay`: 0 same, "
        "1 differs, 2 trouble, 3 no verdict or unsupported work.\n\n"
        "Examples:\n"
        "  tt-replay run --arch blackhole --elf t0=t0.elf --elf t1=t1.elf \\\n"
        "      --elf t2=t2.elf --cb 0=a.bin:raw/2048 --cb 16=out.npy:bf16:4\n"
        "  tt-replay run --arch blackhole --elf b=program.elf --poke 0x20000=5@20 \\\n"
        "      --until 0x20000=5 -o ran.ttcap\n"
        "  tt-replay run --wire test.wire -o program",
        options, run_options_check};
    struct run_words words = {.load = {.seed = 1, .ring = 2, .buffers_at = 0x20000, .config_at = 0x14000, .abi = "A"}};
    return cli_do(&syntax, argc, argv, &words, run_do);
}
