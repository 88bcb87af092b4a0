/**
 * Images made as those of Perrot et al. (2011): a real 16-bit image, interpolated to the size wanted, and Gaussian
 * noise. The real one is a nucleus of `demo/images/fluo_nuclei.tif` with its surroundings (BBBC038, CC0).
 */
import { Random } from '../../../test/support/random.js';

const width = 58;
const height = 47;
/** Base64 of 58 × 47 samples, all below 256. */
const nucleus = [
  'IiEeJBckHx0WFhUQDhYUEBoQFBwUFQ4bEBcRGxMQFRMTEBkSEw4WFBAVDRcXEBcUFxoXFx4ZCxoOESggJB8gGhcRDBMbCw8ZEAwWDxUZFQ8YDR',
  'IZGw4SExEOFBUQDRoVEw0SCxMWEhYSExEMDxcXFRQUGhMbHRodGh8ZHxsRExgUFREYGBMUGA8cFRcRFBoSDRUVDxILEBcUGREPFRYRFQsNEw4P',
  'EBAMFBMZERsYHyEoBxwYIBQRHhMRFxUaCRcOFB8QGRUSIRcSHRYYDw0YEBgXDw8GDRUQEgwVDBEOEhUiEg0TFxQXFhsVEBMSGBIRHgwTGxYfEh',
  'IVFREUEhETEBMXGBYPDRMMFx0SGQ8fERMaDxUUGRAdHhQdFCAJEQ4DFhgTGyYfGhETFxYQFhsVGAoZBQ4RGBgVEBERGB0IERYRHhMYERIWFRYc',
  'FRENEBcLEhMWEBcTFBQVEBQPIBceFhYYEBIZERoTFxoZFQcgExsOFxcSEiQgGRgMEhEaFCMWFxcVGw4eFxQYGg0PFg0TGBgVDQsMFhkSFhEREh',
  'wSGRoSHxYWGBcSFBkUEhkXExkMGR4aFhsYHSEfIiQdHRoVCxoGFhUMEg4aFBcRDAgQDhERGRIWEw8NHhgOCR4PHBkgChgYGhQYEB8YExocFxcW',
  'GyAdIRggGRwaDRkbEBgSFRMcFQ0TBRYOFxMKDhsYCxkUCyQdGSILGBgRGhYUExcZHRsQGCEYGBMiGhwdIB0cGiEfFB8UEhkjGRITFgweGhkZEx',
  'EYDBscDxoNFhoZFwwXFR8bGBkcGRgWDRkdGx4XGhgiJCkhHikgIh4jGhsoISAdIRYbDhcVFRYJGRgUFxQdDAsTExMeEBYcHB0VDxsUHSIYIR8a',
  'EhkfKCUxKCofLSouHCgxISYlIxoZHxoXIRQPFw4SDA4OFhoPGwYeFAwaFxoZEBMYGhMbGBgfGR4cIh4kJC8qJzAkMjU3MCUvKTMyKiwmJyYcGR',
  'gYIhIVFxwXGA4YDRURFA8VGRYVHBISGRcXFRMmHiEfHycrKSU2KCo2MDM2KjM7LDA1NDMuMjEjKB8gGxkXDxUQEhoUDRIQFRsWDxwYHhIaGBMZ',
  'GhoXHSInJCYsJDcuKCgpKjEwNTk+NjQ8PCw4NjMuJSAfGhohFxEeEhISEhINGgcbEREKGRYOGRkUCyEeHyMhJSUrNTIxNDM5OjkzO0RBPUBCMD',
  '08QDkxPCofIxcaEBgaFhMYFxcTEBcMEBcTExYUEBwdGBYeGiEoKyQjMC43LzQ3NjI3PTpANz09ODw+Pj5BOjYtMCMfHxQWIRcYGBUYFRgYDBEW',
  'FxUfGRQVFyAaGh0mLzIxIi0sNSkuMjoxPTVGOjc5OT00SEM5Q0M4MCkcHhMiGR0aFRUYFBsZDgsZEBkZEhgYDg4cHx4cKCYsNzMxMDo3NTI9Ok',
  'A8Pzg9PzVBOEM9QDs8PDcpLCgiGRYcFB8YGxscGBQcGQ8WExAaEhYbGR4jIicoLiokMDo1ODE3NEE+PDpGOUJDQkRCND43PTkyNDUjFhwaGBcf',
  'ER0VFQ8WEBUQExcSGxUdFx4kKCQmMTcwLjIzPjs8NkEzPUo9P0c/PkVLPjVEPjw5NzItIxsdHxsYExwZGBcVEBgaHAwYFRYbGxobIyEwOzE3MD',
  'QuOTU6NTU8PztARUdDSEc9REVCRUFHNTkwJScnIhQSGSETFRQYGRMVERsLExIOEhkdHiYlLTQ1NjgwO0A+Ozk7Qz08QT9JUEhFR09CPz01PzY7',
  'LiwiIyIYDRYcExkYDxsJExQNHhEPFxkaICsfJyk5PEA6NkNEPD41OTo9PjxCRkg+S0tKQkI+OTo1MyciIhwVIxIaExMhGB0XDxYTFxQPHBAaHx',
  '8jKzA0NC5AMzg+PTs3OTtCO0Y5R0Q9RUZDREFBSDovPTUtKyIeGxsXFxUXFxgNFxINEBIbEh0VGBwXIjAzLjs3PDc1NTk9NT45QEk8PT1DQElB',
  'QEAyRDhJLjgwMCAfGRogFBMVFwgPEw4XERQVIBQcGRkcJCUvODY2OSw4NTw1Qj0zN0A8RUA/QkY/Pj05NTo1MzooJyAfEhobGR0ZFhUXFxARDx',
  'cTFw4ZFxIcGB0gMC4xNy41Nj87PT84My9CPUg3PzU8SDo8NUI9PDQxMiokExYWHRYaHBUVGhYSJAwTFR8TFBccFRkcJSQwLzk7Ojg+Njs6OkE7',
  'Qj49Pjg+PT4+Qj40OTYtMCwdJBYVHxMXEB0bEBsZGxUSEREZFRkOGBIcHiMhLiowN0M2ODk5QDM4PTc2O0U1PT5COTo7O0ExKyAdHiAlERcYHx',
  'gZFBcSCxMlDRQYGRQMFB4ZFB0iJiMzKCo6NzY4ODc/OTlFOko5Qz47MT5ARTUrLCEpJRYcFxsYHhIXGRgeFRsQGQ0VFRQXGRIWDhogIR8wKzQu',
  'MDY6P0A7OTtDPzdBQjs/Nzk5MjM1JCEhIh0YGRgdHREYFh0OGxATDxgPFg0VFRIXGhYcFB4hHiIrMjErO0FGQjo8QT42ODg6NTUyPzUxKSAaJh',
  'oXGBQjFRUhFBcOGxMWFBISEhcQGhEPGhsRFR4aGxkiIi0wNjk4ODg6Nzk2NDYzOi04MCcjHx8eHiUhFxcaHBsLGBcUGxUUCg8YCw8SDhsbGRYU',
  'FBgTHBgcISchLC8vPigwMSs2NDU3Mzc1LyImGyMaGR0cGCEXHh8ZFBcWGRcUCRQUGRYNExIWEhITFBQRGhkgGRscHiQbHTAvKigwIy4oKSkhHB',
  '0fJRkPGx0XHhsXGRMUEhsTFRcYGBQZFBccGBYXDhYRFBQUFRsWHhUaGx8fFB8bISMYKiQnJhseGxEYHh4XHyEfGhIaGBUZFxQVGhkVDhcVEBoR',
  'FBASDw8OFRcSHSEcJBQSGBkZGxokGRkiIB4eHyEaIBYfGR8dIhoZHA0VFBAbFxQYFhAXDxMTGhQaEB8XFRgPDxkXFBUSGRoRGQ0UGxceGSAWHx',
  'wsJB4iGiAdHRoWEhcZExYWGQ0VExggDRYbEQ4XGhAYEBAZFwsJExcMFBsaFRgaEBoWHRkSGRwXFhwbFRkTGRQbFRwRFhcVHg8WFh0UBhUXFRIc',
  'DxgQGRYWFxwdFRYdDw8UEBMRFxAUGBMQGRAcEhAWGxYTHRkUEh0XFxwZGR0dDwcWHhgPEhMfDg0eEhYWGR0XFxIYGhIWGhQUDxQVEg8RFQwSEB',
  'UQEhINJBYPGRoUGxgYGRsWFRYPGRMSHBEOGBQXERYVFSASER0VGxIeGBsXEBwVDBcKEgsRFRUWGRQTIxIcFhwPGhMTHSMbGBgWGA4fFQ8OKREV',
  'FRkQFgsPEA8PChwPEhMbFBsaHg0PGBMMEBUXFhsSDhcKHhYgGBgeHREZFRkTDhsUERkTEhUTFBYbFBEQFBUTExwSDhkSEA4YFhodHhwHFBQXEA',
  '8QHRETExIaEBEeExoTFxMTEBMZExsWEhQWFxESFhYUEhUPERYMDhoPDRoWFRsWEBkSDx0cFxIWExUWDRgZEBYSFBYVExYTFhQVDRUYGBQLFBsb',
  'GRYdExEPERURDhAdExINFhIOFyQWERAfGA4UIA4LEBgaDxsXFw4PDxIJCBkWChcZFgoYDwgTGBcPDQUZFBAaGREVDw8NFxYQFREYFBoRDBcWGx',
  'gRGQw=',
].join('');

export interface Made {
  readonly width: number;
  readonly height: number;
  readonly data: Uint16Array;
}

/** Samples of 58 × 47 proportions with about `megapixels` million of them, and noise of deviation `sigma`. */
export const interpolated = (megapixels: number, sigma: number, seed: number): Made => {
  const real = Uint8Array.from(atob(nucleus), (letter) => letter.charCodeAt(0));
  const scale = Math.sqrt((megapixels * 1e6) / (width * height));
  const wide = Math.round(width * scale);
  const high = Math.round(height * scale);
  const data = new Uint16Array(wide * high);
  const noise = normals(new Random(seed), sigma);
  const random = new Random(seed + 1);
  for (let y = 0; y < high; y++) {
    const v = Math.min(height - 1.001, ((y + 0.5) * height) / high - 0.5);
    const row = Math.max(0, Math.floor(v));
    const low = Math.max(0, v - row);
    for (let x = 0; x < wide; x++) {
      const u = Math.min(width - 1.001, ((x + 0.5) * width) / wide - 0.5);
      const column = Math.max(0, Math.floor(u));
      const right = Math.max(0, u - column);
      const at = row * width + column;
      const top = real[at]! * (1 - right) + real[at + 1]! * right;
      const bottom = real[at + width]! * (1 - right) + real[at + width + 1]! * right;
      const value = 4000 + 120 * (top * (1 - low) + bottom * low) + noise[random.word() & (noise.length - 1)]!;
      data[y * wide + x] = Math.min(65535, Math.max(0, value));
    }
  }
  return { width: wide, height: high, data };
};

/** A bank of normal values, drawn from at random: a hundred million logarithms would take longer than all else. */
const normals = (random: Random, sigma: number): Float32Array => {
  const bank = new Float32Array(2 ** 20);
  for (let i = 0; i < bank.length; i += 2) {
    const radius = sigma * Math.sqrt(-2 * Math.log((random.word() + 1) / 2 ** 32));
    const angle = (2 * Math.PI * random.word()) / 2 ** 32;
    bank[i] = radius * Math.cos(angle);
    bank[i + 1] = radius * Math.sin(angle);
  }
  return bank;
};
