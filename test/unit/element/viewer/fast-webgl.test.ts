import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSoftware } from '../../../../src/element/viewer/fast-webgl.js';

describe('a renderer of WebGL', () => {
  it('is told by its name to be a program or a GPU', () => {
    const programs = [
      'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
      'llvmpipe (LLVM 15.0.6, 256 bits)',
      'Apple Software Renderer',
      'ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0)',
    ];
    const gpus = [
      'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0)',
      'ANGLE (Apple, ANGLE Metal Renderer: Apple M2, Unspecified Version)',
      'Mesa Intel(R) UHD Graphics 620 (KBL GT2)',
      'WebKit WebGL',
    ];
    assert.deepEqual(programs.map(isSoftware), [true, true, true, true]);
    assert.deepEqual(gpus.map(isSoftware), [false, false, false, false]);
  });
});
