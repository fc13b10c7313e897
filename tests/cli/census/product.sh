# SPDX-License-Identifier: Apache-2.0
# The share that chips were measured to have (SL-010).
"$TT_REPLAY" census ELWMUL --fidelity HiFi4
