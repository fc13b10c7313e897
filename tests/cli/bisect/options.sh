# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
says bisect case.ttcap --exit-for hg
says bisect case.ttcap --good a.ttcap
says bisect case.ttcap --good a.ttcap --bad b.ttcap
set --
for i in 1 2 3 4 5 6 7 8; do
    set -- "$@" --set=A=$i --set=B=$i --set=C=$i --set=D=$i --set=E=$i --set=F=$i --set=G=$i --set=H=$i
done
says bisect case.ttcap "$@" --set=A=0
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" case.ttcap
says bisect case.ttcap --variant pack.bfp.round=sideways
