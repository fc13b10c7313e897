# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# What cannot be a recording is named, whether it is asked for or found in a folder.
echo text >notes.txt
says conform notes.txt
mkdir dangling
ln -s nowhere dangling/case.ttcap
says conform dangling
folder=deep
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34; do
    folder=$folder/$i
done
mkdir -p $folder
says conform deep
