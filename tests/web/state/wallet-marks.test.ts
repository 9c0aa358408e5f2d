import { beforeEach, describe, expect, test } from 'vitest'

const stored = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  },
})
const key = 'nightjar.wallet-marks'

const { WalletMarks, markCount } = await import('../../../web/state/wallet-marks.svelte.ts')

beforeEach(() => stored.clear())

describe('the mark of a wallet', () => {
  test.each(['My wallet', '__proto__', '日本の財布', '👛'])(
    'is the same after a reload: %j',
    (name) => {
      const first = new WalletMarks()
      const mark = first.of(name)
      expect(mark).toBeGreaterThanOrEqual(0)
      expect(mark).toBeLessThan(markCount)
      expect(new WalletMarks().of(name)).toBe(mark)
      expect(stored.size).toBe(0)
      first.choose(name, 5)
      expect(new WalletMarks().of(name)).toBe(5)
    },
  )

  test('stays with a renamed wallet, and goes with a removed one', () => {
    const own = new WalletMarks()
    const mark = own.of('A')
    own.rename('A', 'B')
    expect(own.of('B')).toBe(mark)
    own.choose('B', (mark + 1) % 8)
    own.rename('B', 'C')
    expect(own.of('C')).toBe((mark + 1) % 8)
    own.remove('C')
    expect(stored.get(key)).toBe('[]')
  })

  test('keeps what another tab has chosen', () => {
    const one = new WalletMarks()
    const two = new WalletMarks()
    one.choose('A', 1)
    two.choose('B', 2)
    expect(JSON.parse(stored.get(key)!)).toEqual([
      ['A', 1],
      ['B', 2],
    ])
  })

  test.each(['no JSON', '{}', 'null', '[["A",8],["A",-1],["A","1"],["A"],1]'])(
    'error: it is that of the name where %s is stored',
    (text) => {
      const plain = new WalletMarks().of('A')
      stored.set(key, text)
      expect(new WalletMarks().of('A')).toBe(plain)
    },
  )
})
