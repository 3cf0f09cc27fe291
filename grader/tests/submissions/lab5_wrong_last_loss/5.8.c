/* the last size at which the GPU loses */
int last = count - 1;
while (last >= 0 && gpu[last] < cpu[last])
	last--;
return last;
