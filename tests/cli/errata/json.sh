# SPDX-License-Identifier: Apache-2.0
"$TT_REPLAY" errata --json
"$TT_REPLAY" errata --all --json | "$SCHEMA_CHECK" "$SCHEMAS/errata.schema.json"
