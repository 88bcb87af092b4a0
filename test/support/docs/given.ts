/**
 * What the examples of the documentation take as given: names of the page's own, and packages that are not installed here, as far as
 * the examples use them.
 */
export const given = `
import type { Engine } from 'snake-segmenter/engine.js';
import type { FeatureCollection, SnakeSegmenter } from 'snake-segmenter';

type Opened = Awaited<ReturnType<Engine['load']>>;
declare global {
  const segmenter: SnakeSegmenter;
  const viewer: import('openseadragon').Viewer;
  const token: (options?: { readonly renew: boolean }) => Promise<string>;
  const engine: Engine;
  const image: Opened;
  const other: Opened;
  const accepted: FeatureCollection;
  const deleted: FeatureCollection;
  const width: number;
  const height: number;
  const x: number;
  const y: number;
  const data: Uint8Array;
  const myNetwork: (data: Uint8ClampedArray, width: number, height: number, prompts: object) => Promise<Uint8Array>;
}
`;

export const packages = `
declare module '@angular/core' {
  export const CUSTOM_ELEMENTS_SCHEMA: { readonly name: string };
  export const Component: (of: { selector: string; schemas: readonly object[]; template: string }) => ClassDecorator;
}
declare module 'next/dynamic' {
  const dynamic: <Props>(
    load: () => Promise<{ default: (props: Props) => import('react').ReactNode }>,
    options: { ssr: boolean },
  ) => (props: Props) => import('react').ReactNode;
  export default dynamic;
}
declare module '@vitejs/plugin-vue' {
  const vue: (options: { template: { compilerOptions: { isCustomElement(tag: string): boolean } } }) => object;
  export default vue;
}
declare module '@annotorious/openseadragon' {
  interface Annotator {
    setDrawingEnabled(enabled: boolean): void;
    setAnnotations(annotations: object[]): void;
    getAnnotations(): object[];
  }
  export const W3CImageFormat: (source: string) => object;
  export const createOSDAnnotator: (viewer: import('openseadragon').Viewer, options: { adapter: object }) => Annotator;
}
declare module 'onnxruntime-web/wasm' {
  export class Tensor {
    constructor(type: 'float32', data: Float32Array, shape: readonly number[]);
    readonly data: Float32Array;
  }
  export class InferenceSession {
    static create(address: string): Promise<InferenceSession>;
    run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  }
}
declare module '*?url' {
  const address: string;
  export default address;
}
`;

/** `slide.d.ts`, a module of the page's own. */
export const slide = `declare const Slide: (props: { src: string }) => import('react').ReactNode;
export default Slide;
`;

/** A host's own module, beside which its worker lies. */
export const algorithms = `
export declare const brightPart: import('snake-segmenter/toolkit.js').Algorithm;
`;
