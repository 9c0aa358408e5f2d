import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WalletEvent } from '../../../../worker/engine/base/events.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import type { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { type ScriptedTx } from '../../../support/chains/scripted-chain.ts'
import { sortedRows } from '../../../support/wallets/crashing-wallet.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const ours = { account: 0, address: 0 }

/** What the chain and the pool decide of a wallet; addresses once made stay. */
function state({ store, chain }: Wallet) {
  const { outputs, received, sent, pool } = store
  const rows = { outputs, received, sent, pool }
  const entries = Object.entries(rows).map(([name, table]) => [
    name,
    Object.fromEntries(sortedRows(table)),
  ])
  const ids = Array.from({ length: Number(chain.height) }, (_, height) => chain.at(BigInt(height)))
  return { ...Object.fromEntries(entries), ids }
}

const destination = fc.constantFrom(
  { account: 0, address: 0 },
  { account: 0, address: 1 },
  { account: 1, address: 0 },
  undefined,
)
const payment = fc.record({ to: destination, amount: fc.bigInt(1n, 9n), again: fc.boolean() })
const transaction = fc.record({
  payments: fc.array(payment, { minLength: 1, maxLength: 2 }),
  spends: fc.nat(2),
})
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ mine: fc.array(transaction, { maxLength: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ wait: transaction }) },
  { weight: 2, arbitrary: fc.record({ pop: fc.integer({ min: 1, max: 4 }), keep: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant('refresh' as const) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Wanted = typeof transaction extends fc.Arbitrary<infer T> ? T : never

/**
 * Plays steps on a chain. No output is spent twice, and none of two with one key is spent or waits:
 * which of them counts then depends on what was seen first.
 */
class Play {
  readonly script: ScriptedChain
  readonly #fixed: Uint8Array[]
  /** Transactions with an output whose key another has too. */
  readonly #twins = new Set<string>()
  #top = 0

  constructor(script: ScriptedChain) {
    this.script = script
    this.#fixed = [1, 2].map((at) => script.crypto.hashToScalar(Uint8Array.of(at)))
  }

  play(step: Exclude<Step, 'refresh'>) {
    const { script } = this
    if ('mine' in step) {
      script.mine()
      for (const each of step.mine) script.mine([this.#make(each)], ours)
    } else if ('wait' in step) {
      const payments = step.wait.payments.map((each) => ({ ...each, again: false }))
      script.wait(this.#make({ ...step.wait, payments }))
    } else {
      const gone = script.pop(step.pop)
      if (step.keep) script.wait(...gone.filter(({ txid }) => !this.#twins.has(txid)))
    }
    this.#top = Math.max(this.#top, script.height)
  }

  /** Blocks until the chain is longer than any that was seen; some of the pool goes in. */
  settle() {
    const [first] = this.script.pool.values()
    this.script.mine(first ? [first] : [])
    while (this.script.height <= this.#top) this.script.mine()
  }

  // Some outputs have the one-time key of another: only one of them can ever be spent.
  #make({ payments, spends }: Wanted) {
    const tx = this.script.pay({
      payments: payments.map(({ again, ...rest }, at) => ({
        ...rest,
        r: again ? this.#fixed[at] : undefined,
      })),
      spends: this.#spendable().slice(0, spends),
    })
    if (payments.some(({ again }) => again)) this.#twins.add(tx.txid)
    return tx
  }

  #spendable(): string[] {
    const all = this.#all()
    const taken = new Set(
      all.flatMap(({ tx }) =>
        tx.inputs.flatMap((input) =>
          input.kind === 'key' ? [Buffer.from(input.keyImage).toString('hex')] : [],
        ),
      ),
    )
    const mined = this.script.blocks
      .flatMap(({ txs }) => txs)
      .flatMap(({ txid, keyImages }) => (this.#twins.has(txid) ? [] : keyImages))
    return [...new Set(mined)].filter(
      (image) => image !== undefined && !taken.has(image),
    ) as string[]
  }

  #all(): ScriptedTx[] {
    return [...this.script.blocks.flatMap(({ txs }) => txs), ...this.script.pool.values()]
  }
}

describe('a wallet that saw blocks come and go', () => {
  test('has the same books as one restored from what is left', async () => {
    const crypto = await testCrypto()
    const law = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const { wallet, script, service } = await scriptedWallet(crypto)
      const game = new Play(script)
      for (const each of steps)
        if (each === 'refresh') await wallet.sync.refresh()
        else game.play(each)
      game.settle()
      await wallet.sync.refresh()

      const restored = await scriptedWallet(crypto, { script })
      await restored.wallet.sync.refresh()
      expect(state(wallet)).toEqual(state(restored.wallet))
      await Promise.all([service.close(), restored.service.close()])
    })
    await fc.assert(law, { numRuns: count(40, 400), seed: seed() })
  })

  test('follows a branch that parts from its own far above the last block that it names', async () => {
    const { wallet, script } = await scriptedWallet(await testCrypto())
    for (let mined = 0; mined < 200; mined++) script.mine([], mined < 50 ? ours : undefined)
    await wallet.sync.refresh()
    const told: WalletEvent[] = []
    wallet.events.subscribe((event) => told.push(event))
    // The wallet names blocks 64 and 128. Of the blocks between them 36 are on both branches, six answers.
    script.perAnswer = 6
    script.pop(100)
    for (let mined = 0; mined < 110; mined++) script.mine()
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(211n)
    expect(wallet.store.outputs.size).toBe(50)
    expect(told.filter(({ name }) => name === 'reorganised')).toEqual([
      { name: 'reorganised', height: 101n, detached: 100 },
    ])
  })
})
