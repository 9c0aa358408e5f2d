/**
 * Scanners on Node's own threads, as they are built into `dist/`.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect } from 'vitest'
import { test } from '../support/programs/test.ts'
import { nodeThreads } from '../../worker/adapters/scan-threads.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { mineBigBlocks } from '../support/chains/large-blocks.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'

const scanner = new URL('../../dist/nightjar-scanner.js', import.meta.url)

const books = ({ store }: Wallet) =>
  structuredClone([...store.tables()].map(([name, { rows }]) => [name, [...rows]]))

test('give the same ledger as without threads, and end with the refresh', async () => {
  const crypto = await testCrypto()
  const { wallet: alone, script } = await scriptedWallet(crypto)
  script.perAnswer = 5
  mineBigBlocks(script, 9)
  await alone.sync.refresh()

  const exits: Promise<unknown>[] = []
  const scanThreads = nodeThreads(2, () => {
    const thread = new Worker(scanner)
    exits.push(once(thread, 'exit'))
    return thread
  })

  const { wallet } = await scriptedWallet(crypto, { script, scanThreads })
  for (let count = 1; count <= 2; count++) {
    await wallet.sync.refresh()
    expect(books(wallet)).toEqual(books(alone))
    expect(await Promise.all(exits)).toEqual([[0], [0], [0], [0]].slice(0, 2 * count))
    mineBigBlocks(script, 5)
    await alone.sync.refresh()
  }
})

test('leave their work to the wallet if they cannot be started', async () => {
  const crypto = await testCrypto()
  const scanThreads = nodeThreads(2, () => new Worker(new URL('./missing.js', scanner)))
  const { wallet, script } = await scriptedWallet(crypto, { scanThreads })
  mineBigBlocks(script, 2)
  await wallet.sync.refresh()
  expect(wallet.chain.height).toBe(3n)
})
