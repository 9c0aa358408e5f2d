/**
 * Checks of arguments: errors name the argument and never show its value.
 *
 * @module
 */

/** @throws RangeError unless `bytes` is `length` long. */
export function checkLength(name: string, bytes: Uint8Array, length: number): void {
  if (bytes.length !== length)
    throw new RangeError(`${name}: expected ${length} bytes, got ${bytes.length}`)
}

/** The number of parts. @throws RangeError if one is not within `data`. */
export function checkParts(data: Uint8Array, parts: Uint32Array): number {
  const count = parts.length / 2
  for (let i = 0; i < parts.length; i += 2)
    if (!(parts[i]! <= parts[i + 1]! && parts[i + 1]! <= data.length))
      throw new RangeError('parts: expected pairs of offsets within the data')
  return count
}

/** @throws RangeError unless `value` is an integer from 0 to `max`. */
export function checkInteger(name: string, value: number, max: number): void {
  if (!Number.isSafeInteger(value) || value < 0 || value > max)
    throw new RangeError(`${name}: expected an integer from 0 to ${max}`)
}

/** @throws RangeError unless `amount` is a u64. */
export function checkAmount(name: string, amount: bigint): void {
  if (amount < 0n || amount >= 1n << 64n) throw new RangeError(`${name}: expected a u64`)
}

/** The value of a required argument. @throws RangeError for undefined. */
export function required<T>(name: string, expected: string, value: T | undefined): T {
  if (value === undefined) throw new RangeError(`${name}: expected ${expected}`)
  return value
}

/** The largest account, subaddress or output index. */
export const maxIndex = 0xffffffff
