/* box.c - memory in rows and slices: allocations with a pitch, copies and fills of boxes.
 *
 * A box is `depth` slices of `height` rows of `width` bytes. Rows begin `pitch` bytes apart, and a
 * slice has `ysize` rows, so a box whose slices are whole is one run of rows, and is copied as one.
 * Any other is copied slice by slice. */
#include <limits.h>

#include "framework/simcuda/api/cudart/runtime.h"

#define PITCH_UNIT 512 /* every row begins where an allocation may */

/* One side of a copy, or a fill's target: where the box begins, and how it lies. */
typedef struct Side {
	char *start;
	size_t pitch, slice; /* bytes from row to row, from slice to slice */
} Side;

static int overflows(size_t a, size_t b)
{
	return b != 0 && a > SIZE_MAX / b;
}

cudaError_t cudaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height)
{
	if (!devPtr || !pitch || width > RUNTIME_MAX_PITCH - PITCH_UNIT)
		return runtime_return(cudaErrorInvalidValue);
	size_t rounded = (width + PITCH_UNIT - 1) / PITCH_UNIT * PITCH_UNIT;
	if (overflows(rounded, height))
		return runtime_return(cudaErrorMemoryAllocation);
	cudaError_t error = cudaMalloc(devPtr, rounded * height);
	if (error == cudaSuccess)
		*pitch = rounded;
	return error;
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent)
{
	if (!pitchedDevPtr)
		return runtime_return(cudaErrorInvalidValue);
	if (overflows(extent.height, extent.depth))
		return runtime_return(cudaErrorMemoryAllocation);
	struct cudaPitchedPtr made = {NULL, 0, extent.width, extent.height};
	cudaError_t error =
		cudaMallocPitch(&made.ptr, &made.pitch, extent.width, extent.height * extent.depth);
	if (error == cudaSuccess)
		*pitchedDevPtr = made;
	return error;
}

/* --- copies ----------------------------------------------------------------------------------- */

/* What the two structs of CUDA have in common. */
typedef struct Box {
	Side to, from;
	struct cudaExtent extent;
	enum cudaMemcpyKind kind;
	int peer, to_device, from_device;
	cudaStream_t stream;
	int async;
} Box;

/* False when the box does not lie within the pitch and the slices. */
static int side_fill(Side *side, const struct cudaPitchedPtr *at, const struct cudaPos *from,
		     const struct cudaExtent *extent)
{
	size_t end;
	if (__builtin_add_overflow(from->x, extent->width, &end) || end > at->pitch)
		return 0;
	if (extent->depth > 1 && (__builtin_add_overflow(from->y, extent->height, &end) ||
				  end > at->ysize || overflows(at->pitch, at->ysize)))
		return 0;
	side->pitch = at->pitch;
	side->slice = extent->depth > 1 ? at->pitch * at->ysize : 0;
	side->start =
		(char *)at->ptr + from->z * at->pitch * at->ysize + from->y * at->pitch + from->x;
	return at->pitch <= RUNTIME_MAX_PITCH;
}

static cudaError_t copy_slices(const Box *box, size_t first, size_t rows)
{
	char *to = box->to.start + first * box->to.slice;
	const char *from = box->from.start + first * box->from.slice;
	if (box->async)
		return cudaMemcpy2DAsync(to, box->to.pitch, from, box->from.pitch,
					 box->extent.width, rows, box->kind, box->stream);
	return cudaMemcpy2D(to, box->to.pitch, from, box->from.pitch, box->extent.width, rows,
			    box->kind);
}

/* Between GPUs there is no call for rows: whole boxes go as one run of bytes, others row by row. */
static cudaError_t copy_peer_rows(const Box *box, size_t first, size_t rows)
{
	size_t width = box->extent.width;
	if (width == box->to.pitch && width == box->from.pitch) {
		width *= rows;
		rows = 1;
	}
	cudaError_t error = cudaSuccess;
	for (size_t row = 0; row < rows && error == cudaSuccess; row++) {
		char *to = box->to.start + first * box->to.slice + row * box->to.pitch;
		const char *from =
			box->from.start + first * box->from.slice + row * box->from.pitch;
		error = box->async
				? cudaMemcpyPeerAsync(to, box->to_device, from, box->from_device,
						      width, box->stream)
				: cudaMemcpyPeer(to, box->to_device, from, box->from_device, width);
	}
	return error;
}

static cudaError_t copy_box(const Box *box)
{
	cudaError_t (*copy)(const Box *, size_t, size_t) = box->peer ? copy_peer_rows : copy_slices;
	const struct cudaExtent *extent = &box->extent;
	if (extent->width == 0 || extent->height == 0 || extent->depth == 0)
		return cudaSuccess;
	size_t whole = extent->height;
	if (extent->depth == 1 ||
	    (box->to.slice == box->to.pitch * whole && box->from.slice == box->from.pitch * whole))
		return copy(box, 0, whole * extent->depth);
	cudaError_t error = cudaSuccess;
	for (size_t z = 0; z < extent->depth && error == cudaSuccess; z++)
		error = copy(box, z, whole);
	return error;
}

static cudaError_t copy_3d(const struct cudaMemcpy3DParms *p, cudaStream_t stream, int async)
{
	if (!p)
		return runtime_return(cudaErrorInvalidValue);
	if (p->srcArray || p->dstArray)
		return unsupported_call("cudaMemcpy3D of an array");
	Box box = {.extent = p->extent, .kind = p->kind, .stream = stream, .async = async};
	if ((unsigned)p->kind > cudaMemcpyDefault)
		return runtime_return(cudaErrorInvalidMemcpyDirection);
	if (!side_fill(&box.to, &p->dstPtr, &p->dstPos, &p->extent) ||
	    !side_fill(&box.from, &p->srcPtr, &p->srcPos, &p->extent))
		return runtime_return(cudaErrorInvalidPitchValue);
	return copy_box(&box);
}

static cudaError_t copy_3d_peer(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream,
				int async)
{
	if (!p)
		return runtime_return(cudaErrorInvalidValue);
	if (p->srcArray || p->dstArray)
		return unsupported_call("cudaMemcpy3DPeer of an array");
	Box box = {.extent = p->extent,
		   .stream = stream,
		   .async = async,
		   .peer = 1,
		   .to_device = p->dstDevice,
		   .from_device = p->srcDevice};
	if (!side_fill(&box.to, &p->dstPtr, &p->dstPos, &p->extent) ||
	    !side_fill(&box.from, &p->srcPtr, &p->srcPos, &p->extent))
		return runtime_return(cudaErrorInvalidPitchValue);
	return copy_box(&box);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *p)
{
	return copy_3d(p, 0, 0);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
	return copy_3d(p, stream, 1);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *p)
{
	return copy_3d_peer(p, 0, 0);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
	return copy_3d_peer(p, stream, 1);
}

/* --- fills ------------------------------------------------------------------------------------ */

static cudaError_t fill_3d(struct cudaPitchedPtr at, int value, struct cudaExtent extent,
			   cudaStream_t stream, int async)
{
	const struct cudaPos origin = {0, 0, 0};
	Side to;
	if (!side_fill(&to, &at, &origin, &extent))
		return runtime_return(cudaErrorInvalidValue);
	size_t slices = extent.depth, rows = extent.height;
	if (to.slice == to.pitch * rows) {
		rows *= slices;
		slices = slices ? 1 : 0;
	}
	cudaError_t error = cudaSuccess;
	for (size_t z = 0; z < slices && error == cudaSuccess; z++) {
		char *start = to.start + z * to.slice;
		error = async ? cudaMemset2DAsync(start, to.pitch, value, extent.width, rows,
						  stream)
			      : cudaMemset2D(start, to.pitch, value, extent.width, rows);
	}
	return error;
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent)
{
	return fill_3d(pitchedDevPtr, value, extent, 0, 0);
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pitchedDevPtr, int value,
			      struct cudaExtent extent, cudaStream_t stream)
{
	return fill_3d(pitchedDevPtr, value, extent, stream, 1);
}

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
						   enum cudaChannelFormatKind f)
{
	return (struct cudaChannelFormatDesc){x, y, z, w, f};
}
