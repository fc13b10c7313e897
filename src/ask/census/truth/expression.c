/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions by interval arithmetic: sums and products round outwards, and a function of the table is taken at both
 * ends, on either side of zero alone, where it rises or falls throughout; sine and the like by how steep they can be.
 */
#include "ask/census/truth/expression.h"

#include "base/search.h"

#include <ctype.h>

enum {
    NODES_MAX = 200,
    DEPTH_MAX = 40,
    NAME_MAX_BYTES = 16,
    DIGITS_OF_FUNCTION = 17 /* that it may have lost, and one */
};

enum node_kind {
    NODE_X,
    NODE_Y,
    NODE_NUMBER,
    NODE_PI,
    NODE_ADD,
    NODE_SUBTRACT,
    NODE_MULTIPLY,
    NODE_DIVIDE,
    NODE_NEGATE,
    NODE_LESSER,
    NODE_GREATER,
    NODE_FUNCTION
};

struct node {
    enum node_kind kind;
    unsigned left, right;
    const struct truth_function *function;
    double steepness; /* of a function that turns: how steep it is at most; 0: it rises or falls on each side of 0 */
    const char *number;
};

struct truth_expression {
    char *text;
    struct node nodes[NODES_MAX];
    unsigned count, root;
};

/* Bounds of the derivative, rounded up; those that are steep without a bound take x alone. */
static const struct {
    const char *name;
    double steepness;
} turning[] = {
    {"sin", 1}, {"cos", 1}, {"gelu", 1.2}, {"gelu_tanh", 1.2}, {"silu", 1.2},  {"mish", 1.2},   {"hardswish", 1.6},
    {"j0", 1},  {"j1", 1},  {"tan", -1},   {"gamma", -1},      {"lgamma", -1}, {"digamma", -1},
};

/* ---- reading ---- */

struct reading {
    struct truth_expression *into;
    const char *at;
    unsigned depth;
    struct tt_error *err;
    enum tt_status status;
};

static unsigned read_sum(struct reading *reading);

static unsigned expression_fail(struct reading *reading, const char *wanted)
{
    if (!reading->status)
        reading->status =
            tt_fail(reading->err, TT_BAD_INPUT, "'%.60s': at character %zu found '%.10s', expected %s",
                    reading->into->text, (size_t)(reading->at - reading->into->text) + 1, reading->at, wanted);
    return 0;
}

static char next_sign(struct reading *reading)
{
    reading->at += strspn(reading->at, " ");
    return *reading->at;
}

static bool takes(struct reading *reading, char sign)
{
    if (next_sign(reading) != sign)
        return false;
    reading->at++;
    return true;
}

static unsigned expression_add_node(struct reading *reading, struct node node)
{
    struct truth_expression *into = reading->into;
    if (into->count == NODES_MAX)
        return expression_fail(reading, "at most 200 operations");
    into->nodes[into->count] = node;
    return into->count++;
}

/* Behind the name: one argument, or two of min and max. */
static unsigned read_call(struct reading *reading, const char *name)
{
    struct node node = {.kind = NODE_FUNCTION, .function = truth_find(name)};
    const bool is_lesser = strcmp(name, "min") == 0, has_two = is_lesser || strcmp(name, "max") == 0;
    if (!has_two && !node.function)
        return expression_fail(reading, "x, y, pi, min, max, or a function that --function help lists");
    for (size_t i = 0; i < sizeof turning / sizeof *turning; i++)
        if (strcmp(turning[i].name, name) == 0)
            node.steepness = turning[i].steepness;
    if (!takes(reading, '('))
        return expression_fail(reading, "( behind the name of a function");
    node.left = read_sum(reading);
    if (has_two) {
        node.kind = is_lesser ? NODE_LESSER : NODE_GREATER;
        if (!takes(reading, ','))
            return expression_fail(reading, ", and a second argument");
        node.right = read_sum(reading);
    }
    if (!takes(reading, ')'))
        return expression_fail(reading, ")");
    if (node.steepness < 0 && reading->into->nodes[node.left].kind != NODE_X)
        return expression_fail(reading, "x alone as argument of tan, gamma, lgamma and digamma");
    return expression_add_node(reading, node);
}

static unsigned expression_read_name(struct reading *reading)
{
    char name[NAME_MAX_BYTES + 1];
    size_t length = 0;
    while (isalnum((unsigned char)reading->at[length]) || reading->at[length] == '_')
        length++;
    if (length > NAME_MAX_BYTES)
        return expression_fail(reading, "the name of a function");
    memcpy(name, reading->at, length);
    name[length] = '\0';
    if (strcmp(name, "x") == 0 || strcmp(name, "y") == 0 || strcmp(name, "pi") == 0) {
        const enum node_kind kind = name[0] == 'x' ? NODE_X : name[0] == 'y' ? NODE_Y : NODE_PI;
        reading->at += length;
        return expression_add_node(reading, (struct node){.kind = kind});
    }
    const char *begin = reading->at;
    reading->at += length;
    if (!truth_find(name) && strcmp(name, "min") != 0 && strcmp(name, "max") != 0)
        reading->at = begin;
    return read_call(reading, name);
}

static unsigned read_number(struct reading *reading)
{
    char *end = NULL;
    const struct node node = {.kind = NODE_NUMBER, .number = reading->at};
    const double value = strtod(reading->at, &end);
    if (end == reading->at || !(value <= 1e300) || memchr(reading->at, 'x', (size_t)(end - reading->at)))
        return expression_fail(reading, "a decimal number");
    reading->at = end;
    return expression_add_node(reading, node);
}

static unsigned read_atom(struct reading *reading)
{
    const char sign = next_sign(reading);
    unsigned inner;
    if (reading->depth >= DEPTH_MAX)
        return expression_fail(reading, "fewer brackets within each other");
    reading->depth++;
    if (takes(reading, '-')) {
        inner = read_atom(reading);
        inner = expression_add_node(reading, (struct node){.kind = NODE_NEGATE, .left = inner});
    } else if (takes(reading, '(')) {
        inner = read_sum(reading);
        if (!takes(reading, ')'))
            inner = expression_fail(reading, ")");
    } else if (isdigit((unsigned char)sign) || sign == '.') {
        inner = read_number(reading);
    } else if (isalpha((unsigned char)sign)) {
        inner = expression_read_name(reading);
    } else {
        inner = expression_fail(reading, "a number, x, a function or (");
    }
    reading->depth--;
    return inner;
}

static unsigned read_product(struct reading *reading)
{
    unsigned left = read_atom(reading);
    for (;;) {
        enum node_kind kind;
        if (takes(reading, '*'))
            kind = NODE_MULTIPLY;
        else if (takes(reading, '/'))
            kind = NODE_DIVIDE;
        else
            return left;
        const unsigned right = read_atom(reading);
        left = expression_add_node(reading, (struct node){.kind = kind, .left = left, .right = right});
    }
}

static unsigned read_sum(struct reading *reading)
{
    unsigned left = read_product(reading);
    while (!reading->status) {
        enum node_kind kind;
        if (takes(reading, '+'))
            kind = NODE_ADD;
        else if (takes(reading, '-'))
            kind = NODE_SUBTRACT;
        else
            break;
        const unsigned right = read_product(reading);
        left = expression_add_node(reading, (struct node){.kind = kind, .left = left, .right = right});
    }
    return left;
}

enum tt_status truth_expression_read(struct truth_expression **expression, const char *text, struct tt_error *err)
{
    struct reading reading = {.into = mem_calloc(1, sizeof **expression), .err = err};
    *expression = reading.into;
    if (reading.into)
        reading.into->text = mem_alloc(strlen(text) + 1);
    NEED(reading.into && reading.into->text, err, "no memory for an expression");
    reading.at = strcpy(reading.into->text, text);
    reading.into->root = read_sum(&reading);
    if (!reading.status && next_sign(&reading))
        (void)expression_fail(&reading, "an operator, or the end");
    return reading.status;
}

void truth_expression_free(struct truth_expression *expression)
{
    if (expression)
        mem_free(expression->text);
    mem_free(expression);
}

const char *truth_expression_text(const struct truth_expression *expression)
{
    return expression->text;
}

/* ---- intervals ---- */

struct interval {
    mpfr_t low, high;
};

static void interval_begin(struct interval *interval, mpfr_prec_t digits)
{
    mpfr_inits2(digits, interval->low, interval->high, (mpfr_ptr)0);
}

static void interval_clear(struct interval *interval)
{
    mpfr_clears(interval->low, interval->high, (mpfr_ptr)0);
}

static bool is_point(const struct interval *interval)
{
    return mpfr_equal_p(interval->low, interval->high) != 0;
}

static bool interval_has_no_value(const struct interval *interval)
{
    return mpfr_nan_p(interval->low) || mpfr_nan_p(interval->high);
}

static bool spans_zero(const struct interval *interval)
{
    return mpfr_sgn(interval->low) * mpfr_sgn(interval->high) <= 0 && !is_point(interval);
}

typedef int operation(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/* Least and largest of the four. */
static void corners(struct interval *result, const struct interval *a, const struct interval *b, operation *combine)
{
    mpfr_srcptr of_a[] = {a->low, a->low, a->high, a->high}, of_b[] = {b->low, b->high, b->low, b->high};
    mpfr_t value;
    mpfr_init2(value, mpfr_get_prec(result->low));
    for (unsigned i = 0; i < 4; i++) {
        (void)combine(value, of_a[i], of_b[i], MPFR_RNDD);
        if (i == 0 || mpfr_nan_p(value) || mpfr_less_p(value, result->low))
            (void)mpfr_set(result->low, value, MPFR_RNDN);
        (void)combine(value, of_a[i], of_b[i], MPFR_RNDU);
        if (i == 0 || mpfr_nan_p(value) || mpfr_greater_p(value, result->high))
            (void)mpfr_set(result->high, value, MPFR_RNDN);
    }
    mpfr_clear(value);
}

/* By as much as the function may be wrong; what is too large or too small for MPFR's exponents lies beyond them. */
static void expression_widen(mpfr_ptr value, int away)
{
    mpfr_t by;
    if (mpfr_nan_p(value))
        return;
    if (mpfr_zero_p(value) || mpfr_inf_p(value)) {
        const bool is_outer = (mpfr_signbit(value) ? -1 : 1) == away;
        if (mpfr_zero_p(value) == is_outer)
            (void)(away < 0 ? mpfr_nextbelow(value) : mpfr_nextabove(value));
        return;
    }
    mpfr_init2(by, mpfr_get_prec(value));
    (void)mpfr_abs(by, value, MPFR_RNDN);
    (void)mpfr_div_2si(by, by, mpfr_get_prec(value) - DIGITS_OF_FUNCTION, MPFR_RNDU);
    (void)(away < 0 ? mpfr_sub(value, value, by, MPFR_RNDD) : mpfr_add(value, value, by, MPFR_RNDU));
    mpfr_clear(by);
}

static void function_at(const struct node *node, mpfr_srcptr x, struct interval *result)
{
    mpfr_clear_flags();
    node->function->exactly(result->low, x);
    const bool is_exact = !mpfr_inexflag_p();
    (void)mpfr_set(result->high, result->low, MPFR_RNDN);
    if (is_exact)
        return;
    expression_widen(result->low, -1);
    expression_widen(result->high, 1);
}

/* Values between the ends are as far away as the function is steep. */
static void function_between(const struct node *node, const struct interval *x, struct interval *result)
{
    mpfr_t width;
    function_at(node, x->low, result);
    mpfr_init2(width, mpfr_get_prec(result->low));
    (void)mpfr_sub(width, x->high, x->low, MPFR_RNDU);
    (void)mpfr_mul_d(width, width, node->steepness, MPFR_RNDU);
    (void)mpfr_sub(result->low, result->low, width, MPFR_RNDD);
    (void)mpfr_add(result->high, result->high, width, MPFR_RNDU);
    mpfr_clear(width);
}

/* False: what lies between the ends is not known. */
static bool function_of(const struct node *node, const struct interval *x, struct interval *result)
{
    struct interval other;
    if (is_point(x)) {
        function_at(node, x->low, result);
        return true;
    }
    if (node->steepness != 0) {
        function_between(node, x, result);
        return !interval_has_no_value(result);
    }
    if (spans_zero(x))
        return false;
    interval_begin(&other, mpfr_get_prec(result->low));
    function_at(node, x->low, result);
    function_at(node, x->high, &other);
    const bool is_known = !interval_has_no_value(result) && !interval_has_no_value(&other);
    const bool have_none = interval_has_no_value(result) && interval_has_no_value(&other);
    if (is_known) {
        (void)mpfr_min(result->low, result->low, other.low, MPFR_RNDD);
        (void)mpfr_max(result->high, result->high, other.high, MPFR_RNDU);
    }
    interval_clear(&other);
    return is_known || have_none;
}

/* ---- a node ---- */

static bool evaluate(const struct truth_expression *of, unsigned number, const struct truth_point *x,
                     struct interval *result);

static bool divide(const struct interval *a, const struct interval *b, struct interval *result)
{
    if (spans_zero(b))
        return false;
    corners(result, a, b, mpfr_div);
    return true;
}

static bool evaluate_pair(const struct truth_expression *of, const struct node *node, const struct truth_point *x,
                          struct interval *result)
{
    const mpfr_prec_t digits = mpfr_get_prec(result->low);
    struct interval a, b;
    interval_begin(&a, digits);
    interval_begin(&b, digits);
    bool is_known = evaluate(of, node->left, x, &a) && evaluate(of, node->right, x, &b);
    if (is_known && (interval_has_no_value(&a) || interval_has_no_value(&b))) {
        mpfr_set_nan(result->low);
        mpfr_set_nan(result->high);
    } else if (is_known && node->kind == NODE_MULTIPLY) {
        corners(result, &a, &b, mpfr_mul);
    } else if (is_known && node->kind == NODE_DIVIDE) {
        is_known = divide(&a, &b, result);
    } else if (is_known) {
        operation *combine = node->kind == NODE_ADD        ? mpfr_add
                             : node->kind == NODE_SUBTRACT ? mpfr_sub
                             : node->kind == NODE_LESSER   ? mpfr_min
                                                           : mpfr_max;
        const bool turns = node->kind == NODE_SUBTRACT;
        (void)combine(result->low, a.low, turns ? b.high : b.low, MPFR_RNDD);
        (void)combine(result->high, a.high, turns ? b.low : b.high, MPFR_RNDU);
    }
    if (is_known && mpfr_zero_p(result->low) && mpfr_zero_p(result->high) &&
        mpfr_signbit(result->low) != mpfr_signbit(result->high))
        mpfr_set_zero(result->low, 1); /* of two that are the same: as IEEE has it to nearest */
    /* An end at infinity that stands for numbers too large says nothing. */
    if (is_known && interval_has_no_value(result) && !(is_point(&a) && is_point(&b)))
        is_known = interval_has_no_value(&a) || interval_has_no_value(&b);
    interval_clear(&a);
    interval_clear(&b);
    return is_known;
}

static bool evaluate_one(const struct truth_expression *of, const struct node *node, const struct truth_point *x,
                         struct interval *result)
{
    struct interval a;
    interval_begin(&a, mpfr_get_prec(result->low));
    bool is_known = evaluate(of, node->left, x, &a);
    if (is_known && node->kind == NODE_NEGATE) {
        (void)mpfr_neg(result->low, a.high, MPFR_RNDD);
        (void)mpfr_neg(result->high, a.low, MPFR_RNDU);
    } else if (is_known && interval_has_no_value(&a)) {
        mpfr_set_nan(result->low);
        mpfr_set_nan(result->high);
    } else if (is_known) {
        is_known = function_of(node, &a, result);
    }
    interval_clear(&a);
    return is_known;
}

static bool evaluate(const struct truth_expression *of, unsigned number, const struct truth_point *x,
                     struct interval *result)
{
    const struct node *node = &of->nodes[number];
    switch (node->kind) {
    case NODE_X:
    case NODE_Y:
        (void)mpfr_set(result->low, node->kind == NODE_X ? x->x : x->y, MPFR_RNDD);
        (void)mpfr_set(result->high, node->kind == NODE_X ? x->x : x->y, MPFR_RNDU);
        return true;
    case NODE_PI:
        (void)mpfr_const_pi(result->low, MPFR_RNDD);
        (void)mpfr_const_pi(result->high, MPFR_RNDU);
        return true;
    case NODE_NUMBER:
        (void)mpfr_strtofr(result->low, node->number, NULL, 10, MPFR_RNDD);
        (void)mpfr_strtofr(result->high, node->number, NULL, 10, MPFR_RNDU);
        return true;
    case NODE_NEGATE:
    case NODE_FUNCTION:
        return evaluate_one(of, node, x, result);
    case NODE_ADD:
    case NODE_SUBTRACT:
    case NODE_MULTIPLY:
    case NODE_DIVIDE:
    case NODE_LESSER:
    case NODE_GREATER:
        break;
    }
    return evaluate_pair(of, node, x, result);
}

bool truth_expression_is_of_pairs(const struct truth_expression *expression)
{
    return expression && ANY(i, expression->count, expression->nodes[i].kind == NODE_Y);
}

bool truth_expression_nearly(const struct truth_expression *expression, double x, double y, double *value)
{
    const struct node *node = &expression->nodes[expression->root];
    if (node->kind < NODE_ADD || node->kind > NODE_DIVIDE)
        return false;
    const enum node_kind left = expression->nodes[node->left].kind, right = expression->nodes[node->right].kind;
    if (left > NODE_Y || right > NODE_Y)
        return false;
    const double a = left == NODE_X ? x : y, b = right == NODE_X ? x : y;
    *value = node->kind == NODE_ADD        ? a + b
             : node->kind == NODE_SUBTRACT ? a - b
             : node->kind == NODE_MULTIPLY ? a * b
                                           : a / b;
    return true;
}

bool truth_expression_at(const struct truth_expression *expression, const struct truth_point *x, mpfr_ptr low,
                         mpfr_ptr high)
{
    struct interval result;
    interval_begin(&result, mpfr_get_prec(low));
    const bool is_known = evaluate(expression, expression->root, x, &result);
    (void)mpfr_set(low, result.low, MPFR_RNDN);
    (void)mpfr_set(high, result.high, MPFR_RNDN);
    interval_clear(&result);
    return is_known;
}
