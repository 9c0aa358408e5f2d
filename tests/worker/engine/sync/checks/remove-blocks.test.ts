import { describe, expect, test } from 'vitest'
import { removeBlocks } from '../../../../../worker/engine/sync/checks/remove-blocks.ts'
import { allTables } from '../../../../support/wallets/crashing-wallet.ts'
import { scriptedWallet } from '../../../../support/wallets/scripted-wallet.ts'
import { someOutput } from '../../../../support/wallets/output-records.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const ours = { account: 0, address: 0 }

/** A wallet with ten blocks: payments at heights 3 and 7, and a spend of the first one at height 8. */
async function scene(restoreHeight = 0n) {
  const { wallet, script } = await scriptedWallet(crypto, { wanted: { restoreHeight } })
  const pay = (amount: bigint) => script.pay({ payments: [{ to: ours, amount }, { amount: 1n }] })
  const [early, late] = [pay(5n), pay(6n)]
  const spend = script.pay({ payments: [{ amount: 1n }], spends: [early.keyImages[0]!] })
  script.mine().mine().mine([early]).mine().mine().mine().mine([late]).mine([spend]).mine().mine()
  await wallet.sync.refresh()
  const { store, chain, ports } = wallet
  let runs = 0
  const parts = {
    store,
    chain,
    ports,
    exclusive: <T>(task: () => Promise<T>) => {
      runs++
      return wallet.exclusive(task)
    },
  }
  const amounts = () =>
    [...store.outputs.values()].map(({ amount, spent }) => [amount, spent !== undefined])
  return { wallet, script, parts, amounts, runs: () => runs }
}

const nothing = { outputs: 0, spendings: 0, receipts: [], warnings: [] }

describe('removed blocks', () => {
  test('leave the state before them, and a note of the replacement', async () => {
    const { wallet, parts, amounts, runs } = await scene()
    expect(amounts()).toEqual([
      [5n, true],
      [6n, false],
    ])
    const reorganised = { height: 6n, detached: 5 }
    expect(await removeBlocks(parts, 6n)).toEqual({
      blocks: 0,
      transactions: 0,
      update: nothing,
      reorganised,
    })
    expect(runs()).toBe(1)
    expect(amounts()).toEqual([[5n, false]])
    expect([wallet.store.received.size, wallet.store.sent.size]).toEqual([1, 0])
    expect([wallet.chain.height, wallet.chain.at(6n)]).toEqual([6n, undefined])
    expect(wallet.store.history.value.replaced).toMatchObject([reorganised])
    // They are read again.
    await wallet.sync.refresh()
    expect(amounts()).toEqual([
      [5n, true],
      [6n, false],
    ])
  })

  test('are no longer kept for the spend key', async () => {
    const { wallet, parts } = await scene()
    const { store } = wallet
    const seen = (height: bigint) => ({
      txid: `${height}`,
      blob: new Uint8Array(),
      pruned: true,
      coinbase: false,
      globalIndices: [],
      height,
      timestamp: 0n,
      version: 16,
    })
    await store.commit((change) => {
      for (const height of [5n, 6n, 7n]) change.put(store.seen, `${height}`, seen(height))
    })
    await removeBlocks(parts, 6n)
    expect([...store.seen.keys()]).toEqual(['5'])
  })

  test.each([11n, 12n])('do not exist from height %i on, so nothing is written', async (height) => {
    const { wallet, parts } = await scene()
    const before = structuredClone(allTables(wallet.store))
    expect(await removeBlocks(parts, height)).toBeUndefined()
    expect(allTables(wallet.store)).toEqual(before)
  })

  test.each([
    [0n, 9n, 1n],
    [0n, 4n, 1n],
    [4n, 9n, 4n],
  ])(
    'are all, where no block is known below: restore height %i, removed from %i, scanned again from %i',
    async (restoreHeight, height, start) => {
      const { wallet, parts, amounts } = await scene(restoreHeight)
      const { store, chain } = wallet
      const before = amounts()
      const imported = someOutput({ height: 0n, amount: 7n })
      await store.commit((change) => {
        chain.beginAt(change, 9n)
        change.put(store.outputs, imported.key, imported)
      })
      await wallet.sync.refresh()
      expect([chain.first, chain.height]).toEqual([9n, 11n])
      const reorganised = { height: start, detached: Number(11n - start) }
      expect(await removeBlocks(parts, height)).toMatchObject({ blocks: 0, reorganised })
      expect(chain.height).toBe(1n)
      expect(amounts()).toEqual([[7n, false]])
      await wallet.sync.refresh()
      expect(amounts()).toEqual([[7n, false], ...before])
    },
  )
})
