# SPDX-License-Identifier: Apache-2.0
# lane: night
. "$FIXTURES/lib.sh"
# Folders that cannot be gone through: a bundle itself, one far too deep, a capture's own file.
bundle small
says batch small -o all.db
folder=deep
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34; do
    folder=$folder/$i
done
mkdir -p $folder
says batch deep -o all.db
cp "$TRACES/kernels/datacopy_u16_rand.ttcap" case.ttcap
says batch case.ttcap -o all.db
ls
