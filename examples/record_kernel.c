/* SPDX-License-Identifier: Apache-2.0 */
/* A simulator of three instructions that records what it does with tt_record.h: C99, and C++11 too.
 *     cc -std=c99 -I capture/record examples/record_kernel.c -o record_kernel && ./record_kernel sum
 *     tt-replay import sum -o sum.ttcap && tt-replay replay sum.ttcap -o sum.db && tt-replay diff sum.db */
#include "tt_record.h"

enum { SETDMAREG = 0x45, ADDDMAREG = 0x58, MULDMAREG = 0x5A };

struct simulator {
    uint32_t gpr[3][64]; /* scalar registers by thread */
    uint8_t l1[64];      /* a piece of L1, from L1_AT on */
    struct tt_record *record;
};

static const uint32_t L1_AT = 0x20000;

/* An instruction takes effect. */
static void execute(struct simulator *sim, int thread, uint32_t word)
{
    uint32_t *gpr = sim->gpr[thread], a = gpr[word & 63], b = gpr[word >> 6 & 63], half = word & 1;
    (void)tt_record_exec(sim->record, thread, word);
    if (word >> 24 == SETDMAREG)
        gpr[word >> 1 & 63] = (gpr[word >> 1 & 63] & (half ? 0xFFFFu : 0xFFFF0000u)) | (word >> 8 & 0xFFFF)
                                                                                           << 16 * half;
    else if (word >> 24 == ADDDMAREG)
        gpr[word >> 12 & 63] = a + b;
    else if (word >> 24 == MULDMAREG)
        gpr[word >> 12 & 63] = (a & 0xFFFF) * (b & 0xFFFF);
}

/* A core pushes an instruction. Here its thread's pipe is never full, so it executes at once. */
static void push(struct simulator *sim, int thread, uint32_t word)
{
    (void)tt_record_push(sim->record, thread, word);
    execute(sim, thread, word);
}

static void run(struct simulator *sim)
{
    const uint8_t done[4] = {1, 2, 3, 4};
    push(sim, 0, SETDMAREG << 24 | 0x1234 << 8 | 2 << 1); /* R2 = 0x1234, in two halves */
    push(sim, 0, SETDMAREG << 24 | 0x0001 << 8 | 2 << 1 | 1);
    sim->gpr[0][3] = 77; /* a core's store */
    (void)tt_record_gpr_store(sim->record, 0, 3, 77);
    push(sim, 0, ADDDMAREG << 24 | 4 << 12 | 3 << 6 | 2); /* R4 = R2 + R3 */
    push(sim, 0, MULDMAREG << 24 | 5 << 12 | 4 << 6 | 3);
    memcpy(sim->l1 + 16, done, sizeof done);
    (void)tt_record_l1_store(sim->record, 0, L1_AT + 16, done, sizeof done);
}

static void checkpoint(struct simulator *sim, const char *id)
{
    (void)tt_record_checkpoint(sim->record, id);
    (void)tt_record_region(sim->record, "gpr", 0, sim->gpr, sizeof sim->gpr);
    (void)tt_record_region(sim->record, "l1", L1_AT, sim->l1, sizeof sim->l1);
}

int main(int argc, char **argv)
{
    static struct tt_record record;
    static struct simulator sim;
    sim.record = &record;
    (void)tt_record_open(&record, argc > 1 ? argv[1] : "record_kernel", TT_RECORD_BLACKHOLE, "simulator", "sum");
    checkpoint(&sim, "begin");
    run(&sim);
    checkpoint(&sim, "end");
    if (tt_record_close(&record) == 0) /* errors of earlier calls are reported here, too */
        return 0;
    (void)fprintf(stderr, "record_kernel: %s\n", record.error);
    return 2;
}
