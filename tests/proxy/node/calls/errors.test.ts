import { describe, expect, test } from 'vitest'
import { NodeRpcError, StatusError } from '../../../../proxy/node/calls/errors.ts'

describe('NodeRpcError', () => {
  // monero src/rpc/core_rpc_server_error_codes.h
  test.each([
    ['WRONG_PARAM', -1],
    ['TOO_BIG_HEIGHT', -2],
    ['TOO_BIG_RESERVE_SIZE', -3],
    ['WRONG_WALLET_ADDRESS', -4],
    ['INTERNAL_ERROR', -5],
    ['WRONG_BLOCKBLOB', -6],
    ['BLOCK_NOT_ACCEPTED', -7],
    ['CORE_BUSY', -9],
    ['WRONG_BLOCKBLOB_SIZE', -10],
    ['MINING_TO_SUBADDRESS', -12],
    ['REGTEST_REQUIRED', -13],
    ['RESTRICTED', -19],
    ['UNSUPPORTED_BOOTSTRAP', -20],
    ['PAYMENTS_NOT_ENABLED', -21],
  ] as const)('%s has the code %i of monero', (reason, code) => {
    const error = new NodeRpcError(reason, 'why')
    expect([error.code, error.message]).toEqual([code, 'why'])
  })
})

describe('StatusError', () => {
  test('has the status as its message, and the fields that were set', () => {
    const { message, fields } = new StatusError('Failed', { height: 5n })
    expect([message, fields]).toEqual(['Failed', { height: 5n }])
    expect(new StatusError('Failed').fields).toEqual({})
  })
})
