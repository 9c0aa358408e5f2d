import { expect, test } from 'vitest'
import { RpcError, type Code } from '#protocol/errors.ts'
import { explainShared } from '../../../web/multisig/fault.ts'

test.each<[string, Code, string, RegExp]>([
  [
    'a wallet that has a history',
    'UNKNOWN_ERROR',
    'This wallet has been used before, please use a new wallet to create a multisig wallet',
    /Create a new one, and share that/,
  ],
  [
    'nonces that are gone',
    'MULTISIG_SIGNATURE',
    'Failed to sign multisig tx: This signature was made with stale data: export fresh multisig data',
    /Tell each other anew/,
  ],
  [
    'too few who told',
    'GENERIC_TRANSFER_ERROR',
    'Not enough multisig data was found to sign: import multisig data from more other participants',
    /Too few members have told you/,
  ],
  [
    'a lost answer',
    'MULTISIG_SUBMISSION',
    'Failed to submit multisig tx: no connection to daemon: it is not known whether the payment arrived',
    /do not pay a second time/,
  ],
  [
    'a payment that was sent before',
    'MULTISIG_SUBMISSION',
    'Failed to submit multisig tx: an output of the transaction was spent meanwhile',
    /another member may have sent it/,
  ],
  [
    'what has words everywhere',
    'NOT_ENOUGH_MONEY',
    'not enough money',
    /not enough money for this amount/,
  ],
])('%s is told in words', (_, reason, message, words) => {
  expect(explainShared(new RpcError(reason, message))).toMatch(words)
})

test('a bug is told as one', () => {
  expect(explainShared(new Error('x'))).toBe('Something went wrong that should not have.')
})
