/* finishes each parameter before the next: half-way is half */
int before = 0, status = 0;
cudaGetDevice(&before);
if (to >= 0 && cudaSetDevice(to) != cudaSuccess)
	status = -1;
for (int i = 0; i < count && status == 0; i++) {
	if (parameters[i].device == to)
		continue;
	float *copy = copy_of(&parameters[i], to);
	if (!copy) {
		status = -1;
		break;
	}
	give_back(parameters[i].data, parameters[i].device);
	parameters[i].data = copy;
	parameters[i].device = to;
}
cudaSetDevice(before);
cudaGetLastError();
return status;
