/**
 * The derivation kernel as text in WGSL, and the layout of its buffers.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { limbBits, limbs, productText } from './product.ts'

/** Keys of a workgroup: the number of keys of a call is a multiple of it. */
export const workgroupSize = 64

/** Words of a result: a derivation, then whether the key is a point. */
export const resultWords = 9

const { Fp } = ed25519.Point
const { d } = ed25519.Point.CURVE()
const constants = {
  d,
  twiceD: Fp.add(d, d),
  rootOfMinusOne: Fp.sqrt(Fp.neg(1n)),
}

/** The limbs of a number, lowest first. */
export const limbsOf = (n: bigint): number[] =>
  Array.from({ length: limbs }, (_, i) =>
    Number(BigInt.asUintN(limbBits, n >> BigInt(limbBits * i))),
  )

/** The number of limbs, which need not be carried. */
export const numberOf = (element: readonly number[]): bigint =>
  element.reduce((sum, limb, i) => sum + (BigInt(limb) << BigInt(limbBits * i)), 0n)

const constantText = ([name, n]: [string, bigint]) =>
  `const ${name} = Fe(${limbsOf(n)
    .map((limb) => `${limb}u`)
    .join(', ')});`

const part = (name: string) => readFileSync(new URL(`${name}.wgsl`, import.meta.url), 'utf8')

/** The whole kernel. Its entry point is `derive`. */
export const kernelText = (): string =>
  [
    part('field'),
    ...Object.entries(constants).map(constantText),
    productText(),
    part('point'),
    part('derive'),
  ].join('\n')

/** Keys as the words of the first buffer, padded with zeros to whole workgroups. */
export function keyWords(keys: readonly Uint8Array[]): Uint32Array<ArrayBuffer> {
  const padded = Math.ceil(keys.length / workgroupSize) * workgroupSize
  const words = new Uint32Array(8 * padded)
  keys.forEach((key, at) => words.set(wordsOf(key), 8 * at))
  return words
}

/** 32 bytes as little-endian words. */
export function wordsOf(bytes: Uint8Array): Uint32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 32)
  return Uint32Array.from({ length: 8 }, (_, i) => view.getUint32(4 * i, true))
}

/**
 * The derivations in the words of the last buffer.
 *
 * @param count - Number of keys.
 * @returns 32 bytes for each key; undefined for an invalid one.
 */
export function derivationsOf(words: ArrayLike<number>, count: number): (Uint8Array | undefined)[] {
  return Array.from({ length: count }, (_, key) => {
    const at = resultWords * key
    if (words[at + 8] !== 1) return undefined
    const bytes = new Uint8Array(32)
    const view = new DataView(bytes.buffer)
    for (let i = 0; i < 8; i++) view.setUint32(4 * i, words[at + i]!, true)
    return bytes
  })
}
