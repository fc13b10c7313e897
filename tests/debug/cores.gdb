# firmware/k_relu_bf16_thr3.ttcap
define now
maintenance flush register-cache
printf "= step %llu thread %d pc %08x\n", $step, $_thread, $pc
end
monitor pipe
stepi
now
stepi 20
now
reverse-stepi 20
now
printf "= sp %08x\n", $sp
thread 3
now
stepi 3
now
monitor where core t1
reverse-stepi 3
now
# Breaks of another core than the one that is looked at.
break *0xe000
monitor goto 400
maintenance flush register-cache
monitor where core t2
delete
# The last store of a byte of the result, and of the operand that the core made for it.
monitor goto end
maintenance flush register-cache
monitor diff
monitor reverse-watch l1:0x60000
now
printf "= byte %02x\n", *(unsigned char *) 0x60000
monitor reverse-watch dst:0,0
now
monitor reverse-watch state:sem.1.value
now
# Local RAM is the core's own.
thread 2
printf "= local %08x\n", *(unsigned *) 0xffb00000
thread 3
printf "= local %08x\n", *(unsigned *) 0xffb00000
# A store of a register makes another run.
thread 2
set var $a0 = 0x1234
now
printf "= a0 %08x\n", $a0
monitor where core t0
monitor recording
monitor goto end
monitor diff
continue
now
reverse-continue
now
