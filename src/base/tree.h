/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Removes a file, or a folder and all in it, where there is one; no link is followed. Async-signal-safe. */
void tree_remove(const char *path);
