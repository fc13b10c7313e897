/* SPDX-License-Identifier: Apache-2.0 */
/* The cores have no operating system to say anything about. */
#pragma once
