import type { Rect } from '../image/samples.js';
import type { Geometry } from '../worker/algorithm.js';
import { readMoments } from './energy.js';
import type { Lattice } from './lattice.js';
import { ringRuns } from './region_statistics.js';
import type { Scene } from './scene.js';
import { type Box, latticeRing, rectangleRing } from './starts.js';
import { store64 } from './sum_contributions.js';

/**
 * Takes a found object's pixels out of the lattice's sums, and out of what is left to find: they are then outside the
 * domain. Returns the share of its pixels that had been taken before. An object too small for the lattice's level
 * takes its rectangle along, so that it is not found again.
 */
export function takeOut(scene: Scene, lattice: Lattice, taken: Uint8Array, geometry: Geometry, found: Box): number {
  const { domain, scaleX, scaleY } = scene;
  const outer = geometry.type === 'Polygon' ? geometry.coordinates[0]! : [];
  const ring = latticeRing(outer, domain, scaleX, scaleY);
  const object = ring === undefined ? { pixels: 0, again: 0 } : take(scene, lattice, taken, ring, domain);
  const share = object.pixels === 0 ? 1 : object.again / object.pixels;
  if (share > 0.5) take(scene, lattice, taken, rectangleRing(found), domain);
  return share;
}

function take(
  { tables, channel, samples }: Scene,
  lattice: Lattice,
  taken: Uint8Array,
  ring: readonly number[],
  domain: Rect,
): { readonly pixels: number; readonly again: number } {
  const { width, height } = domain;
  const runs = ringRuns(ring, width);
  const cells = lattice.rows.length - 1;
  const cellOf = new Uint16Array(width);
  for (let cell = 0; cell < cells; cell++) cellOf.fill(cell, lattice.columns[cell], lattice.columns[cell + 1]);
  const moments = new Float64Array(cells * tables.moments);
  let pixels = 0;
  let again = 0;
  for (let band = 0; band < cells; band++) {
    moments.fill(0);
    for (let row = lattice.rows[band]!; row < Math.min(height, lattice.rows[band + 1]!); row++) {
      const line = runs(row);
      for (let i = 0; i < line.length; i += 2) {
        for (let column = line[i]!; column < line[i + 1]!; column++) {
          const pixel = row * width + column;
          if (samples.missing?.[pixel] || channel.missing?.[pixel]) continue;
          pixels++;
          if (taken[pixel]) {
            again++;
            continue;
          }
          taken[pixel] = 1;
          addPixel(moments, cellOf[column]! * tables.moments, channel, pixel);
        }
      }
    }
    subtract(lattice, band, moments, tables.moments);
  }
  return { pixels, again };
}

function addPixel(moments: Float64Array, at: number, { kind, planes }: Scene['channel'], pixel: number): void {
  moments[at]!++;
  if (kind === 'codes') {
    moments[at + 1 + planes[0]![pixel]!]!++;
    return;
  }
  for (const [plane, values] of planes.entries()) {
    const z = values[pixel]!;
    moments[at + 1 + 2 * plane]! += z;
    moments[at + 2 + 2 * plane]! += z * z;
  }
}

/** Column lines hold sums over all cells to their left. */
function subtract(lattice: Lattice, band: number, moments: Float64Array, count: number): void {
  const cells = lattice.rows.length - 1;
  const left = new Array<bigint>(count).fill(0n);
  for (let line = 1; line <= cells; line++) {
    for (let i = 0; i < count; i++) left[i] = left[i]! + BigInt(moments[(line - 1) * count + i]!);
    const at = (line * cells + band) * 2 * count;
    for (const [i, value] of readMoments(lattice.sums, at, count).entries()) {
      const rest = BigInt.asUintN(64, value - left[i]!);
      store64(lattice.sums, at + 2 * i, Number(rest & 0xffffffffn), Number(rest >> 32n));
    }
  }
}
