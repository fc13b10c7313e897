# firmware/core_random_c_t2.ttcap
define now
maintenance flush register-cache
printf "= step %llu thread %d pc %08x\n", $step, $_thread, $pc
end
# Loads of local RAM: a half word that is stored in step 662 as part of a word, and loaded in steps 1333, 1339 and 1345.
rwatch *(unsigned short *) 0xffb0086e
continue
now
continue
now
continue
now
reverse-continue
now
reverse-continue
now
delete
# One byte of it, and a byte beside it that only the store touches.
rwatch *(unsigned char *) 0xffb0086f
reverse-continue
now
delete
rwatch *(unsigned char *) 0xffb0086d
reverse-continue
now
delete
# Stores that change it and loads; and back again.
awatch *(unsigned short *) 0xffb0086e
continue
now
delete
awatch *(unsigned char *) 0xffb0082b
continue
now
delete
monitor goto 1050
maintenance flush register-cache
awatch *(unsigned *) 0xffb00830
continue
now
printf "= value %08x\n", *(unsigned *) 0xffb00830
reverse-continue
now
printf "= value %08x\n", *(unsigned *) 0xffb00830
