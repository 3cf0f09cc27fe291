/* as if a product could be cut */
double total = products * product_us;
return (alone_us + total) / (alone_us + total / gpus);
