// expect: silent
// prints: 3 -3 2 3 2 -2
// prints: 4294967295 0 9223372036854775807
// prints: 1 33 5 40 3 7 0
// prints: 78563412 1fffffff 80000001 123 5
// prints: 3f800000 1.5 7 -1
// prints: 3f800001 3f800000 3f800001 3f800000
// prints: 10 0.25 1 0.5
// prints: 70 6 a 30201
// prints: 1 1 2 4 3

#include <cstdio>

__global__ void all(float zero, float tiny)
{
	printf("%d %d %d %d %d %d\n", __float2int_rn(2.5f + zero + 0.25f),
	       __float2int_rd(-2.25f + zero), __float2int_rz(2.75f + zero),
	       __double2int_ru(2.25 + zero), __float2int_rn(2.5f + zero),
	       __float2int_rz(-2.75f + zero));
	printf("%u %u %lld\n", __float2uint_rn(1e20f + zero), __float2uint_rz(-5 + zero),
	       __double2ll_rn(1e30 + zero));
	int one = 1 + (int)zero;
	printf("%d %d %d %d %d %d %d\n", __popc(one), __clz(0) + one, __ffs(16 * one),
	       __clzll(0x800000ll * one), __popcll(0x7ull << 60), __ffsll(64ll * one), __ffs(0));
	printf("%x %x %x %x %d\n", __byte_perm(0x12345678 * one, 0, 0x0123),
	       __brev(0xfffffff8u * one), __funnelshift_l(0x80000000u * one, 0xc0000000u, 1),
	       __umulhi(0x12300000u * one, 0x1000u), __mulhi(1 << 30, 5 << 2 | one - 1));
	printf("%x %g %d %d\n", __float_as_int(1.0f + zero), __int_as_float(0x3fc00000 * one),
	       __double2hiint(__hiloint2double(7, 9)),
	       (int)__double_as_longlong(__longlong_as_double(-1)));
	printf("%x %x %x %x\n", __float_as_int(__fadd_ru(1.0f, tiny)),
	       __float_as_int(__fadd_rd(1.0f, tiny)), __float_as_int(__fadd_ru(1.0f, 2 * tiny)),
	       __float_as_int(__fadd_rn(1.0f, tiny)));
	printf("%d %g %g %g\n", max(3, one) + max(7u, 1u) + 0, __saturatef(0.25f + zero),
	       __saturatef(3 + zero), __fdividef(1.0f, 2.0f + zero));
	printf("%d %d %x %x\n", __dp4a(0x01020304 * one, 0x05060708, 0), __usad(3u * one, 9u, 0),
	       __sad(-5 * one, 5, 0), __byte_perm(0x00030201 * one, 0, 0x3210));
	unsigned short small = 1;
	__shared__ unsigned short word[2];
	__shared__ unsigned long long wide;
	word[0] = 1;
	wide = 2;
	small = atomicCAS(&word[0], (unsigned short)1, (unsigned short)3);
	unsigned long long old = atomicCAS(&wide, 2ull, 4ull);
	printf("%d %d %d %d %d\n", small, one, (int)old, (int)wide, word[0]);
}

int main()
{
	all<<<1, 1>>>(0, 1e-10f);
	cudaDeviceSynchronize();
}
