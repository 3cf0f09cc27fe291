/* lab3_right_by_framework: pass */
/* lets the framework refuse, and passes on why */
error_clear();
Tensor *result = tensor_add(x, y);
if (result) {
	*sum = result;
	return ADD_DONE;
}
switch (error_status()) {
case STATUS_DEVICE:
	return ADD_DEVICES;
case STATUS_SHAPE:
	return ADD_SHAPES;
default:
	return ADD_FAILED;
}

/* lab3_wrong_at_the_edges: fail wanted ADD_SHAPES, got ADD_FAILED */
/* the first dimension counts too */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 1; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* lab3_wrong_counts_elements: fail wanted ADD_SHAPES */
/* as many numbers do not make the same shape */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
if (tensor_count(x) != tensor_count(y))
	return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* lab3_wrong_silent_copy: fail wanted ADD_DEVICES, got ADD_DONE */
/* copies behind the caller's back instead of refusing */
Tensor *moved = tensor_copy_to(x, tensor_device(y));
Tensor *result = tensor_add(moved, y);
tensor_free(moved);
if (!result)
	return ADD_SHAPES;
*sum = result;
return ADD_DONE;

/* lab3_wrong_sum_on_failure: fail refused with ADD_FAILED, but *sum was changed */
/* writes *sum before it knows */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 0; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
*sum = tensor_add(x, y);
return *sum ? ADD_DONE : ADD_FAILED;

/* lab3_right_by_whole_shapes: pass */
/* compares what lies behind the rank too, where a tensor has zeros */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (memcmp(&a, &b, sizeof a) != 0)
	return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* lab3_wrong_two_dimensions: fail wanted ADD_SHAPES, got ADD_FAILED */
/* as if there were matrices alone */
	if (!device_equal(tensor_device(x), tensor_device(y)))
		return ADD_DEVICES;
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (a.rank != b.rank)
		return ADD_SHAPES;
	for (int i = 0; i < 2 && i < a.rank; i++)
		if (a.dim[i] != b.dim[i])
			return ADD_SHAPES;
	Tensor *result = tensor_add(x, y);
	if (!result)
		return ADD_FAILED;
	*sum = result;
	return ADD_DONE;

/* lab3_wrong_status: fail wanted ADD_DONE, got 1, which is none of the four */
/* 1 for success */
	if (!device_equal(tensor_device(x), tensor_device(y)))
		return ADD_DEVICES;
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (a.rank != b.rank)
		return ADD_SHAPES;
	for (int i = 0; i < a.rank; i++)
		if (a.dim[i] != b.dim[i])
			return ADD_SHAPES;
	Tensor *result = tensor_add(x, y);
	if (!result)
		return ADD_FAILED;
	*sum = result;
	return 1;

/* lab3_wrong_sum_in_x: fail was never freed; it is the caller's tensor: was it returned itself */
	if (!device_equal(tensor_device(x), tensor_device(y)))
		return ADD_DEVICES;
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (a.rank != b.rank || memcmp(a.dim, b.dim, (size_t)a.rank * sizeof *a.dim) != 0)
		return ADD_SHAPES;
	Tensor *z = tensor_retain((Tensor *)(uintptr_t)x);
	if (tensor_add_scaled(z, 1, y) != 0) {
		tensor_free(z);
		return ADD_FAILED;
	}
	*sum = z;
	return ADD_DONE;

/* lab3_wrong_counts_compared: fail wanted ADD_SHAPES, got ADD_FAILED */
/* as many dimensions and as many numbers make no equal shapes */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
if (tensor_shape(x).rank != tensor_shape(y).rank || tensor_count(x) != tensor_count(y))
	return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;
