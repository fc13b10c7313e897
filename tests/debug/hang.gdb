# firmware/hang_deadlock.ttcap
define now
maintenance flush register-cache
printf "= step %llu thread %d pc %08x\n", $step, $_thread, $pc
end
# A hang, looked at from behind: who waits for what, then the last thing that each did.
monitor waits
continue
monitor waits
monitor where
monitor pipe
thread 2
reverse-stepi
now
monitor where core t0
thread 3
reverse-stepi
now
monitor where core t1
monitor goto end
monitor waits
monitor goto 0
monitor waits
