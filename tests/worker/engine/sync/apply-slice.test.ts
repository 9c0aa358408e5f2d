import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstNumberAt, historyOf } from '../../../../worker/engine/store/history.ts'
import type { Wallet } from '../../../../worker/engine/wallet.ts'
import { count, seed } from '../../../support/random/case-counts.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import type { ScriptedChain, ScriptedTx } from '../../../support/chains/scripted-chain.ts'
import { sortedRows } from '../../../support/wallets/crashing-wallet.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { Listener } from '../../../support/wallets/simulated-ledger.ts'

const ours = { account: 0, address: 0 }
const confirmed = ({ txid }: { txid: string }, height: number) => `${height}/confirmed/${txid}/0/0`

/** The records that chain and pool determine. Addresses are not among them: they stay once made. */
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
 * Applies steps to a chain. No output is spent twice. Of two outputs with one key, none is spent or in the
 * pool: which of them counts would depend on which was seen first.
 */
class Play {
  readonly script: ScriptedChain
  readonly #fixed: Uint8Array[]
  /** Transactions that have an output with a duplicate key. */
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

  /** Mines until the chain is longer than all before, with one transaction of the pool. */
  settle() {
    const [first] = this.script.pool.values()
    this.script.mine(first ? [first] : [])
    while (this.script.height <= this.#top) this.script.mine()
  }

  // Some outputs have a duplicate one-time key: only one of them can ever be spent.
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

describe('applySlice', () => {
  test('law: after reorganisations the ledger equals that of a wallet restored from the final chain', async () => {
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

  test('numbers a reorganisation, so that a listener receives it with the payments after it', async () => {
    const { wallet, script } = await scriptedWallet(await testCrypto())
    const listener = new Listener()
    listener.come(wallet)
    const [gone, kept, waiting] = [1n, 2n, 3n].map((amount) =>
      script.pay({ payments: [{ to: ours, amount }] }),
    )
    script.mine().mine([gone!, kept!])
    await wallet.sync.refresh()
    expect(listener.ids()).toEqual([confirmed(gone!, 2), confirmed(kept!, 2)])
    listener.go()

    script.pop(1)
    script.mine([kept!]).mine().wait(waiting!)
    await wallet.sync.refresh()
    const { replaced } = historyOf(wallet.store)
    expect(replaced).toEqual([{ number: expect.any(BigInt), height: 2n, detached: 1 }])
    expect(replaced[0]!.number).toBeGreaterThan(firstNumberAt(1_800_000_000n))
    const ids = [
      `2/reorganised/${replaced[0]!.number}`,
      confirmed(kept!, 2),
      `pool/${waiting!.txid}/0/0`,
    ]
    expect(listener.catchUp(wallet)).toEqual(ids)
    // The same pool transaction is not sent again.
    script.mine()
    await wallet.sync.refresh()
    expect(listener.catchUp(wallet)).toEqual([])
  })
})
