import { beforeEach, describe, expect, test } from 'vitest'

const stored = new Map<string, string>()
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  },
})
const key = 'nightjar.wallet-marks'

/** The marks as a page finds them that starts now. */
async function marks() {
  const { walletMarks, markCount } = await import(
    `../../../web/state/wallet-marks.svelte.ts?${Math.random()}`
  )
  return { marks: walletMarks, markCount }
}

beforeEach(() => stored.clear())

describe('the mark of a wallet', () => {
  test.each(['My wallet', '__proto__', '日本の財布', '👛'])(
    'is the same after a reload: %j',
    async (name) => {
      const first = await marks()
      const mark = first.marks.of(name)
      expect(mark).toBeGreaterThanOrEqual(0)
      expect(mark).toBeLessThan(first.markCount)
      expect((await marks()).marks.of(name)).toBe(mark)
      expect(stored.size).toBe(0)
      first.marks.choose(name, 5)
      expect((await marks()).marks.of(name)).toBe(5)
    },
  )

  test('stays with a renamed wallet, and goes with a removed one', async () => {
    const { marks: own } = await marks()
    const mark = own.of('A')
    own.rename('A', 'B')
    expect(own.of('B')).toBe(mark)
    own.choose('B', (mark + 1) % 8)
    own.rename('B', 'C')
    expect(own.of('C')).toBe((mark + 1) % 8)
    own.remove('C')
    expect(stored.get(key)).toBe('[]')
  })

  test('keeps what another tab has chosen', async () => {
    const one = await marks()
    const two = await marks()
    one.marks.choose('A', 1)
    two.marks.choose('B', 2)
    expect(JSON.parse(stored.get(key)!)).toEqual([
      ['A', 1],
      ['B', 2],
    ])
  })

  test.each(['no JSON', '{}', 'null', '[["A",8],["A",-1],["A","1"],["A"],1]'])(
    'error: it is that of the name where %s is stored',
    async (text) => {
      const plain = (await marks()).marks.of('A')
      stored.set(key, text)
      expect((await marks()).marks.of('A')).toBe(plain)
    },
  )
})
