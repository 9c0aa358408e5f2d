import { describe, expect, test } from 'vitest'
import * as methods from '../../../worker/rpc/methods.ts'
import { requestLimit } from '../../../worker/rpc/request-limit.ts'

describe('requestLimit', () => {
  test('is 1 MiB, and 100 MiB for methods that take what wallets exchange', () => {
    const long = Object.keys(methods).filter((name) => requestLimit(name) === 100 * 1024 * 1024)
    expect(long.sort()).toEqual([
      'check_reserve_proof',
      'describe_transfer',
      'exchange_multisig_keys',
      'finalize_multisig',
      'import_key_images',
      'import_multisig_info',
      'import_outputs',
      'make_multisig',
      'relay_tx',
      'sign_multisig',
      'sign_transfer',
      'submit_multisig',
      'submit_transfer',
    ])
    expect(requestLimit('get_balance')).toBe(1024 * 1024)
  })

  test.each(['nothing', 'constructor', '', undefined])('is 1 MiB for %j', (method) => {
    expect(requestLimit(method)).toBe(1024 * 1024)
  })
})
