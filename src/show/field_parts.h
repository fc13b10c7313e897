/* SPDX-License-Identifier: Apache-2.0 */
/* A field that is a structure, as a tile descriptor, part by part. */
#pragma once

#include "isa/registers.h"
#include "show/report.h"

/* JSON: the member "parts", an object of values by name; nothing where the field is one number. */
void say_parts(struct report *report, const struct reg_field *field, uint32_t value);

/* Text, in lines of its own at `indent`: the parts that are not 0, or those that differ. */
void print_parts(struct report *report, const struct reg_field *field, uint32_t value, int indent);
void print_changed_parts(struct report *report, const struct reg_field *field, uint32_t from, uint32_t to, int indent);
