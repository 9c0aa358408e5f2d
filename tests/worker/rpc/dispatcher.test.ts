import { describe, expect, test } from 'vitest'
import * as allMethods from '../../../worker/rpc/all-methods.ts'
import { dispatcher } from '../../../worker/rpc/dispatcher.ts'
import * as startMethods from '../../../worker/rpc/start-methods.ts'
import { testPorts, testService } from '../../support/wallets/test-wallet.ts'

const { get_languages, get_version } = allMethods

/** What browsers say about an `import()` whose file did not arrive. */
const failures = [
  'Failed to fetch dynamically imported module: https://wallet.example/assets/all-methods.js',
  'error loading dynamically imported module: https://wallet.example/assets/all-methods.js',
  'Importing a module script failed.',
]

const notLoaded = {
  error: {
    code: -1,
    message: 'A part of the wallet could not be loaded. Check your connection and try again.',
    data: 'code: not loaded',
  },
}

describe('methods that are loaded on demand', () => {
  test('those of the start are among all methods', () => {
    const all: Record<string, unknown> = allMethods
    for (const [name, method] of Object.entries(startMethods)) expect(all[name], name).toBe(method)
  })

  test('are loaded once, by the first call that needs them', async () => {
    let loads = 0
    const call = dispatcher({ get_languages }, async () => {
      loads++
      return { get_languages, get_version }
    })
    const service = await testService()
    expect(await call({ service }, 'get_languages', {})).toHaveProperty('result')
    expect(loads).toBe(0)
    const version = { result: { version: 65539, release: true } }
    expect(await call({ service }, 'get_version', {})).toEqual(version)
    expect(await call({ service }, 'get_version', {})).toEqual(version)
    expect(await call({ service }, 'no_such_method', {})).toMatchObject({ error: { code: -32601 } })
    expect(loads).toBe(1)
  })

  test('are called by their other names', async () => {
    const { create_address, sweep_dust } = allMethods
    const call = dispatcher({ create_address }, async () => ({ sweep_dust }))
    const [alias] = sweep_dust.aliases!
    expect(await call({ service: await testService() }, alias!, {})).toMatchObject({
      error: { code: -13 },
    })
  })

  test.each(failures)('error: %s; the next call loads them again', async (failure) => {
    const ports = await testPorts()
    const service = await testService({}, ports)
    let isOnline = false
    const call = dispatcher({ get_languages }, async () => {
      if (!isOnline) throw new TypeError(failure)
      return { get_version }
    })
    expect(await call({ service }, 'get_version', {})).toEqual(notLoaded)
    expect(ports.lines).toEqual([])
    isOnline = true
    expect(await call({ service }, 'get_version', {})).toHaveProperty('result')
  })
})
