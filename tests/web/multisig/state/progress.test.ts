import { expect, test } from 'vitest'
import { parseJson } from '#protocol/json/json.ts'
import {
  emptyProgress,
  formatProgress,
  parseProgress,
  type Progress,
} from '../../../../web/multisig/state/progress.ts'

const progress: Progress = {
  threshold: 2,
  total: 3,
  keyMessages: ['MultisigxV2R1'],
  ownInfo: 'ab',
  receivedInfo: [{ from: 'cd', text: 'ef' }],
  infoImported: true,
  payment: '01',
  confirmed: true,
  replacement: '02',
  replacementConfirmed: true,
}

test('progress is read back as it was written', () => {
  expect(parseProgress(formatProgress(progress))).toEqual(progress)
})

test('the stored names equal those of released versions', () => {
  expect(parseJson(formatProgress(progress))).toEqual({
    threshold: 2,
    total: 3,
    keys: ['MultisigxV2R1'],
    told: 'ab',
    heard: [{ from: 'cd', text: 'ef' }],
    learned: true,
    payment: '01',
    agreed: true,
    next: '02',
    nextAgreed: true,
  })
})

test.each(['', '{}', 'no JSON', '{"total":"x"}', '7'])('%j is empty progress', (value) => {
  expect(parseProgress(value)).toEqual(emptyProgress)
})
