/* SPDX-License-Identifier: Apache-2.0 */
/* A part of the report of census --kernel. */
#pragma once

#include "ask/census/kernel/kernel.h"
#include "show/report.h"

/* budgets null: none was asked for. */
void kernel_budget_report(struct report *report, const struct kernel_budgets *budgets);
