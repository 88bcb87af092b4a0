/** A list of numbers that grows, eight bytes each. */
export class Numbers {
  #values = new Float64Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(...values: readonly number[]): void {
    if (this.#length + values.length > this.#values.length) {
      const larger = new Float64Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values.set(values, this.#length);
    this.#length += values.length;
  }

  /** The last one for −1, as `Array.prototype.at`. */
  at(index: number): number {
    return this.#values[index < 0 ? this.#length + index : index]!;
  }
}
