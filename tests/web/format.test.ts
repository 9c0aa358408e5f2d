import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { brief, groups } from '../../web/format/address.ts'
import { amountFault, splitAmount } from '../../web/format/amount.ts'
import { explain } from '../../web/format/fault.ts'
import {
  showBlocks,
  showBriefly,
  showLock,
  showMoment,
  showPace,
  showRemaining,
} from '../../web/format/time.ts'
import { describeTransfer } from '../../web/format/transfer.ts'
import type { Transfer } from '../../web/state/wallet.svelte.ts'

const plain = (piconero: bigint, options = {}) => {
  const { sign, whole, fraction } = splitAmount(piconero, options)
  return `${sign}${whole}.${fraction}`
}

describe('splitAmount', () => {
  test.each([
    [0n, '0.0000'],
    [1n, '0.000000000001'],
    [2_500_000_000_000n, '2.5000'],
    [1_234_567_890_123n, '1.234567890123'],
    [12_345_678_000_000_000_000n, '12\u202f345\u202f678.0000'],
    [-1n, '\u22120.000000000001'],
  ])('shows %s piconero as %s', (piconero, text) => {
    expect(plain(piconero)).toBe(text)
  })

  test('shows all twelve decimals when it must be exact', () => {
    expect(plain(1_500_000_000_000n, { exact: true })).toBe('1.500000000000')
  })

  test('never loses a piconero, up to the largest u64', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (piconero) => {
        const { whole, fraction } = splitAmount(piconero)
        const digits = whole.replaceAll('\u202f', '') + fraction.padEnd(12, '0')
        return BigInt(digits) === piconero
      }),
    )
  })
})

describe('amountFault', () => {
  test.each(['', ' ', '0', '1.5', ' 18446744.073709551615 '])('lets “%s” pass', (text) => {
    expect(amountFault(text)).toBeUndefined()
  })

  test.each([
    ['1,5', 'Write it as 1.5, with at most 12 decimals.'],
    ['-1', 'Write it as 1.5, with at most 12 decimals.'],
    ['1e3', 'Write it as 1.5, with at most 12 decimals.'],
    ['0.0000000000001', 'Write it as 1.5, with at most 12 decimals.'],
    ['18446744.073709551616', 'There is not that much Monero.'],
    ['99999999', 'There is not that much Monero.'],
  ])('error: says of “%s”: %s', (text, fault) => {
    expect(amountFault(text)).toBe(fault)
  })
})

describe('addresses', () => {
  const address =
    '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wf'

  test('stand in groups of five that join to the address', () => {
    expect(groups(address)[0]).toBe('44AFF')
    expect(groups(address).join('')).toBe(address)
  })

  test('keep both ends when they are cut', () => {
    expect(brief(address)).toBe('44AFFq5k…VBBEt7f2wf'.replace('VBBEt7f2wf', address.slice(-8)))
    expect(brief('short')).toBe('short')
  })
})

describe('explain', () => {
  test('has its own words for what people meet', () => {
    expect(explain(new RpcError('INVALID_PASSWORD', 'Invalid password.'))).toBe(
      'That is not the password of this wallet.',
    )
  })

  test.each([
    ['Failed to open wallet : invalid password.', 'That is not the password of this wallet.'],
    [
      'Failed to open wallet : internal error: "x.keys" is opened by another wallet program',
      'This wallet is open in another tab. Close it there.',
    ],
  ])('knows %s by its wording', (message, words) => {
    expect(explain(new RpcError('UNKNOWN_ERROR', message))).toBe(words)
  })

  test('passes on the engine’s words for the rest', () => {
    expect(explain(new RpcError('UNKNOWN_ERROR', 'Tag unknown'))).toBe('Tag unknown')
  })

  test('error: a bug is not explained by its own text', () => {
    expect(explain(new TypeError('x is undefined'))).toBe(
      'Something went wrong that should not have.',
    )
  })
})

describe('times', () => {
  test.each([
    [4, 'a few seconds left'],
    [42, 'about 40 seconds left'],
    [600, 'about 10 minutes left'],
    [7200, 'about 2 hours left'],
  ])('%s seconds are %s', (seconds, text) => {
    expect(showRemaining(seconds)).toBe(text)
  })

  test('a pace has two digits that count', () => {
    expect(showPace(7.4)).toBe('7.4 transactions a second')
    expect(showPace(31_415)).toMatch(/^31\D?000 transactions a second$/)
  })

  test('a line of a list names the year of what is older, and the clock of the rest', () => {
    const now = new Date(2026, 10, 21)
    const at = (year: number) => BigInt(new Date(year, 4, 3, 12, 34).getTime() / 1000)
    expect(showBriefly(at(2026), now)).toContain('34')
    expect(showBriefly(at(2026), now)).not.toContain('2026')
    expect(showBriefly(at(2025), now)).toContain('2025')
  })

  test('a lock ends with a block, at a time, or not at all', () => {
    expect(showLock(499_999_999n)).toBe('block 499999999')
    expect(showLock(1_800_000_000n)).toContain('2027')
    expect(showLock(2n ** 64n - 1n)).toBe('the end of time')
  })

  test('a time that has no date is shown as late, for a node may tell any', () => {
    expect(showMoment(1_800_000_000n)).toContain('2027')
    for (const show of [showMoment, showBriefly]) {
      expect(show(8_640_000_000_000n)).toContain('275760')
      expect(show(8_640_000_000_001n)).toBe('the end of time')
      expect(show(2n ** 64n - 1n)).toBe('the end of time')
    }
  })

  test('blocks come with their minutes', () => {
    expect(showBlocks(1n)).toBe('1 block, about 2 minutes')
    expect(showBlocks(60n)).toBe('60 blocks, about 2 hours')
  })
})

describe('describeTransfer', () => {
  const transfer = (fields: Partial<Transfer>) =>
    ({ type: 'in', amount: 5n, fee: 2n, locked: false, confirmations: 3n, ...fields }) as Transfer

  test('counts the fee of what was sent', () => {
    expect(describeTransfer(transfer({ type: 'out' }))).toMatchObject({
      title: 'Sent',
      amount: -7n,
    })
  })

  test('does not count the sender’s fee of what came in', () => {
    expect(describeTransfer(transfer({}))).toMatchObject({ title: 'Received', amount: 5n })
  })

  test('warns of money that was spent elsewhere too', () => {
    const seen = describeTransfer(transfer({ type: 'pool', double_spend_seen: true }))
    expect(seen.state).toBe('spent elsewhere too: do not rely on it')
  })

  test('names what failed', () => {
    expect(describeTransfer(transfer({ type: 'failed' }))).toMatchObject({
      title: 'Not sent',
      tone: 'failed',
    })
  })
})
