/* made.c - what the caller has queued is still at work on the memory that a function is given, which reads it all the same. */

/* 3.4 sum_unordered: fail that an earlier kernel usegpu_k_add_scaled_f32 may still be writing */
/* the sum in a stream of its own, which waits for nothing of the default one */
/* --- body --- */
	Device d = tensor_device(y);
	if (d.kind == DEVICE_CPU) {
		Tensor *m = tensor_as_in_device(x, d), *z = tensor_add(m, y);
		tensor_free(m);
		return z;
	}
	Stream *own = stream_create(d);
	Tensor *m = NULL, *z = NULL;
	if (own && stream_set_current(own) == 0) {
		m = tensor_as_in_device(x, d);
		z = tensor_add(m, y);
		if (stream_synchronize(own) != 0) { tensor_free(z); z = NULL; }
		stream_reset_current(d);
	}
	tensor_free(m);
	stream_free(own);
	return z;

/* 4.4 pass_unordered: fail that an earlier kernel usegpu_k_add_scaled_f32 may still be writing */
/* the same with a network */
/* --- body --- */
	Device d = tensor_device(parameters[0]);
	Stream *own = NULL;
	if (d.kind == DEVICE_GPU) {
		own = stream_create(d);
		if (!own || stream_set_current(own)) return NULL;
	}
	Tensor *y = tensor_as_in_device(x, tensor_device(parameters[0]));
	for (int i = 0; i < layers; i++) {
		Tensor *product = tensor_matmul(y, parameters[2 * i]);
		Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
		tensor_free(product);
		tensor_free(y);
		y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
		tensor_free(sum);
	}
	if (own && stream_synchronize(own)) { tensor_free(y); y = NULL; }
	if (own) stream_reset_current(d);
	stream_free(own);
	return y;

/* 2.6 printed_unordered: fail may still be writing */
/* the same with a copy to the host */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
	Device home = tensor_device(x);
	Stream *own = home.kind == DEVICE_GPU ? stream_create(home) : NULL;
	if (own)
		stream_set_current(own);
	float *host = malloc(tensor_bytes(x));
	int status = host ? tensor_to_host(x, host) : -1;
	if (own)
		stream_reset_current(home);
	stream_free(own);
	if (status == 0)
		fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols, device_text(home).text);
	for (int64_t i = 0; i < rows * cols && status == 0; i++)
		fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
	free(host);
	return status == 0 ? 0 : -1;

/* 3.2 own_stream: fail  */
/* copies in a stream of its own, and does not wait for what makes x */
/* --- body --- */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	Device home = tensor_device(x);
	Stream *stream = stream_create(home);
	if (home.kind == DEVICE_GPU)
		stream_set_current(stream);
	Tensor *copy = tensor_copy_to(x, device);
	if (home.kind == DEVICE_GPU)
		stream_reset_current(home);
	stream_synchronize(stream);
	stream_free(stream);
	*copies += copy != NULL;
	return copy;
