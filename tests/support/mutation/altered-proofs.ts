/**
 * Texts that are almost right.
 *
 * @module
 */
import type { RandomBytes } from '#wasm/types.ts'

const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Copies of a proof that differ from it in one thing each: its header, its length, a digit. */
export function alteredProofs(proof: string, random: RandomBytes, digitsChanged: number): string[] {
  const headerLength = proof.indexOf('V') + 2
  const body = proof.slice(headerLength)
  const changed = Array.from({ length: digitsChanged }, () => {
    const [a, b, c] = random(3) as unknown as [number, number, number]
    const at = headerLength + (((a << 8) | b) % body.length)
    const others = digits.replace(proof.charAt(at), '')
    return proof.slice(0, at) + others.charAt(c % others.length) + proof.slice(at + 1)
  })
  return [
    ...changed,
    proof.slice(0, -1),
    proof.slice(0, -44),
    proof.slice(0, headerLength),
    `${proof}1`,
    proof + body.slice(-44),
    `${proof.slice(0, headerLength - 1)}1${body}`,
    `${proof.slice(0, headerLength - 1)}3${body}`,
    `X${proof.slice(1)}`,
    `${proof.slice(0, -1)}0`,
    `${proof.slice(0, -1)}\u00e9`,
    ` ${proof}`,
  ]
}
