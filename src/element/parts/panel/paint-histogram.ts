/** The histogram's picture: how often values occur, and over it the window from black to white. */
import { BINS, type Histogram } from '../../seeing/histogram.js';

const COLOURS = ['rgb(226 62 62)', 'rgb(36 160 74)', 'rgb(52 110 235)'] as const;

/** @param window the bins, as numbers from 0 to 1, that are shown as black and as white */
export const paintHistogram = (
  canvas: HTMLCanvasElement,
  { channels, places }: Histogram,
  window: readonly [number, number],
): void => {
  const ratio = globalThis.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const context = canvas.getContext('2d');
  if (!context || width === 0) return;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  const ink = getComputedStyle(canvas).color;
  context.globalAlpha = channels.length > 1 ? 0.55 : 0.7;
  for (const [k, shares] of channels.entries()) {
    context.fillStyle = channels.length > 1 ? (COLOURS[places[k] ?? k] ?? ink) : ink;
    context.beginPath();
    context.moveTo(0, height);
    // Square roots, so that rare values are seen.
    for (const [bin, share] of shares.entries())
      context.lineTo(((bin + 0.5) / BINS) * width, height - Math.sqrt(share) * (height - 2));
    context.lineTo(width, height);
    context.fill();
  }
  context.globalAlpha = 1;
  context.strokeStyle = ink;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(window[0] * width, height);
  context.lineTo(window[1] * width, 0);
  context.stroke();
};
