# SPDX-License-Identifier: Apache-2.0
# A region that is too small for one value of the format is refused, and nothing is left.
. "$FIXTURES/lib.sh"
packed a
run_of a
says export a.db --region l1:0x60050-0x60051 --format fp32 -o a.npy
says export a.db --region l1:0x60050-0x60053 --format fp32 -o a.csv
ls -A
