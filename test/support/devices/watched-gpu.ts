/** A `GPU` whose devices a test gets to see, and may change, before their owner does. */
export const watched = (gpu: GPU, onDevice: (device: GPUDevice) => void): GPU =>
  ({
    requestAdapter: async (options?: GPURequestAdapterOptions) => {
      const adapter = await gpu.requestAdapter(options);
      if (!adapter) return null;
      const { info, limits, features } = adapter;
      const requestDevice = async (descriptor?: GPUDeviceDescriptor): Promise<GPUDevice> => {
        const device = await adapter.requestDevice(descriptor);
        onDevice(device);
        return device;
      };
      return { info, limits, features, requestDevice };
    },
  }) as unknown as GPU;
