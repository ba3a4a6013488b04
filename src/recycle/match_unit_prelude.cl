// The part of a match unit that is the same for every game: numbers of fixed width, the
// random streams of core/rng.h, and what every instruction uses. A unit defines PLAYERS,
// SAVES, CARDS, CARD, NIL, PLACE_NUMBER, NEAR_BYTES and HELD_BYTES before it; a device also
// GROUP_ITEMS, NEAR_MOST and HELD_MOST. See match_unit.h.
#ifdef __OPENCL_VERSION__
typedef uchar u8; typedef ushort u16; typedef uint u32; typedef ulong u64;
typedef int i32; typedef long i64; typedef short i16;
#define TABLE __constant
#define ROWS __global
#define FUNCTION static inline
#define HIGH_HALF(a, b) mul_hi((u64)(a), (u64)(b))
// Constant memory serves one address at a time, and every match looks elsewhere. So tables
// are copied to the memory that a group shares, or, if they are large, to that of the device.
#if HELD_BYTES <= HELD_MOST
#define HELD_PARAMETER , __local const unit_tables *held
#define HELD_MEMORY() __local unit_tables held_here; \
    for (u32 i = (u32)get_local_id(0); i < sizeof held_here; i += (u32)get_local_size(0)) \
        ((__local u8 *)&held_here)[i] = ((__global const u8 *)all_tables)[i]; \
    __local const unit_tables *held = &held_here
#else
#define HELD_PARAMETER , __global const unit_tables *restrict held
#define HELD_MEMORY() __global const unit_tables *restrict held = all_tables
#endif
#define HELD , held
// What is looked up by a number that differs from match to match lies in the memory that
// a group shares, if it fits there. The words of one work-item are GROUP_ITEMS apart, so
// that no two work-items ever wait for the same bank.
#define NEAR (NEAR_BYTES * GROUP_ITEMS <= NEAR_MOST)
#if NEAR
#define NEAR_PARAMETER , __local u8 *near
#define NEAR_PLACE , near
#define NEAR_MEMORY() __local u32 near_words[NEAR_BYTES / 4 * GROUP_ITEMS]; \
    __local u8 *near = (__local u8 *)(near_words + get_local_id(0))
#define NEAR_u8(from, i) near[((from) + (i)) / 4u * (4u * GROUP_ITEMS) + ((from) + (i)) % 4u]
#define NEAR_u32(from, i) ((__local u32 *)near)[((from) / 4 + (i)) * GROUP_ITEMS]
#define NEAR_u16(from, i) ((__local u16 *)near)[((from) / 2 + (i)) / 2u * (2u * GROUP_ITEMS) + \
    ((from) / 2 + (i)) % 2u]
#else
#define NEAR_PARAMETER
#define NEAR_PLACE
#define NEAR_MEMORY()
#endif
#else
#include <stdint.h>
typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32; typedef uint64_t u64;
typedef int32_t i32; typedef int64_t i64; typedef int16_t i16;
#define TABLE static const
#define ROWS
#define FUNCTION static inline
#define HELD_PARAMETER
#define NEAR 0
#define NEAR_PARAMETER
#define HIGH_HALF(a, b) ((u64)((unsigned __int128)(u64)(a) * (u64)(b) >> 64))
#endif

typedef struct unit_result {
    i32 rounds, steps, decisions, forced, result[PLAYERS];
    u64 options;
} unit_result;

typedef struct unit_luck { u64 s0, s1, s2, s3; } unit_luck;

// Philox 4x32-10: the n-th number of a stream.
FUNCTION u64 stream(u64 key, u64 match, u32 lane, u32 n)
{
    u32 c0 = n, c1 = lane << 16, c2 = (u32)match, c3 = (u32)(match >> 32);
    u32 k0 = (u32)key, k1 = (u32)(key >> 32);
    for (int round = 0; round < 10; round++) {
        u64 a = (u64)c0 * 0xD2511F53u, b = (u64)c2 * 0xCD9E8D57u;
        u32 n0 = (u32)(b >> 32) ^ c1 ^ k0, n2 = (u32)(a >> 32) ^ c3 ^ k1;
        c1 = (u32)b;
        c3 = (u32)a;
        c0 = n0;
        c2 = n2;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    return (u64)c1 << 32 | c0;
}

// A number below `count` of a stream of which `*drawn` numbers are used.
FUNCTION u32 stream_below(u64 key, u64 match, u32 lane, u32 *drawn, u32 count)
{
    u64 word = stream(key, match, lane, (*drawn)++);
    if (word * count < count) {
        u64 least = ((u64)0 - count) % count;
        while (word * count < least) word = stream(key, match, lane, (*drawn)++);
    }
    return (u32)HIGH_HALF(word, count);
}

FUNCTION u64 unit_splitmix(u64 *state)
{
    u64 z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

FUNCTION u64 luck_next(unit_luck *q)
{
    u64 sum = q->s0 + q->s3, result = (sum << 23 | sum >> 41) + q->s0, t = q->s1 << 17;
    q->s2 ^= q->s0;
    q->s3 ^= q->s1;
    q->s1 ^= q->s2;
    q->s0 ^= q->s3;
    q->s2 ^= t;
    q->s3 = q->s3 << 45 | q->s3 >> 19;
    return result;
}

FUNCTION u32 luck_below(unit_luck *q, u32 count)
{
    u64 product = (luck_next(q) >> 32) * count;
    if ((u32)product < count) {
        u32 least = ((u32)0 - count) % count;
        while ((u32)product < least) product = (luck_next(q) >> 32) * count;
    }
    return (u32)(product >> 32);
}

#define ROW(round, seat) rows[((i64)(round) * PLAYERS + (seat)) * stride]
// A step: a player's choice, a draw of chance, or a row that is read.
#define STEP() do { if (steps >= limit) goto given_up; steps++; fuel = 0; } while (0)
#define WORK(weight) do { if ((fuel += (weight)) > 500000u) goto given_up; } while (0)
#if SAVES
#define READ_ROW() do { if (row_waits) { row_waits = 0; \
    if (rounds >= room) goto given_up; rounds++; \
    for (i32 s_ = 0; s_ < PLAYERS; s_++) ROW(rounds, s_) = saved_row[s_]; } } while (0)
#define PAUSE_FOR_ROW() do { if (row_waits) { STEP(); READ_ROW(); seeded = 0; } } while (0)
#else
#define READ_ROW() do { } while (0)
#define PAUSE_FOR_ROW() do { } while (0)
#endif
// Draws a number below `count` that belongs to the chance of the game. The first draw
// after a pause asks for a word of the stream of chance.
#define DRAW(result, count) do { u32 count_ = (u32)(count); result = 0; \
    if (count_ > 1) { \
        if (!seeded) { \
            STEP(); \
            READ_ROW(); \
            u64 word_ = stream(chance_key, match, 0, chance_drawn++); \
            luck.s0 = unit_splitmix(&word_); luck.s1 = unit_splitmix(&word_); \
            luck.s2 = unit_splitmix(&word_); luck.s3 = unit_splitmix(&word_); \
            seeded = 1; \
        } \
        result = luck_below(&luck, count_); \
    } } while (0)

#define REMOVE(card) do { i32 c_ = (card), p_ = AT(c_), n_ = NX(c_), b_ = PV(c_); \
    if (n_ == NIL) TP(p_) = (CARD)b_; else PV(n_) = (CARD)b_; \
    if (b_ == NIL) BT(p_) = (CARD)n_; else NX(b_) = (CARD)n_; SZ(p_)--; } while (0)
#define PUT_ON_TOP(card, place) do { i32 c_ = (card), p_ = (place), t_ = TP(p_); \
    PV(c_) = (CARD)t_; NX(c_) = NIL; AT(c_) = (PLACE_NUMBER)p_; \
    if (t_ == NIL) BT(p_) = (CARD)c_; else NX(t_) = (CARD)c_; \
    TP(p_) = (CARD)c_; SZ(p_)++; } while (0)
#define PUT_BELOW(card, place) do { i32 c_ = (card), p_ = (place), t_ = BT(p_); \
    NX(c_) = (CARD)t_; PV(c_) = NIL; AT(c_) = (PLACE_NUMBER)p_; \
    if (t_ == NIL) TP(p_) = (CARD)c_; else PV(t_) = (CARD)c_; \
    BT(p_) = (CARD)c_; SZ(p_)++; } while (0)

#ifdef DADO_WATCH
// For tests: what is told before and after every choice.
typedef struct unit_watch {
    i32 pc, who, steps;
    u32 options;
    u64 move;
    const i32 *sto, *die, *kept;
    const u16 *str, *map;
    const u8 *byte;
    const CARD *nx, *bt;
} unit_watch;
#define WATCHED , void (*watch)(void *context, const unit_watch *seen, int after), void *context
#define CHOICE(pc_, total_) unit_watch seen_ = { pc_, who, steps, total_, 0, sto, die, kept, str, map, byte, nx, bt }; u64 scale_ = 1; watch(context, &seen_, 0)
#define PICK(k, count) (seen_.move += scale_ * (u64)(k), scale_ *= (u64)(count))
#define CHOSEN() watch(context, &seen_, 1)
#define NO_OPTION() (seen_.move = ~(u64)0)
#else
#define WATCHED
#define CHOICE(pc_, total_)
#define PICK(k, count) ((void)0)
#define CHOSEN() ((void)0)
#define NO_OPTION() ((void)0)
#endif

