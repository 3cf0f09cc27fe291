/* cooperative_groups.h - groups of threads as values: a block, tiles of it, the threads that are here, the
 * grid. For kernels that clang compiles; nvcc brings NVIDIA's. */
#ifndef COOPERATIVE_GROUPS_H
#define COOPERATIVE_GROUPS_H

#if !defined(__CUDA__) || !defined(__clang__)
#error "cooperative_groups.h: expected clang, which compiles kernels (-x cuda)"
#endif

#include "cuda_runtime.h"

#define SIMCUDA_GROUP  __attribute__((device, always_inline, nodebug))
#define SIMCUDA_GROUPS __attribute__((device, always_inline, nodebug)) inline

namespace cooperative_groups
{

/* --- a block ---------------------------------------------------------------------------------- */

struct thread_block {
	SIMCUDA_GROUP static void sync()
	{
		__syncthreads();
	}
	SIMCUDA_GROUP static unsigned thread_rank()
	{
		return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
	}
	SIMCUDA_GROUP static unsigned size()
	{
		return blockDim.x * blockDim.y * blockDim.z;
	}
	SIMCUDA_GROUP static unsigned num_threads()
	{
		return size();
	}
	SIMCUDA_GROUP static dim3 group_index()
	{
		return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
	}
	SIMCUDA_GROUP static dim3 thread_index()
	{
		return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
	}
	SIMCUDA_GROUP static dim3 group_dim()
	{
		return dim3(blockDim.x, blockDim.y, blockDim.z);
	}
	SIMCUDA_GROUP static dim3 dim_threads()
	{
		return group_dim();
	}
};

SIMCUDA_GROUPS thread_block this_thread_block()
{
	return thread_block();
}

/* --- threads of a warp: by their mask ----------------------------------------------------------- */

SIMCUDA_GROUPS unsigned simcuda_lane()
{
	return thread_block::thread_rank() % 32;
}

/* What tiles and coalesced groups have in common. Member i of the group is lane_of(i). */
template <class Self> struct simcuda_warp_group {
	SIMCUDA_GROUP const Self &self() const
	{
		return *static_cast<const Self *>(this);
	}
	SIMCUDA_GROUP void sync() const
	{
		__syncwarp(self().mask());
	}
	SIMCUDA_GROUP unsigned num_threads() const
	{
		return self().size();
	}
	template <class T> SIMCUDA_GROUP T shfl(T value, unsigned rank) const
	{
		return __shfl_sync(self().mask(), value, self().lane_of(rank % self().size()));
	}
	template <class T> SIMCUDA_GROUP T shfl_down(T value, unsigned step) const
	{
		unsigned to = self().thread_rank() + step;
		return __shfl_sync(self().mask(), value,
				   to < self().size() ? self().lane_of(to) : (int)simcuda_lane());
	}
	template <class T> SIMCUDA_GROUP T shfl_up(T value, unsigned step) const
	{
		unsigned rank = self().thread_rank();
		return __shfl_sync(self().mask(), value,
				   rank >= step ? self().lane_of(rank - step)
						: (int)simcuda_lane());
	}
	template <class T> SIMCUDA_GROUP T shfl_xor(T value, unsigned bits) const
	{
		unsigned to = self().thread_rank() ^ bits;
		return __shfl_sync(self().mask(), value,
				   to < self().size() ? self().lane_of(to) : (int)simcuda_lane());
	}
	SIMCUDA_GROUP int any(int predicate) const
	{
		return __any_sync(self().mask(), predicate);
	}
	SIMCUDA_GROUP int all(int predicate) const
	{
		return __all_sync(self().mask(), predicate);
	}
	SIMCUDA_GROUP unsigned ballot(int predicate) const
	{
		return self().packed(__ballot_sync(self().mask(), predicate));
	}
	template <class T> SIMCUDA_GROUP unsigned match_any(T value) const
	{
		return self().packed(__match_any_sync(self().mask(), value));
	}
	template <class T> SIMCUDA_GROUP unsigned match_all(T value, int &same) const
	{
		return self().packed(__match_all_sync(self().mask(), value, &same));
	}
};

/* Of 1, 2, 4, ... 32 threads next to each other. */
template <unsigned Size, class Parent = void>
struct thread_block_tile : simcuda_warp_group<thread_block_tile<Size, Parent>> {
	static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0,
		      "expected a tile of 1, 2, 4, 8, 16 or 32 threads");
	thread_block_tile() = default;
	template <class Other>
	SIMCUDA_GROUP thread_block_tile(const thread_block_tile<Size, Other> &)
	{
	}
	SIMCUDA_GROUP static unsigned size()
	{
		return Size;
	}
	SIMCUDA_GROUP static unsigned thread_rank()
	{
		return thread_block::thread_rank() % Size;
	}
	SIMCUDA_GROUP static unsigned meta_group_rank()
	{
		return thread_block::thread_rank() / Size;
	}
	SIMCUDA_GROUP static unsigned meta_group_size()
	{
		return (thread_block::size() + Size - 1) / Size;
	}
	SIMCUDA_GROUP static unsigned first()
	{
		return simcuda_lane() / Size * Size;
	}
	SIMCUDA_GROUP static unsigned mask()
	{
		return (Size == 32 ? 0xffffffffu : (1u << Size % 32) - 1) << first();
	}
	SIMCUDA_GROUP static int lane_of(unsigned rank)
	{
		return (int)(first() + rank);
	}
	SIMCUDA_GROUP static unsigned packed(unsigned bits)
	{
		return (bits & mask()) >> first();
	}
};

template <unsigned Size, class Group>
SIMCUDA_GROUPS thread_block_tile<Size> tiled_partition(const Group &)
{
	return thread_block_tile<Size>();
}

/* The threads of a warp that are here together. */
struct coalesced_group : simcuda_warp_group<coalesced_group> {
	unsigned members;
	SIMCUDA_GROUP explicit coalesced_group(unsigned lanes) : members(lanes)
	{
	}
	SIMCUDA_GROUP unsigned mask() const
	{
		return members;
	}
	SIMCUDA_GROUP unsigned size() const
	{
		return (unsigned)__popc(members);
	}
	SIMCUDA_GROUP unsigned thread_rank() const
	{
		return (unsigned)__popc(members & ((1u << simcuda_lane()) - 1));
	}
	SIMCUDA_GROUP int lane_of(unsigned rank) const
	{
		unsigned rest = members;
		for (; rank > 0; rank--)
			rest &= rest - 1;
		return __ffs((int)rest) - 1;
	}
	SIMCUDA_GROUP unsigned packed(unsigned bits) const
	{
		unsigned result = 0, at = 0;
		for (unsigned rest = members; rest; rest &= rest - 1, at++)
			result |= (bits >> (__ffs((int)rest) - 1) & 1) << at;
		return result;
	}
};

SIMCUDA_GROUPS coalesced_group coalesced_threads()
{
	return coalesced_group(__activemask());
}

/* Those of the group that have the same value. */
template <class T>
SIMCUDA_GROUPS coalesced_group labeled_partition(const coalesced_group &group, T label)
{
	return coalesced_group(__match_any_sync(group.mask(), label));
}

/* --- the grid ----------------------------------------------------------------------------------- */

/* Blocks count themselves in a word that a cooperative launch has; its highest bit turns when all have
 * come. */
struct grid_group {
	SIMCUDA_GROUP static unsigned *meeting()
	{
		unsigned low, high;
		__asm__ volatile("mov.u32 %0, %%envreg1;" : "=r"(high));
		__asm__ volatile("mov.u32 %0, %%envreg2;" : "=r"(low));
		return reinterpret_cast<unsigned *>((unsigned long long)high << 32 | low);
	}
	SIMCUDA_GROUP static bool is_valid()
	{
		return meeting() != nullptr;
	}
	SIMCUDA_GROUP static void sync()
	{
		if (!is_valid())
			__trap();
		__syncthreads();
		if (thread_block::thread_rank() == 0) {
			unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
			bool first = blockIdx.x + blockIdx.y + blockIdx.z == 0;
			volatile unsigned *word = meeting() + 1;
			__threadfence();
			unsigned before =
				atomicAdd(meeting() + 1, first ? 0x80000000u - (blocks - 1) : 1u);
			while (((before ^ *word) & 0x80000000u) == 0)
				;
			__threadfence();
		}
		__syncthreads();
	}
	SIMCUDA_GROUP static unsigned long long block_rank()
	{
		return blockIdx.x +
		       gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
	}
	SIMCUDA_GROUP static unsigned long long num_blocks()
	{
		return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
	}
	SIMCUDA_GROUP static unsigned long long thread_rank()
	{
		return block_rank() * thread_block::size() + thread_block::thread_rank();
	}
	SIMCUDA_GROUP static unsigned long long size()
	{
		return num_blocks() * thread_block::size();
	}
	SIMCUDA_GROUP static unsigned long long num_threads()
	{
		return size();
	}
	SIMCUDA_GROUP static dim3 group_dim()
	{
		return dim3(gridDim.x, gridDim.y, gridDim.z);
	}
};

SIMCUDA_GROUPS grid_group this_grid()
{
	return grid_group();
}

/* --- any of these -------------------------------------------------------------------------------- */

/* A group whose kind is known only when it runs, for functions that take any. */
struct thread_group {
	unsigned members; /* of the warp; 0: the block, or the grid */
	bool is_grid;
	SIMCUDA_GROUP thread_group(const thread_block &) : members(0), is_grid(false)
	{
	}
	SIMCUDA_GROUP thread_group(const grid_group &) : members(0), is_grid(true)
	{
	}
	template <unsigned Size, class Parent>
	SIMCUDA_GROUP thread_group(const thread_block_tile<Size, Parent> &tile)
	    : members(tile.mask()), is_grid(false)
	{
	}
	SIMCUDA_GROUP thread_group(const coalesced_group &group)
	    : members(group.mask()), is_grid(false)
	{
	}
	SIMCUDA_GROUP void sync() const
	{
		if (members)
			__syncwarp(members);
		else if (is_grid)
			grid_group::sync();
		else
			thread_block::sync();
	}
	SIMCUDA_GROUP unsigned long long size() const
	{
		return members   ? (unsigned long long)__popc(members)
		       : is_grid ? grid_group::size()
				 : thread_block::size();
	}
	SIMCUDA_GROUP unsigned long long num_threads() const
	{
		return size();
	}
	SIMCUDA_GROUP unsigned long long thread_rank() const
	{
		return members   ? coalesced_group(members).thread_rank()
		       : is_grid ? grid_group::thread_rank()
				 : thread_block::thread_rank();
	}
};

/* A tile of the block, or of a tile, whose size is known only when it runs: 1, 2, 4, ... 32. */
SIMCUDA_GROUPS thread_group tiled_partition(const thread_group &, unsigned size)
{
	unsigned first = simcuda_lane() / size * size;
	return coalesced_group((size >= 32 ? 0xffffffffu : (1u << size) - 1) << first);
}

template <class Group> SIMCUDA_GROUPS void sync(const Group &group)
{
	group.sync();
}

template <class Group> SIMCUDA_GROUPS unsigned long long thread_rank(const Group &group)
{
	return group.thread_rank();
}

/* --- reductions --------------------------------------------------------------------------------- */

#define SIMCUDA_GROUP_OPERATION(name, expression)                                                  \
	template <class T = void> struct name {                                                    \
		SIMCUDA_GROUP T operator()(T a, T b) const                                         \
		{                                                                                  \
			return expression;                                                         \
		}                                                                                  \
	};
SIMCUDA_GROUP_OPERATION(plus, a + b)
SIMCUDA_GROUP_OPERATION(less, b < a ? b : a)
SIMCUDA_GROUP_OPERATION(greater, a < b ? b : a)
SIMCUDA_GROUP_OPERATION(bit_and, a &b)
SIMCUDA_GROUP_OPERATION(bit_or, a | b)
SIMCUDA_GROUP_OPERATION(bit_xor, a ^ b)

/* All threads of the group get it. */
template <class Group, class T, class Operation>
SIMCUDA_GROUPS T reduce(const Group &group, T value, Operation operation)
{
	unsigned rank = group.thread_rank(), size = group.size();
	for (unsigned step = 1; step < size; step *= 2) {
		T other = group.shfl_down(value, step);
		if (rank + step < size)
			value = operation(value, other);
	}
	return group.shfl(value, 0);
}

} // namespace cooperative_groups

#endif
