/* no ring: in each round every GPU sends one piece to the GPU that adds that piece up; then the sums
 * go the same ways back */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int step = 1; step < count && status == 0; step++) {
	for (int i = 0; i < count && status == 0; i++)
		status = send_piece(gradients[i], room[(i + step) % count], (i + step) % count,
				    count);
	for (int i = 0; i < count; i++)
		device_synchronize(tensor_device(gradients[i]));
	for (int i = 0; i < count && status == 0; i++)
		status = add_piece(gradients[i], room[i], i, count);
	for (int i = 0; i < count; i++)
		device_synchronize(tensor_device(gradients[i]));
}
for (int step = 1; step < count && status == 0; step++)
	for (int i = 0; i < count && status == 0; i++)
		status = send_piece(gradients[i], gradients[(i + step) % count], i, count);
for (int i = 0; i < count; i++)
	device_synchronize(tensor_device(gradients[i]));
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;
