/**
 * Milliseconds of this process on the processor, user and system together: what the work costs one core, whatever
 * else the machine does meanwhile. It counts the helper threads of the virtual machine too, so that it never flatters.
 */
export const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
