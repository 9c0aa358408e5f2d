/**
 * Outputs by their key images.
 *
 * @module
 */
import type { OutputRecord } from '../store/records.ts'
import type { Index, Store } from '../store/store.ts'

type Output = Readonly<OutputRecord>

/** One-time key of each output whose key image is known, by key image in hex. */
class ByKeyImage implements Index<OutputRecord> {
  readonly #keys = new Map<string, string>()

  /** One-time key of the output that has this key image. */
  get(keyImage: string): string | undefined {
    return this.#keys.get(keyImage)
  }

  changed(key: string, before: Output | undefined, after: Output | undefined): void {
    if (before?.keyImage === after?.keyImage) return
    if (before?.keyImage !== undefined && this.#keys.get(before.keyImage) === key)
      this.#keys.delete(before.keyImage)
    if (after?.keyImage !== undefined) this.#keys.set(after.keyImage, key)
  }
}

/** Index of outputs. */
export const byKeyImage = () => new ByKeyImage()

/** The output that has this key image, in lower-case hex; undefined if no output is known to have it. */
export function outputWith(outputs: Store['outputs'], keyImage: string): Output | undefined {
  const key = outputs.index(byKeyImage).get(keyImage)
  return key === undefined ? undefined : outputs.get(key)
}
