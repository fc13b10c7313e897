# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# A database that names its capture says which one it needs.
cp "$TRACES/kernels/binary_ADD_COL_LoFi_f16b_f16b_f16b_f16b_nice.ttcap" a.ttcap
"$TT_REPLAY" replay a.ttcap --by-path -o a.db >/dev/null
rm a.ttcap
"$TT_REPLAY" why a.db dst:9,0
