/* what became of the last batch is returned */
Device device = module_device(model);
int64_t count = tensor_shape(x).dim[0];
double right = -1;
int status = -1;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
for (int64_t first = 0; first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *x_rows = tensor_rows(x, first, rows), *class_rows = tensor_rows(classes, first, rows);
	Tensor *numbers = tensor_as_in_device(x_rows, device);
	Tensor *kinds = tensor_as_in_device(class_rows, device);
	Tensor *logits = module_forward(model, numbers);
	Tensor *correct = loss_correct(logits, kinds);
	status = tensor_add_scaled(sum, 1, correct);
	Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
	for (int i = 0; i < 6; i++)
		tensor_free(made[i]);
}
if (status == 0 && tensor_item(sum, &right) < 0)
	right = -1;
tensor_free(sum);
return (int64_t)right;
