import { expect, test } from 'vitest'
import { codes, RpcError } from '#protocol/errors.ts'

test('an RpcError carries the code of its reason', () => {
  const error = new RpcError('NOT_OPEN', 'No wallet file')
  expect(error).toMatchObject({
    name: 'RpcError',
    reason: 'NOT_OPEN',
    code: -13,
    message: 'No wallet file',
  })
  expect(new Set(Object.values(codes)).size).toBe(Object.keys(codes).length)
})
