import { describe, expect, test } from 'vitest'
import {
  checkCandidates,
  isConfirmed,
  mostUnusable,
  type AskedOutput,
} from '../../../../../worker/engine/payments/rings/candidate-check.ts'
import type { RingCandidate } from '../../../../../worker/engine/payments/rings/rings.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const point = () => crypto.multiplyBase(crypto.randomScalar())
const noPoint = new Uint8Array(32).fill(0xff)
/** A point of order two: on the curve, which is all that consensus requires. */
const orderTwo = Uint8Array.of(0xec, ...new Uint8Array(30).fill(0xff), 0x7f)

const real = { globalIndex: 100, key: point(), commitment: point() }
const told = (): RingCandidate => ({ key: point(), commitment: point(), unlocked: true })
const own: RingCandidate = { ...real, unlocked: true }

function check(answers: [number, RingCandidate][], given: Partial<AskedOutput> = {}) {
  const asked = { real, isFree: true, inClear: false, isOld: (index: number) => index < 500 }
  return checkCandidates(crypto, { ...asked, ...given }, new Map(answers))
}

describe('checkCandidates', () => {
  test('accepts what can be on the chain', () => {
    const young = { ...told(), unlocked: false }
    const twisted = { ...told(), key: orderTwo, commitment: orderTwo }
    const twin = told()
    const answers: [number, RingCandidate][] = [
      [100, own],
      [1, twin],
      [2, twin],
      [3, twisted],
      [500, young],
    ]
    expect(check(answers)).toEqual({ claims: [] })
  })

  test.each<[string, RingCandidate | undefined]>([
    ['is missing', undefined],
    ['has another key', { ...own, key: point() }],
    ['has another commitment', { ...own, commitment: point() }],
    ['is locked for no reason', { ...own, unlocked: false }],
  ])('wrong: the real output %s', (_, answer) => {
    expect(check(answer ? [[100, answer]] : [])).toEqual({ wrong: 'real output', claims: [] })
  })

  test('the real output may be locked where the daemon cannot know better', () => {
    expect(check([[100, { ...own, unlocked: false }]], { isFree: false })).toEqual({ claims: [] })
  })

  test('wrong: a commitment that is no point', () => {
    const answer = { ...told(), commitment: noPoint }
    expect(
      check([
        [100, own],
        [1, answer],
      ]),
    ).toEqual({ wrong: 'commitment', claims: [] })
  })

  test('wrong: another amount where all have the same', () => {
    const same = { ...told(), commitment: real.commitment }
    expect(
      check(
        [
          [100, own],
          [1, same],
        ],
        { inClear: true },
      ),
    ).toEqual({ claims: [] })
    expect(
      check(
        [
          [100, own],
          [1, told()],
        ],
        { inClear: true },
      ).wrong,
    ).toBe('commitment')
  })

  test('claims are named by index and kind, and by the key that is no point', () => {
    const answers: [number, RingCandidate][] = [
      [100, own],
      [1, { ...told(), key: noPoint }],
      [2, { ...told(), key: real.key }],
      [499, { ...told(), unlocked: false }],
    ]
    expect(check(answers).claims).toEqual([
      `1 no point ${'ff'.repeat(32)}`,
      '2 own key',
      '499 locked',
    ])
  })
})

describe('isConfirmed', () => {
  const asked = { daemon: 'b', candidates: 75 }
  const by = (daemon: string, ...claims: string[]) => ({ daemon, claims })

  test.each([
    ['nothing was claimed', [], [], true],
    ['another daemon claimed the same', ['1 locked'], [by('a', '1 locked')], true],
    ['several did in part', ['1', '2'], [by('a', '1'), by('c', '2')], true],
    ['none did', ['1 locked'], [], false],
    ['the daemon itself did', ['1 locked'], [by('b', '1 locked')], false],
    ['one claim is new', ['1', '2'], [by('a', '1')], false],
  ])('%s', (_, claims, refused, expected) => {
    expect(isConfirmed(claims, asked, refused)).toBe(expected)
  })

  test('at most seven claims of 75 can be true', () => {
    const claims = Array.from({ length: 8 }, (_, i) => `${i} locked`)
    expect(mostUnusable(75)).toBe(7)
    expect(isConfirmed(claims.slice(1), asked, [by('a', ...claims)])).toBe(true)
    expect(isConfirmed(claims, asked, [by('a', ...claims)])).toBe(false)
  })
})
