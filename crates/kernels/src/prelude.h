/* The types and functions that the text of every program uses, for CUDA C, OpenCL C and C. */
#ifdef RG_OPENCL
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
typedef ulong u64;
typedef long i64;
#else
typedef unsigned long long u64;
typedef long long i64;
#endif
typedef unsigned int u32;
typedef int i32;
typedef unsigned short u16;
typedef short i16;
typedef unsigned char u8;
typedef signed char i8;
typedef double f64;
typedef float f32;
typedef RG_REAL real;
#define R(x) ((real)(x))
/* All pointers of the text lead to memory that host and device, or all threads, share: OpenCL tells it from that of a thread. */
#ifdef RG_OPENCL
#define RG_AT __global
#else
#define RG_AT
#endif
typedef RG_AT u64 *Words;
#define RG_UNKNOWN (1ull << 40)
#define RG_NO_ROOM ((1ull << 62) + 1)
#define RG_NO_RECORD ((1ull << 62) + 2)
#define RG_WORDS u64 T, Words arena, u64 limit, Words sums

#ifdef RG_CUDA
#define RG_DEVICE static __device__ __forceinline__
/* The arguments of a kernel come with its launch, and are constants there. Four blocks on a processor hide the time that memory takes. */
typedef struct {
    u64 words[128];
} Arguments;
#define RG_KERNEL(name)                                                                                               \
    extern "C" __global__ void __launch_bounds__(128, 4) name(const __grid_constant__ Arguments given, RG_WORDS)
#define RG_GIVEN const u64 *const A = given.words;
#define RG_THREAD (blockIdx.x * (u64)blockDim.x + threadIdx.x)
#define RG_BLOCK ((u64)blockIdx.x)
#define RG_BLOCKS ((u64)gridDim.x)
#define RG_NAN (__longlong_as_double(0x7ff8000000000000ll))
#define RG_INFINITY (__longlong_as_double(0x7ff0000000000000ll))
#elif defined(RG_OPENCL)
#define RG_DEVICE static inline
/* Addresses are words of memory that device and host share. */
#define RG_KERNEL(name)                                                                                               \
    static void name##_body(Words A, RG_WORDS);                                                                  \
    __kernel void name(u64 A, u64 T, u64 arena, u64 limit, u64 sums) {                                                \
        name##_body((Words)A, T, (Words)arena, limit, (Words)sums);                                                   \
    }                                                                                                                 \
    static void name##_body(Words A, RG_WORDS)
#define RG_GIVEN
#define RG_THREAD ((u64)get_global_id(0))
#define RG_BLOCK ((u64)get_group_id(0))
#define RG_BLOCKS ((u64)get_num_groups(0))
#define RG_NAN NAN
#define RG_INFINITY INFINITY
#else
#include <math.h>
#define RG_DEVICE static inline
#define RG_KERNEL(name) void name(const u64 *A, RG_WORDS)
#define RG_GIVEN
#define RG_THREAD ((u64)0)
#define RG_BLOCK ((u64)0)
#define RG_BLOCKS ((u64)1)
#define RG_NAN NAN
#define RG_INFINITY INFINITY
#endif

/* One thread: its place among all, and its storage, in words that lie side by side for threads side by side. */
typedef struct {
    Words fault;
    Words arena;
    u64 top, limit, threads, thread;
    Words store;
    u64 piece, used;
} Ctx;

/* Every program begins with its thread, the report to the host (a fault, and behind it the plan of the next loop), and the frame. */
#define RG_BEGIN(storage, top, most, threads, number)                                                                 \
    RG_GIVEN                                                                                                          \
    const Words F = (Words)A[1], P = (Words)A[0] + 1;                                                                 \
    Ctx own = {(Words)A[0], storage, top, most, threads, number, (Words)F[1], 0, 0};                                  \
    Ctx *const c = &own;
#define RG_ALONE RG_BEGIN((Words)A[2], F[0], A[3], 1, 0)
#define RG_TOGETHER                                                                                                   \
    const u64 t = RG_THREAD;                                                                                          \
    if (t >= T) return;                                                                                               \
    RG_BEGIN(arena, 0, limit, T, t)
#define RG_REDUCTION RG_ALONE
/* A batch: threads stay until the last instance of their neighbours is stored. */
#define RG_INSTANCES RG_BEGIN(arena, 0, limit, T, RG_THREAD)
#ifdef RG_CUDA
#define RG_LANE ((u64)threadIdx.x)
#define RG_LANES ((u64)128)
/* The rows of 32 threads stand side by side in shared memory as they will stand in the array, and go there as a whole. */
#define RG_TILE(W)                                                                                                    \
    enum { tile_width = W };                                                                                          \
    __shared__ __align__(128) real tile[128 * tile_width];
#define RG_ROWS                                                                                                       \
    const u32 lane = threadIdx.x % 32, first = threadIdx.x - lane;                                                    \
    real *const rows = tile + first * tile_width;                                                                     \
    RG_STORED
#define RG_PUT(to, W, place, e, x) rows[32 * place + lane * W + (e)] = x
#define RG_STORE(to, W, place)                                                                                        \
    if (base + first < n) {                                                                                           \
        const u64 left = n - base - first;                                                                            \
        rg_store_rows(to + (base + first) * W, rows + 32 * place, (u32)(left < 32 ? left : 32) * W);                  \
    }
#define RG_STORED rg_rows_are_stored();
#if __CUDA_ARCH__ >= 900
/* By copies that run beside the threads: the rows of the next instances, and the end of the program, wait for them. */
RG_DEVICE void rg_rows_are_stored() {
    if (threadIdx.x % 32 == 0) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    __syncwarp();
}
RG_DEVICE void rg_store_rows(real *to, real *from, u32 count) {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncwarp();
    const u32 whole = count * sizeof(real) / 16 * 16, lane = threadIdx.x % 32;
    if (lane == 0) {
        /* What is stored is not read again: it leaves the cache to what is. */
        u64 policy;
        asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint [%0], [%1], %2, %3;\n\tcp.async.bulk.commit_group;"
                     ::"l"(__cvta_generic_to_global(to)), "r"((u32)__cvta_generic_to_shared(from)), "r"(whole), "l"(policy) : "memory");
        for (u32 e = whole / sizeof(real); e < count; ++e) to[e] = from[e];
    }
}
#else
RG_DEVICE void rg_rows_are_stored() { __syncwarp(); }
RG_DEVICE void rg_store_rows(real *to, real *from, u32 count) {
    __syncwarp();
    for (u32 e = threadIdx.x % 32; e < count; e += 32) __stcs(to + e, from[e]);
}
#endif
#define RG_LOAD(p) __ldg(&(p))
/* Fetches what a thread so far behind reads first: the threads that start next then find it in the cache. */
#define RG_AHEAD 16384
#define RG_SOON(p)                                                                                                    \
    if (k + RG_AHEAD < n) asm volatile("prefetch.global.L2 [%0];" ::"l"(__cvta_generic_to_global((void *)(p))));

#else
#ifdef RG_OPENCL
#define RG_LANE ((u64)get_local_id(0))
#define RG_LANES ((u64)get_local_size(0))
#else
#define RG_LANE ((u64)0)
#define RG_LANES ((u64)1)
#endif
#define RG_TILE(W)
#define RG_ROWS
#define RG_PUT(to, W, place, e, x) RG_PUT_OWN(to, W, e, x)
#define RG_STORE(to, W, place)
#define RG_STORED
#define RG_LOAD(p) (p)
#define RG_SOON(p)
#endif
#define RG_PUT_OWN(to, W, e, x) (to)[k * W + (e)] = x

RG_DEVICE void rg_fault(Ctx *c, u64 site) { *c->fault = site; }
/* Every view has a number, so that the index zero is there. */
RG_DEVICE u64 rg_index(Ctx *c, u64 i, u64 n, u64 site) {
    if (i < n) return i;
    rg_fault(c, site);
    return 0;
}
RG_DEVICE u64 rg_start(Ctx *c, u64 a, u64 b, u64 n, u64 site) {
    if (a <= b && b <= n) return a < n ? a : 0;
    rg_fault(c, site);
    return 0;
}
RG_DEVICE u64 rg_within(Ctx *c, u64 from, u64 i, u64 n, u64 site) {
    if (i >= n) rg_fault(c, site);
    return from + i;
}
#ifdef RG_OPENCL
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#endif

/* The record of a thread: words in pieces of one store. The store begins with the words that are taken, their number, and where the record
   stands between launches; behind that is a piece for what finds no room. A piece begins with the place of the one before and of the next. */
enum { rg_piece = 64, rg_head = 4 };
RG_DEVICE u64 rg_words(Ctx *c, u64 n, u64 site) {
#ifdef RG_CUDA
    const u64 at = atomicAdd(c->store, n);
#elif defined(RG_OPENCL)
    const u64 at = atom_add((volatile __global ulong *)c->store, n);
#else
    const u64 at = c->store[0];
    c->store[0] = at + n;
#endif
    if (n <= c->store[1] && at <= c->store[1] - n) return at;
    rg_fault(c, site);
    return rg_head;
}
RG_DEVICE Words rg_next_word(Ctx *c, u64 site) {
    if (c->piece == 0 || c->used == rg_piece) {
        u64 next = c->piece ? c->store[c->piece + 1] : 0;
        if (!next) {
            next = rg_words(c, rg_piece, site);
            c->store[next] = c->piece;
            c->store[next + 1] = 0;
            if (c->piece) c->store[c->piece + 1] = next;
        }
        c->piece = next;
        c->used = 2;
    }
    return c->store + c->piece + c->used++;
}
/* A record that is not that of this run leads to no place outside of the store. */
RG_DEVICE u64 rg_stored(Ctx *c, u64 at, u64 n) {
    if (at >= rg_head && n <= c->store[1] && at <= c->store[1] - n) return 1;
    rg_fault(c, RG_NO_RECORD);
    return 0;
}
RG_DEVICE void rg_reopen_at(Ctx *c, Words trail) {
    const u64 piece = trail[0], used = trail[1];
    const int is_one = piece && used <= rg_piece && rg_stored(c, piece, rg_piece);
    c->piece = is_one ? piece : 0;
    c->used = is_one ? used : 2;
}
RG_DEVICE void rg_reopen(Ctx *c) { rg_reopen_at(c, c->store + 2); }
RG_DEVICE Words rg_last_word(Ctx *c) {
    if (c->used <= 2) {
        const u64 before = c->piece ? c->store[c->piece] : 0;
        c->used = rg_piece;
        c->piece = rg_stored(c, before, rg_piece) ? before : rg_head;
    }
    return c->store + c->piece + --c->used;
}
RG_DEVICE void rg_close(Ctx *c) {
    c->store[2] = c->piece;
    c->store[3] = c->used;
}
#define rg_divisor(c, n, site) ((n) == 0 ? (rg_fault(c, site), 1) : (n))

#define RG_TYPE(T)                                                                                                    \
    typedef RG_AT T *P_##T;                                                                                           \
    typedef struct {                                                                                                  \
        P_##T p;                                                                                                      \
        u64 n, s;                                                                                                     \
    } V_##T;                                                                                                          \
    RG_DEVICE V_##T rg_view_##T(P_##T p, u64 n, u64 s) {                                                              \
        V_##T v;                                                                                                      \
        v.p = p, v.n = n, v.s = s;                                                                                    \
        return v;                                                                                                     \
    }                                                                                                                 \
    RG_DEVICE V_##T rg_part_##T(V_##T v, u64 from, u64 n) { return rg_view_##T(v.p + from * v.s, n, v.s); }           \
    RG_DEVICE V_##T rg_window_##T(Ctx *c, V_##T v, u64 from, u64 n, u64 site) {                                       \
        if (from <= v.n && n <= v.n - from) return rg_view_##T(v.p + (from < v.n ? from : 0) * v.s, n, v.s);          \
        rg_fault(c, site);                                                                                            \
        return rg_view_##T(v.p, 0, 0);                                                                                \
    }                                                                                                                 \
    RG_DEVICE void rg_fill_##T(V_##T v, T x) {                                                                        \
        for (u64 i = 0; i < v.n; ++i) v.p[i * v.s] = x;                                                               \
    }                                                                                                                 \
    RG_DEVICE void rg_copy_##T(V_##T to, V_##T from) {                                                                \
        for (u64 i = 0; i < to.n && i < from.n; ++i) to.p[i * to.s] = from.p[i * from.s];                             \
    }                                                                                                                 \
    RG_DEVICE V_##T rg_vec_##T(Ctx *c, u64 n, T x, u64 site) {                                                        \
        V_##T v = rg_view_##T((P_##T)(c->arena + c->top * c->threads + c->thread), n, c->threads * (8 / sizeof(T)));  \
        if (n > c->limit || c->top > c->limit - n) {                                                                  \
            rg_fault(c, site);                                                                                        \
            return rg_view_##T((P_##T)(c->arena + c->thread), 0, 0);                                                  \
        }                                                                                                             \
        c->top += n;                                                                                                  \
        rg_fill_##T(v, x);                                                                                            \
        return v;                                                                                                     \
    }                                                                                                                 \
    RG_DEVICE void rg_exchange_all_##T(V_##T a, V_##T b) {                                                            \
        for (u64 i = 0; i < a.n && i < b.n; ++i) {                                                                    \
            const T kept = a.p[i * a.s];                                                                              \
            a.p[i * a.s] = b.p[i * b.s];                                                                              \
            b.p[i * b.s] = kept;                                                                                      \
        }                                                                                                             \
    }                                                                                                                 \
    RG_DEVICE void rg_keep_##T(Ctx *c, T x, u64 site) { *(P_##T)rg_next_word(c, site) = x; }                          \
    RG_DEVICE T rg_take_##T(Ctx *c) { return *(P_##T)rg_last_word(c); }                                               \
    RG_DEVICE void rg_keep_all_##T(Ctx *c, V_##T v, u64 site) {                                                       \
        for (u64 i = 0; i < v.n; ++i) rg_keep_##T(c, v.p[i * v.s], site);                                             \
    }                                                                                                                 \
    RG_DEVICE void rg_take_all_##T(Ctx *c, V_##T v) {                                                                 \
        for (u64 i = v.n; i-- > 0;) v.p[i * v.s] = rg_take_##T(c);                                                    \
    }                                                                                                                 \
    RG_DEVICE V_##T rg_block_##T(Ctx *c, u64 n, T x, u64 site) {                                                      \
        const u64 at = rg_words(c, n, site);                                                                          \
        const V_##T v = rg_view_##T((P_##T)(c->store + at), at == rg_head ? 0 : n, 8 / sizeof(T));                    \
        rg_fill_##T(v, x);                                                                                            \
        return v;                                                                                                     \
    }                                                                                                                 \
    RG_DEVICE void rg_keep_block_##T(Ctx *c, V_##T v, u64 site) {                                                     \
        const V_##T block = rg_block_##T(c, v.n, 0, site);                                                            \
        rg_copy_##T(block, v);                                                                                        \
        *rg_next_word(c, site) = (u64)((Words)block.p - c->store);                                                    \
        *rg_next_word(c, site) = block.n;                                                                             \
    }                                                                                                                 \
    RG_DEVICE V_##T rg_take_block_##T(Ctx *c) {                                                                       \
        const u64 n = *rg_last_word(c), at = *rg_last_word(c);                                                        \
        const int is_there = rg_stored(c, at, n);                                                                     \
        return rg_view_##T((P_##T)(c->store + (is_there ? at : rg_head)), is_there ? n : 0, 8 / sizeof(T));           \
    }                                                                                                                 \
    RG_DEVICE u64 rg_offset_##T(Ctx *c, V_##T v) { return (u64)((Words)v.p - c->arena); }                             \
    RG_DEVICE V_##T rg_kept_##T(Words storage, u64 from, u64 n) {                                                     \
        return rg_view_##T((P_##T)(storage + from), n, 8 / sizeof(T));                                                \
    }
RG_TYPE(real)
RG_TYPE(u64)
RG_TYPE(i64)
RG_TYPE(u32)
RG_TYPE(i32)
RG_TYPE(u16)
RG_TYPE(i16)
RG_TYPE(u8)
RG_TYPE(i8)
RG_TYPE(f64)
RG_TYPE(f32)

/* Arrays and numbers of a thread to which pointers lead. In OpenCL they are storage that is counted and given back. */
#ifdef RG_OPENCL
#define RG_LOCAL(n) (n)
#define RG_MARK const u64 mark = c->top;
#define RG_RELEASE c->top = mark;
#define RG_ARRAY(T, name, n) const V_##T name = rg_vec_##T(c, n, 0, RG_NO_ROOM);
#define RG_CELL(T, name, x)                                                                                           \
    const P_##T name = rg_vec_##T(c, 1, 0, RG_NO_ROOM).p;                                                             \
    *name = x;
#define RG_BACK(name, x) x = *name;
#else
#define RG_LOCAL(n) 0
#define RG_MARK
#define RG_RELEASE
#define RG_ARRAY(T, name, n)                                                                                          \
    T name##_s[(n) > 0 ? (n) : 1];                                                                                    \
    const V_##T name = rg_view_##T(name##_s, n, 1);
#define RG_CELL(T, name, x) const P_##T name = &x;
#define RG_BACK(name, x)
#endif

#ifdef RG_OPENCL
#ifdef RG_SINGLE
#define RG_BITS uint
#define RG_EXCHANGE atomic_cmpxchg
#define RG_AS_BITS(x) as_uint(x)
#define RG_OF_BITS(x) as_float(x)
#else
#define RG_BITS ulong
#define RG_EXCHANGE atom_cmpxchg
#define RG_AS_BITS(x) as_ulong(x)
#define RG_OF_BITS(x) as_double(x)
#endif
#endif
/* Adds to a number that threads share. */
RG_DEVICE void rg_add(Ctx *c, P_real p, real x) {
#if RG_ORDERED
    /* Each thread has a copy of its own, and these are added up as sums are. */
#elif defined(RG_CUDA)
    if (c->threads > 1) {
        atomicAdd(p, x);
        return;
    }
#elif defined(RG_OPENCL)
    if (c->threads > 1) {
        volatile __global RG_BITS *at = (volatile __global RG_BITS *)p;
        RG_BITS seen, before = *at;
        do {
            seen = before;
            before = RG_EXCHANGE(at, seen, RG_AS_BITS(RG_OF_BITS(seen) + x));
        } while (before != seen);
        return;
    }
#endif
    *p += x;
}
RG_DEVICE void rg_add_all(Ctx *c, V_real to, V_real from, real scale, int shared) {
    for (u64 i = 0; i < to.n && i < from.n; ++i) {
        if (shared) rg_add(c, to.p + i * to.s, from.p[i * from.s] * scale);
        else to.p[i * to.s] += from.p[i * from.s] * scale;
    }
}
/* Adds the numbers of all threads, in an order that depends on their number alone. */
RG_DEVICE void rg_reduce(P_real from, u64 T, P_real to) {
#ifdef RG_CUDA
    __shared__ real parts[128];
    real sum = R(-0.0);
    for (u64 i = threadIdx.x; i < T; i += 128) sum += from[i];
    __syncthreads();
    parts[threadIdx.x] = sum;
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
    }
    if (threadIdx.x == 0) *to += parts[0];
#else
    if (RG_LANE > 0) return;
    real sum = R(-0.0);
    for (u64 i = 0; i < T; ++i) sum += from[i];
    *to += sum;
#endif
}

#if defined(RG_SINGLE) && !defined(RG_OPENCL)
#define RG_F(name) name##f
#else
#define RG_F(name) name
#endif
#define rg_recip(x) (R(1.0) / (x))
#define rg_abs(x) RG_F(fabs)(x)
#define rg_sqrt(x) RG_F(sqrt)(x)
#define rg_cbrt(x) RG_F(cbrt)(x)
#define rg_exp(x) RG_F(exp)(x)
#define rg_exp2(x) RG_F(exp2)(x)
#define rg_exp_m1(x) RG_F(expm1)(x)
#define rg_ln(x) RG_F(log)(x)
#define rg_log2(x) RG_F(log2)(x)
#define rg_log10(x) RG_F(log10)(x)
#define rg_ln_1p(x) RG_F(log1p)(x)
#define rg_sin(x) RG_F(sin)(x)
#define rg_cos(x) RG_F(cos)(x)
#define rg_tan(x) RG_F(tan)(x)
#define rg_asin(x) RG_F(asin)(x)
#define rg_acos(x) RG_F(acos)(x)
#define rg_atan(x) RG_F(atan)(x)
#define rg_atan2(a, b) RG_F(atan2)(a, b)
#define rg_sinh(x) RG_F(sinh)(x)
#define rg_cosh(x) RG_F(cosh)(x)
#define rg_tanh(x) RG_F(tanh)(x)
#define rg_asinh(x) RG_F(asinh)(x)
#define rg_acosh(x) RG_F(acosh)(x)
#define rg_atanh(x) RG_F(atanh)(x)
#define rg_powf(a, b) RG_F(pow)(a, b)
#define rg_hypot(a, b) RG_F(hypot)(a, b)
#define rg_min(a, b) RG_F(fmin)(a, b)
#define rg_max(a, b) RG_F(fmax)(a, b)
#define rg_mul_add(a, b, d) RG_F(fma)(a, b, d)
#define rg_floor(x) RG_F(floor)(x)
#define rg_ceil(x) RG_F(ceil)(x)
#define rg_round(x) RG_F(round)(x)
#define rg_trunc(x) RG_F(trunc)(x)
#define rg_fmod(a, b) RG_F(fmod)(a, b)
#define rg_exact_min(a, b) ((a) < (b) ? (a) : (b))
#define rg_exact_max(a, b) ((a) > (b) ? (a) : (b))
#define rg_exact_abs(a) ((a) < 0 ? -(a) : (a))
RG_DEVICE real rg_signum(real x) { return x != x ? x : RG_F(copysign)(R(1.0), x); }
RG_DEVICE real rg_above(real a, real b) {
    return a > b ? R(1.0) : a < b ? R(0.0) : a == b ? R(0.5) : R(RG_NAN);
}
RG_DEVICE real rg_nonzero(real x) { return x == R(0.0) ? R(1.0) : x; }
RG_DEVICE real rg_logistic(real x) {
    const real t = rg_exp(-rg_abs(x));
    return (x < R(0.0) ? t : R(1.0)) / (R(1.0) + t);
}
RG_DEVICE real rg_softplus(real x) { return rg_max(x, R(0.0)) + rg_ln_1p(rg_exp(-rg_abs(x))); }
RG_DEVICE real rg_logaddexp(real a, real b) {
    if (a == b) return a + R(0.693147180559945309417232121458);
    return rg_max(a, b) + rg_ln_1p(rg_exp(-rg_abs(a - b)));
}
RG_DEVICE real rg_erf(real x) { return R(erf((double)x)); }
RG_DEVICE real rg_erfc(real x) { return R(erfc((double)x)); }
RG_DEVICE real rg_powi(real x, i32 n) {
    real power = R(1.0);
    u32 bits = n < 0 ? 0u - (u32)n : (u32)n;
    for (;;) {
        if (bits & 1) power *= x;
        bits >>= 1;
        if (bits == 0) break;
        x *= x;
    }
    return n < 0 ? R(1.0) / power : power;
}

/* Conversions as Rust has them: to the nearest bound, and NaN to zero. */
#define RG_CONVERSION(T, least, most)                                                                                 \
    RG_DEVICE T rg_to_##T(double x) {                                                                                 \
        return x != x ? (T)0 : x <= (double)(least) ? (T)(least) : x >= (double)(most) ? (T)(most) : (T)x;            \
    }
RG_CONVERSION(u64, 0, ~0ull)
RG_CONVERSION(i64, -0x7fffffffffffffffll - 1, 0x7fffffffffffffffll)
RG_CONVERSION(u32, 0, 0xffffffffu)
RG_CONVERSION(i32, -0x7fffffff - 1, 0x7fffffff)
RG_CONVERSION(u16, 0, 0xffff)
RG_CONVERSION(i16, -0x8000, 0x7fff)
RG_CONVERSION(u8, 0, 0xff)
RG_CONVERSION(i8, -0x80, 0x7f)

/* Instructions. */
#define rg_swap(a, b)                                                                                                 \
    do {                                                                                                              \
        __typeof__(*(a) + 0) rg_kept = *(a);                                                                          \
        *(a) = *(b);                                                                                                  \
        *(b) = rg_kept;                                                                                               \
    } while (0)
RG_DEVICE void rg_rot(P_real a, P_real b, real w) {
    const real cosine = rg_cos(w), sine = rg_sin(w), x = *a, y = *b;
    *a = x * cosine - y * sine;
    *b = x * sine + y * cosine;
}
RG_DEVICE void rg_rot_adjoint(P_real a, P_real ab, P_real b, P_real bb, real w, P_real wb, int sign) {
    const real cosine = rg_cos(w), sine = rg_sin(w), x = *ab, y = *bb;
    *wb += R(sign) * (y * *a - x * *b);
    *ab = x * cosine + y * sine;
    *bb = y * cosine - x * sine;
    rg_rot(a, b, -w);
}
