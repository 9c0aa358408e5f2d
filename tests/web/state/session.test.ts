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
  }
  const host = {
    subscribe: (tell: typeof script.tell) => void (script.tell = tell),
    startThreadsBy() {},
    async call(name: string) {
      if (name !== 'get_state') return { result: {} }
      if (state) return state
      const { open } = script
      if (open === undefined) await script.waiting
      return { result: { wallets: ['mine'], open } }
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
  Object.assign(globalThis, { Worker, localStorage: { getItem: () => null } })
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
