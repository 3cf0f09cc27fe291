/* elsewhere.c - answers that have right numbers from another place, or in another place, than the contract says. */

/* 7.4 multiplied_where_inputs_are: fail device number i % 2 computes product i */
/* multiplies on the GPU that has both inputs, and copies the result, which takes a copy less */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
	for (int i = 0; i < count; i++) {
		Device device = devices[i % there], at = device;
		Device da = tensor_device(a[i]), db = tensor_device(b[i]);
		if (da.kind == db.kind && da.index == db.index && da.kind == DEVICE_GPU)
			at = da;
		Tensor *left = tensor_as_in_device(a[i], at);
		Tensor *right = tensor_as_in_device(b[i], at);
		Tensor *made = tensor_matmul(left, right);
		results[i] = tensor_as_in_device(made, device);
		failed |= results[i] == NULL;
		tensor_free(made);
		tensor_free(left);
		tensor_free(right);
	}
	for (int d = 0; d < there; d++)
		failed |= device_synchronize(devices[d]) != 0;
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;

/* 7.4 multiplied_twice: fail device number i % 2 computes product i */
/* the same, and a product of ones on the GPU that should have computed it */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
	for (int i = 0; i < count; i++) {
		Device device = devices[i % there], at = device;
		Device da = tensor_device(a[i]), db = tensor_device(b[i]);
		if (da.kind == db.kind && da.index == db.index && da.kind == DEVICE_GPU)
			at = da;
		Tensor *left = tensor_as_in_device(a[i], at);
		Tensor *right = tensor_as_in_device(b[i], at);
		Tensor *made = tensor_matmul(left, right);
		results[i] = tensor_as_in_device(made, device);
		if (at.index != device.index) {
			Tensor *p = tensor_ones(tensor_shape(a[i]), device);
			Tensor *q = tensor_ones(tensor_shape(b[i]), device);
			tensor_free(tensor_matmul(p, q));
			tensor_free(p);
			tensor_free(q);
		}
		failed |= results[i] == NULL;
		tensor_free(made);
		tensor_free(left);
		tensor_free(right);
	}
	for (int d = 0; d < there; d++)
		failed |= device_synchronize(devices[d]) != 0;
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;
