/**
 * The field of the curve: integers mod 2^255 - 19.
 *
 * @see https://www.rfc-editor.org/rfc/rfc8032 section 5.1
 * @module
 */
import { ed25519 } from '@noble/curves/ed25519.js'

const { Fp } = ed25519.Point

export const prime = Fp.ORDER

/** The remainder in 0 .. p - 1, also of a negative number. */
export const mod = (n: bigint) => Fp.create(n)

/** One of the square roots of -1. */
export const rootOfMinusOne = Fp.pow(2n, (prime - 1n) / 4n)

export const inverse = (n: bigint) => Fp.inv(n)

/** `isSquare`: root² = u/v; else root² = √-1·u/v. Either of the two roots. v must not be zero. */
export function squareRootOfRatio(u: bigint, v: bigint): { isSquare: boolean; root: bigint } {
  const v3 = mod(v * v * v)
  const candidate = mod(u * v3 * toThe2_252minus3(mod(u * v3 * v3 * v)))
  const square = mod(v * candidate * candidate)
  const turned = mod(candidate * rootOfMinusOne)
  if (square === u) return { isSquare: true, root: candidate }
  if (square === mod(-u)) return { isSquare: true, root: turned }
  return { isSquare: false, root: square === mod(u * rootOfMinusOne) ? candidate : turned }
}

/** x^((p - 5) / 8). */
function toThe2_252minus3(x: bigint): bigint {
  const ones2 = join(x, x, 1)
  const ones4 = join(ones2, ones2, 2)
  const ones5 = join(ones4, x, 1)
  const ones10 = join(ones5, ones5, 5)
  const ones20 = join(ones10, ones10, 10)
  const ones40 = join(ones20, ones20, 20)
  const ones80 = join(ones40, ones40, 40)
  const ones160 = join(ones80, ones80, 80)
  const ones240 = join(ones160, ones80, 80)
  return join(join(ones240, ones10, 10), x, 2)
}

/** high^(2^bits)·low: concatenates the exponents in binary. */
function join(high: bigint, low: bigint, bits: number): bigint {
  let result = high
  for (let i = 0; i < bits; i++) result = (result * result) % prime
  return (result * low) % prime
}
