import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Transfer } from '../../../web/state/wallet.svelte.ts'

const stored = new Map<string, string>()
const shown: { title: string; body: string; isOpen: boolean }[] = []
const badges: number[] = []
const sight = { visibilityState: 'hidden', hasFocus: () => false }

class Shown {
  static permission = 'granted'
  readonly entry
  constructor(title: string, { body = '' }: NotificationOptions) {
    this.entry = { title, body, isOpen: true }
    shown.push(this.entry)
  }
  close() {
    this.entry.isOpen = false
  }
}

Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  },
  document: sight,
  Notification: Shown,
})
Object.defineProperty(globalThis, 'navigator', {
  value: {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  },
})
const { Announcements } = await import('../../../web/background/announcements.ts')
const { hiddenAmounts } = await import('../../../web/parts/hidden-amounts.svelte.ts')
const { spoken } = await import('../../../web/background/spoken.svelte.ts')

const payment = (amount: bigint) => ({ amount }) as Transfer
const quiet = 'Open Nightjar to see more.'

beforeEach(() => {
  vi.useFakeTimers()
  stored.clear()
  shown.length = badges.length = 0
  Object.assign(sight, { visibilityState: 'hidden', hasFocus: () => false })
  hiddenAmounts.on = false
})

describe('a payment that arrives out of sight', () => {
  test.each([
    ['amounts', false, '1.5000 XMR'],
    ['plain', false, quiet],
    ['amounts', true, quiet],
    ['plain', true, quiet],
  ] as const)('with the choice “%s”, amounts hidden: %s, says “%s”', (choice, isHidden, body) => {
    hiddenAmounts.on = isHidden
    new Announcements().announce([payment(1_500_000_000_000n)], choice)
    expect(shown).toEqual([{ title: '1 payment received', body, isOpen: true }])
  })

  test('is counted with those before it, until the page is seen', () => {
    const announcements = new Announcements()
    announcements.announce([payment(1_000_000_000_000n)], 'amounts')
    announcements.announce([payment(500_000_000_000n), payment(1n)], 'amounts')
    expect(shown[1]).toMatchObject({ title: '3 payments received', body: '1.500000000001 XMR' })
    announcements.seen()
    expect(badges).toEqual([1, 3, 0])
    expect(shown[1]!.isOpen).toBe(false)
    announcements.announce([payment(1n)], 'off')
    expect([badges.at(-1), shown.length]).toEqual([1, 2])
  })

  test('is gone from the screen of a locked wallet, and its badge stays', () => {
    const announcements = new Announcements()
    announcements.announce([payment(5n)], 'amounts')
    announcements.lock()
    expect([shown[0]!.isOpen, badges, spoken.text]).toEqual([false, [1], ''])
  })
})

test('a payment in sight is only said to screen readers, without its amount', () => {
  Object.assign(sight, { visibilityState: 'visible', hasFocus: () => true })
  new Announcements().announce([payment(5n)], 'amounts')
  expect([shown, badges]).toEqual([[], []])
  vi.runAllTimers()
  expect(spoken.text).toBe('1 payment received')
})
