import { describe, expect, test } from 'vitest'
import { pageClient } from '../../../../support/wallets/page-client.ts'
import { testService, testWallet, unreachable } from '../../../../support/wallets/test-wallet.ts'

/** A page whose connections are counted. */
async function scene() {
  const connections: string[] = []
  let closed = 0
  const connect = ({ address }: { address: string }) => {
    connections.push(address)
    return { ...unreachable(), close: () => void closed++ }
  }
  const daemon = { address: 'node', trusted: false }
  const service = await testService({ daemon }, { connect })
  const page = pageClient(service)
  return { service, page, connections, open: () => connections.length - closed }
}

const made = { filename: 'cold', password: 'p', language: 'English' }

describe('keep_offline', () => {
  test('closes the connection, and the wallet opens without one', async () => {
    const { service, page, connections, open } = await scene()
    await page.create_wallet(made)
    expect(open()).toBe(1)
    await page.keep_offline({ enabled: true })
    expect(open()).toBe(0)
    expect(service.wallet!.daemon).toBeUndefined()
    expect((await page.get_state({})).offline).toBe('wallet')
    expect((await page.get_offline_state({})).own_offline).toBe(true)

    const before = connections.length
    await page.set_daemon({ address: 'another:1' })
    await page.open_wallet({ filename: 'cold', password: 'p' })
    await page.get_state({})
    await service.wallet!.autoRefresh.start(1)
    expect(connections).toHaveLength(before)
    await expect(page.refresh({})).rejects.toMatchObject({ reason: 'NO_DAEMON_CONNECTION' })
  })

  test('connects again after it is switched off', async () => {
    const { service, page, open } = await scene()
    await page.create_wallet(made)
    await page.keep_offline({ enabled: true })
    await page.keep_offline({ enabled: false })
    expect(open()).toBe(1)
    expect(service.wallet!.daemon).toBeDefined()
    expect((await page.get_state({})).offline).toBeUndefined()
  })

  test('error: no wallet is open', async () => {
    const { page } = await scene()
    await expect(page.keep_offline({ enabled: true })).rejects.toMatchObject({ reason: 'NOT_OPEN' })
  })
})

describe('set_offline', () => {
  test('keeps the service and all wallets from connecting', async () => {
    const { service, page, connections, open } = await scene()
    await page.set_offline({ enabled: true })
    expect((await page.get_state({})).offline).toBe('device')
    await page.create_wallet(made)
    await page.close_wallet({})
    await page.get_state({})
    await page.open_wallet({ filename: 'cold', password: 'p' })
    expect(connections).toEqual([])
    expect((await page.get_offline_state({})).own_offline).toBe(false)
    await page.set_offline({ enabled: false })
    expect(open()).toBe(1)
    await page.set_offline({ enabled: true })
    expect([open(), service.wallet!.daemon]).toEqual([0, undefined])
  })
})

test('get_offline_state counts outputs without a key image', async () => {
  const { service, page } = await scene()
  await testWallet({}, service)
  expect(await page.get_offline_state({})).toEqual({
    outputs: 0,
    missing: 0,
    scanned: false,
    restore_height: 0n,
    own_offline: false,
  })
})
