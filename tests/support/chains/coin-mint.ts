/**
 * Coins out of nothing: outputs that really belong to a wallet's keys, among others that do not.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Crypto } from '#wasm/types.ts'
import type { SpendSecrets } from '../../../worker/engine/keys/one-time-key.ts'
import type { Ring } from '../../../worker/engine/tx/ring.ts'
import type { RingCandidate } from '../../../worker/engine/payments/rings/rings.ts'
import { keyToSpend } from '../../../worker/engine/keys/spend-key.ts'
import type { OutputRecord } from '../../../worker/engine/store/records.ts'
import { someOutput } from '../wallets/output-records.ts'

export function newSecrets(crypto: Crypto): SpendSecrets {
  const [spendSecret, viewSecret] = [crypto.randomScalar(), crypto.randomScalar()]
  const [spendPublic, viewPublic] = [spendSecret, viewSecret].map((s) => crypto.multiplyBase(s))
  return { spendSecret, viewSecret, spendPublic: spendPublic!, viewPublic: viewPublic! }
}

type Wanted = { amount: bigint; account?: number; address?: number } & Partial<
  Pick<OutputRecord, 'height' | 'coinbase' | 'unlockTime'>
>

/** A RingCT output set: ours as minted, others as asked for. */
export class CoinMint {
  readonly #crypto: Crypto
  readonly #secrets: SpendSecrets
  readonly #candidates = new Map<number, RingCandidate>()
  readonly #step: Uint8Array
  #last: Uint8Array

  constructor(crypto: Crypto, secrets: SpendSecrets) {
    this.#crypto = crypto
    this.#secrets = secrets
    this.#step = crypto.multiplyBase(crypto.randomScalar())
    this.#last = this.#step
  }

  /** An unspent output of ours, at the next global index. */
  output({ amount, account = 0, address = 0, ...given }: Wanted): OutputRecord {
    const crypto = this.#crypto
    const { viewSecret, spendPublic } = this.#secrets
    const primary = account === 0 && address === 0
    const spendKey = primary
      ? spendPublic
      : crypto.subaddressSpendKeys(viewSecret, spendPublic, account, address, 1)
    const txPublicKey = crypto.multiplyBase(crypto.randomScalar())
    const derivation = crypto.keyDerivation(txPublicKey, viewSecret)!
    const record = someOutput({
      amount,
      ...given,
      key: bytesToHex(crypto.derivePublicKey(derivation, 1, spendKey)!),
      indexInTx: 1,
      mask: crypto.commitmentMask(crypto.derivationToScalar(derivation, 1)),
      txPublicKey,
      subaddress: { account, address },
    })
    const { keyImage: _, ...unknown } = record
    const { keyImage } = keyToSpend(crypto, this.#secrets, unknown)
    const owned = { ...record, keyImage: bytesToHex(keyImage) }
    const key = crypto.derivePublicKey(derivation, 1, spendKey)!
    const commitment = crypto.commit(amount, owned.mask)
    this.#candidates.set(Number(owned.globalIndex), { key, commitment, unlocked: true })
    return owned
  }

  /** What an honest daemon tells of a global index. */
  candidateAt(globalIndex: number): RingCandidate {
    let output = this.#candidates.get(globalIndex)
    if (!output) {
      output = { key: this.#point(), commitment: this.#point(), unlocked: true }
      this.#candidates.set(globalIndex, output)
    }
    return output
  }

  /** A ring of neighbours around one of ours. */
  ring({ globalIndex }: OutputRecord, size: number): Ring {
    const real = Number(globalIndex)
    const first = Math.max(0, real - 5)
    const members = Array.from({ length: size }, (_, i) => {
      const { key, commitment } = this.candidateAt(first + i)
      return { globalIndex: first + i, key, commitment }
    })
    return { members, realIndex: real - first }
  }

  // A sum is made faster than a product.
  #point(): Uint8Array {
    return (this.#last = this.#crypto.pointAdd(this.#last, this.#step)!)
  }
}
