// each.h - a macro over each of its arguments, up to 24 of them.
#pragma once

// DADO_EACH(f, a, b) is f(a), f(b).
#define DADO_EACH(f, ...) DADO_EACH_OF(DADO_HOW_MANY(__VA_ARGS__), f, __VA_ARGS__)
#define DADO_EACH_OF(count, f, ...) DADO_EACH_NAMED(count, f, __VA_ARGS__)
#define DADO_EACH_NAMED(count, f, ...) DADO_EACH_##count(f, __VA_ARGS__)
#define DADO_HOW_MANY(...) \
    DADO_25TH(__VA_ARGS__, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, \
              5, 4, 3, 2, 1, 0)
#define DADO_25TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, ...) y

#define DADO_EACH_1(f, a) f(a)
#define DADO_EACH_2(f, a, ...) f(a), DADO_EACH_1(f, __VA_ARGS__)
#define DADO_EACH_3(f, a, ...) f(a), DADO_EACH_2(f, __VA_ARGS__)
#define DADO_EACH_4(f, a, ...) f(a), DADO_EACH_3(f, __VA_ARGS__)
#define DADO_EACH_5(f, a, ...) f(a), DADO_EACH_4(f, __VA_ARGS__)
#define DADO_EACH_6(f, a, ...) f(a), DADO_EACH_5(f, __VA_ARGS__)
#define DADO_EACH_7(f, a, ...) f(a), DADO_EACH_6(f, __VA_ARGS__)
#define DADO_EACH_8(f, a, ...) f(a), DADO_EACH_7(f, __VA_ARGS__)
#define DADO_EACH_9(f, a, ...) f(a), DADO_EACH_8(f, __VA_ARGS__)
#define DADO_EACH_10(f, a, ...) f(a), DADO_EACH_9(f, __VA_ARGS__)
#define DADO_EACH_11(f, a, ...) f(a), DADO_EACH_10(f, __VA_ARGS__)
#define DADO_EACH_12(f, a, ...) f(a), DADO_EACH_11(f, __VA_ARGS__)
#define DADO_EACH_13(f, a, ...) f(a), DADO_EACH_12(f, __VA_ARGS__)
#define DADO_EACH_14(f, a, ...) f(a), DADO_EACH_13(f, __VA_ARGS__)
#define DADO_EACH_15(f, a, ...) f(a), DADO_EACH_14(f, __VA_ARGS__)
#define DADO_EACH_16(f, a, ...) f(a), DADO_EACH_15(f, __VA_ARGS__)
#define DADO_EACH_17(f, a, ...) f(a), DADO_EACH_16(f, __VA_ARGS__)
#define DADO_EACH_18(f, a, ...) f(a), DADO_EACH_17(f, __VA_ARGS__)
#define DADO_EACH_19(f, a, ...) f(a), DADO_EACH_18(f, __VA_ARGS__)
#define DADO_EACH_20(f, a, ...) f(a), DADO_EACH_19(f, __VA_ARGS__)
#define DADO_EACH_21(f, a, ...) f(a), DADO_EACH_20(f, __VA_ARGS__)
#define DADO_EACH_22(f, a, ...) f(a), DADO_EACH_21(f, __VA_ARGS__)
#define DADO_EACH_23(f, a, ...) f(a), DADO_EACH_22(f, __VA_ARGS__)
#define DADO_EACH_24(f, a, ...) f(a), DADO_EACH_23(f, __VA_ARGS__)

// DADO_EACH_PAIR(f, with, a, b, c, d) is f(with, a, b), f(with, c, d): up to 12 pairs.
#define DADO_EACH_PAIR(f, with, ...) DADO_PAIRS_OF(DADO_HOW_MANY(__VA_ARGS__), f, with, __VA_ARGS__)
#define DADO_PAIRS_OF(count, f, with, ...) DADO_PAIRS_NAMED(count, f, with, __VA_ARGS__)
#define DADO_PAIRS_NAMED(count, f, with, ...) DADO_PAIRS_##count(f, with, __VA_ARGS__)

#define DADO_PAIRS_2(f, w, a, b) f(w, a, b)
#define DADO_PAIRS_4(f, w, a, b, ...) f(w, a, b), DADO_PAIRS_2(f, w, __VA_ARGS__)
#define DADO_PAIRS_6(f, w, a, b, ...) f(w, a, b), DADO_PAIRS_4(f, w, __VA_ARGS__)
#define DADO_PAIRS_8(f, w, a, b, ...) f(w, a, b), DADO_PAIRS_6(f, w, __VA_ARGS__)
#define DADO_PAIRS_10(f, w, a, b, ...) f(w, a, b), DADO_PAIRS_8(f, w, __VA_ARGS__)
#define DADO_PAIRS_12(f, w, a, b, ...) f(w, a, b), DADO_PAIRS_10(f, w, __VA_ARGS__)
#define DADO_PAIRS_14(f, w, a, b, ...) f(w, a, b), DADO_PAIRS_12(f, w, __VA_ARGS__)
#define DADO_PAIRS_16(f, w, a, b, ...) f(w, a, b), DADO_PAIRS_14(f, w, __VA_ARGS__)
#define DADO_PAIRS_18(f, w, a, b, ...) f(w, a, b), DADO_PAIRS_16(f, w, __VA_ARGS__)
#define DADO_PAIRS_20(f, w, a, b, ...) f(w, a, b), DADO_PAIRS_18(f, w, __VA_ARGS__)
#define DADO_PAIRS_22(f, w, a, b, ...) f(w, a, b), DADO_PAIRS_20(f, w, __VA_ARGS__)
#define DADO_PAIRS_24(f, w, a, b, ...) f(w, a, b), DADO_PAIRS_22(f, w, __VA_ARGS__)
