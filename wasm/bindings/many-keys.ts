/**
 * Many public keys at once, through a scanning module.
 *
 * @module
 */
import type { ManyKeys } from '../one-by-one.ts'
import type { Crypto } from '../types.ts'
import type { Call, Frame, Pointer } from './memory.ts'

/** 1/8 mod l. */
// prettier-ignore
const eighth = Uint8Array.of(
  0x79, 0x2f, 0xdc, 0xe2, 0x29, 0xe5, 0x06, 0x61, 0xd0, 0xda, 0x1c, 0x7d, 0xb3, 0x9d, 0xd3, 0x07,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x06,
)

/** Keys per call of the module, which bounds its memory. */
const atOnce = 1024

/** Arguments of a module: results (derivations and their validity), the secret, and the keys. */
type Columns = [o: Pointer, valid: Pointer, secret: Pointer, keys: Pointer, count: number]

/** Over a module's memory; `derive` writes 32 bytes and 1 byte per key, and may write up to three more of each. */
export function togetherOver(
  call: Call,
  derive: (columns: Columns, frame: Frame) => void,
): ManyKeys {
  const some = (keys: readonly Uint8Array[], secret: Uint8Array) =>
    call((frame) => {
      const o = frame.space(32 * (keys.length + 3))
      const valid = frame.space(keys.length + 3)
      const secretAt = frame.put('secret', secret)
      const keysAt = frame.putRows((i) => `publicKeys[${i}]`, keys)
      derive([o, valid, secretAt, keysAt, keys.length], frame)
      const isValid = frame.take(valid, keys.length)
      return keys.map((_, i) => (isValid[i] ? frame.take(o + 32 * i) : undefined))
    })
  const keyDerivations: Crypto['keyDerivations'] = (publicKeys, secret) => {
    const derivations: (Uint8Array | undefined)[] = []
    for (let at = 0; at < publicKeys.length; at += atOnce)
      derivations.push(...some(publicKeys.slice(at, at + atOnce), secret))
    return derivations
  }
  return {
    keyDerivations,
    // Eight times an eighth of a point is the point without its component of small order.
    areInMainSubgroup: (points) =>
      keyDerivations(points, eighth).every((derived, i) => derived && isSame(derived, points[i]!)),
  }
}

const isSame = (a: Uint8Array, b: Uint8Array) => a.every((byte, at) => byte === b[at])
