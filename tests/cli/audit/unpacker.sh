# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# An unpacker's instruction, beside the packer's.
packed a
run_of a
"$TT_REPLAY" audit a.db --unit unpack0 --rows 0:4
"$TT_REPLAY" audit a.db --unit unpack0 --json | "$SCHEMA_CHECK" "$SCHEMAS/audit.schema.json"
"$TT_REPLAY" audit a.db --unit unpack1
"$TT_REPLAY" audit a.db --unit unpack0 --packer 1
