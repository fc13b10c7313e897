/* SPDX-License-Identifier: Apache-2.0 */
/* Nothing of the host's. */
#pragma once
