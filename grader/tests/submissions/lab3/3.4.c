/* lab3_right_by_framework: pass */
/* no copy at all in the first case, one in the second */
if (device_equal(tensor_device(x), tensor_device(y)))
	return tensor_add(x, y);
Tensor *copy = tensor_copy_to(x, tensor_device(y));
Tensor *sum = copy ? tensor_add(copy, y) : NULL;
if (copy)
	tensor_free(copy);
return sum;

/* lab3_wrong_copies_on_one_device: fail copies */
/* copies x also when it is there */
Tensor *moved = tensor_copy_to(x, tensor_device(y));
Tensor *sum = tensor_add(moved, y);
tensor_free(moved);
return sum;

/* lab3_wrong_frees_what_is_not_its: fail your function gave x back, which is the caller's (line  */
	Tensor *here = tensor_as_in_device(x, tensor_device(y));
	Tensor *sum = tensor_add(here, y);
	tensor_free(here);
	tensor_free(x);
	return sum;

/* lab3_wrong_keeps_cpu_copy: fail host memory stays taken */
/* gives back what was moved only if it is on a GPU */
Tensor *moved = tensor_as_in_device(x, tensor_device(y));
Tensor *sum = tensor_add(moved, y);
if (tensor_device(y).kind == DEVICE_GPU)
	tensor_free(moved);
return sum;

/* lab3_wrong_move_leaks: fail never freed */
/* nobody gives the moved x back */
return tensor_add(tensor_as_in_device(x, tensor_device(y)), y);

/* lab3_wrong_moves_y: fail the sum's device */
/* moves the wrong one of the two */
Tensor *moved = tensor_as_in_device(y, tensor_device(x));
Tensor *sum = tensor_add(x, moved);
tensor_free(moved);
return sum;

/* lab3_wrong_policy: fail uses device_set_policy */
/* lets the framework copy */
	device_set_policy(POLICY_COPY);
	Tensor *moved = tensor_as_in_device(x, tensor_device(y));
	Tensor *sum = tensor_add(moved, y);
	tensor_free(moved);
	return sum;

/* lab3_wrong_copies_always: fail : copies: wanted none, got 1 */
/* a copy where none is needed */
	Tensor *moved = tensor_copy_to(x, tensor_device(y));
	Tensor *sum = tensor_add(moved, y);
	tensor_free(moved);
	return sum;

/* lab3_wrong_kept_where_shapes_differ: fail never freed (x ( */
	Shape a = tensor_shape(x), b = tensor_shape(y);
	Tensor *moved = tensor_as_in_device(x, tensor_device(y));
	if (a.rank != b.rank || memcmp(a.dim, b.dim, (size_t)a.rank * sizeof *a.dim) != 0)
		return NULL;
	Tensor *sum = tensor_add(moved, y);
	tensor_free(moved);
	return sum;

/* lab3_wrong_current_gpu_copies: fail an earlier cudaMemcpy in a stream of GPU */
/* the copy goes into the stream of the GPU that is current, not into that of y's */
Device there = tensor_device(y);
if (device_equal(tensor_device(x), there))
	return tensor_add(x, y);
Tensor *copy = tensor_zeros(tensor_shape(x), there);
if (!copy || device_synchronize(there) != 0 || device_synchronize(tensor_device(x)) != 0 ||
    cudaMemcpy(tensor_data(copy), tensor_data(x), tensor_bytes(x), cudaMemcpyDefault) != cudaSuccess) {
	cudaGetLastError();
	tensor_free(copy);
	return NULL;
}
Tensor *sum = tensor_add(copy, y);
tensor_free(copy);
return sum;
