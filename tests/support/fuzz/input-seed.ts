/**
 * The seed of one input, so that it can be made alone.
 *
 * @param seed - Of the run.
 * @param number - Of the input among those of the reader.
 */
export function inputSeed(seed: number, reader: string, number: number): number {
  let mixed = seed ^ 0x811c9dc5
  for (const char of reader) mixed = Math.imul(mixed ^ char.charCodeAt(0), 0x01000193)
  mixed = Math.imul(mixed ^ (mixed >>> 15) ^ number, 0x9e3779b1)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
