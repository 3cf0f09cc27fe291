/* the part for one device is dealt out too */
int most = (products + gpus - 1) / gpus;
return (alone_us + products * product_us) / (alone_us / gpus + most * product_us);
