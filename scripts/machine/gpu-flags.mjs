/** Flags of headless Chromium for WebGPU. */
const common = [
  '--enable-unsafe-webgpu',
  '--ignore-gpu-blocklist',
  '--enable-features=Vulkan',
  '--disable-vulkan-surface',
];

/** On the machine's GPU, through Vulkan. */
export const gpuFlags = [...common, '--use-angle=vulkan'];

/** On the software adapter. */
export const softwareFlags = [...common, '--use-webgpu-adapter=swiftshader'];
