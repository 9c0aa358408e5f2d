import { expect, test, vi } from 'vitest'
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError, type Code } from '#protocol/errors.ts'
import { multisigErrorText } from '../../../../web/multisig/state/error-text.ts'

test.each<[string, Code, string | undefined, RegExp]>([
  [
    'a wallet with a history',
    'UNKNOWN_ERROR',
    errorDetails.walletUsed,
    /Create a new wallet and share that one/,
  ],
  ['used nonces', 'MULTISIG_SIGNATURE', errorDetails.staleMultisigInfo, /Exchange updates again/],
  [
    'updates of too few members',
    'GENERIC_TRANSFER_ERROR',
    errorDetails.missingMultisigInfo,
    /Updates of too few members are imported/,
  ],
  [
    'a lost answer of the node',
    'MULTISIG_SUBMISSION',
    errorDetails.answerLost,
    /do not pay a second time/,
  ],
  [
    'a payment that was sent before',
    'MULTISIG_SUBMISSION',
    errorDetails.outputSpent,
    /another member may have sent it/,
  ],
  ['an error of any wallet', 'NOT_ENOUGH_MONEY', undefined, /not enough money for this amount/],
])('explains %s', (_, reason, data, words) => {
  expect(multisigErrorText(new RpcError(reason, 'Any message', data))).toMatch(words)
})

test('reports a bug as an unexpected error', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  expect(multisigErrorText(new Error('x'))).toMatch(/^Unexpected error\. .* [0-9a-f]{8}\. /)
  logged.mockRestore()
})
