/**
 * Skein-512 with 32 bytes of output, in bigints. It hashes 200 bytes once per CryptoNight hash, so clarity
 * matters more than speed.
 *
 * @module
 * @see "The Skein Hash Function Family", version 1.3
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { bytesToU64s, u64sToBytes } from '../bytes.ts'

const blockSize = 64

/** Rotations of Threefish-512, by round mod 8 and pair. */
const rotations = [
  [46, 36, 19, 37],
  [33, 27, 14, 42],
  [17, 49, 36, 39],
  [44, 9, 54, 56],
  [39, 30, 34, 24],
  [13, 50, 10, 17],
  [25, 29, 39, 43],
  [8, 35, 56, 22],
] as const
const permutation = [2, 1, 4, 7, 6, 5, 0, 3] as const

/** Block types of the tweak. */
const types = { configuration: 4n, message: 48n, output: 63n } as const

/** The 32-byte hash. */
export function skein512x256(message: Uint8Array): Uint8Array {
  const zero = new Array<bigint>(8).fill(0n)
  const configured = ubi(zero, configuration(256n), types.configuration)
  const chained = ubi(configured, message, types.message)
  return u64sToBytes(ubi(chained, new Uint8Array(8), types.output)).slice(0, 32)
}

/** Schema and version, output size in bits, no tree. */
function configuration(outputBits: bigint): Uint8Array {
  const version = Uint8Array.of(1, 0, 0, 0)
  return concatBytes(utf8ToBytes('SHA3'), version, u64sToBytes([outputBits, 0n, 0n]))
}

/** Unique block iteration: every block is encrypted under the chain and added to it. */
function ubi(start: readonly bigint[], message: Uint8Array, type: bigint): bigint[] {
  let chain = [...start]
  const blocks = Math.max(1, Math.ceil(message.length / blockSize))
  for (let i = 0; i < blocks; i++) {
    const block = new Uint8Array(blockSize)
    block.set(message.subarray(i * blockSize, (i + 1) * blockSize))
    const position = BigInt(Math.min((i + 1) * blockSize, message.length))
    const flags = (type << 56n) | (i === 0 ? 1n << 62n : 0n) | (i === blocks - 1 ? 1n << 63n : 0n)
    const words = bytesToU64s(block)
    chain = threefish(chain, [position, flags], words).map((word, at) => word ^ words[at]!)
  }
  return chain
}

function threefish(key: readonly bigint[], tweak: [bigint, bigint], plain: readonly bigint[]) {
  const keys = [...key, key.reduce((sum, word) => sum ^ word, 0x1bd1_1bda_a9fc_1a22n)]
  const tweaks = [...tweak, tweak[0] ^ tweak[1]]
  const subkey = (s: number) => (word: bigint, i: number) => {
    const extra =
      i === 5 ? tweaks[s % 3]! : i === 6 ? tweaks[(s + 1) % 3]! : i === 7 ? BigInt(s) : 0n
    return BigInt.asUintN(64, word + keys[(s + i) % 9]! + extra)
  }
  let state = [...plain]
  for (let round = 0; round < 72; round++) {
    if (round % 4 === 0) state = state.map(subkey(round / 4))
    for (let pair = 0; pair < 4; pair++) {
      const [even, odd] = [state[2 * pair]!, state[2 * pair + 1]!]
      const sum = BigInt.asUintN(64, even + odd)
      state[2 * pair] = sum
      state[2 * pair + 1] = rotate(odd, BigInt(rotations[round % 8]![pair]!)) ^ sum
    }
    const mixed = state
    state = permutation.map((from) => mixed[from]!)
  }
  return state.map(subkey(18))
}

const rotate = (word: bigint, by: bigint) => BigInt.asUintN(64, (word << by) | (word >> (64n - by)))
