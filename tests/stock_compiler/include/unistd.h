/* SPDX-License-Identifier: Apache-2.0 */
/* B's kernels name it and call nothing of it. */
#pragma once
