/**
 * Hashes, scalars and points through the module.
 *
 * @module
 */
import { checkParts } from '../arguments.ts'
import type { Crypto } from '../types.ts'
import type { Machine, Pointer } from './memory.ts'

type Part = Pick<
  Crypto,
  | 'keccak256'
  | 'keccak256Parts'
  | 'scalarReduce'
  | 'isCanonicalScalar'
  | 'scalarAdd'
  | 'scalarSubtract'
  | 'scalarMultiply'
  | 'scalarInvert'
  | 'randomScalar'
  | 'isPoint'
  | 'isInMainSubgroup'
  | 'pointAdd'
  | 'pointSubtract'
  | 'multiplyBase'
  | 'multiply'
  | 'multiplyAddBase'
  | 'multiplyAdd'
  | 'hashToScalar'
  | 'hashToPoint'
  | 'mapToPoint'
>

export function group({ exports, call, bytes, maybeBytes }: Machine): Part {
  const hash = (write: (o: Pointer, data: Pointer, length: number) => void) => (data: Uint8Array) =>
    bytes((o, { putAny }) => write(o, putAny(data), data.length))
  const scalars =
    (write: (o: Pointer, a: Pointer, b: Pointer) => void) => (a: Uint8Array, b: Uint8Array) =>
      bytes((o, { put }) => write(o, put('a', a), put('b', b)))
  const pointSum = (subtract: number) => (a: Uint8Array, b: Uint8Array) =>
    maybeBytes((o, { put }) => exports.pointSum(o, put('a', a), put('b', b), subtract))

  return {
    keccak256: hash(exports.keccak256),
    keccak256Parts(data, parts) {
      const count = checkParts(data, parts)
      return call(({ putAny, space, take }) => {
        const o = space(32 * count)
        const where = new Uint8Array(parts.buffer, parts.byteOffset, parts.byteLength)
        exports.keccak256Parts(o, putAny(data), putAny(where), count)
        return take(o, 32 * count)
      })
    },
    hashToScalar: hash(exports.hashToScalar),
    hashToPoint: hash(exports.hashToPoint),
    mapToPoint: (data) => bytes((o, { put }) => exports.mapToPoint(o, put('hash', data))),

    scalarReduce: (a) => bytes((o, { put }) => exports.scalarReduce(o, put('bytes', a))),
    isCanonicalScalar: (scalar) =>
      call(({ put }) => exports.isCanonicalScalar(put('scalar', scalar)) === 1),
    scalarAdd: scalars(exports.scalarAdd),
    scalarSubtract: scalars(exports.scalarSubtract),
    scalarMultiply: scalars(exports.scalarMultiply),
    scalarInvert: (a) => bytes((o, { put }) => exports.scalarInvert(o, put('a', a))),
    randomScalar: () => bytes((o) => exports.randomScalar(o)),

    isPoint: (point) => call(({ put }) => exports.isPoint(put('bytes', point)) === 1),
    isInMainSubgroup: (point) =>
      call(({ put }) => exports.isInMainSubgroup(put('bytes', point)) === 1),
    pointAdd: pointSum(0),
    pointSubtract: pointSum(1),
    multiplyBase: (s) => bytes((o, { put }) => exports.multiplyBase(o, put('s', s))),
    multiply: (s, point) =>
      maybeBytes((o, { put }) => exports.multiply(o, put('s', s), put('point', point))),
    multiplyAddBase: (a, A, b) =>
      maybeBytes((o, { put }) => exports.multiplyAddBase(o, put('a', a), put('A', A), put('b', b))),
    multiplyAdd: (a, A, b, B) =>
      maybeBytes((o, { put }) =>
        exports.multiplyAdd(o, put('a', a), put('A', A), put('b', b), put('B', B)),
      ),
  }
}
