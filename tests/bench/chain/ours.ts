/**
 * Generates the payments of our wallet: outputs that are received, and spent later.
 *
 * @module
 */
import { ScriptedChain, type ScriptedTx } from '../../support/chains/scripted-chain.ts'
import type { Crypto } from '#wasm/types.ts'
import type { ChainForm } from './form.ts'
import type { SpendSecrets } from '../../../worker/engine/keys/one-time-key.ts'

type Coin = { keyImage: string; amount: bigint; height: number }
type Spread = NonNullable<ChainForm['spread']>

const fee = 30_000_000n
/** Blocks before an output can be spent. monero CRYPTONOTE_DEFAULT_TX_SPENDABLE_AGE */
const spendableAge = 10

/** Every second transaction spends two earlier outputs, if the wallet has them. */
export class OurPayments {
  readonly #script: ScriptedChain
  readonly #spread: Spread
  /** The outputs of each account, in the order of receipt. */
  readonly #coins: Coin[][]
  #received = 0
  #made = 0

  constructor(crypto: Crypto, keys: SpendSecrets, spread: Spread = { accounts: 1, addresses: 50 }) {
    this.#script = new ScriptedChain(crypto, keys)
    this.#spread = spread
    this.#coins = Array.from({ length: spread.accounts }, () => [])
  }

  /** The final balance of the wallet, in piconero. */
  get balance(): bigint {
    return this.#coins.flat().reduce((sum, { amount }) => sum + amount, 0n)
  }

  /** Generates a transaction for the block at `height`. */
  transaction(height: number): ScriptedTx {
    const account = (this.#made >> 1) % this.#spread.accounts
    const second = this.#coins[account]![1]
    const ripe = second && second.height + spendableAge <= height
    return this.#made++ % 2 === 1 && ripe ? this.#spend(account, height) : this.#receive(height)
  }

  #receive(height: number): ScriptedTx {
    const { accounts, addresses } = this.#spread
    const amount = 1_000_000_000_000n + BigInt(this.#made)
    const at = this.#received++
    const account = at % accounts
    const to = { account, address: Math.floor(at / accounts) % addresses }
    const tx = this.#script.pay({
      payments: [{ to, amount }, { amount: 1n }],
      spends: [this.#foreignKeyImage(), this.#foreignKeyImage()],
      fee,
    })
    this.#keep(tx, { account, amount, height })
    return tx
  }

  #spend(account: number, height: number): ScriptedTx {
    const spent = this.#coins[account]!.splice(0, 2)
    const total = spent.reduce((sum, { amount }) => sum + amount, 0n)
    const change = total / 2n
    const tx = this.#script.pay({
      payments: [{ to: { account, address: 0 }, amount: change }, { amount: total - change - fee }],
      spends: spent.map(({ keyImage }) => keyImage),
      fee,
    })
    this.#keep(tx, { account, amount: change, height })
    return tx
  }

  #keep(
    { keyImages: [keyImage] }: ScriptedTx,
    { account, ...coin }: Omit<Coin, 'keyImage'> & { account: number },
  ) {
    this.#coins[account]!.push({ keyImage: keyImage!, ...coin })
  }

  #foreignKeyImage() {
    return Buffer.from(this.#script.crypto.randomScalar()).toString('hex')
  }
}
