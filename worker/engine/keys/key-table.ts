/**
 * A hash table of 32-byte keys at positions in byte arrays, without an object or string per lookup.
 *
 * @module
 */

/**
 * Numbers by key: open addressing by the key's first bytes, which are evenly spread for keys and key
 * images. Only own keys are inserted, so an attacker cannot force collisions.
 */
export class KeyTable {
  #size = 0
  /** Number of each row plus one; 0 for a free row. The row count is a power of two. */
  #values = new Uint32Array(64)
  #keys = new Uint8Array(32 * 64)

  get size(): number {
    return this.#size
  }

  /** Removes all keys. */
  clear(): void {
    this.#size = 0
    this.#values.fill(0)
  }

  /** Makes room for so many keys at once. */
  reserve(count: number): void {
    let rows = this.#values.length
    while (rows < 2 * count) rows *= 2
    if (rows > this.#values.length) this.#resize(rows)
  }

  /** Sets the number of the key at `at` of `bytes`. @param value - From 0 to 2^32 - 2. */
  set(bytes: Uint8Array, value: number, at = 0): void {
    if (2 * this.#size >= this.#values.length) this.#resize(2 * this.#values.length)
    const row = this.#rowOf(bytes, at)
    if (this.#values[row] === 0) this.#size++
    this.#values[row] = value + 1
    for (let i = 0; i < 32; i++) this.#keys[32 * row + i] = bytes[at + i]!
  }

  /** The number of the key at `at` of `bytes`; undefined when it is not in the table. */
  get(bytes: Uint8Array, at = 0): number | undefined {
    const value = this.#values[this.#rowOf(bytes, at)]!
    return value === 0 ? undefined : value - 1
  }

  /** Row of the key, or the free row for it. */
  #rowOf(bytes: Uint8Array, at: number): number {
    const values = this.#values
    const mask = values.length - 1
    const first =
      bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    for (let row = first & mask; ; row = (row + 1) & mask)
      if (values[row] === 0 || this.#isAt(row, bytes, at)) return row
  }

  #isAt(row: number, bytes: Uint8Array, at: number): boolean {
    const keys = this.#keys
    for (let i = 0; i < 32; i++) if (keys[32 * row + i] !== bytes[at + i]) return false
    return true
  }

  #resize(rows: number) {
    const [keys, values] = [this.#keys, this.#values]
    this.#values = new Uint32Array(rows)
    this.#keys = new Uint8Array(32 * rows)
    this.#size = 0
    for (let row = 0; row < values.length; row++)
      if (values[row]! > 0) this.set(keys, values[row]! - 1, 32 * row)
  }
}
