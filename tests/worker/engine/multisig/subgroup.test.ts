import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { TimeSlice } from '../../../../worker/engine/base/time-slice.ts'
import { areInMainSubgroup } from '../../../../worker/engine/multisig/subgroup.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const areIn = (points: readonly Uint8Array[]) =>
  areInMainSubgroup(crypto, new TimeSlice(systemClock), points)

/** (0, -1): of order 2. */
const ofOrderTwo = Uint8Array.of(0xec, ...new Uint8Array(30).fill(0xff), 0x7f)
const noPoint = Uint8Array.of(2, ...new Uint8Array(31))

// Fewer than pay off together, and more, in more than one piece.
describe.each([0, 1, 127, 128, 600])('%i points', (count) => {
  const points = Array.from({ length: count }, () => crypto.multiplyBase(crypto.randomScalar()))

  test('of the main subgroup', async () => {
    expect(await areIn(points)).toBe(true)
  })

  test.each([
    [
      'a part of small order',
      crypto.pointAdd(crypto.multiplyBase(crypto.randomScalar()), ofOrderTwo)!,
    ],
    ['small order', ofOrderTwo],
    ['no point', noPoint],
  ])('error: and one with %s', async (_, other) => {
    for (const at of [0, count >> 1, count])
      expect(await areIn([...points.slice(0, at), other, ...points.slice(at)])).toBe(false)
  })
})
