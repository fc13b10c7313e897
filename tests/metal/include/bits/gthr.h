/* SPDX-License-Identifier: Apache-2.0 */
/* The C++ library without threads: these cores have none. */
#pragma once
#include <bits/gthr-single.h>
