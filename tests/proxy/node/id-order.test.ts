import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { byId } from '../../../proxy/node/id-order.ts'
import { count, seed } from '../../support/random/case-counts.ts'

/** An id as a little-endian number. monero compare_hash32 compares words from the last to the first. */
const numberOf = (id: string) => BigInt(`0x${id.match(/../g)!.reverse().join('')}`)

const start = (digits: string) => ({ id: digits.padEnd(64, '0') })
const end = (digits: string) => ({ id: digits.padStart(64, '0') })

describe('byId', () => {
  test('compares the last byte first', () => {
    expect([start('ff'), end('01'), end('10'), start('01')].sort(byId)).toEqual([
      start('01'),
      start('ff'),
      end('01'),
      end('10'),
    ])
    expect(byId(end('01'), end('01'))).toBe(0)
  })

  test('is the order of little-endian numbers', () => {
    // Long common ends make the first bytes decide.
    const byte = fc.constantFrom('00', '01', '0f', 'f0', 'ff')
    const id = fc.array(byte, { minLength: 32, maxLength: 32 }).map((bytes) => bytes.join(''))
    const pair = fc.tuple(id, id, fc.nat({ max: 31 }))
    fc.assert(
      fc.property(pair, ([a, other, common]) => {
        const b = other.slice(0, 2 * common) + a.slice(2 * common)
        const expected = numberOf(a) < numberOf(b) ? -1 : numberOf(a) > numberOf(b) ? 1 : 0
        expect(Math.sign(byId({ id: a }, { id: b }))).toBe(expected)
      }),
      { numRuns: count(200, 10_000), seed: seed() },
    )
  })
})
