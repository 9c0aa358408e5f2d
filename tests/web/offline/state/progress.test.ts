import { expect, test } from 'vitest'
import {
  emptyProgress,
  parseProgress,
  progressForm,
  withoutPayment,
} from '../../../../web/offline/state/progress.ts'

const progress = {
  outputs: 'aa',
  keyImages: 'bb',
  unsigned: 'cc',
  note: 'Rent "May"',
  signed: 'dd',
  sent: ['ee'],
}

test('progress is stored as JSON and read again', () => {
  expect(parseProgress(progressForm.format(progress))).toEqual(progress)
  expect(parseProgress('{}')).toEqual(emptyProgress)
  expect({ ...progress, ...withoutPayment }).toEqual({
    ...emptyProgress,
    outputs: 'aa',
    keyImages: 'bb',
  })
})

test('error: a value of another program is empty progress', () => {
  for (const value of ['', 'x', '[]', '{"unsigned":1}', '{"sent":[1]}'])
    expect(parseProgress(value)).toEqual(emptyProgress)
})
