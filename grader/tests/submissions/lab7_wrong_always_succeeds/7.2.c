int before = 0;
cudaGetDevice(&before);
queue_all(products, count);
wait_for_all(products, count);
cudaSetDevice(before);
return 0;
