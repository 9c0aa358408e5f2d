import { expose } from 'comlink'
import { afterEach, describe, expect, test } from 'vitest'
import type { HostEvent } from '../../../worker/hosts/host.ts'
import type { Outcome } from '../../../worker/rpc/dispatcher.ts'
import { Session } from '../../../web/state/session.svelte.ts'

const ports: MessagePort[] = []
afterEach(() => ports.splice(0).forEach((port) => port.close()))

/**
 * A page with a scripted worker. `open` is its open wallet; `waiting` delays its state, `state` replaces it.
 *
 * @param stored - Settings of this browser.
 */
async function page(
  state?: { error: { code: number; message: string } },
  stored: { readonly [key: string]: string } = {},
) {
  const script = {
    open: 'mine' as string | undefined,
    waiting: Promise.resolve(),
    tell: (_: HostEvent) => {},
    calls: [] as [name: string, params: unknown][],
    wallets: ['mine'],
  }
  const call = async (name: string, params: unknown): Promise<Outcome> => {
    script.calls.push([name, params])
    if (name.endsWith('_wallets') || /^re(name|move)_wallet$/.test(name))
      return { result: { wallets: script.wallets } }
    if (name === 'close_wallet') script.open = undefined
    if (name !== 'get_state') return { result: {} }
    if (state) return state
    const { open } = script
    if (open === undefined) await script.waiting
    return { result: { wallets: script.wallets, open } }
  }
  const host = {
    subscribe: (tell: typeof script.tell) => void (script.tell = tell),
    startThreadsBy() {},
    callInSlices: async (name: string, params: unknown) => ({ outcome: await call(name, params) }),
  }
  class Worker {
    constructor() {
      const { port1, port2 } = new MessageChannel()
      ports.push(port1, port2)
      expose(host, port2)
      return port1
    }
  }
  const getItem = (key: string) => stored[key] ?? null
  Object.assign(globalThis, { Worker, localStorage: { getItem, setItem() {} } })
  const session = new Session()
  await session.start()
  return { session, script }
}

async function until(isSo: () => boolean) {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

test('a new user does not wait for the engine', async () => {
  class Worker {
    constructor() {
      const { port1, port2 } = new MessageChannel()
      ports.push(port1, port2)
      return port1
    }
  }
  const indexedDB = { databases: async () => [] }
  Object.assign(globalThis, { Worker, localStorage: { getItem: () => null }, indexedDB })
  try {
    const session = new Session()
    void session.start()
    await until(() => session.wallets !== undefined)
    expect([session.wallets, session.state]).toEqual([[], undefined])
  } finally {
    Reflect.deleteProperty(globalThis, 'indexedDB')
  }
})

test('the settings reach the engine first, above all whether it may use a network', async () => {
  const { script } = await page(undefined, {
    'nightjar.offline': 'on',
    'nightjar.scan-feed': 'off',
    'nightjar.compared-feed': 'https://second.example',
    'nightjar.feed-cache': '0',
    'nightjar.work-check': 'off',
    'nightjar.node': 'node.example:18081',
  })
  expect(script.calls.map(([name]) => name).slice(0, 10)).toEqual([
    'set_offline',
    'set_scan_threads',
    'set_whole_blocks',
    'set_scan_feed',
    'set_compared_feed',
    'set_feed_cache',
    'set_work_check',
    'choose_node',
    'list_wallets',
    'get_state',
  ])
})

test('strict mode reaches the engine, and nothing is said without it', async () => {
  const callsOf = async (stored: { readonly [key: string]: string }) =>
    (await page(undefined, stored)).script.calls.filter(([name]) => name === 'set_scan_feed')
  expect(await callsOf({ 'nightjar.scan-feed': 'off' })).toEqual([
    ['set_scan_feed', { enabled: false, scan_rows: false }],
  ])
  expect(await callsOf({ 'nightjar.scan-feed': 'scan-rows' })).toEqual([
    ['set_scan_feed', { enabled: true, scan_rows: true }],
  ])
  expect(await callsOf({ 'nightjar.scan-feed': 'on' })).toEqual([])
  expect(await callsOf({})).toEqual([])
})

describe('a closed wallet', () => {
  test('disappears before the node answers', async () => {
    const { session, script } = await page()
    expect(session.wallet?.name).toBe('mine')
    Object.assign(script, { open: undefined, waiting: new Promise(() => {}) })
    script.tell({ kind: 'wallet', open: undefined })
    await until(() => session.wallet === undefined)
    expect(session.wallets).toEqual(['mine'])
  })

  test('can be opened again, and a late answer does not close it', async () => {
    const { session, script } = await page()
    let answer = () => {}
    const waiting = new Promise<void>((resolve) => (answer = resolve))
    Object.assign(script, { open: undefined, waiting })
    const locking = session.lock()
    script.tell({ kind: 'wallet', open: undefined })
    await until(() => session.wallet === undefined)
    script.open = 'mine'
    await session.open('mine', 'password')
    answer()
    await locking
    expect(session.wallet?.name).toBe('mine')
    expect(session.state?.open).toBe('mine')
  })
})

test('a wallet whose storage is gone is closed with the reason, until a wallet is open', async () => {
  const { session, script } = await page()
  script.open = undefined
  script.tell({ kind: 'wallet', open: undefined, lost: 'The browser closed the storage.' })
  await until(() => session.wallet === undefined && session.state?.open === undefined)
  expect(session.lost).toBe('The browser closed the storage.')
  script.tell({ kind: 'wallet', open: undefined })
  expect(session.lost).toBe('The browser closed the storage.')
  script.open = 'mine'
  await session.open('mine', 'password')
  expect(session.lost).toBeUndefined()
})

test.each([
  [
    'Storage that does not open',
    { code: -1, message: 'A newer version is open.' },
    'A newer version is open.',
  ],
  [
    'A bug',
    { code: -32603, message: 'Internal error' },
    'The wallet engine could not start in this browser.',
  ],
])('error: %s is explained at the start', async (_, error, text) => {
  const { session } = await page({ error })
  expect(session.error).toBe(text)
})

test('the page does not reload while it shows the seed of a new wallet', async () => {
  const { session } = await page()
  expect(session.busy).toBe(false)
  session.making = true
  expect(session.busy).toBe(true)
  session.making = false
  expect(session.busy).toBe(false)
})

describe('several wallets', () => {
  test('another one is chosen after the open one is locked', async () => {
    const { session, script } = await page()
    await session.leave({ wallet: 'other' })
    expect(script.calls).toContainEqual(['close_wallet', {}])
    expect(session).toMatchObject({ wallet: undefined, next: 'other', way: undefined })
  })

  test('another one is added after the open one is locked, which is chosen again later', async () => {
    const { session, script } = await page()
    await session.leave({ way: 'restore' })
    expect(session).toMatchObject({ wallet: undefined, next: 'mine', way: 'restore' })
    script.open = 'mine'
    await session.open('mine', 'password')
    expect(session.way).toBeUndefined()
  })

  test('error: the open one is not locked while it pays', async () => {
    const { session, script } = await page()
    let pay = () => {}
    const paid = session.withoutReload(() => new Promise<void>((resolve) => (pay = resolve)))
    await expect(session.leave({ wallet: 'other' })).rejects.toThrow('A payment is being sent.')
    expect(script.calls.map(([name]) => name)).not.toContain('close_wallet')
    expect(session.wallet?.name).toBe('mine')
    pay()
    await paid
    await session.leave({ wallet: 'other' })
    expect(session.wallet).toBeUndefined()
  })

  test('are listed as they are after each change', async () => {
    const { session, script } = await page()
    script.wallets = ['added in another tab', 'mine']
    await session.readWallets()
    expect(session.wallets).toEqual(['added in another tab', 'mine'])
    script.wallets = ['Caf\u00e9', 'mine']
    expect(await session.renameWallet('added in another tab', ' Cafe\u0301 ')).toBe('Caf\u00e9')
    expect(script.calls).toContainEqual([
      'rename_wallet',
      { filename: 'added in another tab', name: 'Caf\u00e9' },
    ])
    expect(session.wallets).toEqual(['Caf\u00e9', 'mine'])
    script.wallets = ['mine']
    await session.removeWallet('Caf\u00e9')
    expect(session.wallets).toEqual(['mine'])
  })

  test('have different names', async () => {
    const { session, script } = await page()
    script.wallets = ['mine', 'My wallet', 'my wallet 2']
    await session.readWallets()
    expect(session.freeName('My wallet')).toBe('My wallet 3')
    expect(session.freeName('Savings')).toBe('Savings')
    expect(session.nameFault(' MINE ')).toBe('taken')
    expect(session.nameFault('MINE', 'mine')).toBeUndefined()
  })
})
