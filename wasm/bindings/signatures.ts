/**
 * Signatures of every kind through the module.
 *
 * @module
 */
import { checkInteger, required } from '../arguments.ts'
import type { Crypto, RingMember, TxProofStatement } from '../types.ts'
import type { Frame, Machine } from './memory.ts'

type Part = Pick<
  Crypto,
  | 'sign'
  | 'verify'
  | 'signTxProof'
  | 'verifyTxProof'
  | 'signRing'
  | 'verifyRing'
  | 'signClsag'
  | 'verifyClsag'
>

function putRing({ putRows }: Frame, ring: readonly RingMember[]) {
  const keys = ring.map(({ key }) => key)
  const commitments = ring.map(({ commitment }) => commitment)
  return [
    putRows((i) => `ring[${i}].key`, keys),
    putRows((i) => `ring[${i}].commitment`, commitments),
  ] as const
}

const putStatement = (
  { put }: Frame,
  [version, prefixHash, R, A, B, D]: TxProofStatement,
): [number, number, number, number, number, number] => [
  version,
  put('prefixHash', prefixHash),
  put('R', R),
  put('A', A),
  B ? put('B', B) : 0,
  put('D', D),
]

export function signatures({ exports, call }: Machine): Part {
  return {
    sign: (hash, publicKey, secret) =>
      call(({ put, space, take }) => {
        const o = space(64)
        exports.sign(o, put('hash', hash), put('publicKey', publicKey), put('secret', secret))
        return take(o, 64)
      }),
    verify: (hash, publicKey, signature) =>
      call(({ put }) => {
        const from = put('signature', signature, 64)
        return exports.verify(put('hash', hash), put('publicKey', publicKey), from) === 1
      }),

    signTxProof: (...[version, prefixHash, R, A, B, D, r]) =>
      call((frame) => {
        const o = frame.space(64)
        const statement = putStatement(frame, [version, prefixHash, R, A, B, D])
        const fine = exports.signTxProof(o, ...statement, frame.put('r', r))
        return required('R, A, B, D', 'points', fine ? frame.take(o, 64) : undefined)
      }),
    verifyTxProof: (...[version, prefixHash, R, A, B, D, signature]) =>
      call((frame) => {
        const statement = putStatement(frame, [version, prefixHash, R, A, B, D])
        return exports.verifyTxProof(...statement, frame.put('signature', signature, 64)) === 1
      }),

    signRing(prefixHash, keyImage, ring, secret, realIndex) {
      checkInteger('realIndex', realIndex, ring.length - 1)
      return call(({ put, putRows, space, take }) => {
        const o = space(64 * ring.length)
        const fine = exports.signRing(
          o,
          put('prefixHash', prefixHash),
          put('keyImage', keyImage),
          putRows((i) => `ring[${i}]`, ring),
          ring.length,
          put('secret', secret),
          realIndex,
        )
        return required('keyImage, ring', 'points', fine ? take(o, 64 * ring.length) : undefined)
      })
    },
    verifyRing: (prefixHash, keyImage, ring, signed) =>
      call(({ put, putRows }) => {
        const fine = exports.verifyRing(
          put('prefixHash', prefixHash),
          put('keyImage', keyImage),
          putRows((i) => `ring[${i}]`, ring),
          ring.length,
          put('signatures', signed, 64 * ring.length),
        )
        return fine === 1
      }),

    signClsag(input) {
      const { ring } = input
      checkInteger('realIndex', input.realIndex, ring.length - 1)
      return call((frame) => {
        const { put, space, take } = frame
        const length = 32 * ring.length
        const o = space(length + 96)
        const [ringKeys, commitments] = putRing(frame, ring)
        const fine = exports.signClsag(
          o,
          put('message', input.message),
          ring.length,
          ringKeys,
          commitments,
          input.realIndex,
          put('secret', input.secret),
          put('mask', input.mask),
          put('pseudoOutput', input.pseudoOutput),
          put('pseudoMask', input.pseudoMask),
        )
        required('ring, pseudoOutput', 'points', fine ? o : undefined)
        const s = ring.map((_, i) => take(o + 32 * i))
        const [c1, D, keyImage] = [take(o + length), take(o + length + 32), take(o + length + 64)]
        return { signature: { s, c1, D }, keyImage }
      })
    },
    verifyClsag: ({ message, ring, pseudoOutput, keyImage, signature }) =>
      call((frame) => {
        const { put, putRows } = frame
        const { s, c1, D } = signature
        const name = (i: number) => (i < s.length ? `signature.s[${i}]` : 'signature.c1, D')
        const signed = putRows(name, [...s, c1, D])
        const [ringKeys, commitments] = putRing(frame, ring)
        const [hash, pseudo] = [put('message', message), put('pseudoOutput', pseudoOutput)]
        const image = put('keyImage', keyImage)
        if (s.length !== ring.length) return false
        return (
          exports.verifyClsag(hash, ring.length, ringKeys, commitments, pseudo, image, signed) === 1
        )
      }),
  }
}
