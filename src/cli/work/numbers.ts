/** A growing list of numbers, eight bytes each. */
export class Numbers {
  #values = new Float64Array(1024);
  #length = 0;

  static of(values: Float64Array<ArrayBuffer>): Numbers {
    const numbers = new Numbers();
    numbers.#values = values;
    numbers.#length = values.length;
    return numbers;
  }

  /** The bytes of the list, in the machine's byte order. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#values.buffer, 0, this.#length * Float64Array.BYTES_PER_ELEMENT);
  }

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

  /** The last number for −1, as `Array.prototype.at`. */
  at(index: number): number {
    return this.#values[index < 0 ? this.#length + index : index]!;
  }
}
