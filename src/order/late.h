/* SPDX-License-Identifier: Apache-2.0 */
/* Executed order: a vector word that reads a register right behind the word of its thread that gives it a cycle later.
 * What it reads is asked of the tile for such a word alone. Program order finds the same (hazard_lreg.c).
 * docs/semantics/program-order.md#hazards */
#pragma once

#include "capture/ttcap.h"
#include "isa/chip.h"
#include "isa/isa.h"

struct replay;

struct late_words {
    struct {
        bool is_there;
        uint32_t word;
    } last[THREADS]; /* the thread's last word, if its register comes a cycle later */
    bool is_asked;
    uint32_t read; /* by the word at work, bit a register; where it is asked */
};

/* Before a word, and after it. */
void late_before(struct replay *replay, unsigned thread, const struct isa_insn *insn, uint32_t word);
void late_after(struct replay *replay, unsigned thread, const struct isa_insn *insn, uint32_t word);
