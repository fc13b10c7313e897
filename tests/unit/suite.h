/* SPDX-License-Identifier: Apache-2.0 */
/* Every unit test file defines suite(); tests/unit/main.c runs it. */
#pragma once

#include <check.h>

Suite *suite(void);
