/* SPDX-License-Identifier: Apache-2.0 */
/* The matrix unit's arithmetic a second time, from the pages alone (M23 to M48): signed wide integers and
 * divisions that round down, an element at a time, nothing shared with the program. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct matrix_reference {
    unsigned srca_format, srcb_format; /* codes of F-1.1 */
    unsigned phase;                    /* fidelity, 0 to 3 */
    bool is_wide;                      /* 32-bit Dst */
    bool is_int8;
    bool has_fault;   /* Wormhole's */
    bool keeps_zeros; /* SrcB's cells with exponent 0 are numbers */
};

/* Cells as the banks hold them; dst: 16 bits, or 32 with the upper cell above. Returns the cell afterwards. */
uint32_t matrix_reference_products(const struct matrix_reference *how, const uint32_t a[16], const uint32_t b[16],
                                   uint32_t dst);
/* operation: '+', '-' or '*'. overwrites: what Dst holds does not count. */
uint32_t matrix_reference_element(const struct matrix_reference *how, char operation, uint32_t a, uint32_t b,
                                  uint32_t dst, bool overwrites);

/* The case of M33 that counts modulo 2^32: plus zero against a minus zero that stays. */
bool matrix_reference_is_odd(const struct matrix_reference *how, char operation, uint32_t a, uint32_t b);
