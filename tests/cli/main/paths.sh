# SPDX-License-Identifier: Apache-2.0
. "$FIXTURES/lib.sh"
# Each verb says which path it lacks, and which is one too many.
for verb in info dump replay reduce schedules diff audit config export report; do
    says $verb a b
    says $verb
done
says bisect a b
says bisect
says why a b c
says why a
says batch a b -o all.db
says batch -o all.db
says farm plan a b -o farm
says farm plan -o farm
says farm plan a
for action in run merge resume; do
    says farm $action a b
    says farm $action
done
says farm merge a
