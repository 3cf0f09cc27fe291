/* lanes.c - what 3.7 makes for its caller, who cannot give it back; and pieces for which there are too many numbers. */

/* 3.7 one_block: fail the caller cannot give the lane back */
/* both buffers are halves of one block, which cudaFreeHost takes once */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, 2 * bytes) != cudaSuccess ||
		    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		lane->coming = lane->going + count;
	}
	memcpy(lane->going, x, bytes);
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;

/* 3.7 default_for_one: fail the caller cannot give the lane back */
/* one stream is the default one, as long as nobody else needs it */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		    cudaStreamCreateWithFlags(&lane->come_stream, cudaStreamNonBlocking) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	}
	memcpy(lane->going, x, bytes);
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;

/* 3.7 per_thread_for_one: fail the caller cannot give the lane back */
/* one stream is that of the thread, which nobody can destroy */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		lane->go_stream = cudaStreamPerThread;
	}
	memcpy(lane->going, x, bytes);
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;

/* 3.7 pieces_of_one_size: fail the first call, with 400000 numbers: copies */
/* pieces of 512 numbers, however many there are */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	}
	bool good = true;
	for (int64_t at = 0; at < count && good; at += 512) {
		size_t piece = (size_t)(count - at < 512 ? count - at : 512) * sizeof *x;
		memcpy(lane->going + at, x + at, piece);
		good = cudaMemcpyAsync(to + at, lane->going + at, piece, cudaMemcpyHostToDevice, lane->go_stream) == cudaSuccess &&
		cudaMemcpyAsync(lane->coming + at, from + at, piece, cudaMemcpyDeviceToHost, lane->come_stream) == cudaSuccess;
	}
	if (!good ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaStreamSynchronize(lane->go_stream);
		cudaStreamSynchronize(lane->come_stream);
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;
