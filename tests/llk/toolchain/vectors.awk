# SPDX-License-Identifier: Apache-2.0
# What the compiler made of a vector kernel: its copies between vector registers become SFPMOV in all lanes (mod 2). Any
# other instruction of the core's floats means that it lacked registers, or that floats are at work at run time.
/^[ \t]*\.ttinsn/ { has_vectors = 1 }
/^_?[A-Za-z][A-Za-z0-9_.]*:/ { where = substr($1, 1, length($1) - 1) }
/^[ \t]+f(mv|sgnj)\.s[ \t]/ {
    split($2, regs, ",")
    printf "\t.ttinsn 0x7C000002+(lreg_%s<<8)+(lreg_%s<<4)\n", regs[2], regs[1]
    next
}
/^[ \t]+fmv\.[ws]\.x[ \t].*,(zero|x0)$/ {
    split($2, regs, ",")
    printf "\t.ttinsn 0x7C000902+(lreg_%s<<4)\n", regs[1]
    next
}
/^[ \t]+(flw|fsw|fmv\.x\.[ws]|fmv\.[ws]\.x)[ \t]/ { spilled[where] = 1 }
/^[ \t]+f[a-z]+\.[a-z.]+[ \t]/ && !/^[ \t]+fmv\./ { computed[where] = 1 }
{ print }
END {
    for (name in computed) print "error: floating point at run time: " name >"/dev/stderr"
    for (name in spilled) print "error: needs more than eight vector registers: " name >"/dev/stderr"
    for (name in computed) exit 1
    for (name in spilled) exit 1
}
