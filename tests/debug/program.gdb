# kernels/matmul_transp_bfp8_bfp8_bfp8_bfp8_nice.ttcap
# --order program
define now
maintenance flush register-cache
printf "= step %llu thread %d pc %08x\n", $step, $_thread, $pc
end
monitor where
# A step of a pipe goes on until a word of it took effect; back again.
thread 2
stepi
now
stepi 40
now
reverse-stepi 40
now
# Before the macro-op that was pushed as event 353.
break *(0x40000000 + 4 * 353)
continue
now
monitor pipe
delete
# From the result back: the packer's word, and what left its datum in Dst.
monitor goto end
monitor diff
monitor reverse-watch l1:0x60000
now
monitor reverse-watch dst:0,0
now
watch *(unsigned short *) 0xa4000000
reverse-continue
now
continue
now
delete
# A semaphore that is taken away: a hang, looked at from behind, and undone.
monitor reverse-watch state:sem.1.value
now
monitor goto 400
monitor set state:sem.1.max=0
monitor goto end
monitor waits
monitor diff
monitor recording
monitor goto end
monitor diff
