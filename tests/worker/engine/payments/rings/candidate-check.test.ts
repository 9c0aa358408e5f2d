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
const candidate = (): RingCandidate => ({ key: point(), commitment: point(), unlocked: true })
const own: RingCandidate = { ...real, unlocked: true }

function check(answers: [number, RingCandidate][], given: Partial<AskedOutput> = {}) {
  const asked = { real, isFree: true, inClear: false, isOld: (index: number) => index < 500 }
  return checkCandidates(crypto, { ...asked, ...given }, new Map(answers))
}

describe('checkCandidates', () => {
  test('accepts equal candidates, points of small order and young locked outputs', () => {
    const young = { ...candidate(), unlocked: false }
    const twisted = { ...candidate(), key: orderTwo, commitment: orderTwo }
    const twin = candidate()
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
    ['is locked without a reason', { ...own, unlocked: false }],
  ])('wrong: the real output %s', (_, answer) => {
    expect(check(answer ? [[100, answer]] : [])).toEqual({ wrong: 'real output', claims: [] })
  })

  test('accepts a locked real output where isFree is false', () => {
    expect(check([[100, { ...own, unlocked: false }]], { isFree: false })).toEqual({ claims: [] })
  })

  test('wrong: a commitment that is no point', () => {
    const answer = { ...candidate(), commitment: noPoint }
    expect(
      check([
        [100, own],
        [1, answer],
      ]),
    ).toEqual({ wrong: 'commitment', claims: [] })
  })

  test('wrong: another commitment where the amounts are public', () => {
    const same = { ...candidate(), commitment: real.commitment }
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
          [1, candidate()],
        ],
        { inClear: true },
      ).wrong,
    ).toBe('commitment')
  })

  test('returns claims with index, kind and invalid key', () => {
    const answers: [number, RingCandidate][] = [
      [100, own],
      [1, { ...candidate(), key: noPoint }],
      [2, { ...candidate(), key: real.key }],
      [499, { ...candidate(), unlocked: false }],
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
    ['several daemons claimed a part each', ['1', '2'], [by('a', '1'), by('c', '2')], true],
    ['no other daemon claimed it', ['1 locked'], [], false],
    ['only the same daemon claimed it', ['1 locked'], [by('b', '1 locked')], false],
    ['one claim is new', ['1', '2'], [by('a', '1')], false],
  ])('%s', (_, claims, refused, expected) => {
    expect(isConfirmed(claims, asked, refused)).toBe(expected)
  })

  test('confirms at most seven claims of 75 candidates', () => {
    const claims = Array.from({ length: 8 }, (_, i) => `${i} locked`)
    expect(mostUnusable(75)).toBe(7)
    expect(isConfirmed(claims.slice(1), asked, [by('a', ...claims)])).toBe(true)
    expect(isConfirmed(claims, asked, [by('a', ...claims)])).toBe(false)
  })
})
