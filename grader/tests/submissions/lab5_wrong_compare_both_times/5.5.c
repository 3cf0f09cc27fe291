/* reads the clock once for both times: the second one has the first in it */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);

start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;

Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;

int status = on_cpu && first && on_gpu && back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;
