/**
 * Generates payments between foreign wallets, in the form of mainnet transactions.
 *
 * @module
 */
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { writeExtra } from '#protocol/chain/extra.ts'
import type { TransactionPrefix } from '#protocol/chain/transaction.ts'
import { writePrefix, writeRingCtBase } from '#protocol/chain/write.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import { emptyProofs } from '../../support/transactions/empty-proofs.ts'

/** A transaction of a generated chain. */
export type ChainTx = {
  /** In hex. */
  txid: string
  /** Pruned. */
  blob: Uint8Array
  prunableHash: Uint8Array
}

/** Number of ring members. */
const ringSize = 16

/**
 * A source of foreign transactions.
 *
 * Keys that a wallet computes with are distinct points; key images and commitments, which it only
 * stores, are random bytes.
 */
export class Strangers {
  readonly #crypto: Crypto
  readonly #random: RandomBytes
  readonly #step: Uint8Array
  /** Of proofs that prove nothing: a wallet does not read them. */
  readonly #prunableHash: Uint8Array
  #point: Uint8Array

  constructor(crypto: Crypto, random: RandomBytes) {
    this.#crypto = crypto
    this.#random = random
    this.#prunableHash = crypto.keccak256(emptyProofs(2, 2))
    this.#point = this.#step = crypto.multiplyBase(crypto.randomScalar())
  }

  /** A point with an unknown discrete logarithm. An addition is faster than a multiplication. */
  point(): Uint8Array {
    return (this.#point = this.#crypto.pointAdd(this.#point, this.#step)!)
  }

  viewTag(): number {
    return this.#random(1)[0]!
  }

  /** Two inputs, two outputs, and the encrypted payment id that every wallet adds. */
  transaction(): ChainTx {
    const { keccak256 } = this.#crypto
    const prefix: TransactionPrefix = {
      version: 2,
      unlockTime: 0n,
      inputs: [this.#input(), this.#input()],
      outputs: [this.#output(), this.#output()],
      extra: writeExtra([
        { kind: 'publicKey', key: this.point() },
        { kind: 'nonce', nonce: concatBytes(Uint8Array.of(1), this.#random(8)) },
      ]),
    }
    const base = writeRingCtBase(
      {
        type: 6,
        fee: 30_000_000n,
        pseudoOutputs: [],
        ecdh: [{ amount: this.#random(8) }, { amount: this.#random(8) }],
        outputCommitments: [this.#random(32), this.#random(32)],
      },
      { inputs: 2, outputs: 2, ringSize },
    )
    const prefixBytes = writePrefix(prefix)
    const prunableHash = this.#prunableHash
    const id = keccak256(concatBytes(keccak256(prefixBytes), keccak256(base), prunableHash))
    return { txid: bytesToHex(id), blob: concatBytes(prefixBytes, base), prunableHash }
  }

  #output() {
    return { amount: 0n, key: this.point(), viewTag: this.viewTag() }
  }

  // Offsets as large as on mainnet: a large first index, and smaller differences.
  #input() {
    const offset = (bytes: number) => this.#random(bytes).reduce((sum, byte) => sum * 256 + byte, 0)
    return {
      ...({ kind: 'key', amount: 0n } as const),
      keyOffsets: [
        BigInt(50_000_000 + offset(3)),
        ...Array.from({ length: ringSize - 1 }, () => BigInt(1 + offset(2) * 8)),
      ],
      keyImage: this.#random(32),
    }
  }
}
