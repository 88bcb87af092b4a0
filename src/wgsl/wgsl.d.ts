declare module '*.wgsl' {
  const source: import('../compute/wgsl.js').Wgsl;
  export default source;
}
