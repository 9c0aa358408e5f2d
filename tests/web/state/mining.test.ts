import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WalletState } from '../../../web/state/wallet.svelte.ts'

const stored = new Map<string, string>()
Object.assign(globalThis, {
  sessionStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  },
})
const node = { pending: false, mined: [] as [address: string, count: number][], broken: false }
vi.mock('../../../web/state/node.ts', () => ({
  hasPendingPayment: async () => node.pending,
  async mineBlocks(address: string, count: number) {
    if (node.broken) throw new Error('broken')
    node.mined.push([address, count])
    node.pending = false
  },
}))
const { Mining } = await import('../../../web/state/mining.svelte.ts')

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  Object.assign(node, { pending: false, mined: [], broken: false })
})
afterEach(() => void vi.useRealTimers())

function mining(address: string | undefined = 'mine') {
  const refresh = vi.fn(async () => undefined)
  const wallet = { addresses: address && { address }, refresh } as unknown as WalletState
  return { mining: new Mining(wallet), refresh }
}

describe('mine', () => {
  test('mines to the wallet, then refreshes it', async () => {
    const { mining: ours, refresh } = mining()
    await ours.mine(60)
    expect(node.mined).toEqual([['mine', 60]])
    expect(refresh).toHaveBeenCalledOnce()
  })

  test('does nothing before the address is known', async () => {
    await mining('').mining.mine(60)
    expect(node.mined).toEqual([])
  })

  test('error: the node does not mine', async () => {
    node.broken = true
    const { mining: ours, refresh } = mining()
    await ours.mine(60)
    expect(ours).toMatchObject({ busy: false, error: expect.stringMatching(/^Mining failed\./) })
    expect(refresh).not.toHaveBeenCalled()
  })
})

describe('watch', () => {
  test('mines one block for a pending payment, until it is stopped', async () => {
    const { mining: ours } = mining()
    const stop = ours.watch()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(node.mined).toEqual([])
    node.pending = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(node.mined).toEqual([['mine', 1]])
    stop()
    node.pending = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(node.mined).toHaveLength(1)
  })
})

test('the choice is stored for this tab', () => {
  const { mining: ours } = mining()
  ours.choose(true)
  expect(mining().mining.automatic).toBe(true)
  ours.choose(false)
  expect(mining().mining.automatic).toBe(false)
})
