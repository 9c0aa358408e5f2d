/** One list of cases for all drivers of the store. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqliteDriver } from '../../../server/sqlite/chain-driver.ts'
import { openMemoryDriver } from '../../support/storage/memory-driver.ts'
import { sqliteDriver } from '../../../server/sqlite/connection.ts'
import { driverCases } from '../../support/storage/driver-cases.ts'
import { startWorker } from '../../support/programs/edge-worker.ts'
import { ask } from '../../support/network/http-client.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const openSqlite = await sqliteDriver()

describe.each([
  ['a file', () => openSqliteDriver(join(temporaryFolder('store'), 'chain'), openSqlite)],
  ['memory', () => openMemoryDriver(openSqlite)],
])('the driver over %s', (_, open) => {
  test.each(driverCases)('%s', (_, run) => {
    const driver = open()
    try {
      run(driver)
    } finally {
      driver.close()
    }
  })
})

describe('the driver over a Durable Object', () => {
  let worker: Awaited<ReturnType<typeof startWorker>>
  beforeAll(async () => {
    worker = await startWorker('tests/support/storage/driver-worker.jsonc')
  })
  afterAll(() => worker?.stop())

  test.each(driverCases.map(([name], index) => [name, index] as const))('%s', async (_, index) => {
    const answer = await ask(`${worker.url}/${index}`)
    expect(answer.text()).toBe('passed')
  })
})
