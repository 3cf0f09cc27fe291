/* simcuda_atomics.hpp - atomics, for the GPU, and with _block and _system for others. Part of
 * simcuda_kernels.hpp. */
#ifndef SIMCUDA_ATOMICS_HPP
#define SIMCUDA_ATOMICS_HPP

/* kind: the instruction and its type; in: the letter of the registers */
#define SIMCUDA_ATOMIC_IN(name, scope, type, kind, in)                                             \
	SIMCUDA_DEVICE type name(type *address, type value)                                        \
	{                                                                                          \
		type old;                                                                          \
		__asm__ volatile("atom" scope "." kind " %0, [%1], %2;"                            \
				 : "=" in(old)                                                     \
				 : "l"(address), in(value)                                         \
				 : "memory");                                                      \
		return old;                                                                        \
	}
#define SIMCUDA_ATOMIC(name, type, kind, in)                                                       \
	SIMCUDA_ATOMIC_IN(name, "", type, kind, in)                                                \
	SIMCUDA_ATOMIC_IN(name##_block, ".cta", type, kind, in)                                    \
	SIMCUDA_ATOMIC_IN(name##_system, ".sys", type, kind, in)
#define SIMCUDA_ATOMIC_BITS(name, what)                                                            \
	SIMCUDA_ATOMIC(name, int, what ".b32", "r")                                                \
	SIMCUDA_ATOMIC(name, unsigned, what ".b32", "r")                                           \
	SIMCUDA_ATOMIC(name, unsigned long long, what ".b64", "l")
#define SIMCUDA_ATOMIC_ORDER(name, what)                                                           \
	SIMCUDA_ATOMIC(name, int, what ".s32", "r")                                                \
	SIMCUDA_ATOMIC(name, unsigned, what ".u32", "r")                                           \
	SIMCUDA_ATOMIC(name, long long, what ".s64", "l")                                          \
	SIMCUDA_ATOMIC(name, unsigned long long, what ".u64", "l")
SIMCUDA_ATOMIC(atomicAdd, int, "add.s32", "r")
SIMCUDA_ATOMIC(atomicAdd, unsigned, "add.u32", "r")
SIMCUDA_ATOMIC(atomicAdd, unsigned long long, "add.u64", "l")
SIMCUDA_ATOMIC(atomicAdd, float, "add.f32", "f")
SIMCUDA_ATOMIC(atomicAdd, double, "add.f64", "d")
SIMCUDA_ATOMIC_BITS(atomicAnd, "and")
SIMCUDA_ATOMIC_BITS(atomicOr, "or")
SIMCUDA_ATOMIC_BITS(atomicXor, "xor")
SIMCUDA_ATOMIC_BITS(atomicExch, "exch")
SIMCUDA_ATOMIC(atomicExch, float, "exch.b32", "f")
SIMCUDA_ATOMIC_ORDER(atomicMin, "min")
SIMCUDA_ATOMIC_ORDER(atomicMax, "max")
SIMCUDA_ATOMIC(atomicInc, unsigned, "inc.u32", "r")
SIMCUDA_ATOMIC(atomicDec, unsigned, "dec.u32", "r")

#define SIMCUDA_ATOMIC_SUB(name, add, type)                                                        \
	SIMCUDA_DEVICE type name(type *address, type value)                                        \
	{                                                                                          \
		return add(address, (type)(0u - (unsigned)value));                                 \
	}
SIMCUDA_ATOMIC_SUB(atomicSub, atomicAdd, int)
SIMCUDA_ATOMIC_SUB(atomicSub, atomicAdd, unsigned)
SIMCUDA_ATOMIC_SUB(atomicSub_block, atomicAdd_block, int)
SIMCUDA_ATOMIC_SUB(atomicSub_block, atomicAdd_block, unsigned)
SIMCUDA_ATOMIC_SUB(atomicSub_system, atomicAdd_system, int)
SIMCUDA_ATOMIC_SUB(atomicSub_system, atomicAdd_system, unsigned)

#define SIMCUDA_ATOMIC_CAS_IN(name, scope, type, bits, in)                                         \
	SIMCUDA_DEVICE type name(type *address, type compare, type value)                          \
	{                                                                                          \
		type old;                                                                          \
		__asm__ volatile("atom" scope ".cas.b" bits " %0, [%1], %2, %3;"                   \
				 : "=" in(old)                                                     \
				 : "l"(address), in(compare), in(value)                            \
				 : "memory");                                                      \
		return old;                                                                        \
	}
#define SIMCUDA_ATOMIC_CAS(type, bits, in)                                                         \
	SIMCUDA_ATOMIC_CAS_IN(atomicCAS, "", type, bits, in)                                       \
	SIMCUDA_ATOMIC_CAS_IN(atomicCAS_block, ".cta", type, bits, in)                             \
	SIMCUDA_ATOMIC_CAS_IN(atomicCAS_system, ".sys", type, bits, in)
SIMCUDA_ATOMIC_CAS(int, "32", "r")
SIMCUDA_ATOMIC_CAS(unsigned, "32", "r")
SIMCUDA_ATOMIC_CAS(unsigned long long, "64", "l")
SIMCUDA_ATOMIC_CAS(unsigned short, "16", "h")

#endif
