# attended.gdb - what gdb is told once the exercise has stopped: it has the inputs of one run, which the judge has
# sent. A program that began again would wait for them for ever.
set confirm off
define run
echo This run has its inputs once. To begin again: quit, and make debug once more.\n
end
define start
echo This run has its inputs once. To begin again: quit, and make debug once more.\n
end
set confirm on
