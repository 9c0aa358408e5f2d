import { expect, test } from 'vitest'
import { RpcError, type Code } from '#protocol/errors.ts'
import { explainMultisig } from '../../../web/multisig/fault.ts'

test.each<[string, Code, string, RegExp]>([
  [
    'a wallet with a history',
    'UNKNOWN_ERROR',
    'This wallet has been used before, please use a new wallet to create a multisig wallet',
    /Create a new wallet and share that one/,
  ],
  [
    'used nonces',
    'MULTISIG_SIGNATURE',
    'Failed to sign multisig tx: This signature was made with stale data: export fresh multisig data',
    /Exchange updates again/,
  ],
  [
    'updates of too few members',
    'GENERIC_TRANSFER_ERROR',
    'Not enough multisig data was found to sign: import multisig data from more other participants',
    /Updates of too few members are imported/,
  ],
  [
    'a lost answer of the node',
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
    'an error of any wallet',
    'NOT_ENOUGH_MONEY',
    'not enough money',
    /not enough money for this amount/,
  ],
])('explains %s', (_, reason, message, words) => {
  expect(explainMultisig(new RpcError(reason, message))).toMatch(words)
})

test('reports a bug as an unexpected error', () => {
  expect(explainMultisig(new Error('x'))).toBe('Something went wrong that should not have.')
})
