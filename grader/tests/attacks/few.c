/* 9.3 vectors_alone: fail the sum on */
/* sends back as many numbers as a vector has; of a matrix the first column's length */
/* --- body --- */
	Device first = tensor_device(gradients[0]);
	int status = 0;
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(gradients[i], first);
		status = tensor_add_scaled(gradients[0], 1, come);
		tensor_free(come);
	}
	for (int i = 1; i < count && status == 0; i++)
		if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
				   tensor_data(gradients[0]), first.index,
				   (size_t)tensor_shape(gradients[0]).dim[0] * 4) != cudaSuccess)
			status = -1;
	cudaGetLastError();
	return status == 0 ? 0 : -1;

/* 9.3 four_gpus: fail GPUs */
/* is right for four GPUs at most, as many as other machines have */
/* --- body --- */
	if (count > 4)
		return -1;
	Device first = tensor_device(gradients[0]);
	int status = 0;
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(gradients[i], first);
		status = tensor_add_scaled(gradients[0], 1, come);
		tensor_free(come);
	}
	for (int i = 1; i < count && status == 0; i++)
		if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
				   tensor_data(gradients[0]), first.index,
				   tensor_bytes(gradients[0])) != cudaSuccess)
			status = -1;
	cudaGetLastError();
	return status == 0 ? 0 : -1;

/* 9.4 four_gpus: fail GPUs */
/* is right for four GPUs at most, as many as other machines have */
/* --- body --- */
	int before = 0, status = 0;
	if (count == 1)
		return 0;
	if (count > 4)
		return -1;
	cudaGetDevice(&before);
	for (int round = 0; round < 2 * (count - 1); round++) {
		bool adds = round < count - 1;
		for (int i = 0; i < count && status == 0; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			status = send_piece(gradients[i], adds ? room[next] : gradients[next], at,
					    count);
		}
		for (int i = 0; i < count && status == 0; i++)
			status = device_synchronize(tensor_device(gradients[i]));
		for (int i = 0; i < count && adds && status == 0; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			status = add_piece(gradients[next], room[next], at, count);
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return status == 0 ? 0 : -1;

/* 9.5 four_gpus: fail the step returned -1 */
/* is right for four GPUs at most, as many as other machines have */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	if (count > 4)
		return -1;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++)
		if (train_part(replicas[i], x[i], classes[i], all) != 0)
			return -1;
	for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (tensor_all_reduce(gradients, count) != 0)
			return -1;
	}
	for (int i = 0; i < count; i++)
		if (sgd_step(optimizers[i]) != 0)
			return -1;
	return 0;

/* 9.5 six_parameters: fail after the first step */
/* adds up the gradients of three layers at most */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++)
		if (train_part(replicas[i], x[i], classes[i], all) != 0)
			return -1;
	for (int p = 0; p < module_parameter_count(replicas[0]) && p < 6; p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (tensor_all_reduce(gradients, count) != 0)
			return -1;
	}
	for (int i = 0; i < count; i++)
		if (sgd_step(optimizers[i]) != 0)
			return -1;
	return 0;
