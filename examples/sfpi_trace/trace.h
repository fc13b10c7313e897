// SPDX-License-Identifier: Apache-2.0
// What a vector kernel does, recorded while it runs on the host, and written as words for `tt-replay asm`: values get
// registers in the order of their use. This is no compiler: other registers, and another order, than the vendor's.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace sfpi_trace {

enum : int { none = -1, first_fixed = -100 };
enum : int { registers = 8, fraction_register = 8, zero_register = 9, one_register = 10, minus_one_register = 11 };

// A value: the number of what gave it; fixed(r): a register that holds one from the start.
constexpr int fixed(int reg)
{
    return first_fixed - reg;
}
constexpr bool is_fixed(int value)
{
    return value <= first_fixed;
}

struct operand {
    const char *field;
    int value;
    int in = none; // it has to stand in this register
};

struct op {
    const char *name;
    std::vector<operand> operands;
    std::vector<std::pair<const char *, unsigned>> fields;
    const char *target_field = nullptr;
    int result = none, second = none; // second: SFPSWAP's, in the place of its other operand
    int in_place = none;              // of this value's register the result takes the place
    int also_in_place = none;
    int result_in = none; // the result stands in this register
    bool is_constant = false;
    uint32_t constant = 0;
    bool is_dead = false;
    int register_read = none;
};

struct trace {
    std::vector<op> ops;
    int values = 0, depth = 0;
    bool is_wormhole = false, has_flags = false;
    unsigned format = 3; // instr_mod0 of loads and stores that name none: 1 FP16, 2 BF16, 3 FP32
    unsigned row = 0;

    // The vendor's compiler has its registers; here too many live values end the program.
    [[noreturn]] static void fail(const char *why)
    {
        std::fprintf(stderr, "sfpi_trace: %s\n", why);
        std::exit(2);
    }

    op &add(const char *name)
    {
        ops.push_back(op{});
        ops.back().name = name;
        return ops.back();
    }

    int result_of(op &of, const char *field = "lreg_dest")
    {
        of.target_field = field;
        return of.result = values++;
    }

    int constant(uint32_t bits)
    {
        switch (bits) {
        case 0:
            return fixed(zero_register);
        case 0x3F800000:
            return fixed(one_register);
        case 0xBF800000:
            return fixed(minus_one_register);
        default:
            break;
        }
        op &of = add("SFPLOADI");
        of.is_constant = true;
        of.constant = bits;
        return of.result = values++;
    }

    // Enabled lanes of `to` take `from`: what the variable is from now on.
    int assign(int to, int from)
    {
        if (depth == 0)
            return from;
        op &of = add("SFPMOV");
        of.operands = {{"lreg_c", from}};
        of.in_place = to;
        return result_of(of);
    }

    void write(FILE *out);
};

// The one that is at work.
inline trace &now()
{
    static trace one;
    return one;
}

// ---- registers ----

struct writer {
    trace &of;
    FILE *out;
    std::vector<int> last, where, uses, made;
    int held[registers];
    std::string before; // the register that the word before wrote late: "MAD"
    int late = none;

    explicit writer(trace &from, FILE *to) : of(from), out(to), last(from.values, -1), where(from.values, none),
          uses(from.values, 0), made(from.values, none)
    {
        for (int &value : held)
            value = none;
    }

    void use(int value, int at, int weight)
    {
        if (value < 0)
            return;
        last[value] = at;
        uses[value] += weight;
    }

    void find_uses()
    {
        for (size_t i = 0; i < of.ops.size(); i++) {
            const op &one = of.ops[i];
            for (const operand &operand : one.operands)
                use(operand.value, (int)i, 1);
            use(one.in_place, (int)i, 2);
            use(one.also_in_place, (int)i, 2);
            if (one.result >= 0)
                made[one.result] = (int)i;
        }
        // What nothing uses is not done, from behind: its operands may then be unused too.
        for (size_t i = of.ops.size(); i-- > 0;) {
            op &one = of.ops[i];
            if (one.result == none || one.second != none || last[one.result] >= 0 || one.result_in != none)
                continue;
            if (std::strcmp(one.name, "SFPIADD") == 0 || std::strcmp(one.name, "SFPSWAP") == 0)
                continue; // flags
            one.is_dead = true;
        }
    }

    static int reg(int value, const writer &self)
    {
        return is_fixed(value) ? first_fixed - value : self.where[value];
    }

    int free_register(int avoid = none)
    {
        for (int r = registers; r-- > 0;)
            if (held[r] == none && r != avoid)
                return r;
        trace::fail("more values are alive than there are vector registers");
    }

    void take(int value, int r)
    {
        held[r] = value;
        where[value] = r;
    }

    void leave(int value, int at)
    {
        if (value >= 0 && last[value] <= at && where[value] != none) {
            held[where[value]] = none;
            where[value] = none;
        }
    }

    void line(const std::string &text, int written = none, bool is_late = false, const std::vector<int> &reads = {})
    {
        for (int r : reads)
            if (r == late && of.is_wormhole)
                std::fprintf(out, "SFPNOP\n");
        std::fprintf(out, "%s\n", text.c_str());
        late = is_late ? written : none;
    }

    void copy(int to, int from)
    {
        line("SFPMOV lreg_dest=" + std::to_string(to) + " lreg_c=" + std::to_string(from) + " instr_mod1=2", to, false,
             {from});
    }

    // Whatever stands in the register goes elsewhere.
    void clear(int r)
    {
        const int value = held[r];
        if (value == none)
            return;
        const int to = free_register(r);
        copy(to, r);
        held[r] = none;
        take(value, to);
    }

    void load(int r, uint32_t bits)
    {
        char text[64];
        const unsigned high = bits >> 16, low = bits & 0xFFFF;
        if (!low) {
            std::snprintf(text, sizeof text, "SFPLOADI lreg_ind=%d imm16=0x%x", r, high);
            line(text, r);
            return;
        }
        std::snprintf(text, sizeof text, "SFPLOADI lreg_ind=%d instr_mod0=10 imm16=0x%x", r, low);
        line(text, r);
        std::snprintf(text, sizeof text, "SFPLOADI lreg_ind=%d instr_mod0=8 imm16=0x%x", r, high);
        line(text, r);
    }

    void load_constant(const op &what)
    {
        const int r = free_register();
        load(r, what.constant);
        take(what.result, r);
    }

    // An operand into the register where it has to be; it may live on elsewhere, or have to be in another one too.
    void place(const op &what, const operand &operand, int at)
    {
        const int from = reg(operand.value, *this);
        if (from == operand.in)
            return;
        clear(operand.in);
        copy(operand.in, reg(operand.value, *this));
        held[operand.in] = operand.value;
        if (is_fixed(operand.value) || last[operand.value] > at)
            return;
        for (const auto &other : what.operands)
            if (other.in == where[operand.value] && other.value == operand.value)
                return;
        held[where[operand.value]] = none;
        where[operand.value] = operand.in;
    }

    // Copies of operands that live elsewhere are read by now.
    void leave_copies(const op &what)
    {
        for (const operand &operand : what.operands)
            if (operand.in != none && reg(operand.value, *this) != operand.in)
                held[operand.in] = none;
    }

    // The register of a value that the result takes the place of.
    int register_in_place(int value, int at)
    {
        if (value == none)
            return free_register();
        const int from = reg(value, *this);
        if (!is_fixed(value) && last[value] <= at) {
            held[from] = none;
            where[value] = none;
            return from;
        }
        const int to = free_register();
        copy(to, from);
        return to;
    }

    void one(const op &what, int at)
    {
        static const char *const multiply_add[] = {"SFPMAD", "SFPMUL", "SFPADD", "SFPLUT", "SFPLUTFP32"};
        std::string text = what.name;
        std::vector<int> reads;
        bool is_late = false;
        for (const char *name : multiply_add)
            is_late |= std::strcmp(name, what.name) == 0;
        for (const operand &operand : what.operands)
            if (operand.in != none)
                place(what, operand, at);
        for (const operand &operand : what.operands) {
            reads.push_back(reg(operand.value, *this));
            if (operand.field)
                text += std::string(" ") + operand.field + "=" + std::to_string(reads.back());
        }
        leave_copies(what);
        int target = none, other = none;
        if (what.in_place == none)
            for (const operand &operand : what.operands)
                leave(operand.value, at);
        if (what.register_read != none)
            target = what.register_read;
        else if (what.target_field)
            target = what.result_in != none ? (clear(what.result_in), what.result_in)
                                            : register_in_place(what.in_place, at);
        if (what.also_in_place != none) {
            if (target != none)
                held[target] = what.result;
            other = register_in_place(what.also_in_place, at);
            text += " lreg_src_c=" + std::to_string(other);
            reads.push_back(other);
        }
        if (what.in_place != none)
            reads.push_back(target);
        if (what.target_field && what.register_read == none)
            text += std::string(" ") + what.target_field + "=" + std::to_string(target);
        for (const auto &field : what.fields)
            text += std::string(" ") + field.first + "=" + std::to_string(field.second);
        if (what.register_read == none)
            line(text, target, is_late, reads);
        if (what.in_place != none)
            for (const operand &operand : what.operands)
                leave(operand.value, at);
        if (what.result != none)
            take(what.result, target);
        if (what.second != none)
            take(what.second, other);
        leave(what.result, at);
        leave(what.second, at);
    }

    void all()
    {
        find_uses();
        std::fprintf(out, "SFPCONFIG config_dest=%d instr_mod1=1 # -1\n", (int)minus_one_register);
        if (of.has_flags)
            std::fprintf(out, "SFPENCC instr_mod1=10 imm12_math=3\n");
        for (size_t i = 0; i < of.ops.size(); i++) {
            const op &what = of.ops[i];
            if (what.is_dead)
                continue;
            if (what.is_constant && uses[what.result] == 1)
                continue; /* it is loaded where it is used */
            if (what.is_constant) {
                load_constant(what);
                continue;
            }
            for (const operand &operand : what.operands)
                if (operand.value >= 0 && uses[operand.value] == 1 && of.ops[made[operand.value]].is_constant)
                    load_constant(of.ops[made[operand.value]]);
            one(what, (int)i);
        }
    }
};

// a * b and a sum with it are one word, where nothing else uses the product.
inline void join_products(trace &of)
{
    std::vector<int> uses(of.values), made(of.values, none);
    for (size_t i = 0; i < of.ops.size(); i++) {
        for (const operand &operand : of.ops[i].operands)
            if (operand.value >= 0)
                uses[operand.value]++;
        if (of.ops[i].in_place >= 0)
            uses[of.ops[i].in_place] += 2;
        if (of.ops[i].result >= 0)
            made[of.ops[i].result] = (int)i;
    }
    for (op &sum : of.ops) {
        if (std::strcmp(sum.name, "SFPADD") != 0)
            continue;
        for (int k = 1; k <= 2; k++) {
            const int value = sum.operands[k].value;
            if (value < 0 || uses[value] != 1 || std::strcmp(of.ops[made[value]].name, "SFPMUL") != 0)
                continue;
            op &product = of.ops[made[value]];
            const int addend = sum.operands[3 - k].value;
            sum.name = "SFPMAD";
            sum.operands = {{"lreg_src_a", product.operands[0].value},
                            {"lreg_src_b", product.operands[1].value},
                            {"lreg_src_c", addend}};
            product.is_dead = true;
            product.operands.clear();
            product.result = none;
            product.target_field = nullptr;
            break;
        }
    }
}

inline void trace::write(FILE *out)
{
    join_products(*this);
    writer(*this, out).all();
}

} // namespace sfpi_trace
