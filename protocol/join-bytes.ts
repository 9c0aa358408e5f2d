/**
 * Puts bytes one behind the other.
 *
 * @module
 */

/**
 * All of `parts` as one. There may be any number of them: what takes each as an argument of its own
 * fails from some hundred thousand on.
 */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
