# SPDX-License-Identifier: Apache-2.0
# Vector instructions lane by lane: the first, and the run that begins with it.
"$TT_REPLAY" replay "$TRACES/kernels/wormhole_sfpu_v1_f16_f16_f16_f16_nice.ttcap" -o a.db >/dev/null
"$TT_REPLAY" audit a.db --unit vector --rows 8:12
"$TT_REPLAY" audit a.db --unit vector --json | "$SCHEMA_CHECK" "$SCHEMAS/audit.schema.json"
