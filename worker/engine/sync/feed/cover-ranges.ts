/**
 * Ranges of blocks that a wallet requests although nothing in them concerns it.
 *
 * With scan rows, a request for blocks says that the wallet may have found something there. So it requests one in sixteen
 * of all ranges as cover. A key of the wallet chooses them, for ever: two scans that drew anew would have only the
 * ranges with payments in common.
 *
 * @module
 */
import { dataView } from '#protocol/bytes.ts'
import type { Crypto } from '#wasm/types.ts'
import { concatBytes } from '@noble/hashes/utils.js'

/** Blocks of a range: half an hour. Ranges begin at multiples of it. */
export const rangeBlocks = 16

/** One in so many ranges is cover: the likelihood ratio that a request gives away. */
const rangesPerCover = 16

export class CoverRanges {
  readonly #crypto: Pick<Crypto, 'keccak256'>
  readonly #key: Uint8Array

  constructor(crypto: Pick<Crypto, 'keccak256'>, viewSecret: Uint8Array) {
    this.#crypto = crypto
    const input = concatBytes(new TextEncoder().encode('nightjar cover ranges'), viewSecret)
    this.#key = crypto.keccak256(input)
    input.fill(0)
  }

  /** Whether this wallet always requests a range. @param first - Its first height. */
  has(first: bigint): boolean {
    const input = new Uint8Array(40)
    input.set(this.#key)
    dataView(input).setBigUint64(32, first, true)
    const drawn = dataView(this.#crypto.keccak256(input)).getUint32(0)
    input.fill(0)
    return drawn < 2 ** 32 / rangesPerCover
  }
}
