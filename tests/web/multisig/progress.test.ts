import { expect, test } from 'vitest'
import { stringifyJson } from '#protocol/json.ts'
import { keptOf, nothingKept, type Kept } from '../../../web/multisig/progress.ts'

test('what is under way comes back as it was', () => {
  const kept: Kept = {
    ...{ threshold: 2, total: 3, keys: ['MultisigxV2R1'], told: 'ab', learned: true },
    ...{ heard: [{ from: 'cd', text: 'ef' }], payment: '01', agreed: true },
    ...{ next: '02', nextAgreed: true },
  }
  expect(keptOf(stringifyJson(kept))).toEqual(kept)
})

test.each(['', '{}', 'no JSON', '{"total":"x"}', '7'])('%j says nothing', (value) => {
  expect(keptOf(value)).toEqual(nothingKept)
})
