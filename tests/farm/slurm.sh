#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A farm on Slurm: a controller and a node of this machine's own, for as long as the test runs. 400 captures in eight
# tasks; one is killed half-way, one cancelled half-way, one cancelled before it began; what is missing is submitted
# again, and nothing else is done again; the merge is to the byte what one thread makes.
#
#     TT_REPLAY=… FARM_CAPTURES=… FAULTS=… sh tests/farm/slurm.sh
#
# Exit 77 (skipped) where Slurm (Debian: slurmctld, slurmd, slurm-client) is not installed.
. "$(dirname "$0")/lib.sh"
trap 'stop_slurm; rm -rf "$scratch"' EXIT
trap 'exit 2' INT TERM HUP
PATH=$PATH:/usr/sbin
controller='' node=''
export SLURM_CONF="$scratch/slurm.conf"

# Neither keys nor accounts nor control groups: a node that is gone in a minute, with two processors whatever the machine
# has. $1 and the number after it are its ports.
write_conf() {
    host=$(hostname -s)
    cat >slurm.conf <<END
ClusterName=trial
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
SlurmctldPort=$1
SlurmdPort=$(($1 + 1))
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.pid
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
SchedulerParameters=batch_sched_delay=0,sched_interval=1
ReturnToService=2
KillWait=1
SlurmdParameters=config_overrides
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
}

is_idle() {
    [ "$(sinfo -h -o %t)" = idle ]
}

start_slurm() {
    mkdir -p state spool
    # Ports below those that the system gives out by itself; the next pair where somebody has them.
    for try in 0 1 2 3 4; do
        write_conf $((20000 + ($$ * 2 + try * 1000) % 12000))
        slurmctld -D -c >slurmctld.log 2>&1 &
        controller=$!
        slurmd -D >slurmd.log 2>&1 &
        node=$!
        wait_for 300 is_idle && return 0
        stop_slurm
    done
    cat slurmctld.log slurmd.log
    fail "Slurm is installed and does not start"
}

stop_slurm() {
    [ -z "$controller" ] || scancel --user "$(id -un)" >wait.out 2>&1
    [ -z "$controller" ] || wait_for 50 is_empty
    for pid in $node $controller; do
        kill -TERM "$pid" 2>wait.out
        wait_for 50 is_gone "$pid" || kill -KILL "$pid" 2>wait.out
        wait "$pid"
    done 2>wait.out
    controller='' node=''
}

is_empty() {
    [ -z "$(squeue -h)" ]
}

# submit FILE: the line for Slurm that was printed there, as it stands; job is its number.
submit() {
    submitted=$(line sbatch "$1")
    job=$(sh -c "$submitted" | sed -n 's/^Submitted batch job //p')
    [ -n "$job" ] || fail "not taken: $submitted"
}

command -v slurmctld >out && command -v slurmd >out && command -v sbatch >out ||
    skip "Slurm is not installed (Debian: slurmctld, slurmd, slurm-client)"
captures 400
start_slurm

want "plan" 0 "$TT_REPLAY" farm plan captures -N 8 -o farm
cp out plan.out
export HALF_KILLED=2 HALF_STOPPED=5
path=$PATH PATH=$scratch/half:$PATH
export PATH
# Nothing begins before task 8 is cancelled.
scontrol update PartitionName=all State=DOWN || fail "the partition cannot be held"
submit plan.out
scancel "${job}_8"
scontrol update PartitionName=all State=UP || fail "the partition cannot be released"
wait_for 3000 test -s stopped.5 || { tail -n 5 slurm*.log farm/log/*; fail "task 5 did not come half-way"; }
scancel "${job}_5"
wait_for 3000 is_empty || fail "tasks are left: $(squeue)"

# Nobody's shard but theirs is missing something, and theirs not all.
shards=$(missing farm)
cp out resume.out
[ "$shards" = "2 5 8 " ] || { cat resume.out; fail "shards $shards miss something, wanted 2 5 8"; }
results farm >before
[ "$(wc -l <before)" -ge 220 ] || fail "only $(wc -l <before) results are there"
for shard in 2 5; do
    left=$(grep -c "^ *$shard  .*\.ttcap$" resume.out)
    all=$(grep -c "\"shard\": $shard}" farm/plan.json)
    [ "$left" -lt "$all" ] || fail "nothing of shard $shard was done before it was stopped"
done
want "merge of a part" 2 "$TT_REPLAY" farm merge farm -o part.db

PATH=$scratch/whole:$path
submit resume.out
case $submitted in *--array=2,5,8\ *) ;; *) fail "more is submitted again than is missing: $submitted" ;; esac
wait_for 3000 is_empty || fail "tasks are left: $(squeue)"
want "resume" 0 "$TT_REPLAY" farm resume farm
unchanged farm before
merged farm
echo "400 captures, $(grep -c '' before) done before the tasks were stopped, $(results farm | wc -l) in the end"
