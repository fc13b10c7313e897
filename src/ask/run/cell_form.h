/* SPDX-License-Identifier: Apache-2.0 */
/* How a space holds datums of a format: which lattice they lie on, and how a cell becomes the pattern that people know.
 * F-2 and F-3 */
#pragma once

#include "base/names.h"
#include "base/usual.h"
#include "numeric/format.h"

struct cell_form {
    enum tt_space space;
    enum format format;  /* as it was asked for */
    enum format lattice; /* of the pattern of cell_pattern(): a source holds TF32 for FP32, and its INT8 has ten bits */
    unsigned cell_bits;  /* in L1 those of a datum */
    bool is_pair;        /* Dst: the lower half stands DST_LOW_HALF rows below */
};

/* False: elements of the space cannot be read so. */
bool cell_form_make(struct cell_form *form, enum tt_space space, enum format format);

/* How far below its upper half the lower half of a pair stands, in bytes; 0: a cell in one piece. */
uint32_t cell_low(const struct cell_form *form);
/* A cell of whole bytes; low: those of the lower half of a pair. */
uint32_t cell_load(const struct cell_form *form, const uint8_t *bytes, const uint8_t *low);
/* A cell (of a pair: upper half in 31:16) as a pattern of the lattice, and back. */
uint32_t cell_pattern(const struct cell_form *form, uint32_t cell);
uint32_t cell_of_pattern(const struct cell_form *form, uint32_t pattern);
/* The format in which people read such a pattern: one of TF32 is one of FP32 whose low bits are 0. */
enum format cell_shown_as(const struct cell_form *form);
