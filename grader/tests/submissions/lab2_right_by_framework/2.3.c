/* takes the list of all devices, and its second entry if there is one */
Device all[2];
int count = device_try_all_gpus(all, 2);
return tensor_uniform(SHAPE(rows, cols), seed, all[count >= 2]);
