/**
 * Payments of a chain that are ours: coins that come in, and are spent later.
 *
 * @module
 */
import { Script, type ScriptedTx } from '../../support/scripted-chain.ts'
import type { Crypto } from '#wasm/types.ts'
import type { Secrets } from '../../../worker/engine/store/records.ts'

type Coin = { keyImage: string; amount: bigint; height: number }

const fee = 30_000_000n
/** Blocks before an output can be spent. monero CRYPTONOTE_DEFAULT_TX_SPENDABLE_AGE */
const spendableAge = 10

/** Every second of its transactions spends two coins of earlier ones, when there are any. */
export class OurPayments {
  readonly #script: Script
  readonly #coins: Coin[] = []
  #made = 0

  constructor(crypto: Crypto, keys: Required<Secrets>) {
    this.#script = new Script(crypto, keys)
  }

  /** What the wallet owns in the end, in piconero. */
  get balance(): bigint {
    return this.#coins.reduce((sum, { amount }) => sum + amount, 0n)
  }

  /** A transaction to stand in the block at `height`. */
  transaction(height: number): ScriptedTx {
    const [first, second] = this.#coins
    const ripe = second && second.height + spendableAge <= height
    return this.#made++ % 2 === 1 && first && ripe ? this.#spend(height) : this.#receive(height)
  }

  #receive(height: number): ScriptedTx {
    const amount = 1_000_000_000_000n + BigInt(this.#made)
    const tx = this.#script.pay({
      payments: [{ to: { account: 0, address: this.#made % 50 }, amount }, { amount: 1n }],
      spends: [this.#foreignKeyImage(), this.#foreignKeyImage()],
      fee,
    })
    this.#keep(tx, amount, height)
    return tx
  }

  #spend(height: number): ScriptedTx {
    const spent = this.#coins.splice(0, 2)
    const total = spent.reduce((sum, { amount }) => sum + amount, 0n)
    const change = total / 2n
    const tx = this.#script.pay({
      payments: [
        { to: { account: 0, address: 0 }, amount: change },
        { amount: total - change - fee },
      ],
      spends: spent.map(({ keyImage }) => keyImage),
      fee,
    })
    this.#keep(tx, change, height)
    return tx
  }

  #keep({ keyImages: [keyImage] }: ScriptedTx, amount: bigint, height: number) {
    this.#coins.push({ keyImage: keyImage!, amount, height })
  }

  #foreignKeyImage() {
    return Buffer.from(this.#script.crypto.randomScalar()).toString('hex')
  }
}
