// foreach_macro.h - applies a macro to each of its arguments, up to 24 of them.
#pragma once

// DADO_FOREACH(f, a, b) is f(a), f(b).
#define DADO_FOREACH(f, ...) DADO_FOREACH_COUNTED(DADO_COUNT_ARGS(__VA_ARGS__), f, __VA_ARGS__)
#define DADO_FOREACH_COUNTED(count, f, ...) DADO_FOREACH_EXPANDED(count, f, __VA_ARGS__)
#define DADO_FOREACH_EXPANDED(count, f, ...) DADO_FOREACH_##count(f, __VA_ARGS__)
#define DADO_COUNT_ARGS(...) \
    DADO_25TH(__VA_ARGS__, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, \
              5, 4, 3, 2, 1, 0)
#define DADO_25TH(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, ...) y

#define DADO_FOREACH_1(f, a) f(a)
#define DADO_FOREACH_2(f, a, ...) f(a), DADO_FOREACH_1(f, __VA_ARGS__)
#define DADO_FOREACH_3(f, a, ...) f(a), DADO_FOREACH_2(f, __VA_ARGS__)
#define DADO_FOREACH_4(f, a, ...) f(a), DADO_FOREACH_3(f, __VA_ARGS__)
#define DADO_FOREACH_5(f, a, ...) f(a), DADO_FOREACH_4(f, __VA_ARGS__)
#define DADO_FOREACH_6(f, a, ...) f(a), DADO_FOREACH_5(f, __VA_ARGS__)
#define DADO_FOREACH_7(f, a, ...) f(a), DADO_FOREACH_6(f, __VA_ARGS__)
#define DADO_FOREACH_8(f, a, ...) f(a), DADO_FOREACH_7(f, __VA_ARGS__)
#define DADO_FOREACH_9(f, a, ...) f(a), DADO_FOREACH_8(f, __VA_ARGS__)
#define DADO_FOREACH_10(f, a, ...) f(a), DADO_FOREACH_9(f, __VA_ARGS__)
#define DADO_FOREACH_11(f, a, ...) f(a), DADO_FOREACH_10(f, __VA_ARGS__)
#define DADO_FOREACH_12(f, a, ...) f(a), DADO_FOREACH_11(f, __VA_ARGS__)
#define DADO_FOREACH_13(f, a, ...) f(a), DADO_FOREACH_12(f, __VA_ARGS__)
#define DADO_FOREACH_14(f, a, ...) f(a), DADO_FOREACH_13(f, __VA_ARGS__)
#define DADO_FOREACH_15(f, a, ...) f(a), DADO_FOREACH_14(f, __VA_ARGS__)
#define DADO_FOREACH_16(f, a, ...) f(a), DADO_FOREACH_15(f, __VA_ARGS__)
#define DADO_FOREACH_17(f, a, ...) f(a), DADO_FOREACH_16(f, __VA_ARGS__)
#define DADO_FOREACH_18(f, a, ...) f(a), DADO_FOREACH_17(f, __VA_ARGS__)
#define DADO_FOREACH_19(f, a, ...) f(a), DADO_FOREACH_18(f, __VA_ARGS__)
#define DADO_FOREACH_20(f, a, ...) f(a), DADO_FOREACH_19(f, __VA_ARGS__)
#define DADO_FOREACH_21(f, a, ...) f(a), DADO_FOREACH_20(f, __VA_ARGS__)
#define DADO_FOREACH_22(f, a, ...) f(a), DADO_FOREACH_21(f, __VA_ARGS__)
#define DADO_FOREACH_23(f, a, ...) f(a), DADO_FOREACH_22(f, __VA_ARGS__)
#define DADO_FOREACH_24(f, a, ...) f(a), DADO_FOREACH_23(f, __VA_ARGS__)

// DADO_FOREACH_PAIR(f, with, a, b, c, d) is f(with, a, b), f(with, c, d): up to 12 pairs.
#define DADO_FOREACH_PAIR(f, with, ...) \
    DADO_FOREACH_PAIR_COUNTED(DADO_COUNT_ARGS(__VA_ARGS__), f, with, __VA_ARGS__)
#define DADO_FOREACH_PAIR_COUNTED(count, f, with, ...) \
    DADO_FOREACH_PAIR_EXPANDED(count, f, with, __VA_ARGS__)
#define DADO_FOREACH_PAIR_EXPANDED(count, f, with, ...) \
    DADO_FOREACH_PAIR_##count(f, with, __VA_ARGS__)

#define DADO_FOREACH_PAIR_2(f, w, a, b) f(w, a, b)
#define DADO_FOREACH_PAIR_4(f, w, a, b, ...) f(w, a, b), DADO_FOREACH_PAIR_2(f, w, __VA_ARGS__)
#define DADO_FOREACH_PAIR_6(f, w, a, b, ...) f(w, a, b), DADO_FOREACH_PAIR_4(f, w, __VA_ARGS__)
#define DADO_FOREACH_PAIR_8(f, w, a, b, ...) f(w, a, b), DADO_FOREACH_PAIR_6(f, w, __VA_ARGS__)
#define DADO_FOREACH_PAIR_10(f, w, a, b, ...) f(w, a, b), DADO_FOREACH_PAIR_8(f, w, __VA_ARGS__)
#define DADO_FOREACH_PAIR_12(f, w, a, b, ...) f(w, a, b), DADO_FOREACH_PAIR_10(f, w, __VA_ARGS__)
#define DADO_FOREACH_PAIR_14(f, w, a, b, ...) f(w, a, b), DADO_FOREACH_PAIR_12(f, w, __VA_ARGS__)
#define DADO_FOREACH_PAIR_16(f, w, a, b, ...) f(w, a, b), DADO_FOREACH_PAIR_14(f, w, __VA_ARGS__)
#define DADO_FOREACH_PAIR_18(f, w, a, b, ...) f(w, a, b), DADO_FOREACH_PAIR_16(f, w, __VA_ARGS__)
#define DADO_FOREACH_PAIR_20(f, w, a, b, ...) f(w, a, b), DADO_FOREACH_PAIR_18(f, w, __VA_ARGS__)
#define DADO_FOREACH_PAIR_22(f, w, a, b, ...) f(w, a, b), DADO_FOREACH_PAIR_20(f, w, __VA_ARGS__)
#define DADO_FOREACH_PAIR_24(f, w, a, b, ...) f(w, a, b), DADO_FOREACH_PAIR_22(f, w, __VA_ARGS__)
