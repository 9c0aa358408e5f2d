import { expect, test } from 'vitest'
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import { orUndefined } from '../../../../worker/engine/base/or-undefined.ts'

test('returns the answer, also an empty one', async () => {
  for (const answer of [0, '', null, 5])
    expect(await orUndefined(Promise.resolve(answer))).toBe(answer)
  expect(await orUndefined(undefined)).toBeUndefined()
})

test.each([
  ['unreachable', new ConnectionError('refused')],
  ['refusing', new DaemonError('get_info', 'BUSY')],
  ['answering in another form', new AnswerError('get_info', 'no height')],
])('is undefined for a daemon that is %s', async (_, error) => {
  expect(await orUndefined(Promise.reject(error))).toBeUndefined()
})

test('error: rethrows a bug', async () => {
  const bug = new TypeError('bug')
  await expect(orUndefined(Promise.reject(bug))).rejects.toBe(bug)
})
