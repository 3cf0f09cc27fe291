/* there is always a smaller batch at the end, if only of no rows */
int64_t count = tensor_shape(x).dim[0], batches = count / batch + 1;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
int status = sum ? 0 : -1;
for (int64_t i = 0; status == 0 && i < batches; i++) {
	int64_t rows = i + 1 < batches ? batch : count % batch;
	Tensor *numbers = tensor_rows(x, i * batch, rows);
	Tensor *kinds = tensor_rows(classes, i * batch, rows);
	Tensor *loss = step(model, sgd, numbers, kinds);
	status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
	tensor_free(loss);
	tensor_free(kinds);
	tensor_free(numbers);
}
if (status == 0)
	status = tensor_item(sum, mean);
tensor_free(sum);
return status == 0 ? 0 : -1;
