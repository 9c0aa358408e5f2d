/**
 * Authenticated encryption through the module.
 *
 * @module
 */
import type { Crypto } from '../types.ts'
import type { Frame, Machine } from './memory.ts'

const tagLength = 16
const nonceLength = 24
const padded = (length: number) => (length + 15) & ~15

/** Sealed bytes of one call: more only take memory. */
const batchBytes = 128 * 1024

export function sealing(machine: Machine): Pick<Crypto, 'seal' | 'unseal' | 'unsealMany'> {
  const { exports, call } = machine
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
    unsealMany(key, added, sealed) {
      const opened: (Uint8Array | undefined)[] = []
      for (let at = 0; at < sealed.length;) {
        const from = at
        let bytes = 0
        while (at < sealed.length && bytes < batchBytes) bytes += sealed[at++]!.length
        opened.push(...unsealBatch(machine, key, added.slice(from, at), sealed.slice(from, at)))
      }
      return opened
    },
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

/** Where a message is in memory: its sealed bytes as given, its layout for the module, and its plain bytes. */
type Place = { given: number; message: number; plain: number; length: number }

/** Copies all messages in, and all results out, at once. */
function unsealBatch(
  { exports, call }: Machine,
  key: Uint8Array,
  added: readonly Uint8Array[],
  sealed: readonly Uint8Array[],
): (Uint8Array | undefined)[] {
  const places: Place[] = []
  let [given, message] = [0, 0]
  sealed.forEach((bytes, i) => {
    const length = bytes.length - nonceLength - tagLength
    const plain = message + padded(added[i]!.length)
    places.push({ given, message, plain, length })
    given += bytes.length
    message = plain + padded(Math.max(length, 0)) + tagLength
  })
  return call(({ put, space, view, take }) => {
    const [k, from, to] = [put('key', key), space(given), space(message)]
    const memory = view()
    places.forEach((place, i) => {
      const [at, ciphertext] = [from + place.given, from + place.given + nonceLength]
      memory.set(sealed[i]!, at)
      memory.set(added[i]!, to + place.message)
      if (place.length > 0)
        memory.copyWithin(to + place.plain, ciphertext, ciphertext + place.length)
    })
    const isWhole = places.map((place, i) => {
      if (place.length < 0) return false
      const nonce = from + place.given
      const tag = nonce + nonceLength + place.length
      const size = added[i]!.length
      return exports.unseal(tag, k, nonce, to + place.message, size, place.length) !== 0
    })
    const plain = take(to, message)
    return places.map((place, i) =>
      isWhole[i] ? plain.subarray(place.plain, place.plain + place.length) : undefined,
    )
  })
}
