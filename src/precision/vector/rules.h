/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by the rules of the vector unit: a word at work, its operands with the numbers beside them. */
#pragma once

#include "precision/precision_internal.h"

struct vector_work {
    struct shadowing *run;
    const struct isa_insn *insn;
    uint32_t word, mod;
    unsigned instance;
    const struct logged_stage *lanes, *a, *b, *c, *result;
    uint32_t registers[3]; /* that the first three operands were read from, in the order read */
    unsigned register_count;
    uint32_t target; /* register; NO_REGISTER: none, or several */
    unsigned source;
};

/* Behind the registers, the one that macros alone have. */
enum { MACRO_REGISTER = LREGS, NO_REGISTER };
enum { WORD = 4 };

/* The result of a lane in mathematics. False: not known; its number starts again. */
typedef bool lane_rule(const struct vector_work *work, unsigned lane, struct shade *shade);

/* The shade of operand `number`, of the values of a stage, as a float or as an integer. */
void vector_operand_of(const struct vector_work *work, const struct logged_stage *stage, unsigned number, unsigned lane,
                       bool as_integer, struct shade *shade);
/* The bits of a lane as an integer; FP32's number of an integer's bits, and back, where there is one. */
double vector_integer(const struct logged_stage *stage, unsigned lane);
bool shade_to_integer(struct shade *shade);
bool shade_to_float(struct shade *shade);
uint32_t vector_cell_of(const struct vector_work *work, const struct logged_stage *cells, unsigned lane);
/* A field of the word by its name; 0 where it has none. */
uint32_t vector_field(const struct vector_work *work, const char *name);
/* The number beside a register's cell, if it is of this value; else one without error. */
void vector_register_shade(const struct vector_work *work, uint32_t reg, unsigned lane, double value,
                           struct shade *shade);
/* A word that holds a number of the program's, by its place: 1 + its entry; 0: not asked for, or too many. */
uint16_t constant_word(struct shadowing *run, const struct isa_insn *insn, uint32_t word);
/* The change that another value of that number would make, carried on as parts are. first, second: by constant_word(),
 * of a number of two words; what: 0, or which of the numbers in one word. */
void vector_constant(const struct vector_work *work, uint16_t first, uint16_t second, unsigned what,
                     struct shade *shade);
void vector_constant_register(const struct vector_work *work, uint32_t reg, struct shade *shade);
/* The number beside a result that is taken as it is: rounded to an integer, an exponent, a flag. */
bool vector_decided(const struct vector_work *work, unsigned lane, const struct shade *of, struct shade *shade);

/* numbers.c */
lane_rule vector_multiply_add_rule, vector_look_up, vector_reciprocal_rule, vector_copy;
bool vector_swap(const struct vector_work *work);
/* bits.c */
lane_rule bits_absolute, bits_add_integers, bits_and, bits_cast, bits_decided, bits_not, bits_or_xor, bits_round,
    bits_scale, bits_set_mantissa, bits_shift, bits_shift2, bits_take_mantissa;
/* memory.c */
lane_rule vector_load_rule, vector_constant_rule, vector_config_rule;
bool vector_store(struct vector_work *work);
/* flags.c: a word that sets flags, or puts them back, after its rule; what a lane's result is chosen by. */
void flags_follow(const struct vector_work *work);
void flags_choose(const struct shadowing *run, unsigned lane, struct shade *shade);
/* macro.c: the word that a macro put off, with its registers; false: none ran. */
bool macro_take(struct vector_work *work);
/* The results of its rule, from pending[first] on, are on their way; it comes with the write of its register. */
void macro_put_off(const struct vector_work *work, size_t first);
void macro_land(struct shadowing *run);
/* Of the macro's own register, whose writes are not reported: the oldest that has these bits; null: none. */
const struct shade *macro_shade(struct shadowing *run, unsigned lane, uint32_t bits);
