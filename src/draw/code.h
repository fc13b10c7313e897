/* SPDX-License-Identifier: Apache-2.0 */
/* Code of cores, word by word: of the core that is at work (draw_build.core). */
#pragma once

#include "draw/draw_internal.h"

/* Registers of a core that point somewhere; the others hold operands, of which VALUE and NAME are also for constants.
 */
enum { POINTS_AT_OUTPUT = 2, POINTS_AT_INPUT = 3, POINTS = 4, OPERANDS = 5, VALUE = 5, NAME = 6, CORE_REGISTERS = 32 };

void code_put(struct draw_build *build, uint32_t word);
/* The parts of an instruction beside its operands; the chip or another one has it. */
uint32_t code_match(const char *name);
/* Whether the cores of the chip have it. */
bool code_has(const struct draw_build *build, const char *name);
void code_put_i(struct draw_build *build, const char *name, unsigned rd, unsigned rs1, uint32_t immediate);
void code_put_s(struct draw_build *build, const char *name, unsigned rs2, unsigned rs1, uint32_t immediate);
/* away: bytes, backwards too. */
void code_put_branch(struct draw_build *build, const char *name, unsigned rs1, unsigned rs2, int32_t away);
void code_put_jump(struct draw_build *build, unsigned rd, int32_t away);
void code_put_atomic(struct draw_build *build, unsigned rd, unsigned rs1, unsigned rs2);
void code_put_constant(struct draw_build *build, unsigned rd, uint32_t value);
unsigned code_any_operand(struct draw_build *build);

/* A load or store of any width: how many bytes, and its name. */
struct code_access {
    const char *name;
    unsigned bytes;
};
struct code_access code_any_load(struct draw_build *build);
struct code_access code_any_store(struct draw_build *build);

/* Whether the core at work has a thread, and so a pipe of its own. */
bool code_has_thread(const struct draw_build *build);
/* Nothing is under way when a register is looked at or stored. */
void code_wait_for_pipe(struct draw_build *build);

/* Parts of programs of cores. */
/* ---- cores_network.c ---- */

/* A request of the network, of the core at work. */
void cores_network(struct draw_build *build);

/* ---- cores_hand_over.c ---- */

/* One core stores, another one waits for it and reads. */
void cores_hand_over(struct draw_build *build);
/* The first core goes on when all others are done. */
void cores_join(struct draw_build *build);
