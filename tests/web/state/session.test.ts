import { expose } from 'comlink'
import { afterEach, describe, expect, test } from 'vitest'
import type { HostEvent } from '../../../worker/hosts/host.ts'
import { Session } from '../../../web/state/session.svelte.ts'

const ports: MessagePort[] = []
afterEach(() => ports.splice(0).forEach((port) => port.close()))

/** A page with a scripted worker. `open` is its open wallet; `waiting` delays its state, `state` replaces it. */
async function page(state?: { error: { code: number; message: string } }) {
  const script = {
    open: 'mine' as string | undefined,
    waiting: Promise.resolve(),
    tell: (_: HostEvent) => {},
    calls: [] as [name: string, params: unknown][],
    wallets: ['mine'],
  }
  const host = {
    subscribe: (tell: typeof script.tell) => void (script.tell = tell),
    startThreadsBy() {},
    async call(name: string, params: unknown) {
      script.calls.push([name, params])
      if (name.endsWith('_wallets') || /^re(name|move)_wallet$/.test(name))
        return { result: { wallets: script.wallets } }
      if (name === 'close_wallet') script.open = undefined
      if (name !== 'get_state') return { result: {} }
      if (state) return state
      const { open } = script
      if (open === undefined) await script.waiting
      return { result: { wallets: script.wallets, open } }
    },
  }
  class Worker {
    constructor() {
      const { port1, port2 } = new MessageChannel()
      ports.push(port1, port2)
      expose(host, port2)
      return port1
    }
  }
  Object.assign(globalThis, { Worker, localStorage: { getItem: () => null, setItem() {} } })
  const session = new Session()
  await session.start()
  return { session, script }
}

async function until(isSo: () => boolean) {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

describe('a closed wallet', () => {
  test('disappears before the node answers', async () => {
    const { session, script } = await page()
    expect(session.wallet?.name).toBe('mine')
    Object.assign(script, { open: undefined, waiting: new Promise(() => {}) })
    script.tell({ kind: 'wallet', open: undefined })
    await until(() => session.wallet === undefined)
    expect(session.state?.wallets).toEqual(['mine'])
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
    expect(session.state?.wallets).toEqual(['added in another tab', 'mine'])
    script.wallets = ['Caf\u00e9', 'mine']
    expect(await session.renameWallet('added in another tab', ' Cafe\u0301 ')).toBe('Caf\u00e9')
    expect(script.calls).toContainEqual([
      'rename_wallet',
      { filename: 'added in another tab', name: 'Caf\u00e9' },
    ])
    expect(session.state?.wallets).toEqual(['Caf\u00e9', 'mine'])
    script.wallets = ['mine']
    await session.removeWallet('Caf\u00e9')
    expect(session.state?.wallets).toEqual(['mine'])
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
