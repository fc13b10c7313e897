# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
says bisect case.ttcap --exit-for hg
says bisect case.ttcap --good a.ttcap
says bisect case.ttcap --good a.ttcap --bad b.ttcap
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" case.ttcap
says bisect case.ttcap --variant pack.bfp.round=sideways
