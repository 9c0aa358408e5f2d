/**
 * Authenticated encryption through the module.
 *
 * @module
 */
import type { Crypto } from '../types.ts'
import type { Frame, Machine } from './memory.ts'

const tagLength = 16
const padded = (length: number) => (length + 15) & ~15

export function sealing({ exports, call }: Machine): Pick<Crypto, 'seal' | 'unseal'> {
  /** Writes a message in the layout of `assembly/sealed.ts`. */
  const layOut = ({ space, write }: Frame, added: Uint8Array, data: Uint8Array) => {
    const message = space(padded(added.length) + padded(data.length) + tagLength)
    write(message, added)
    write(message + padded(added.length), data)
    return message
  }
  return {
    seal: (key, nonce, added, plain) =>
      call((frame) => {
        const { put, space, take } = frame
        const [k, n, tag] = [put('key', key), put('nonce', nonce, 24), space(tagLength)]
        const message = layOut(frame, added, plain)
        exports.seal(tag, k, n, message, added.length, plain.length)
        const sealed = new Uint8Array(plain.length + tagLength)
        sealed.set(take(message + padded(added.length), plain.length))
        sealed.set(take(tag, tagLength), plain.length)
        return sealed
      }),
    unseal(key, nonce, added, sealed) {
      const length = sealed.length - tagLength
      if (length < 0) return undefined
      return call((frame) => {
        const { put, take } = frame
        const [k, n] = [put('key', key), put('nonce', nonce, 24)]
        const tag = put('tag', sealed.subarray(length), tagLength)
        const message = layOut(frame, added, sealed.subarray(0, length))
        const isWhole = exports.unseal(tag, k, n, message, added.length, length)
        return isWhole ? take(message + padded(added.length), length) : undefined
      })
    },
  }
}
