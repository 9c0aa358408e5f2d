/**
 * A disk that fails once, at each write of a whole life. The user then repeats what failed.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import { sqliteFiles } from '../../../server/sqlite/wallet-files.ts'
import type { RecordStore, WalletFiles } from '../../../worker/engine/base/ports.ts'
import { count, seed, someOf } from '../../support/random/case-counts.ts'
import { FailingSqlite, faultKinds, type Fault } from '../../support/storage/failing-sqlite.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import {
  allTables,
  CrashingFiles,
  startProcess,
  storedState,
  type Process,
} from '../../support/wallets/crashing-wallet.ts'
import { expectSound, life, newChain } from '../../support/wallets/wallet-life.ts'

const chosen = seed()
const folder = temporaryFolder('failing-disk')
const openSqlite = await sqliteDriver()
let folders = 0

type Living = Pick<Process, 'service' | 'script'>

/** Lives to the end. A step that fails is repeated once. @returns The messages of failures. */
async function liveOn(process: Living, afterFailure: () => Promise<void>): Promise<string[]> {
  const failures: string[] = []
  for (const { grow, act } of life) {
    grow?.(process.script)
    await act(process).catch(async (error: Error) => {
      failures.push(error.message)
      await afterFailure()
      await act(process)
    })
  }
  return failures
}

/** Expects that the life had no trace of a failure: one payment, one new address. */
async function expectWholeLife(process: Living) {
  const { store, addresses } = process.service.wallet!
  expect([store.sent.size, addresses.addressCount(0)]).toEqual([1, addressCount])
  await expectSound(process, chosen + 1000)
}

/** Files whose records can be read beside the wallet. */
function watchedFiles(open: FailingSqlite['open']) {
  const directory = join(folder, `${folders++}`)
  mkdirSync(directory)
  const files = sqliteFiles(directory, open)
  let last: RecordStore | undefined
  const watch = <T>(records: T | RecordStore) => {
    if (typeof records !== 'string') last = records as RecordStore
    return records
  }
  const watched: WalletFiles = {
    ...files,
    create: async (name) => watch(await files.create(name)),
    open: async (name) => watch(await files.open(name)),
  }
  return { files: watched, stored: () => last!.readAll() }
}

/** Lives on a disk with a fault. */
async function liveOnDisk(fault?: Fault) {
  const disk = new FailingSqlite(openSqlite, fault)
  const { files, stored } = watchedFiles(disk.open)
  const process = await startProcess(await newChain(chosen), chosen, { files: files as never })
  const failures = await liveOn(process, async () => {
    const { wallet } = process.service
    // Memory is what the disk has.
    if (wallet) expect(allTables(wallet.store)).toEqual(await storedState(await stored()))
  })
  return { process, failures, writes: disk.writes }
}

const calm = await liveOnDisk()
const addressCount = calm.process.service.wallet!.addresses.addressCount(0)
const cases = Array.from({ length: calm.writes }, (_, write) =>
  faultKinds.map((kind): Fault => ({ at: write + 1, kind })),
).flat()

describe('a life on a disk that fails once', () => {
  test('is as on a disk that never fails', async () => {
    expect(calm.failures).toEqual([])
    await expectWholeLife(calm.process)
    await calm.process.service.close()
  })

  test.each(someOf(cases, Math.min(cases.length, count(20, 200))))(
    'error: statement $at is $kind',
    async (fault) => {
      const { process, failures } = await liveOnDisk(fault)
      expect(failures.length).toBeLessThanOrEqual(1)
      for (const message of failures)
        expect(message).toMatch(
          /the disk of "w" is full\. Nothing was changed\. Free some space, then try again \(SQLITE_FULL\)\.$/,
        )
      await expectWholeLife(process)
      await process.service.close()
    },
  )

  test('error: at every write, nothing changes and the repeated step succeeds', async () => {
    const { history } = await liveWithout(0)
    expect(history.length).toBeGreaterThanOrEqual(12)
    for (let write = 1; write <= history.length; write++) {
      const { process, failures } = await liveWithout(write)
      expect(failures.length, `write ${write}`).toBeLessThanOrEqual(1)
      await expectWholeLife(process)
    }
  })
})

/** Lives on files in memory, whose write of this number fails. */
async function liveWithout(write: number) {
  const files = Object.assign(new CrashingFiles(), {
    before(number: number) {
      if (number === write) throw new Error('disk full')
    },
  })
  const process = await startProcess(await newChain(chosen), chosen, { files })
  const failures = await liveOn(process, async () => {
    const { wallet } = process.service
    if (wallet) expect(allTables(wallet.store)).toEqual(await storedState(files.contents.get('w')!))
  })
  return { process, failures, history: [...files.history] }
}
