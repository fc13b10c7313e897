/* SPDX-License-Identifier: Apache-2.0 */
/* What stands at the addresses of a core's map: R10 to R23; F20, F32, F34. */
#include "base/little.h"
#include "unit/cores/machine_fixture.h"

enum { PUSH = 0xFFE40000, RESET = 0xFFB121B0, SEM5 = 0xFFE80034, MAILBOX = 0xFFEC0000 };
enum { PC_SNAPSHOT_T1 = 0xFFB13144 };

START_TEST(stores__are_reported_as_events_of_their_kind)
{
    const uint64_t changes = cores_changes(machine.cores);
    store(&machine, TT_CORE_T1, 0xFFE00014, 77);
    ck_assert_uint_gt(cores_changes(machine.cores), changes);
    ck_assert_int_eq(last_act(&machine)->kind, CORE_GPRW);
    ck_assert_int_eq(last_act(&machine)->thread, 1);
    ck_assert_uint_eq(last_act(&machine)->addr, 5);
    ck_assert_uint_eq(load(&machine, TT_CORE_T1, 0xFFE00014), 77);
    ck_assert_uint_eq(load(&machine, TT_CORE_T0, 0xFFE00014), 0);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, 0xFFE00114), 77);
    store(&machine, TT_CORE_B, 0xFFE00208, 78);
    ck_assert_int_eq(last_act(&machine)->kind, CORE_MMIO);
    ck_assert_int_eq(last_act(&machine)->thread, -1);
    ck_assert_uint_eq(load(&machine, TT_CORE_T2, 0xFFE00008), 78);
    store(&machine, TT_CORE_T2, 0xFFB8000C, 79);
    ck_assert_int_eq(last_act(&machine)->kind, CORE_MOPW);
    ck_assert_uint_eq(tile_state(machine.tile)->small.mop_cfg[2][3], 79);
    store_bytes(&machine, TT_CORE_T0, 0x9002, 0xABCD, 2);
    ck_assert_int_eq(last_act(&machine)->kind, CORE_L1W);
    ck_assert_uint_eq(last_act(&machine)->bytes, 2);
    ck_assert_uint_eq(last_act(&machine)->pc, cores_core(machine.cores, TT_CORE_T0)->pc - 4);
}
END_TEST

START_TEST(semaphores__by_load_and_store)
{
    store(&machine, TT_CORE_T0, SEM5, 0);
    store(&machine, TT_CORE_T2, SEM5, 2); /* bit 0 counts: a post */
    ck_assert_uint_eq(load(&machine, TT_CORE_T1, SEM5), 2);
    ck_assert_int_eq(last_act(&machine)->kind, CORE_SEMR);
    const uint64_t changes = cores_changes(machine.cores);
    load(&machine, TT_CORE_T1, SEM5);
    ck_assert_uint_eq(cores_changes(machine.cores), changes); /* who polls changes nothing */
    for (uint32_t left = 2; left-- > 0;) {
        store(&machine, TT_CORE_T1, SEM5, 1);
        ck_assert_uint_eq(load(&machine, TT_CORE_T0, SEM5), left);
    }
    store(&machine, TT_CORE_T1, SEM5, 1); /* of none */
    ck_assert_uint_eq(load(&machine, TT_CORE_T0, SEM5), 0);
}
END_TEST

START_TEST(pushes__wait_for_room_and_core_b_comes_in_behind)
{
    store(&machine, TT_CORE_T2, PUSH, 11);
    ck_assert_int_eq(machine.pushes[0].thread, 2);
    ck_assert(!machine.pushes[0].is_behind);
    store(&machine, TT_CORE_B, PUSH + 0x10000, 12);
    ck_assert_int_eq(machine.pushes[1].thread, 1);
    ck_assert(machine.pushes[1].is_behind);
    machine_do(&machine, TT_CORE_T1, 0x12345678); /* .ttinsn: turned right by two */
    ck_assert_uint_eq(machine.pushes[2].value, 0x048D159E);
    ck_assert_int_eq(machine.pushes[2].thread, 1);
    machine_do(&machine, TT_CORE_B, 0x4); /* core B's own form goes to thread 0 */
    ck_assert_int_eq(machine.pushes[3].thread, 0);
    ck_assert_int_eq(store(&machine, TT_CORE_T0, PUSH, 13), RISCV_WAITS);
    ck_assert_int_eq(machine.waiting.wait, CORE_WAITS_PUSH);
    machine.push_count = 0;
    ck_assert_int_eq(cores_step(machine.cores, TT_CORE_T0, &machine.waiting), RISCV_DONE);
    ck_assert_uint_eq(machine.pushes[0].value, 13);
    ck_assert_int_eq(store(&machine, TT_CORE_T0, PUSH + 0x10000, 1), RISCV_REFUSED);
    ck_assert_int_eq(store(&machine, TT_CORE_NC, PUSH, 1), RISCV_REFUSED);
}
END_TEST

START_TEST(core_nc__has_no_pipe)
{
    machine_do(&machine, TT_CORE_NC, 0x4);
    ck_assert_int_eq(machine.step, RISCV_REFUSED);
    ck_assert_str_eq(cores_reason(machine.cores, TT_CORE_NC), "core nc cannot push into a pipe (R1)");
}
END_TEST

START_TEST(waits__end_with_the_pipe)
{
    store(&machine, TT_CORE_T0, 0xFFE80004, 0); /* dropped, but reported */
    ck_assert_int_eq(last_act(&machine)->kind, CORE_MMIO);
    machine.is_dry = machine.is_macro_op_idle = false;
    load_bytes(&machine, TT_CORE_T0, 0xFFE80004, 4);
    ck_assert_int_eq(machine.step, RISCV_WAITS);
    ck_assert_int_eq(machine.waiting.wait, CORE_WAITS_PIPE_DRY);
    load_bytes(&machine, TT_CORE_T1, 0xFFE80008, 4);
    ck_assert_int_eq(machine.waiting.wait, CORE_WAITS_MACRO_OP);
    machine.is_dry = machine.is_macro_op_idle = true;
    ck_assert_int_eq(cores_step(machine.cores, TT_CORE_T0, &machine.waiting), RISCV_DONE);
    ck_assert_int_eq(cores_step(machine.cores, TT_CORE_T1, &machine.waiting), RISCV_DONE);
}
END_TEST

/* The queue bits of a core that waits for its pipe (R7). */
START_TEST(status__is_zero_once_the_pipe_is_empty)
{
    machine_do(&machine, TT_CORE_T0, 0xBC002373); /* csrr t1,0xbc0 */
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_T0)->x[T1_REG], 0);
    machine.is_dry = false;
    machine_do(&machine, TT_CORE_T0, 0xBC002373);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_T0)->x[T1_REG], 0x00FFE7FF);
    machine_do(&machine, TT_CORE_B, 0xBC102373);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_B)->x[T1_REG], 0x003FF800);
}
END_TEST

/* Phases and messages of the streams that a thread names; scratch words of B (R7s). */
START_TEST(status__of_streams)
{
    struct tile_state *state = tile_state(machine.tile);
    state->thread_cfg[1][65] = 9; /* STREAM_ID_TRISC_SEC2 */
    state->registers.stream[9][STREAM_CELL_CURR_PHASE] = 77;
    state->registers.stream[9][STREAM_CELL_NUM_MSGS_RECEIVED] = 5;
    tile_state_changed(machine.tile);
    machine_do(&machine, TT_CORE_T1, 0xBC402373); /* csrr t1,0xbc4 */
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_T1)->x[T1_REG], 77);
    machine_do(&machine, TT_CORE_T1, 0xBC802373); /* csrr t1,0xbc8 */
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_T1)->x[T1_REG], 5);
    machine_do(&machine, TT_CORE_T0, 0xBC402373); /* another thread's streams */
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_T0)->x[T1_REG], 0);
    machine_do(&machine, TT_CORE_B, 0xBC4AE373); /* csrrsi t1,0xbc4,21 */
    machine_do(&machine, TT_CORE_B, 0xBC402373);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_B)->x[T1_REG], 21);
    machine_do(&machine, TT_CORE_B, 0xBC502373);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_B)->x[T1_REG], 0);
    machine_do(&machine, TT_CORE_B, 0xBC9AE373); /* csrrsi t1,0xbc9,21: the last */
    machine_do(&machine, TT_CORE_B, 0xBC902373);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_B)->x[T1_REG], 21);
    machine_do(&machine, TT_CORE_B, 0xC2002373); /* csrr t1,vl */
    ck_assert_int_eq(machine.step, RISCV_REFUSED);
}
END_TEST

/* R7v: CSRs that hold what is written, and what they hold after a reset; mhpmcounter3 once mhpmevent3 chooses. */
START_TEST(csrs__that_only_hold)
{
    static const struct {
        uint32_t csr, initial;
    } csrs[] = {{0x009, 0}, {0x00A, 0}, {0x320, 0}, {0xB03, 0}, {0xB84, 0}, {0xBCA, 0}, {0xC22, 16}, {0x324, 0}};
    enum { CSRR_T1 = 0x2373, CSRRSI_T1_8 = 0x46373 };
    for (size_t i = 0; i < sizeof csrs / sizeof *csrs; i++) {
        machine_do(&machine, TT_CORE_B, csrs[i].csr << 20 | CSRR_T1);
        ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_B)->x[T1_REG], csrs[i].initial);
        machine_do(&machine, TT_CORE_B, csrs[i].csr << 20 | CSRRSI_T1_8);
        machine_do(&machine, TT_CORE_B, csrs[i].csr << 20 | CSRR_T1);
        ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_B)->x[T1_REG], csrs[i].initial | 8);
    }
    machine_do(&machine, TT_CORE_B, 0x00802373); /* csrr t1,vstart */
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_B)->x[T1_REG], 0);
    machine_do(&machine, TT_CORE_B, 0x323u << 20 | CSRRSI_T1_8);
    machine_do(&machine, TT_CORE_B, 0xB03u << 20 | CSRR_T1);
    ck_assert_int_eq(machine.step, RISCV_REFUSED);
}
END_TEST

START_TEST(mailboxes__hold_four_of_one_writer)
{
    load_bytes(&machine, TT_CORE_T2, MAILBOX + 0x1000, 4);
    ck_assert_int_eq(machine.step, RISCV_WAITS);
    ck_assert_int_eq(machine.waiting.wait, CORE_WAITS_MAILBOX_EMPTY);
    ck_assert_int_eq(machine.waiting.who, TT_CORE_T0);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_int_eq(store(&machine, TT_CORE_T0, MAILBOX + 0x3000, 10 + i), RISCV_DONE);
    ck_assert_int_eq(store(&machine, TT_CORE_T0, MAILBOX, 20), RISCV_DONE);
    ck_assert_int_eq(store(&machine, TT_CORE_T0, MAILBOX + 0x3000, 13), RISCV_WAITS);
    ck_assert_int_eq(machine.waiting.wait, CORE_WAITS_MAILBOX_FULL);
    ck_assert_int_eq(store(&machine, TT_CORE_T1, MAILBOX + 0x3000, 30), RISCV_DONE);
    ck_assert_uint_eq(load(&machine, TT_CORE_T2, MAILBOX + 0x1004), 1);
    for (uint32_t i = 0; i < 3; i++)
        ck_assert_uint_eq(load(&machine, TT_CORE_T2, MAILBOX + 0x1000), 10 + i);
    ck_assert_int_eq(last_act(&machine)->kind, CORE_POP);
    ck_assert_uint_eq(load(&machine, TT_CORE_T2, MAILBOX + 0x1004), 0);
    ck_assert_uint_eq(load(&machine, TT_CORE_T2, MAILBOX + 0x2000), 30);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, MAILBOX + 0x1000), 20);
    ck_assert_int_eq(cores_step(machine.cores, TT_CORE_T0, &machine.waiting), RISCV_DONE);
}
END_TEST

START_TEST(pcbuf__core_b_gives_work_and_waits_for_its_end)
{
    for (uint32_t i = 0; i < 16; i++)
        ck_assert_int_eq(store(&machine, TT_CORE_B, 0xFFE90000, i), RISCV_DONE);
    ck_assert_int_eq(store(&machine, TT_CORE_B, 0xFFE90000, 16), RISCV_WAITS);
    for (uint32_t i = 0; i < 16; i++)
        ck_assert_uint_eq(load(&machine, TT_CORE_T1, 0xFFE80000), i);
    ck_assert_int_eq(cores_step(machine.cores, TT_CORE_B, &machine.waiting), RISCV_DONE);
    ck_assert_uint_eq(load(&machine, TT_CORE_T1, 0xFFE80000), 16);
    load_bytes(&machine, TT_CORE_B, 0xFFE90000, 4); /* T1 does not wait for more yet */
    ck_assert_int_eq(machine.waiting.wait, CORE_WAITS_T_CORE);
    load_bytes(&machine, TT_CORE_T1, 0xFFE80000, 4);
    ck_assert_int_eq(machine.waiting.wait, CORE_WAITS_PCBUF_EMPTY);
    machine.is_dry = false;
    ck_assert_int_eq(cores_step(machine.cores, TT_CORE_B, &machine.waiting), RISCV_WAITS);
    machine.is_dry = true;
    ck_assert_int_eq(cores_step(machine.cores, TT_CORE_B, &machine.waiting), RISCV_DONE);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_B)->x[T1_REG], 0);
}
END_TEST

START_TEST(configuration__blackhole_windows)
{
    const uint64_t changes = cores_changes(machine.cores);
    store(&machine, TT_CORE_T0, CFG + 4 * 12, 0x1234);
    ck_assert_uint_gt(cores_changes(machine.cores), changes);
    ck_assert_int_eq(last_act(&machine)->kind, CORE_CFGW);
    store(&machine, TT_CORE_T0, CFG + 0x380 + 4 * 12, 0x5678);
    ck_assert_uint_eq(last_act(&machine)->index, 1);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, CFG + 4 * 12), 0x1234);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, CFG + 0x380 + 4 * 12), 0x5678);
    store(&machine, TT_CORE_T0, CFG + 0x700 + 4 * 12, 0x9ABC);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, CFG + 4 * 12), 0x9ABC);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, CFG + 0x380 + 4 * 12), 0x9ABC);
    ck_assert_uint_eq(load_bytes(&machine, TT_CORE_B, CFG + 4 * 12 + 1, 1), 0x9A);
    ck_assert_int_eq(store_bytes(&machine, TT_CORE_B, CFG + 4 * 12, 1, 1), RISCV_REFUSED);
    tile_state(machine.tile)->thread_cfg[2][41] = 0xFEDC;
    ck_assert_uint_eq(load(&machine, TT_CORE_T0, CFG + 0xA80 + 4 * (2 * 68 + 41)), 0xFEDC);
    ck_assert_int_eq(store(&machine, TT_CORE_T0, CFG + 0xA80, 1), RISCV_REFUSED);
}
END_TEST

START_TEST(configuration__wormhole_windows)
{
    store(&machine, TT_CORE_T0, CFG + 0x2F0 + 4 * 12, 0x5678);
    ck_assert_uint_eq(last_act(&machine)->index, 1);
    ck_assert_uint_eq(last_act(&machine)->addr, 12);
    tile_state(machine.tile)->thread_cfg[1][5] = 0xFEDC;
    ck_assert_uint_eq(load(&machine, TT_CORE_T0, CFG + 0x5E0 + 16 * (57 + 5)), 0xFEDC);
    ck_assert_int_eq(store(&machine, TT_CORE_T0, CFG + 0x5E0, 1), RISCV_REFUSED);
}
END_TEST

START_TEST(reset__starts_and_stops_cores)
{
    ck_assert_uint_eq(load(&machine, TT_CORE_B, RESET), 0);
    ck_assert_int_eq(store(&machine, TT_CORE_B, RESET, 0x7000), RISCV_DONE);
    ck_assert(!cores_is_running(machine.cores, TT_CORE_T1));
    ck_assert(cores_is_running(machine.cores, TT_CORE_NC));
    ck_assert_uint_eq(machine.dropped, 7);
    machine_set(&machine, TT_CORE_B, 7, 0); /* any other work */
    store(&machine, TT_CORE_B, 0xFFB1222C, 0x18000);
    store(&machine, TT_CORE_B, 0xFFB12234, 2);
    store(&machine, TT_CORE_B, RESET, 0x4000);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_T0)->pc, 0x6000);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_T1)->pc, 0x18000);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_T1)->x[T0_REG], 0);
    ck_assert(!cores_is_running(machine.cores, TT_CORE_T2));
    ck_assert_uint_eq(load(&machine, TT_CORE_B, RESET), 0x4000);
    ck_assert_int_eq(store(&machine, TT_CORE_B, RESET, 0x4001), RISCV_REFUSED);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, 0xFFB13140), 0x6000); /* where T0 stands */
}
END_TEST

/* R12: bit 0 of FFB1223C. */
START_TEST(reset__blackhole_takes_the_address_of_core_nc_from_a_register)
{
    static const struct {
        uint32_t override, pc;
    } cases[] = {{0, 0x12000}, {1, 0x18000}, {2, 0x12000}, {3, 0x18000}};
    store(&machine, TT_CORE_B, 0xFFB12238, 0x18000);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        store(&machine, TT_CORE_B, 0xFFB1223C, cases[i].override);
        store(&machine, TT_CORE_B, RESET, 0x40000);
        store(&machine, TT_CORE_B, RESET, 0);
        ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_NC)->pc, cases[i].pc);
    }
}
END_TEST

START_TEST(reset__wormhole_takes_addresses_from_the_configuration)
{
    store(&machine, TT_CORE_T0, CFG + 4 * 160, 0x3000);
    store(&machine, TT_CORE_T0, CFG + 4 * 161, 4);
    store(&machine, TT_CORE_T0, CFG + 4 * 162, 0xFFC00000);
    store(&machine, TT_CORE_T0, CFG + 4 * 163, 1);
    store(&machine, TT_CORE_B, RESET, 0x47000);
    store(&machine, TT_CORE_B, RESET, 0);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_T1)->pc, 0xA000);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_T2)->pc, 0x3000);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_NC)->pc, 0xFFC00000);
    ck_assert_int_eq(store(&machine, TT_CORE_B, 0xFFB12228, 1), RISCV_DONE); /* Blackhole's: nothing comes of it */
    ck_assert_int_eq(store(&machine, TT_CORE_B, 0xFFB12234, 1), RISCV_DONE);
}
END_TEST

/* The mover fills the instruction RAM of core NC (F39), and that core runs there. */
START_TEST(instruction_ram__of_core_nc)
{
    const uint32_t code[] = {0x02A00313 /* li t1,42 */, 0x0000006F /* j . */};
    copy_numbers(&tile_state(machine.tile)->l1[0x8000], code, 2, sizeof *code);
    store(&machine, TT_CORE_B, 0xFFB11000, 0x8000 >> 4);
    store(&machine, TT_CORE_B, 0xFFB11004, 0x40000 >> 4);
    store(&machine, TT_CORE_B, 0xFFB11008, 1);
    store(&machine, TT_CORE_B, 0xFFB1100C, 1);
    store(&machine, TT_CORE_B, 0xFFB11010, 0x40);
    ck_assert_uint_eq(load(&machine, TT_CORE_B, 0xFFB11014), 8);
    cores_boot(machine.cores, TT_CORE_NC, 0xFFC00000);
    ck_assert_int_eq(cores_step(machine.cores, TT_CORE_NC, &machine.waiting), RISCV_DONE);
    ck_assert_uint_eq(cores_core(machine.cores, TT_CORE_NC)->x[T1_REG], 42);
    ck_assert_int_eq(cores_step(machine.cores, TT_CORE_NC, &machine.waiting), RISCV_DONE);
    ck_assert(cores_is_parked(machine.cores, TT_CORE_NC));
}
END_TEST

START_TEST(local_ram__is_seen_by_others_on_blackhole)
{
    store(&machine, TT_CORE_T2, 0xFFB00010, 5);
    ck_assert_uint_eq(load(&machine, TT_CORE_NC, 0xFFB1C010), 5);
    store_bytes(&machine, TT_CORE_NC, 0xFFB1C011, 6, 1);
    ck_assert_uint_eq(load(&machine, TT_CORE_T2, 0xFFB00010), 0x605);
    ck_assert_uint_eq(cores_local(machine.cores, TT_CORE_T2)[0x11], 6);
}
END_TEST

/* Streams are one memory for all cores, and for STOREREG and LOADREG. R54 */
START_TEST(streams__are_the_same_for_cores_and_pipes)
{
    struct tile_state *state = tile_state(machine.tile);
    ck_assert_uint_eq(load(&machine, TT_CORE_NC, 0xFFB43028), 0);
    store(&machine, TT_CORE_B, 0xFFB43028, 9);
    ck_assert_uint_eq(load(&machine, TT_CORE_NC, 0xFFB43028), 9);
    state->gpr[2][5] = 0x12;
    tile_exec(machine.tile, 2, 0x67u << 24 | 5u << 18 | 0x43028 / 4, 0); /* STOREREG */
    ck_assert_uint_eq(load(&machine, TT_CORE_T0, 0xFFB43028), 0x12);
    store(&machine, TT_CORE_T1, 0xFFB43020, 0x34);
    tile_exec(machine.tile, 0, 0x68u << 24 | 6u << 18 | 0x43020 / 4, 0); /* LOADREG */
    ck_assert_uint_eq(state->gpr[0][6], 0x34);
    ck_assert_uint_eq(machine.acts[0].addr, 0xFFB43028); /* an event, so that a recording has it */
}
END_TEST

static uint32_t peeked(enum tt_core core, uint32_t addr)
{
    uint32_t value = UINT32_MAX;
    const uint64_t changes = cores_changes(machine.cores);
    ck_assert(cores_peek(machine.cores, core, addr, &value));
    ck_assert_uint_eq(cores_changes(machine.cores), changes);
    return value;
}

START_TEST(peeks__find_what_loads_do)
{
    store(&machine, TT_CORE_B, 0xFFB43028, 9);
    store(&machine, TT_CORE_T1, 0xFFE00014, 77);
    store(&machine, TT_CORE_T1, 0xFFE00010, 66);
    store(&machine, TT_CORE_T0, CFG + 0x380 + 4 * 15, 0x77);
    store(&machine, TT_CORE_T0, SEM5, 2);
    for (uint32_t byte = 0; byte < 4; byte++) { /* of the word that has it */
        ck_assert_uint_eq(peeked(TT_CORE_NC, 0xFFB43028 + byte), 9);
        ck_assert_uint_eq(peeked(TT_CORE_T1, 0xFFE00014 + byte), 77);
        ck_assert_uint_eq(peeked(TT_CORE_T0, CFG + 0x380 + 4 * 15 + byte), 0x77);
    }
    store(&machine, TT_CORE_NC, 0xFFB20000, 0x2000);
    ck_assert_uint_eq(peeked(TT_CORE_NC, 0xFFB20000), 0x2000);
    store(&machine, TT_CORE_B, 0xFFB12238, 0x18000);
    ck_assert_uint_eq(peeked(TT_CORE_B, 0xFFB12238), 0x18000);
    ck_assert_uint_eq(peeked(TT_CORE_B, 0xFFB11014), load(&machine, TT_CORE_B, 0xFFB11014)); /* of the TDMA, at rest */
    ck_assert_uint_eq(peeked(TT_CORE_B, PC_SNAPSHOT_T1), cores_core(machine.cores, TT_CORE_T1)->pc);
    ck_assert_uint_eq(peeked(TT_CORE_T1, SEM5), load(&machine, TT_CORE_T1, SEM5));
    uint32_t value;
    ck_assert(!cores_peek(machine.cores, TT_CORE_T1, PUSH, &value));
    for (uint32_t byte = 0; byte < 4; byte++) /* a load of it waits for a tile */
        ck_assert(!cores_peek(machine.cores, TT_CORE_B, 0xFFB11030 + byte, &value));
}
END_TEST

/* What core B would load: registers of every kind, and neither memory nor what a load takes something from. */
START_TEST(loads__for_a_recording_that_has_none)
{
    uint32_t value;
    store(&machine, TT_CORE_NC, 0xFFB20000, 0x2000);
    ck_assert(cores_load(machine.cores, 0xFFB20000, &value));
    ck_assert_uint_eq(value, 0x2000);
    store(&machine, TT_CORE_B, 0xFFB43028, 9);
    ck_assert(cores_load(machine.cores, 0xFFB43028, &value));
    ck_assert_uint_eq(value, 9);
    store(&machine, TT_CORE_T1, 0xFFE00014, 77);
    ck_assert(cores_load(machine.cores, 0xFFE00114, &value)); /* of thread 1, as B has them */
    ck_assert_uint_eq(value, 77);
    store(&machine, TT_CORE_T0, CFG + 0x380 + 4 * 15, 0x77);
    ck_assert(cores_load(machine.cores, CFG + 0x380 + 4 * 15, &value));
    ck_assert_uint_eq(value, 0x77);
    ck_assert(!cores_load(machine.cores, 0x2000, &value));
    ck_assert(!cores_load(machine.cores, SEM5, &value));
    ck_assert(!cores_load(machine.cores, MAILBOX, &value));
}
END_TEST

static void ask_for_write(uint32_t x, uint32_t y)
{
    store(&machine, TT_CORE_NC, 0xFFB20000, 0x2000);      /* from here */
    store(&machine, TT_CORE_NC, 0xFFB2000C, 0x3000);      /* to there */
    store(&machine, TT_CORE_NC, 0xFFB20014, x | y << 6);  /* of this tile */
    store(&machine, TT_CORE_NC, 0xFFB2001C, 2 | 1u << 4); /* a write, answered */
    store(&machine, TT_CORE_NC, 0xFFB20020, 16);
    store(&machine, TT_CORE_NC, 0xFFB20040, 1);
}

/* Within the tile a request is carried out; one that leaves it stops the core, which says what it asked for. R58 */
START_TEST(network__within_the_tile_and_beyond)
{
    uint8_t *l1 = tile_state(machine.tile)->l1;
    memset(l1 + 0x2000, 0x5A, 16);
    tile_state(machine.tile)->registers.noc[0][NOC_CELL_NODE_ID] = 1 | 2u << 6;
    ask_for_write(1, 2);
    ck_assert_int_eq(machine.step, RISCV_DONE);
    ck_assert_uint_eq(load(&machine, TT_CORE_NC, 0xFFB20040), 0);
    ck_assert_mem_eq(l1 + 0x3000, l1 + 0x2000, 16);
    ck_assert_uint_eq(load(&machine, TT_CORE_NC, 0xFFB20204), 1); /* WR_ACK */
    ask_for_write(1, 3);
    ck_assert_int_eq(machine.step, RISCV_REFUSED);
    ck_assert_str_eq(cores_reason(machine.cores, TT_CORE_NC),
                     "network 0, write of 16 bytes, x 1, y 3, address 0x3000: the other end is another tile");
}
END_TEST

static bool reads(uint32_t base, uint32_t word, uint32_t *addr)
{
    machine_set(&machine, TT_CORE_T0, 31, base);
    store_u32(tile_state(machine.tile)->l1 + cores_core(machine.cores, TT_CORE_T0)->pc, word);
    return cores_reads(machine.cores, TT_CORE_T0, addr);
}

/* Where the instruction at hand reads: base and offset, of an atomic the base alone. */
START_TEST(reads__of_the_instruction_at_hand)
{
    uint32_t addr;
    ck_assert(reads(0x2000, 0xFFCFA303, &addr)); /* lw t1,-4(t6) */
    ck_assert_uint_eq(addr, 0x1FFC);
    ck_assert(cores_reads_l1(machine.cores, TT_CORE_T0, &addr));
    ck_assert_uint_eq(cores_read_bytes(machine.cores, TT_CORE_T0), 4);
    ck_assert(reads(0x2000, 0x000F9303, &addr)); /* lh */
    ck_assert_uint_eq(cores_read_bytes(machine.cores, TT_CORE_T0), 2);
    ck_assert(reads(0x2000, 0x000FC303, &addr)); /* lbu */
    ck_assert_uint_eq(cores_read_bytes(machine.cores, TT_CORE_T0), 1);
    ck_assert(reads(0x2000, 0x100FA32F, &addr)); /* lr.w t1,(t6) */
    ck_assert_uint_eq(addr, 0x2000);
    ck_assert(!reads(0x2000, 0x006FA023, &addr));    /* sw t1,0(t6) */
    ck_assert(reads(0xFFB00000, 0x000FA303, &addr)); /* lw t1,0(t6) */
    ck_assert(!cores_reads_l1(machine.cores, TT_CORE_T0, &addr));
}
END_TEST

START_TEST(repetition__is_seen_by_registers_and_local_ram)
{
    cores_set_mark(machine.cores, TT_CORE_T0);
    ck_assert(!cores_is_at_mark(machine.cores, TT_CORE_T0)); /* it did nothing yet */
    machine_do(&machine, TT_CORE_T0, 0x0000006F);            /* j . */
    ck_assert(cores_is_at_mark(machine.cores, TT_CORE_T0));
    ck_assert(cores_is_parked(machine.cores, TT_CORE_T0));
    cores_local(machine.cores, TT_CORE_T0)[100] = 1;
    ck_assert(!cores_is_at_mark(machine.cores, TT_CORE_T0));
    cores_set_mark(machine.cores, TT_CORE_T1);
    machine_do(&machine, TT_CORE_T1, 0x00130313); /* addi t1,t1,1 */
    ck_assert(!cores_is_at_mark(machine.cores, TT_CORE_T1));
    machine_do(&machine, TT_CORE_T1, 0x00100073); /* ebreak */
    ck_assert(cores_is_halted(machine.cores, TT_CORE_T1));
    ck_assert(!cores_is_running(machine.cores, TT_CORE_T1));
}
END_TEST

Suite *suite(void)
{
    Suite *s = suite_create("devices");
    TCase *b = tcase_create("blackhole");
    tcase_add_checked_fixture(b, on_blackhole, free_it);
    tcase_add_test(b, stores__are_reported_as_events_of_their_kind);
    tcase_add_test(b, semaphores__by_load_and_store);
    tcase_add_test(b, pushes__wait_for_room_and_core_b_comes_in_behind);
    tcase_add_test(b, core_nc__has_no_pipe);
    tcase_add_test(b, waits__end_with_the_pipe);
    tcase_add_test(b, status__is_zero_once_the_pipe_is_empty);
    tcase_add_test(b, status__of_streams);
    tcase_add_test(b, csrs__that_only_hold);
    tcase_add_test(b, mailboxes__hold_four_of_one_writer);
    tcase_add_test(b, pcbuf__core_b_gives_work_and_waits_for_its_end);
    tcase_add_test(b, configuration__blackhole_windows);
    tcase_add_test(b, reset__starts_and_stops_cores);
    tcase_add_test(b, reset__blackhole_takes_the_address_of_core_nc_from_a_register);
    tcase_add_test(b, local_ram__is_seen_by_others_on_blackhole);
    tcase_add_test(b, streams__are_the_same_for_cores_and_pipes);
    tcase_add_test(b, peeks__find_what_loads_do);
    tcase_add_test(b, loads__for_a_recording_that_has_none);
    tcase_add_test(b, network__within_the_tile_and_beyond);
    tcase_add_test(b, reads__of_the_instruction_at_hand);
    tcase_add_test(b, repetition__is_seen_by_registers_and_local_ram);
    suite_add_tcase(s, b);
    TCase *w = tcase_create("wormhole");
    tcase_add_checked_fixture(w, on_wormhole, free_it);
    tcase_add_test(w, configuration__wormhole_windows);
    tcase_add_test(w, reset__wormhole_takes_addresses_from_the_configuration);
    tcase_add_test(w, instruction_ram__of_core_nc);
    suite_add_tcase(s, w);
    return s;
}
