/** Seeded random whole numbers (splitmix32): the same in every run, in Node and in browsers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 32 bits. */
  word(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  }

  /** In [from, to]. */
  between(from: number, to: number): number {
    return from + Math.floor((this.word() / 2 ** 32) * (to - from + 1));
  }

  /** 32 bits with long runs of zeros and ones, where carries and borrows travel. */
  edge(): number {
    const ones = this.between(0, 3) === 0 ? this.word() : 2 ** this.between(0, 32) - 1;
    const word = (this.word() & 1 ? ones : ~ones) + this.between(-1, 1);
    return word >>> 0;
  }
}
