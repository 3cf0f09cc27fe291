/* lab12_wrong_no_share: fail is not what one step with the whole batch */
/* each piece's gradient is added as it is: a mean over its own rows */
int64_t n = tensor_count(classes);
int status = module_zero_gradients(model);
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? module_backward_parameters(model, gradient) : -1;
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
return status == 0 ? 0 : -1;

/* lab12_wrong_update_each: fail is not what one step with the whole batch */
/* an update behind each piece */
int64_t n = tensor_count(classes);
int status = 0;
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	status = module_zero_gradients(model);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? module_backward_parameters(model, gradient) : -1;
	if (status == 0)
		status = sgd_step(optimizer);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
return status == 0 ? 0 : -1;

/* lab12_wrong_all_at_once: fail rows have in the first layer */
/* the whole batch in one piece */
Tensor *gradient = NULL;
int status = module_zero_gradients(model);
Tensor *logits = module_forward(model, x);
Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
status = loss ? module_backward_parameters(model, gradient) : -1;
if (status == 0)
	status = sgd_step(optimizer);
tensor_free(gradient);
tensor_free(loss);
tensor_free(logits);
(void)rows;
return status == 0 ? 0 : -1;

/* lab12_wrong_rest_left_out: fail is not what one step with the whole batch */
/* a last piece that is smaller is left out */
int64_t n = tensor_count(classes);
int status = module_zero_gradients(model);
for (int64_t first = 0; first + rows <= n && status == 0; first += rows) {
	float share = (float)rows / (float)n;
	Tensor *part = tensor_rows(x, first, rows), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, rows);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
return status == 0 ? 0 : -1;

/* lab12_wrong_old_gradients: fail in the second step */
/* the gradients of the step before are still there */
int64_t n = tensor_count(classes);
int status = 0;
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	float share = (float)here / (float)n;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
return status == 0 ? 0 : -1;

/* lab12_wrong_leaks_logits: fail were never freed */
/* what forward made is not given back */
int64_t n = tensor_count(classes);
int status = module_zero_gradients(model);
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	float share = (float)here / (float)n;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *loss = loss_softmax_cross_entropy(module_forward(model, part), wanted, &gradient);
	status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(wanted);
	tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
return status == 0 ? 0 : -1;
