// SPDX-License-Identifier: Apache-2.0
// Vector kernels of forty functions, written with SFPI's names, as words:
//     g++ -O1 -o kernels kernels.cpp && ./kernels exp blackhole bf16 >exp.words
// Coefficients are fitted here, by interpolation at Chebyshev's nodes. They show what a census finds; they are no
// library: where an argument is large, or two values nearly cancel, most of them are poor, and the census says so.
#include "sfpi.h"

#include <cmath>
#include <functional>
#include <map>

using namespace sfpi;

namespace {

const double pi = 3.14159265358979323846, ln2 = 0.693147180559945309417;

// ---- polynomials ----

// In powers of x, of the polynomial that has the function's values at the nodes between the two.
std::vector<double> fit(const std::function<double(double)> &function, double low, double high, unsigned degree)
{
    const unsigned count = degree + 1;
    std::vector<std::vector<double>> rows(count, std::vector<double>(count + 1));
    for (unsigned k = 0; k < count; k++) {
        const double x = (low + high) / 2 + (high - low) / 2 * std::cos(pi * (k + 0.5) / count);
        for (unsigned p = 0; p < count; p++)
            rows[k][p] = std::pow(x, p);
        rows[k][count] = function(x);
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned pivot = i;
        for (unsigned r = i + 1; r < count; r++)
            if (std::fabs(rows[r][i]) > std::fabs(rows[pivot][i]))
                pivot = r;
        std::swap(rows[i], rows[pivot]);
        for (unsigned r = 0; r < count; r++)
            for (unsigned c = count + 1; r != i && c-- > i;)
                rows[r][c] -= rows[i][c] * (rows[r][i] / rows[i][i]);
    }
    std::vector<double> result;
    for (unsigned i = 0; i < count; i++)
        result.push_back(rows[i][count] / rows[i][i]);
    return result;
}

vFloat polynomial(const vFloat &x, const std::vector<double> &factors)
{
    vFloat sum = (float)factors.back();
    for (size_t i = factors.size() - 1; i-- > 0;)
        sum = sum * x + (float)factors[i];
    return sum;
}

// ---- what functions are made of ----

// The nearest integer of a number below 2^22, as a float and as an integer in the low bits.
vFloat nearest(const vFloat &x, vInt &integer)
{
    const vFloat moved = x + 12582912.0f;
    integer = reinterpret<vInt>(moved);
    return moved - 12582912.0f;
}

vFloat clamp(vFloat x, float low, float high)
{
    vFloat least = low, most = high;
    vec_min_max(least, x);
    vec_min_max(x, most);
    return x;
}

vFloat exp2_of(const vFloat &x)
{
    const vFloat y = clamp(x, -127.0f, 128.0f);
    vInt n;
    const vFloat r = y - nearest(y, n);
    const vFloat power = polynomial(r, fit([](double v) { return std::exp2(v); }, -0.5, 0.5, 6));
    return reinterpret<vFloat>(reinterpret<vInt>(power) + (n << 23));
}

// r = x - n ln 2 in two steps, so that little is lost where n is large.
vFloat exp_of(const vFloat &x)
{
    const vFloat y = clamp(x, -87.5f, 88.75f);
    vInt n;
    const vFloat whole = nearest(y * (float)(1 / ln2), n);
    vFloat r = whole * -0.693359375f + y;
    r = whole * (float)(0.693359375 - ln2) + r;
    const vFloat power = polynomial(r, fit([](double v) { return std::exp(v); }, -ln2 / 2, ln2 / 2, 6));
    return reinterpret<vFloat>(reinterpret<vInt>(power) + (n << 23));
}

// Half of the bits turned over is a reciprocal to an eighth; each step squares the error.
vFloat recip_of(const vFloat &x)
{
    const vFloat size = setsgn(x, 0);
    vFloat r = reinterpret<vFloat>(vInt(0x7EF311C3) - reinterpret<vInt>(size));
    for (unsigned i = 0; i < 3; i++)
        r = r * (vFloat(2.0f) - size * r);
    v_if (size == 0.0f) {
        r = INFINITY;
    }
    v_endif;
    return setsgn(r, x);
}

vFloat rsqrt_of(const vFloat &x)
{
    vFloat r = reinterpret<vFloat>(vInt(0x5F3759DF) - (reinterpret<vInt>(x) >> 1));
    const vFloat half = x * 0.5f;
    for (unsigned i = 0; i < 3; i++)
        r = r * (vFloat(1.5f) - half * (r * r));
    return r;
}

vFloat sqrt_of(const vFloat &x)
{
    vFloat root = x * rsqrt_of(x);
    v_if (x == 0.0f) {
        root = 0.0f;
    }
    v_endif;
    return root;
}

// log2 of the mantissa between the root of a half and that of two, times `scale`, and the exponent times it.
vFloat log_of(const vFloat &x, double scale)
{
    vFloat m = setexp(x, 127), exponent;
    vInt e = exexp(x);
    v_if (m >= 1.41421356f) {
        m = m * 0.5f;
        e = e + 1;
    }
    v_endif;
    vInt sign = e;
    v_if (e < 0) {
        sign = vInt(0) - e;
    }
    v_endif;
    exponent = int32_to_float(sign);
    v_if (e < 0) {
        exponent = -exponent;
    }
    v_endif;
    const vFloat t = m - 1.0f;
    const vFloat ratio = polynomial(
        t, fit([](double v) { return std::fabs(v) < 1e-9 ? 1 - v / 2 : std::log1p(v) / v; }, -0.2929, 0.4143, 9));
    vFloat result = exponent * (float)(ln2 * scale) + ratio * t * (float)scale;
    v_if (x == 0.0f) {
        result = -INFINITY;
    }
    v_endif;
    v_if (x < 0.0f) {
        result = NAN;
    }
    v_endif;
    return result;
}

// x less the nearest multiple of pi, and whether that is an odd one, in bit 31.
vFloat reduced(const vFloat &x, vInt &odd)
{
    const vFloat n = nearest(x * (float)(1 / pi), odd);
    odd <<= 31;
    vFloat r = n * -3.140625f + x;
    r = n * (float)(3.140625 - pi) + r;
    return r;
}

vFloat sin_of(const vFloat &x)
{
    vInt odd;
    const vFloat r = reduced(x, odd), square = r * r;
    const auto ratio = [](double s) { return s < 1e-12 ? 1 - s / 6 : std::sin(std::sqrt(s)) / std::sqrt(s); };
    const vFloat value = r * polynomial(square, fit(ratio, 0, pi * pi / 4, 5));
    return reinterpret<vFloat>(reinterpret<vInt>(value) ^ odd);
}

vFloat cos_of(const vFloat &x)
{
    vInt odd;
    const vFloat r = reduced(x, odd), square = r * r;
    const vFloat value = polynomial(square, fit([](double s) { return std::cos(std::sqrt(s)); }, 0, pi * pi / 4, 6));
    return reinterpret<vFloat>(reinterpret<vInt>(value) ^ odd);
}

// 1 / (1 + exp(-x)), by the exponential that is below 1.
vFloat sigmoid_of(const vFloat &x)
{
    const vFloat small = exp_of(setsgn(x, 1)), part = recip_of(small + 1.0f);
    vFloat result = part;
    v_if (x < 0.0f) {
        result = small * part;
    }
    v_endif;
    return result;
}

vFloat tanh_of(const vFloat &x)
{
    const vFloat size = setsgn(x, 0), small = exp_of(size * -2.0f);
    vFloat result = (vConst1 - small) * recip_of(small + 1.0f);
    v_if (size < 0.25f) {
        const auto ratio = [](double s) { return s < 1e-12 ? 1 - s / 3 : std::tanh(std::sqrt(s)) / std::sqrt(s); };
        result = size * polynomial(size * size, fit(ratio, 0, 0.0625, 3));
    }
    v_endif;
    return setsgn(result, x);
}

// log(1 + exp(-|x|)), of an argument between 0 and 1.
vFloat log1p_of_exp(const vFloat &x)
{
    const vFloat t = exp_of(setsgn(x, 1));
    return t * polynomial(t, fit([](double v) { return v < 1e-9 ? 1 - v / 2 : std::log1p(v) / v; }, 0, 1, 10));
}

vFloat softplus_of(const vFloat &x)
{
    vFloat result = log1p_of_exp(x);
    v_if (x > 0.0f) {
        result = result + x;
    }
    v_endif;
    return result;
}

// exp(-x^2) times a polynomial of 1 / (1 + x/2), of the magnitude; 1 + erf of a negative one.
vFloat erfc_of(const vFloat &x)
{
    const vFloat size = setsgn(x, 0), t = recip_of(size * 0.5f + 1.0f);
    const auto scaled = [](double v) {
        const double u = 2 * (1 / v - 1);
        return u > 25 ? 1 / (u * std::sqrt(pi)) / v : std::exp(u * u) * std::erfc(u) / v;
    };
    vFloat result = t * polynomial(t, fit(scaled, 0.15, 1, 8)) * exp_of(size * -size);
    v_if (x < 0.0f) {
        result = vFloat(2.0f) - result;
    }
    v_endif;
    return result;
}

vFloat erf_of(const vFloat &x)
{
    vFloat result = vConst1 - erfc_of(setsgn(x, 0));
    v_if (setsgn(x, 0) < 0.75f) {
        const auto ratio = [](double s) {
            return s < 1e-12 ? 2 / std::sqrt(pi) : std::erf(std::sqrt(s)) / std::sqrt(s);
        };
        result = setsgn(x, 0) * polynomial(x * x, fit(ratio, 0, 0.5625, 5));
    }
    v_endif;
    return setsgn(result, x);
}

vFloat atan_of(const vFloat &x)
{
    vFloat size = setsgn(x, 0);
    vFloat inner = size;
    v_if (size > 1.0f) {
        inner = recip_of(size);
    }
    v_endif;
    const auto ratio = [](double s) { return s < 1e-12 ? 1 - s / 3 : std::atan(std::sqrt(s)) / std::sqrt(s); };
    vFloat result = inner * polynomial(inner * inner, fit(ratio, 0, 1, 9));
    v_if (size > 1.0f) {
        result = vFloat((float)(pi / 2)) - result;
    }
    v_endif;
    return setsgn(result, x);
}

vFloat acos_of(const vFloat &x)
{
    const vFloat size = setsgn(x, 0);
    const auto ratio = [](double v) { return v > 1 - 1e-12 ? std::sqrt(2.0) : std::acos(v) / std::sqrt(1 - v); };
    vFloat result = sqrt_of(vConst1 - size) * polynomial(size, fit(ratio, 0, 1, 8));
    v_if (x < 0.0f) {
        result = vFloat((float)pi) - result;
    }
    v_endif;
    return result;
}

vFloat cbrt_of(const vFloat &x)
{
    const vFloat y = log_of(setsgn(x, 0), 1 / ln2) * (float)(1.0 / 3);
    vFloat root = exp2_of(y);
    for (unsigned i = 0; i < 1; i++) // Newton: root - (root^3 - x) / (3 root^2)
        root = root - (root * root * root - setsgn(x, 0)) * recip_of(root * root * 3.0f);
    return setsgn(root, x);
}

// ---- by name ----

using kernel = vFloat (*)(const vFloat &);

const std::map<std::string, kernel> kernels = {
    {"identity", [](const vFloat &x) { return vFloat(x); }},
    {"neg", [](const vFloat &x) { return -x; }},
    {"abs", [](const vFloat &x) { return sfpi::abs(x); }},
    {"square", [](const vFloat &x) { return x * x; }},
    {"cube", [](const vFloat &x) { return x * x * x; }},
    {"relu",
     [](const vFloat &x) {
         vFloat y = x;
         v_if (x < 0.0f) {
             y = 0.0f;
         }
         v_endif;
         return y;
     }},
    {"sign",
     [](const vFloat &x) {
         vFloat y = 0.0f;
         v_if (x > 0.0f) {
             y = 1.0f;
         }
         v_elseif (x < 0.0f) {
             y = -1.0f;
         }
         v_endif;
         return y;
     }},
    {"recip", recip_of},
    {"sqrt", sqrt_of},
    {"rsqrt", rsqrt_of},
    {"cbrt", cbrt_of},
    {"exp", exp_of},
    {"exp2", exp2_of},
    {"exp10", [](const vFloat &x) { return exp2_of(x * (float)(std::log(10) / ln2)); }},
    {"expm1",
     [](const vFloat &x) {
         vFloat y = exp_of(x) - 1.0f;
         v_if (setsgn(x, 0) < 0.5f) {
             const auto ratio = [](double v) { return std::fabs(v) < 1e-9 ? 1 + v / 2 : std::expm1(v) / v; };
             y = x * polynomial(x, fit(ratio, -0.5, 0.5, 6));
         }
         v_endif;
         return y;
     }},
    {"log", [](const vFloat &x) { return log_of(x, 1); }},
    {"log2", [](const vFloat &x) { return log_of(x, 1 / ln2); }},
    {"log10", [](const vFloat &x) { return log_of(x, 1 / std::log(10)); }},
    {"log1p", [](const vFloat &x) { return log_of(x + 1.0f, 1); }},
    {"sin", sin_of},
    {"cos", cos_of},
    {"tan", [](const vFloat &x) { return sin_of(x) * recip_of(cos_of(x)); }},
    {"asin", [](const vFloat &x) { return vFloat((float)(pi / 2)) - acos_of(x); }},
    {"acos", acos_of},
    {"atan", atan_of},
    {"sinh", [](const vFloat &x) { return (exp_of(x) - exp_of(-x)) * 0.5f; }},
    {"cosh", [](const vFloat &x) { return (exp_of(x) + exp_of(-x)) * 0.5f; }},
    {"tanh", tanh_of},
    {"asinh",
     [](const vFloat &x) {
         const vFloat size = setsgn(x, 0);
         return setsgn(log_of(size + sqrt_of(size * size + 1.0f), 1), x);
     }},
    {"acosh", [](const vFloat &x) { return log_of(x + sqrt_of(x * x - 1.0f), 1); }},
    {"atanh", [](const vFloat &x) { return log_of((vConst1 + x) * recip_of(vConst1 - x), 0.5); }},
    {"erf", erf_of},
    {"erfc", erfc_of},
    {"sigmoid", sigmoid_of},
    {"silu", [](const vFloat &x) { return x * sigmoid_of(x); }},
    {"gelu", [](const vFloat &x) { return x * erfc_of(x * (float)-std::sqrt(0.5)) * 0.5f; }},
    {"gelu_tanh",
     [](const vFloat &x) {
         const vFloat cubed = x * x * x * 0.044715f + x;
         return x * sigmoid_of(cubed * (float)std::sqrt(8 / pi));
     }},
    {"softplus", softplus_of},
    {"logsigmoid", [](const vFloat &x) { return -softplus_of(-x); }},
    {"mish",
     [](const vFloat &x) { // tanh(log(1 + e)) is (e^2 + 2 e) / (e^2 + 2 e + 2)
         vFloat y = x;
         v_if (x < 20.0f) {
             const vFloat e = exp_of(x), sum = e * e + e * 2.0f;
             y = x * sum * recip_of(sum + 2.0f);
         }
         v_endif;
         return y;
     }},
    {"softsign", [](const vFloat &x) { return x * recip_of(setsgn(x, 0) + 1.0f); }},
    {"elu",
     [](const vFloat &x) {
         vFloat y = x;
         v_if (x < 0.0f) {
             y = exp_of(x) - 1.0f;
         }
         v_endif;
         return y;
     }},
    {"hardsigmoid", [](const vFloat &x) { return clamp(x * (float)(1.0 / 6) + 0.5f, 0.0f, 1.0f); }},
    {"hardswish", [](const vFloat &x) { return x * clamp(x * (float)(1.0 / 6) + 0.5f, 0.0f, 1.0f); }},
    {"round",
     [](const vFloat &x) {
         vInt n;
         vFloat y = x;
         v_if (setsgn(x, 0) < 4194304.0f) {
             y = setsgn(nearest(x, n), x);
         }
         v_endif;
         return y;
     }},
};

const std::map<std::string, unsigned> formats = {{"fp16", 1}, {"bf16", 2}, {"fp32", 3}};

} // namespace

int main(int argc, char **argv)
{
    if (argc == 1) {
        for (const auto &one : kernels)
            std::printf("%s\n", one.first.c_str());
        return 0;
    }
    if (argc != 4 || !kernels.count(argv[1]) || !formats.count(argv[3]) ||
        (std::strcmp(argv[2], "blackhole") != 0 && std::strcmp(argv[2], "wormhole_b0") != 0)) {
        std::fprintf(stderr, "usage: kernels FUNCTION blackhole|wormhole_b0 fp16|bf16|fp32; without arguments: the "
                             "functions\n");
        return 2;
    }
    now().is_wormhole = std::strcmp(argv[2], "wormhole_b0") == 0;
    now().format = formats.at(argv[3]);
    vFloat result = kernels.at(argv[1])(dst_reg[0]);
    if (now().format == formats.at("bf16"))
        result = float_to_fp16b(result);
    else if (now().format == formats.at("fp16"))
        result = float_to_fp16a(result);
    dst_reg[0] = result;
    now().write(stdout);
    return 0;
}
