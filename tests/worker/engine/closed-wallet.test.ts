/** A closed wallet is freed: its keys and records do not stay in memory, and the next one has its room. */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import type { WalletFiles } from '../../../worker/engine/base/ports.ts'
import type { Service } from '../../../worker/engine/service.ts'
import { indexedDbFiles } from '../../../worker/adapters/indexeddb.ts'
import { isFreed } from '../../support/freed.ts'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import { sqliteFiles } from '../../../server/sqlite/wallet-files.ts'
import { MemoryFiles } from '../../support/storage/memory-files.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { fakeLocks } from '../../support/storage/web-locks.ts'
import { testService, testWallet } from '../../support/wallets/test-wallet.ts'

async function inIndexedDb(): Promise<WalletFiles> {
  globalThis.indexedDB = new IDBFactory()
  return indexedDbFiles(fakeLocks())
}

/** Opens and closes a wallet that refreshes by itself. Its own function, so that no variable holds a wallet. */
async function closedWallets(service: Service) {
  const wallets: WeakRef<object>[] = []
  const close = async () => {
    wallets.push(new WeakRef(service.wallet!))
    // Its first refresh fails, and a pause begins.
    await new Promise((resolve) => setTimeout(resolve, 50))
    await service.close()
  }
  await testWallet({ name: 'w' }, service)
  await close()
  await service.open('w', '')
  await close()
  return wallets
}

test.each([
  ['in memory', async () => new MemoryFiles()],
  ['in IndexedDB', inIndexedDb],
  ['in SQLite', async () => sqliteFiles(temporaryFolder('closed'), await sqliteDriver())],
])('a wallet %s is freed after it is closed, while the service runs', async (_, files) => {
  const daemon = { address: 'nowhere:1', trusted: true }
  const options = { daemon, autoRefresh: 20 }
  const service = await testService(options, { files: (await files()) as MemoryFiles })
  for (const wallet of await closedWallets(service)) expect(await isFreed(wallet)).toBe(true)
  expect(await service.ports.files.list()).toEqual(['w'])
})
