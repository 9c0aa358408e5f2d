/** One list of cases for all drivers of the store. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMemoryDriver, openSqliteDriver } from '../../../proxy/stores/sqlite.ts'
import { sqliteDriver } from '../../../sqlite/connection.ts'
import { driverCases } from '../../support/driver-cases.ts'
import { startWorker } from '../../support/edge.ts'
import { ask } from '../../support/http.ts'
import { temporaryFolder } from '../../support/ports.ts'

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
    worker = await startWorker('tests/support/driver-worker.jsonc')
  })
  afterAll(() => worker?.stop())

  test.each(driverCases.map(([name], index) => [name, index] as const))('%s', async (_, index) => {
    const answer = await ask(`${worker.url}/${index}`)
    expect(answer.text()).toBe('passed')
  })
})
