(void)alone_us, (void)product_us, (void)products;
return gpus;
